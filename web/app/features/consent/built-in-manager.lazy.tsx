/** The built-in consent manager (S4.8-05), outside the page's React tree: a banner, and settings that open over it. */
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { ALL_VENDORS, grantVendors, NO_CONSENT, type Consent } from '@lokalteil/domain/consent/consent'
import { toRecipientsSince } from '@lokalteil/domain/consent/recipients'
import { toDayKey } from '@lokalteil/domain/german'
import { getAnswer, getUsedVendors, saveConsent, setManager } from '../../browser/consent/consent.ts'
import { provideLayer } from '../../browser/consent/layer.ts'
import { createListeners } from '../../page/listeners.ts'
import { consentTexts } from '../../messages/consent/question.ts'
import { ConsentBanner } from './ConsentBanner.tsx'
import type { ConsentManager, Shown } from './consent-manager.ts'

/** The page that explains the choices. */
const PRIVACY_PATH = '/datenschutz'
/** Readers who saw no recipients because the server did not answer are asked again. */
const NEVER = '1970-01-01'

type Settings = typeof import('./ConsentSettings.lazy.tsx').ConsentSettings
type View = { hasBanner: boolean; Settings: Settings | null }

/** `announce` tells screen readers the result. */
export function createBuiltInManager(announce: (text: string) => void, shown: Shown): ConsentManager {
  let view: View = { hasBanner: false, Settings: null }
  const { subscribe, notify } = createListeners()
  const tellLayer = provideLayer(() => view.hasBanner || view.Settings !== null)
  const tell = () => {
    notify()
    tellLayer()
  }
  const show = (change: Partial<View>) => {
    view = { ...view, ...change }
    tell()
  }
  const answer = (consent: Consent) => {
    const isInside = place.contains(document.activeElement)
    // Closed before scripts hear of the answer.
    view = { hasBanner: false, Settings: null }
    saveConsent(consent)
    tell()
    // The focused element is gone, so the keyboard starts at the content.
    if (isInside) document.getElementById('content')?.focus({ preventScroll: true })
    announce(consentTexts.saved)
  }
  const answers = { onAcceptAll: () => answer(grantVendors(ALL_VENDORS)), onRefuseAll: () => answer(NO_CONSENT) }

  const openSettings = async () => {
    const { ConsentSettings } = await import('./ConsentSettings.lazy.tsx')
    show({ Settings: ConsentSettings })
  }

  function Manager() {
    const { hasBanner, Settings } = useSyncExternalStore(subscribe, () => view)
    return (
      <>
        {hasBanner && (
          <ConsentBanner
            {...answers}
            used={getUsedVendors()}
            shown={shown}
            onSettings={() => void openSettings().catch(() => location.assign(PRIVACY_PATH))}
          />
        )}
        {Settings && (
          <Settings
            {...answers}
            shown={shown}
            used={getUsedVendors()}
            given={getAnswer()}
            onSave={(vendors) => answer(grantVendors(vendors))}
            onClose={() => show({ Settings: null })}
          />
        )}
      </>
    )
  }

  const since =
    shown.recipients === null ? NEVER : toRecipientsSince(shown.recipients, getUsedVendors(), toDayKey(new Date()))
  if (since !== undefined) setManager({ since })
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
