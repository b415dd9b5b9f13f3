/**
 * The interface of the built-in manager for scripts that ask for the reader's consent (R7.7-06): the commands of the
 * Transparency & Consent Framework 2.3, and `getCustomVendorConsents` for the sixteen vendors of the specification. It
 * takes the place of the stub and answers the calls that waited there.
 */
import {
  CONSENT_COOKIES,
  limitConsent,
  NO_CONSENT,
  toCustomVendors,
  type Answer,
  type Consent,
  type Partners,
} from '@lokalteil/domain/consent/consent'
import {
  CMP_VERSION,
  NO_FRAMEWORK,
  POLICY_VERSION,
  toTcData,
  toTcString,
  type Framework,
} from '@lokalteil/domain/consent/tc-string'
import {
  getAnswer,
  getConsent,
  getUsedVendors,
  renewTcString,
  setManager,
  subscribeConsent,
} from '../../browser/consent/consent.ts'
import { readCookie } from '../../browser/consent/cookies.ts'
import { isLayerShown, subscribeLayer } from '../../browser/consent/layer.ts'
import { isTcfCall, type TcfCall, type TcfCallback } from './tcf-stub.ts'

type EventStatus = 'tcloaded' | 'cmpuishown' | 'useractioncomplete'

/** Upper limit, because a listener may never be removed. */
const MOST_LISTENERS = 200
const VERSIONS: ReadonlySet<unknown> = new Set([2, undefined, null])

export function exposeTcfApi(framework: Framework = NO_FRAMEWORK): void {
  const waiting = (window.__tcfapi?.() ?? []) as readonly TcfCall[]
  const listeners = new Map<number, TcfCallback>()
  let lastId = 0
  setManager({ toTcString: (consent, now, asked) => toTcString(consent, now, framework, asked) })
  if (framework.cmpId !== 0) renewTcString()

  /** Grants of vendors that are no longer used count for nothing. */
  const readConsent = (): Consent | null => {
    const consent = getConsent()
    return consent && limitConsent(consent, getUsedVendors())
  }
  const readAsked = (): Partners => getAnswer()?.facts?.partners ?? {}
  const toData = (eventStatus: EventStatus, listenerId?: number) => ({
    ...toTcData(readConsent(), framework, readCookie(CONSENT_COOKIES.tcString) ?? '', readAsked()),
    cmpStatus: 'loaded',
    eventStatus,
    ...(listenerId === undefined ? {} : { listenerId }),
  })
  /** Only a layer in view is one that asks: nobody is asked on legal pages, with Global Privacy Control, with the banner off. */
  const toStatus = (): EventStatus => (isLayerShown() ? 'cmpuishown' : 'tcloaded')

  function answer([command, version, given, parameter]: TcfCall): void {
    if (typeof given !== 'function') return
    const callback = guard(given)
    if (!VERSIONS.has(version)) return callback(null, false)
    switch (command) {
      case 'ping':
        return callback(
          {
            gdprApplies: true,
            cmpLoaded: true,
            cmpStatus: 'loaded',
            displayStatus: isLayerShown() ? 'visible' : 'hidden',
            apiVersion: '2.3',
            cmpVersion: CMP_VERSION,
            cmpId: framework.cmpId,
            gvlVersion: framework.listVersion,
            tcfPolicyVersion: POLICY_VERSION,
          },
          true,
        )
      case 'getTCData':
        return callback(toData(toStatus()), true)
      case 'addEventListener': {
        if (listeners.size >= MOST_LISTENERS) return callback(null, false)
        const id = ++lastId
        listeners.set(id, callback)
        return callback(toData(toStatus(), id), true)
      }
      case 'removeEventListener':
        return callback(listeners.delete(parameter as number), true)
      case 'getCustomVendorConsents':
        return callback({ ...toCustomVendors(readConsent() ?? NO_CONSENT), newUser: getConsent() === null }, true)
      default:
        return callback(null, false)
    }
  }

  window.__tcfapi = (...call) => (isTcfCall(call) ? answer(call) : [])
  for (const call of waiting) answer(call)

  let before = readState()
  const hear = () => {
    const { answer: given, isShown } = before
    before = readState()
    const isAnswered = before.answer !== given
    if (!isAnswered && before.isShown === isShown) return
    const status = isAnswered ? 'useractioncomplete' : toStatus()
    for (const [id, callback] of listeners) callback(toData(status, id), true)
  }
  subscribeConsent(hear)
  subscribeLayer(hear)
}

function readState(): { answer: Answer | null; isShown: boolean } {
  return { answer: getAnswer(), isShown: isLayerShown() }
}

/** A script's own mistake may not keep the next one from its answer. */
function guard(callback: TcfCallback): TcfCallback {
  return (...answer) => {
    try {
      callback(...answer)
    } catch (error) {
      // oxlint-disable-next-line no-console
      console.error('Error in a script that asked for consent', error)
    }
  }
}
