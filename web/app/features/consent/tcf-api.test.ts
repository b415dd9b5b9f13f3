import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { grantVendors, VENDORS } from '@lokalteil/domain/consent/consent'
import { toTcString, type Framework } from '@lokalteil/domain/consent/tc-string'
import { openTestWindow } from '../../browser/session/window.testing.ts'

type Answer = Record<string, unknown> & { grants: Record<string, { vendorGrant: boolean }> }

let store: typeof import('../../browser/consent/consent.ts')
let expose: (framework?: Framework) => void
beforeEach(async () => {
  vi.resetModules()
  await openTestWindow(vi.stubGlobal, {})
  store = await import('../../browser/consent/consent.ts')
  store.setUsedVendors(VENDORS)
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
  vendors: [{ id: 4, owner: 'kdm', legIntPurposes: [], flexiblePurposes: [] }],
}

it('R7.7-06 answers whether consent is known, and reports every change until the listener is removed', () => {
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
  store.saveConsent(grantVendors({ kdm: true }))
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
  document.documentElement.dataset.consentAsked = ''
  expect(ask('ping')[0]![0]).toMatchObject({ displayStatus: 'visible' })
})

it('claims no string without an id, whatever the cookie has', () => {
  expose()
  store.saveConsent(grantVendors({ kdm: true }))
  expect(ask('getTCData')[0]![0]).toMatchObject({ tcString: '', cmpId: 0, purpose: { consents: { 1: true, 2: true } } })
})

it('writes a string of before its registration anew', () => {
  store.setManager({ toTcString })
  store.saveConsent(grantVendors({ kdm: true }))
  const before = document.cookie
  expose(REGISTERED)
  expect(document.cookie).not.toBe(before)
  expect(ask('getTCData')[0]![0].tcString).not.toBe('')
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
  expect(heard).toEqual([[expect.objectContaining({ eventStatus: 'cmpuishown' }), true]])
  const later = ask('addEventListener')
  store.saveConsent(grantVendors({ kdm: true }))
  expect(later.length).toBe(2)
  expect(window.__tcfapi!()).toEqual([])
})
