/** Mounts hash dialogs and toasts outside the page's React tree, once, when they are needed. */
import { createRoot } from 'react-dom/client'
import type { Chrome } from '../../page/page.ts'
import type { Overlays } from '../../browser/session/session.ts'
import { HashDialogs, type OnboardingPart } from './HashDialogs.tsx'
import { createToasts, Toasts } from './Toasts.tsx'

let overlays: Overlays | undefined

export function openOverlays(chrome: () => Chrome, parts: { Onboarding: OnboardingPart }): Overlays {
  if (overlays !== undefined) return overlays
  const toasts = createToasts()
  const place = document.createElement('div')
  place.id = 'overlays'
  document.body.append(place)
  createRoot(place).render(
    <>
      <HashDialogs chrome={chrome} {...parts} onDone={toasts.show} />
      <Toasts toasts={toasts} />
    </>,
  )
  overlays = { showToast: toasts.show }
  return overlays
}
