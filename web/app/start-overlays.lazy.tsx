/** Starts dialogs and toasts over the page, with their parts from other features. */
import { lazyPart } from './page/lazy-part.tsx'
import type { Chrome } from './page/page.ts'
import type { Overlays } from './browser/session/session.ts'
import { openOverlays } from './features/dialogs/overlays.lazy.tsx'

const Onboarding = lazyPart(async () => ({
  default: (await import('./features/onboarding/OnboardingDialog.tsx')).OnboardingDialog,
}))

export function startOverlays(chrome: () => Chrome): Overlays {
  return openOverlays(chrome, { Onboarding })
}
