/** The built-in consent manager (S4.8-05), outside the page's React tree: a banner, and settings that open over it. */
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { ALL_VENDORS, grantVendors, NO_CONSENT, type Consent } from '@lokalteil/domain/consent/consent'
import { getConsent, saveConsent } from '../../browser/consent/consent.ts'
import { createListeners } from '../../page/listeners.ts'
import { consentTexts } from '../../messages/consent/question.ts'
import { ConsentBanner } from './ConsentBanner.tsx'

export type ConsentManager = {
  showBanner: (isShown: boolean) => void
  /** Rejects if its scripts cannot be loaded. */
  openSettings: () => Promise<void>
}

/** The page that explains the choices. */
const PRIVACY_PATH = '/datenschutz'

type Settings = typeof import('./ConsentSettings.lazy.tsx').ConsentSettings
type View = { hasBanner: boolean; Settings: Settings | null }

/** `announce` tells screen readers the result. */
export function createConsentManager(announce: (text: string) => void): ConsentManager {
  let view: View = { hasBanner: false, Settings: null }
  const { subscribe, notify } = createListeners()
  const show = (change: Partial<View>) => {
    view = { ...view, ...change }
    notify()
  }
  const answer = (consent: Consent) => {
    const isInside = place.contains(document.activeElement)
    saveConsent(consent)
    show({ hasBanner: false, Settings: null })
    // The focused element is gone, so the keyboard starts at the content.
    if (isInside) document.getElementById('content')?.focus({ preventScroll: true })
    announce(consentTexts.saved)
  }
  const answers = { onAcceptAll: () => answer(grantVendors(ALL_VENDORS)), onRefuseAll: () => answer(NO_CONSENT) }

  const openSettings = async () => show({ Settings: (await import('./ConsentSettings.lazy.tsx')).ConsentSettings })

  function Manager() {
    const { hasBanner, Settings } = useSyncExternalStore(subscribe, () => view)
    return (
      <>
        {hasBanner && (
          <ConsentBanner
            {...answers}
            onSettings={() => void openSettings().catch(() => location.assign(PRIVACY_PATH))}
          />
        )}
        {Settings && (
          <Settings
            {...answers}
            granted={(getConsent() ?? NO_CONSENT).vendors}
            onSave={(vendors) => answer(grantVendors(vendors))}
            onClose={() => show({ Settings: null })}
          />
        )}
      </>
    )
  }

  const place = document.createElement('div')
  place.id = 'consent'
  // After the skip link and before everything else, so that the keyboard reaches it at once.
  const skip = document.querySelector('#app a[href="#content"]')
  if (skip === null) document.body.prepend(place)
  else skip.after(place)
  createRoot(place).render(<Manager />)
  return {
    showBanner: (hasBanner) => hasBanner !== view.hasBanner && show({ hasBanner }),
    openSettings,
  }
}
