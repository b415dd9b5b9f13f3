/** The external manager against a stand-in that keeps the provider's script contract. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { grantVendors, NO_CONSENT, VENDORS } from '@lokalteil/domain/consent/consent'
import { openTestWindow, type TestWindow } from '../../browser/session/window.testing.ts'
import type { ConsentManager } from './consent-manager.ts'
import type { TcfCall } from './tcf-stub.ts'

const MANAGER = {
  accountId: 12,
  propertyId: 34,
  endpoint: 'https://cmp.example',
  script: 'https://cmp.example/unified/wrapperMessagingWithoutDetection.js',
}
const IDS = { vendors: { 'id-youtube': 'youtube', 'id-analytics': 'analytics' }, privacyManager: '99' } as const

let win: TestWindow
let store: typeof import('../../browser/consent/consent.ts')
let scripts: {
  src: string
  dataset: Record<string, string>
  addEventListener: (name: string, then: () => void) => void
}[]
/** What the provider has stored of this reader; null: no answer yet. */
let stored: Record<string, boolean> | null
let calls: unknown[][]
let opened: string[]

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z') })
  win = await openTestWindow(vi.stubGlobal, {})
  scripts = []
  stored = null
  calls = []
  opened = []
  Object.assign(document, {
    createElement: () => {
      const script = {
        src: '',
        dataset: {},
        addEventListener: (name: string, then: () => void) => name === 'load' && queueMicrotask(then),
      }
      return script
    },
    head: {
      append: (script: (typeof scripts)[number]) => {
        scripts.push(script)
        run()
      },
    },
  })
  store = await import('../../browser/consent/consent.ts')
  store.setUsedVendors(VENDORS)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The provider's script. */
function run(): void {
  Object.assign(window._sp_!, { gdpr: { loadPrivacyManagerModal: (id: string) => opened.push(id) } })
  window.__tcfapi = (...call) => {
    if (call.length === 0) return []
    const [command, , callback, ...parameters] = call as TcfCall
    calls.push([command, ...parameters])
    if (command !== 'getCustomVendorConsents') return callback(null, true)
    callback(
      {
        grants: Object.fromEntries(
          ['id-youtube', 'id-analytics'].map((id) => [
            id,
            { vendorGrant: stored?.[id] === true, purposeGrants: { 'purpose-1': false } },
          ]),
        ),
        newUser: stored === null,
      },
      true,
    )
  }
  if (stored !== null) tellReady()
}

function tellReady(kind = 'gdpr'): void {
  const { events } = window._sp_!.config as { events: { onConsentReady: (...told: unknown[]) => void } }
  events.onConsentReady(kind, 'uuid', 'tc-string', {})
}

const choose = (choice: Record<string, boolean>) => {
  stored = choice
  const { events } = window._sp_!.config as { events: { onMessageChoiceSelect: (...told: unknown[]) => void } }
  events.onMessageChoiceSelect('gdpr', 1, 11)
  tellReady()
}

async function open(): Promise<ConsentManager> {
  const { createSourcepointManager } = await import('./sourcepoint.lazy.ts')
  return createSourcepointManager(MANAGER, IDS)
}

it('R7.7-06 R3.13-08 R3.13-09 R3.13-10 gives the script account, property and endpoint, and loads it from there', async () => {
  await open()
  expect(window._sp_!.config).toMatchObject({
    accountId: 12,
    propertyId: 34,
    baseEndpoint: 'https://cmp.example',
    gdpr: {},
  })
  expect(scripts.map(({ src }) => src)).toEqual([MANAGER.script])
})

it('R7.7-06 has no consent until the reader answers, then exactly the vendors that were granted', async () => {
  await open()
  expect(store.getConsent()).toBeNull()
  tellReady()
  expect(store.getConsent()).toBeNull()
  choose({ 'id-youtube': true })
  expect(store.getConsent()).toEqual(grantVendors({ youtube: true }))
  expect(store.getAnswer()?.facts).toMatchObject({ text: 'sourcepoint-34' })
  // The framework's cookie is the manager's.
  expect(win.cookie('euconsent-v2')).toBeNull()
})

it('takes no notice of events about other laws', async () => {
  await open()
  stored = { 'id-youtube': true }
  tellReady('usnat')
  expect(store.getConsent()).toBeNull()
})

it('R4.8-03 takes over a withdrawal, which reloads the page', async () => {
  await open()
  choose({ 'id-youtube': true, 'id-analytics': true })
  choose({ 'id-youtube': true })
  expect(store.getConsent()).toEqual(grantVendors({ youtube: true }))
  vi.advanceTimersByTime(100)
  expect(win.moves.length).toBe(1)
})

it('R7.7-06 sends a grant given in a box, with the purposes of its vendor, once', async () => {
  await open()
  choose({ 'id-analytics': true })
  calls = []
  store.grantVendor('youtube')
  store.grantVendor('youtube')
  expect(calls).toEqual([['getCustomVendorConsents'], ['postCustomConsent', ['id-youtube'], ['purpose-1'], []]])
})

it('S2.9-04 R2.9-10 tells the manager of a refusal of everything, and keeps to it even if the manager does not', async () => {
  await open()
  choose({ 'id-youtube': true })
  calls = []
  store.saveConsent(NO_CONSENT, { isReset: true })
  expect(calls).toEqual([['postRejectAll']])
  // The next page: the manager still has the old answer.
  vi.resetModules()
  store = await import('../../browser/consent/consent.ts')
  store.setUsedVendors(VENDORS)
  calls = []
  await open()
  expect([store.getConsent(), calls.map(([command]) => command)]).toEqual([
    NO_CONSENT,
    ['getCustomVendorConsents', 'postRejectAll'],
  ])
  // A new answer of the reader counts, also the same as before.
  choose({ 'id-youtube': true })
  expect(store.getConsent()).toEqual(grantVendors({ youtube: true }))
  choose({ 'id-youtube': true, 'id-analytics': true })
  expect(store.getConsent()).toEqual(grantVendors({ youtube: true, analytics: true }))
})

it('refuses nothing at the manager when its grants are of vendors that the publication does not use', async () => {
  store.setUsedVendors(['vimeo'])
  await open()
  choose({ 'id-youtube': true })
  tellReady()
  expect(store.getConsent()).toEqual(NO_CONSENT)
  expect(calls.map(([command]) => command)).toEqual(['getCustomVendorConsents', 'getCustomVendorConsents'])
})

it('opens the publication’s dialog', async () => {
  const manager = await open()
  expect([await manager.openSettings(), opened]).toEqual([true, ['99']])
})

it('has no settings without a dialog of the publication', async () => {
  const { createSourcepointManager } = await import('./sourcepoint.lazy.ts')
  const manager = await createSourcepointManager(MANAGER, { vendors: {} })
  expect([await manager.openSettings(), opened]).toEqual([false, []])
})
