/** The built-in consent manager (S4.8-05), outside the page's React tree: a banner, and settings that open over it. */
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import type { ConsentFramework } from '@lokalteil/contracts/consent'
import { ALL_VENDORS, grantVendors, NO_CONSENT, type Consent } from '@lokalteil/domain/consent/consent'
import { getAnswer, getUsedVendors, saveConsent } from '../../browser/consent/consent.ts'
import { createListeners } from '../../page/listeners.ts'
import { consentTexts } from '../../messages/consent/question.ts'
import { ConsentBanner } from './ConsentBanner.tsx'
import type { ConsentManager } from './consent-manager.ts'

/** The page that explains the choices. */
const PRIVACY_PATH = '/datenschutz'

type Settings = typeof import('./ConsentSettings.lazy.tsx').ConsentSettings
type Opened = { Settings: Settings; registered: ConsentFramework['vendors'] }
type View = { hasBanner: boolean; opened: Opened | null }

/** `announce` tells screen readers the result; `framework` brings the registered vendors, which the settings name. */
export function createBuiltInManager(
  announce: (text: string) => void,
  framework: Promise<ConsentFramework>,
): ConsentManager {
  let view: View = { hasBanner: false, opened: null }
  const { subscribe, notify } = createListeners()
  const show = (change: Partial<View>) => {
    view = { ...view, ...change }
    notify()
  }
  const answer = (consent: Consent) => {
    const isInside = place.contains(document.activeElement)
    saveConsent(consent)
    show({ hasBanner: false, opened: null })
    // The focused element is gone, so the keyboard starts at the content.
    if (isInside) document.getElementById('content')?.focus({ preventScroll: true })
    announce(consentTexts.saved)
  }
  const answers = { onAcceptAll: () => answer(grantVendors(ALL_VENDORS)), onRefuseAll: () => answer(NO_CONSENT) }

  const openSettings = async () => {
    const [{ ConsentSettings }, { vendors }] = await Promise.all([import('./ConsentSettings.lazy.tsx'), framework])
    show({ opened: { Settings: ConsentSettings, registered: vendors } })
  }

  function Manager() {
    const { hasBanner, opened } = useSyncExternalStore(subscribe, () => view)
    return (
      <>
        {hasBanner && (
          <ConsentBanner
            {...answers}
            used={getUsedVendors()}
            onSettings={() => void openSettings().catch(() => location.assign(PRIVACY_PATH))}
          />
        )}
        {opened && (
          <opened.Settings
            {...answers}
            registered={opened.registered}
            used={getUsedVendors()}
            given={getAnswer()}
            onSave={(vendors) => answer(grantVendors(vendors))}
            onClose={() => show({ opened: null })}
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
    ask: (hasBanner) => hasBanner !== view.hasBanner && show({ hasBanner }),
    async openSettings() {
      await openSettings()
      return true
    },
  }
}
