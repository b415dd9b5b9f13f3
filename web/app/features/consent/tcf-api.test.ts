import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { grantVendors, NO_CONSENT, VENDORS, type Consent } from '@lokalteil/domain/consent/consent'
import { toTcString, type Framework } from '@lokalteil/domain/consent/tc-string'
import { TCString } from '@iabtechlabtcf/core'
import { openTestWindow } from '../../browser/session/window.testing.ts'

type Answer = Record<string, unknown> & { grants: Record<string, { vendorGrant: boolean }> }

let store: typeof import('../../browser/consent/consent.ts')
/** A manager's layer, of which a test says whether it is in view. */
let showLayer: (isShown: boolean) => void
let answerInLayer: (consent: Consent) => void
let expose: (framework?: Framework) => void
beforeEach(async () => {
  vi.resetModules()
  await openTestWindow(vi.stubGlobal, {})
  store = await import('../../browser/consent/consent.ts')
  store.setUsedVendors(VENDORS)
  const { provideLayer } = await import('../../browser/consent/layer.ts')
  let isLayerShown = false
  const tellLayer = provideLayer(() => isLayerShown)
  showLayer = (isShown) => {
    isLayerShown = isShown
    tellLayer()
  }
  /** As a manager does: closed before the answer is kept. */
  answerInLayer = (consent) => {
    isLayerShown = false
    store.saveConsent(consent)
    tellLayer()
  }
  ;({ exposeTcfApi: expose } = await import('./tcf-api.lazy.ts'))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function ask(command: string, parameter?: unknown, version = 2): [Answer, boolean][] {
  const answers: [Answer, boolean][] = []
  window.__tcfapi!(command, version, (answer, isSuccess) => answers.push([answer as Answer, isSuccess]), parameter)
  return answers
}

const REGISTERED: Framework = {
  cmpId: 77,
  listVersion: 12,
  vendors: [{ id: 4, owner: 'kdm', purposes: [1, 2], legIntPurposes: [], flexiblePurposes: [] }],
}
const PARTNERS = { kdm: { 4: [1, 2] } }

it('R7.7-06 answers whether consent is known, and reports every change until the listener is removed', () => {
  store.setManager({ partners: PARTNERS })
  showLayer(true)
  expose(REGISTERED)
  const heard = ask('addEventListener')
  expect(heard).toEqual([
    [
      expect.objectContaining({
        listenerId: 1,
        eventStatus: 'cmpuishown',
        gdprApplies: true,
        cmpStatus: 'loaded',
        tcString: '',
      }),
      true,
    ],
  ])
  answerInLayer(grantVendors({ kdm: true }))
  expect(heard[1]![0]).toMatchObject({
    listenerId: 1,
    eventStatus: 'useractioncomplete',
    vendor: { consents: { 4: true } },
  })
  expect(heard[1]![0].tcString).toMatch(/^[\w-]{20,}\.[\w-]+$/)
  expect(ask('removeEventListener', 1)).toEqual([[true, true]])
  expect(ask('removeEventListener', 1)).toEqual([[false, true]])
  store.grantVendor('vimeo')
  expect(heard.length).toBe(2)
  expect(ask('addEventListener')[0]![0]).toMatchObject({ eventStatus: 'tcloaded' })
  expect(ask('getTCData')[0]![0]).toMatchObject({ eventStatus: 'tcloaded', cmpId: 77, tcfPolicyVersion: 5 })
  expect(ask('getTCData')[0]![0]).not.toHaveProperty('listenerId')
})

it('R7.7-06 R3.14-04 R3.14-05 answers for each of the sixteen vendors, also before a choice', () => {
  expose()
  const grantsOf = (answers: [Answer, boolean][]) =>
    Object.entries(answers[0]![0].grants).flatMap(([vendor, { vendorGrant }]) => (vendorGrant ? [vendor] : []))
  const before = ask('getCustomVendorConsents')
  expect([Object.keys(before[0]![0].grants), grantsOf(before), before[0]![0].newUser]).toEqual([[...VENDORS], [], true])
  store.grantVendor('instagram')
  const after = ask('getCustomVendorConsents')
  expect([grantsOf(after), after[0]![0].newUser]).toEqual([['instagram'], false])
  expect(after[0]![0].consentedVendors).toEqual([{ _id: 'instagram', name: 'instagram' }])
})

it.each([
  ['gibtEsNicht', 2],
  ['getTCData', 1],
  ['ping', 3],
])('refuses %s of version %i', (command, version) => {
  expose()
  expect(ask(command, undefined, version)).toEqual([[null, false]])
})

it('says with ping that it is loaded, with its id and the version of its list', () => {
  expose(REGISTERED)
  expect(ask('ping')[0]).toEqual([
    {
      gdprApplies: true,
      cmpLoaded: true,
      cmpStatus: 'loaded',
      displayStatus: 'hidden',
      apiVersion: '2.3',
      cmpVersion: 1,
      cmpId: 77,
      gvlVersion: 12,
      tcfPolicyVersion: 5,
    },
    true,
  ])
  showLayer(true)
  expect(ask('ping')[0]![0]).toMatchObject({ displayStatus: 'visible' })
})

it('claims no string without an id, whatever the cookie has', () => {
  expose()
  store.saveConsent(grantVendors({ kdm: true }))
  expect(ask('getTCData')[0]![0]).toMatchObject({ tcString: '', cmpId: 0, purpose: { consents: { 1: true, 2: true } } })
})

it('writes a string of before its registration anew', () => {
  store.setManager({ toTcString: (consent, now) => toTcString(consent, now) })
  store.saveConsent(grantVendors({ kdm: true }))
  const before = document.cookie
  expose(REGISTERED)
  expect(document.cookie).not.toBe(before)
  expect(ask('getTCData')[0]![0].tcString).not.toBe('')
})

it.each<[string, object, object]>([
  ['names a vendor that the reader saw', PARTNERS, { consents: { 4: true }, disclosedVendors: { 4: true } }],
  ['names no vendor that came after the answer', {}, { consents: {}, disclosedVendors: {} }],
  ['names no vendor with a purpose that came after it', { kdm: { 4: [1] } }, { consents: {}, disclosedVendors: {} }],
])('an old grant of advertising %s', async (_what, partners, expected) => {
  store.setManager({ partners })
  store.saveConsent(grantVendors({ kdm: true }))
  // Another page, with the vendors of today.
  store.setManager({ partners: PARTNERS })
  expose(REGISTERED)
  const [[data]] = ask('getTCData') as [[Answer, boolean]]
  expect(data.vendor).toMatchObject(expected)
  expect(TCString.decode(String(data.tcString)).vendorConsents.has(4)).toBe(partners === PARTNERS)
})

it.each<[string, (() => void)[], string, string[]]>([
  ['nobody is asked: a legal page, the banner off, Global Privacy Control', [], 'tcloaded', []],
  ['an answer of before', [() => store.saveConsent(NO_CONSENT)], 'tcloaded', ['useractioncomplete']],
  ['the question in view', [() => showLayer(true)], 'cmpuishown', ['cmpuishown']],
  [
    'the question again, after an answer of before',
    [() => store.saveConsent(NO_CONSENT), () => showLayer(true)],
    'cmpuishown',
    ['useractioncomplete', 'cmpuishown'],
  ],
  [
    'an answer to the question',
    [() => showLayer(true), () => answerInLayer(NO_CONSENT)],
    'tcloaded',
    ['cmpuishown', 'useractioncomplete'],
  ],
  [
    'settings closed without a change',
    [() => showLayer(true), () => showLayer(false)],
    'tcloaded',
    ['cmpuishown', 'tcloaded'],
  ],
  [
    'a grant in a box while the question stays',
    [() => showLayer(true), () => store.grantVendor('youtube')],
    'cmpuishown',
    ['cmpuishown', 'useractioncomplete'],
  ],
])('says the state with %s', (_what, steps, status, events) => {
  expose()
  const within: unknown[] = []
  const heard: unknown[] = []
  window.__tcfapi!('addEventListener', 2, (data) => {
    heard.push((data as Answer).eventStatus)
    within.push(ask('getTCData')[0]![0].eventStatus)
  })
  for (const step of steps) step()
  expect(heard).toEqual(['tcloaded', ...events])
  expect(ask('getTCData')[0]![0].eventStatus).toBe(status)
  expect(within.at(-1)).toBe(status)
  expect(ask('addEventListener')[0]![0].eventStatus).toBe(status)
  expect(ask('ping')[0]![0].displayStatus).toBe(status === 'cmpuishown' ? 'visible' : 'hidden')
})

it('counts no grant of a vendor that is no longer used', () => {
  expose()
  store.saveConsent(grantVendors({ kdm: true, vimeo: true }))
  store.setUsedVendors(['vimeo'])
  expect(ask('getCustomVendorConsents')[0]![0].grants).toMatchObject({
    kdm: { vendorGrant: false },
    vimeo: { vendorGrant: true },
  })
})

it('answers the calls that waited at the stub, and goes on when a script’s callback throws', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const heard: unknown[] = []
  const calls = [
    [
      'addEventListener',
      2,
      () => {
        throw new Error('a script’s own mistake')
      },
    ],
    ['getTCData', 2, (data: unknown, isSuccess: boolean) => heard.push([data, isSuccess])],
    ['ping', 2],
  ]
  Object.assign(window, { __tcfapi: () => calls })
  expose()
  expect(heard).toEqual([[expect.objectContaining({ eventStatus: 'tcloaded' }), true]])
  const later = ask('addEventListener')
  store.saveConsent(grantVendors({ kdm: true }))
  expect(later.length).toBe(2)
  expect(window.__tcfapi!()).toEqual([])
})
