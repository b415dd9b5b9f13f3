import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { grantVendors, VENDORS } from '@lokalteil/domain/consent/consent'
import { openTestWindow } from '../../browser/session/window.testing.ts'

type Answer = Record<string, unknown> & { grants: Record<string, { vendorGrant: boolean }> }

let store: typeof import('../../browser/consent/consent.ts')
beforeEach(async () => {
  vi.resetModules()
  await openTestWindow(vi.stubGlobal, {})
  store = await import('../../browser/consent/consent.ts')
  const { exposeConsentQueries } = await import('./consent-queries.ts')
  exposeConsentQueries()
  exposeConsentQueries()
})
afterEach(() => vi.unstubAllGlobals())

function ask(command: string, parameter?: unknown): [Answer, boolean][] {
  const answers: [Answer, boolean][] = []
  window.__tcfapi!(command, 2, (answer, isSuccess) => answers.push([answer as Answer, isSuccess]), parameter)
  return answers
}

it('R7.7-06 answers whether consent is known, and reports every change until the listener is removed', () => {
  const heard = ask('addEventListener')
  expect(heard).toEqual([
    [{ listenerId: 1, eventStatus: 'cmpuishown', gdprApplies: true, cmpStatus: 'loaded', tcString: '' }, true],
  ])
  store.saveConsent(grantVendors({ kdm: true }))
  expect(heard[1]![0]).toMatchObject({ listenerId: 1, eventStatus: 'useractioncomplete' })
  expect(heard[1]![0].tcString).not.toBe('')
  expect(ask('removeEventListener', 1)).toEqual([[true, true]])
  store.grantVendor('vimeo')
  expect(heard.length).toBe(2)
  expect(ask('addEventListener')[0]![0]).toMatchObject({ eventStatus: 'tcloaded' })
})

it('R7.7-06 R3.14-04 R3.14-05 answers for each of the sixteen vendors, also before a choice', () => {
  const grantsOf = (answers: [Answer, boolean][]) =>
    Object.entries(answers[0]![0].grants).flatMap(([vendor, { vendorGrant }]) => (vendorGrant ? [vendor] : []))
  const before = ask('getCustomVendorConsents')
  expect([Object.keys(before[0]![0].grants), grantsOf(before)]).toEqual([[...VENDORS], []])
  store.grantVendor('instagram')
  const after = ask('getCustomVendorConsents')
  expect(grantsOf(after)).toEqual(['instagram'])
  expect(after[0]![0].consentedVendors).toEqual([{ _id: 'instagram', name: 'instagram' }])
  expect(ask('ping')[0]).toEqual([expect.objectContaining({ cmpLoaded: true }), true])
  expect(ask('gibtEsNicht')).toEqual([[null, false]])
})
