/**
 * The external consent manager (R7.7-06), by its documented script contract: `window._sp_` holds account, property,
 * endpoint and listeners; its script replaces the stub of `__tcfapi` and answers `getCustomVendorConsents`. Its answers
 * are copied into the store that everything else reads, and grants given on the page are sent to it.
 */
import { grantVendors, VENDORS, type Vendor } from '@lokalteil/domain/consent/consent'
import {
  listManagerIds,
  readCustomVendors,
  type ExternalManager,
  type ManagerIds,
} from '@lokalteil/domain/consent/external-manager'
import { getConsent, getUsedVendors, saveConsent, setManager, subscribeConsent } from '../../browser/consent/consent.ts'
import { loadScript } from '../../browser/consent/load-script.ts'
import { keepStored, readStored } from '../../browser/device-storage.ts'
import type { ConsentManager } from './consent-manager.ts'
import type { TcfCallback } from './tcf-stub.ts'

type Sourcepoint = {
  config: Readonly<Record<string, unknown>>
  gdpr?: { loadPrivacyManagerModal?: (id: string) => void }
}

declare global {
  interface Window {
    _sp_?: Sourcepoint
    _sp_queue?: unknown[]
  }
}

/** What the manager said last, so that only a new answer of the reader replaces a later one of this page. */
const LAST_KEY = 'consentManager'

export async function createSourcepointManager(
  { accountId, propertyId, endpoint, script }: ExternalManager,
  { vendors: ids, privacyManager }: ManagerIds,
): Promise<ConsentManager> {
  /** Grants that the manager has, or was told. */
  let told: Readonly<Record<Vendor, boolean>> | null = null
  let isTaking = false
  /** The reader has pressed a button of the manager on this page. */
  let hasChosen = false
  const onChoice = () => {
    hasChosen = true
  }

  function takeAnswer(): void {
    ask('getCustomVendorConsents', (data, isSuccess) => {
      const granted = isSuccess ? readCustomVendors(data, ids) : null
      if (granted === null) return
      told = granted
      const said = VENDORS.filter((vendor) => granted[vendor]).join(' ')
      const isNew = hasChosen || said !== readStored(LAST_KEY)
      hasChosen = false
      keepStored(LAST_KEY, said)
      // Answers on pages that had not loaded the manager.
      if (!isNew && getConsent() !== null) return tellManager()
      isTaking = true
      saveConsent(grantVendors(granted))
      isTaking = false
    })
  }

  /** A grant or a withdrawal on the page itself: in a box, by the link of the privacy statement, in another tab. */
  function tellManager(): void {
    const consent = getConsent()
    if (isTaking || consent === null || told === null) return
    const before = told
    told = consent.vendors
    const hadGrant = getUsedVendors().some((vendor) => before[vendor])
    if (!consent.consent && hadGrant) return ask('postRejectAll', ignore)
    const added = VENDORS.filter((vendor) => consent.vendors[vendor] && !before[vendor])
    const vendorIds = added.flatMap((vendor) => listManagerIds(vendor, ids))
    if (vendorIds.length === 0) return
    ask('getCustomVendorConsents', (data, isSuccess) => {
      if (isSuccess) ask('postCustomConsent', ignore, vendorIds, listPurposes(data, vendorIds), [])
    })
  }

  // The manager has texts of its own, and writes the framework's cookie itself.
  setManager({ text: `sourcepoint-${propertyId}`, toTcString: () => null })
  window._sp_queue = []
  window._sp_ = {
    config: {
      accountId,
      propertyId,
      baseEndpoint: endpoint,
      // Pages change without a new document.
      isSPA: true,
      gdpr: {},
      events: {
        onMessageChoiceSelect: onChoice,
        onPrivacyManagerAction: onChoice,
        onConsentReady(kind: unknown) {
          if (kind === 'gdpr') takeAnswer()
        },
        onError: (...faults: readonly unknown[]) => report(faults),
      },
    },
  }
  subscribeConsent(tellManager)
  await loadScript(script, 'consentManager')

  return {
    // It shows its message by itself, from its script's first run on.
    ask: () => {},
    async openSettings() {
      const open = window._sp_?.gdpr?.loadPrivacyManagerModal
      if (privacyManager === undefined || open === undefined) return false
      open(privacyManager)
      return true
    },
  }
}

/** Ids of the purposes that these vendors have at the manager. */
function listPurposes(data: unknown, vendorIds: readonly string[]): string[] {
  const { grants = {} } = (data ?? {}) as { grants?: Record<string, { purposeGrants?: object }> }
  return [...new Set(vendorIds.flatMap((id) => Object.keys(grants[id]?.purposeGrants ?? {})))]
}

function ask(command: string, callback: TcfCallback, ...parameters: readonly unknown[]): void {
  window.__tcfapi?.(command, 2, callback, ...parameters)
}

function ignore(): void {}

/** Only logged; without the manager nothing loads that needs consent. */
function report(faults: readonly unknown[]): void {
  // oxlint-disable-next-line no-console
  console.error('Error in the consent manager', ...faults)
}
