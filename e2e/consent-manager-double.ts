/**
 * A stand-in for the external consent manager that keeps its documented script contract: it reads `window._sp_`, shows its
 * own message in a frameless layer, takes over the stub of `__tcfapi` with the calls that waited there, answers
 * `getCustomVendorConsents`, `postCustomConsent` and `postRejectAll`, and calls `onMessageChoiceSelect` and `onConsentReady`. Its answers are kept in
 * local storage, where the provider's script keeps its own.
 */
import type { BrowserContext } from 'playwright-core'

export const MANAGER_ORIGIN = 'https://cmp.example'
const SCRIPT_PATH = '/unified/wrapperMessagingWithoutDetection.js'

/** The provider's ids, as the portal's configuration maps them. */
export const MANAGER_IDS = { analytics: 'id-analytics', youtube: 'id-youtube' } as const

const SCRIPT = `(() => {
  const KEY = '_sp_user_consent'
  const IDS = ${JSON.stringify(Object.values(MANAGER_IDS))}
  const { config } = window._sp_
  const log = (window.__managerCalls = [['config', config.accountId, config.propertyId, config.baseEndpoint]])
  let stored = JSON.parse(localStorage.getItem(KEY) ?? 'null')
  const listeners = new Map()
  const ready = () => {
    document.cookie = 'euconsent-v2=of-the-manager; path=/'
    for (const [id, callback] of listeners) callback({ eventStatus: 'useractioncomplete', listenerId: id }, true)
    config.events.onConsentReady('gdpr', 'uuid-1', 'of-the-manager', { applies: true })
  }
  const save = (next, isTold) => {
    stored = next
    localStorage.setItem(KEY, JSON.stringify(stored))
    document.getElementById('sp_message')?.remove()
    if (isTold) ready()
  }
  const all = (isGranted) => Object.fromEntries(IDS.map((id) => [id, isGranted]))
  const show = (title) => {
    const box = document.createElement('div')
    box.id = 'sp_message'
    box.setAttribute('role', 'dialog')
    box.setAttribute('aria-label', title)
    box.style.cssText = 'position:fixed;inset:auto 0 0 0;z-index:2147483647;background:#fff;padding:1rem'
    const button = (name, then) => {
      const one = document.createElement('button')
      one.textContent = name
      one.addEventListener('click', () => {
        config.events.onMessageChoiceSelect('gdpr', 1, 11)
        then()
      })
      box.append(one)
    }
    button('Alles annehmen', () => save(all(true), true))
    button('Alles verweigern', () => save(all(false), true))
    button('Nur Videos', () => save({ ...all(false), 'id-youtube': true }, true))
    document.body.append(box)
  }
  const answer = (command, version, callback, ...parameters) => {
    log.push([command, ...parameters])
    switch (command) {
      case 'getCustomVendorConsents':
        return callback({
          grants: Object.fromEntries(IDS.map((id) => [id, { vendorGrant: stored?.[id] === true, purposeGrants: { p1: false } }])),
          consentedVendors: IDS.filter((id) => stored?.[id]).map((id) => ({ _id: id, name: id })),
          newUser: stored === null,
        }, true)
      case 'postCustomConsent':
        save({ ...(stored ?? all(false)), ...Object.fromEntries(parameters[0].map((id) => [id, true])) }, false)
        return callback({}, true)
      case 'postRejectAll':
        save(all(false), false)
        return callback({}, true)
      case 'addEventListener':
        listeners.set(listeners.size + 1, callback)
        return callback({ eventStatus: stored === null ? 'cmpuishown' : 'tcloaded', listenerId: listeners.size }, true)
      case 'ping':
        return callback({ cmpLoaded: true, cmpStatus: 'loaded', cmpId: 6 }, true)
      default:
        return callback(null, false)
    }
  }
  const waiting = window.__tcfapi?.() ?? []
  window.__tcfapi = (...call) => (call.length === 0 ? [] : answer(...call))
  for (const call of waiting) answer(...call)
  window._sp_.gdpr = { loadPrivacyManagerModal: (id) => (log.push(['dialog', id]), show('Datenschutz des Anbieters')) }
  if (stored === null) show('Frage des Anbieters')
  else ready()
})()`

/** Answers for the provider; `isThere: false`: its host does not answer. */
export async function serveManager(context: BrowserContext, { isThere = true } = {}): Promise<void> {
  await context.route(`${MANAGER_ORIGIN}/**`, (route) => {
    if (!isThere) return route.abort()
    return new URL(route.request().url()).pathname === SCRIPT_PATH
      ? route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
      : route.fulfill({ status: 404, body: '' })
  })
}
