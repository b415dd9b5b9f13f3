/**
 * The interface for scripts that ask for the reader's consent (R7.7-06), with the function name of the TCF framework:
 * `addEventListener` for the answer and its changes, `getCustomVendorConsents` for the sixteen vendors.
 */
import { CONSENT_COOKIES, NO_CONSENT, toCustomVendors } from '@lokalteil/domain/consent/consent'
import { getConsent, subscribeConsent } from '../../browser/consent/consent.ts'
import { readCookie } from '../../browser/consent/cookies.ts'

type Callback = (answer: unknown, isSuccess: boolean) => void

declare global {
  interface Window {
    __tcfapi?: (command: string, version: number, callback: Callback, parameter?: unknown) => void
  }
}

export function exposeConsentQueries(): void {
  if (window.__tcfapi !== undefined) return
  const listeners = new Map<number, Callback>()
  let lastId = 0
  const toData = (eventStatus: string, listenerId: number) => ({
    listenerId,
    eventStatus,
    gdprApplies: true,
    cmpStatus: 'loaded',
    tcString: readCookie(CONSENT_COOKIES.tcString) ?? '',
  })

  window.__tcfapi = (command, _version, callback, parameter) => {
    switch (command) {
      case 'ping':
        return callback(
          { gdprApplies: true, cmpLoaded: true, cmpStatus: 'loaded', apiVersion: '2.3', cmpId: 0, tcfPolicyVersion: 5 },
          true,
        )
      case 'addEventListener':
        listeners.set(++lastId, callback)
        return callback(toData(getConsent() === null ? 'cmpuishown' : 'tcloaded', lastId), true)
      case 'removeEventListener':
        return callback(listeners.delete(parameter as number), true)
      case 'getCustomVendorConsents':
        return callback(toCustomVendors(getConsent() ?? NO_CONSENT), true)
      default:
        return callback(null, false)
    }
  }
  subscribeConsent(() => {
    for (const [id, callback] of listeners) callback(toData('useractioncomplete', id), true)
  })
}
