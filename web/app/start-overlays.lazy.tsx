/** Dialogs and toasts over the page, with the parts of them that are features of their own. */
import { lazy } from 'react'
import type { Chrome } from './page/page.ts'
import type { Overlays } from './browser/session/session.ts'
import { openOverlays } from './features/dialogs/overlays.lazy.tsx'

const Onboarding = lazy(async () => ({
  default: (await import('./features/onboarding/OnboardingDialog.tsx')).OnboardingDialog,
}))

export function startOverlays(chrome: () => Chrome): Overlays {
  return openOverlays(chrome, { Onboarding })
}
