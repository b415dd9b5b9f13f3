import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ALL_VENDORS,
  grantVendors,
  NO_CONSENT,
  parseConsent,
  serializeConsent,
} from '@lokalteil/domain/consent/consent'
import { toTcString } from '@lokalteil/domain/consent/tc-string'
import { openTestWindow, type TestWindow } from '../session/window.testing.ts'

let win: TestWindow
let store: typeof import('./consent.ts')
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z') })
  win = await openTestWindow(vi.stubGlobal, { path: '/sport?a=1' })
  store = await import('./consent.ts')
  store.setManager({ toTcString: (consent, now) => toTcString(consent, now) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const NOCACHE = `replace https://www.auenkurier.example/sport?a=1&nocache=${new Date('2026-11-22T10:00:00Z').getTime()}`

describe('an answer', () => {
  it('R9-21 R9-22 R9-31 is kept in cookies for 360 days, in the form the server reads', () => {
    store.saveConsent(grantVendors({ kdm: true }))
    expect(parseConsent(win.cookie('consents'))).toEqual(grantVendors({ kdm: true }))
    expect(win.cookie('euconsent-v2')).toMatch(/^[\w-]{20,}\.[\w-]+$/)
    for (const name of ['consents', 'euconsent-v2', 'consentGiven'])
      expect(win.jar.get(name)?.attributes).toContain('max-age=31104000')
  })

  it('R5-08 an unreadable answer counts as none, until it is given again', () => {
    win.setCookie('consents', '[3,true,true,{}]')
    expect(store.getConsent()).toBeNull()
    store.saveConsent(NO_CONSENT)
    expect(store.getConsent()).toEqual(NO_CONSENT)
  })

  it('S1-11 an answer in one box adds its vendor and leaves the others as they were', () => {
    store.saveConsent(grantVendors({ analytics: true }))
    store.grantVendor('youtube')
    expect(store.getConsent()).toEqual(grantVendors({ analytics: true, youtube: true }))
    vi.advanceTimersByTime(1000)
    expect(win.moves).toEqual([])
  })

  it('listeners are called until they unsubscribe', () => {
    const heard: unknown[] = []
    const stop = store.subscribeConsent(() => heard.push(store.getConsent()))
    store.saveConsent(NO_CONSENT)
    stop()
    store.grantVendor('vimeo')
    expect(heard).toEqual([NO_CONSENT])
  })
})

describe('what is kept with an answer', () => {
  const YEAR = 31_104_000
  const ageOf = (name: string) => Number(/max-age=(\d+)/.exec(win.jar.get(name)!.attributes)![1])

  it('S5-01 the cookie names only the vendors that were asked for, in the form that shared caches know', () => {
    store.setUsedVendors(['analytics', 'youtube'])
    store.saveConsent(grantVendors(ALL_VENDORS))
    expect(decodeURIComponent(win.cookie('consents')!)).toBe('[4,true,false,{"analytics":true,"youtube":true}]')
    expect(store.getAnswer()).toMatchObject({ asked: ['analytics', 'youtube'], facts: { text: expect.any(String) } })
  })

  it('a box that adds a vendor does not prolong the year of the other answers', () => {
    store.setUsedVendors(['analytics', 'youtube'])
    store.saveConsent(grantVendors({ analytics: true }))
    const { facts } = store.getAnswer()!
    vi.advanceTimersByTime(100_000_000)
    store.grantVendor('youtube')
    expect([ageOf('consents'), ageOf('euconsent-v2')]).toEqual([YEAR - 100_000, YEAR - 100_000])
    expect(store.getAnswer()!.facts).toEqual(facts)
  })

  it('a box after that year grants its vendor alone', () => {
    store.setUsedVendors(['analytics', 'youtube'])
    store.saveConsent(grantVendors({ analytics: true }))
    vi.advanceTimersByTime(YEAR * 1000)
    store.grantVendor('youtube')
    expect([store.getConsent(), ageOf('consents')]).toEqual([grantVendors({ youtube: true }), YEAR])
  })

  it('a box before the page knows its vendors leaves the others to be asked', () => {
    store.grantVendor('youtube')
    expect(store.getAnswer()!.asked).toEqual(['youtube'])
  })

  it('the id of the receipt comes with the first grant and stays; a refusal makes none', () => {
    store.saveConsent(NO_CONSENT)
    expect(store.getAnswer()!.facts!.receipt).toBe('')
    store.grantVendor('youtube')
    const { receipt } = store.getAnswer()!.facts!
    expect(receipt).toMatch(/^[\da-f-]{36}$/)
    store.saveConsent(NO_CONSENT)
    expect(store.getAnswer()!.facts!.receipt).toBe(receipt)
  })

  it('the id of the receipt is another one after a logout', () => {
    store.grantVendor('youtube')
    const { receipt } = store.getAnswer()!.facts!
    localStorage.removeItem('consentFacts')
    store.grantVendor('vimeo')
    expect(store.getAnswer()!.facts!.receipt).toMatch(/^[\da-f-]{36}$/)
    expect(store.getAnswer()!.facts!.receipt).not.toBe(receipt)
  })

  it('an answer counts in a browser without local storage, with its day, texts and recipients, also on the next page', async () => {
    vi.stubGlobal('localStorage', undefined)
    store.setManager({ text: '2026-11-01', since: '2026-10-01', partners: PARTNERS })
    store.saveConsent(grantVendors({ youtube: true }))
    expect(store.getConsent()).toEqual(grantVendors({ youtube: true }))
    vi.resetModules()
    store = await import('./consent.ts')
    const at = Date.parse('2026-11-22') / 1000
    const facts = { at, text: '2026-11-01', since: '2026-10-01', receipt: '', partners: {} }
    expect(store.getAnswer()).toMatchObject({ consent: grantVendors({ youtube: true }), facts })
    expect(store.canKeepPartners()).toBe(false)
  })

  const PARTNERS = { kdm: { 4: [1, 2] }, youtube: { 9: [1] } }

  it('an answer in the layer keeps the registered vendors that it showed, also after a logout', async () => {
    store.setManager({ partners: PARTNERS })
    store.saveConsent(grantVendors({ kdm: true }))
    localStorage.removeItem('consentFacts')
    vi.resetModules()
    store = await import('./consent.ts')
    expect(store.getAnswer()?.facts).toMatchObject({ receipt: '', partners: PARTNERS })
    expect(store.canKeepPartners()).toBe(true)
    expect(store.getAnswer()?.facts?.partners).toEqual(PARTNERS)
  })

  it('a box grants no registered vendor that came with its own one, and leaves the others', () => {
    store.setManager({ partners: PARTNERS })
    store.saveConsent(grantVendors({ kdm: true }))
    store.grantVendor('youtube')
    expect(store.getAnswer()?.facts?.partners).toEqual({ kdm: PARTNERS.kdm })
    store.saveConsent(grantVendors({ kdm: true, youtube: true }))
    store.grantVendor('youtube')
    expect(store.getAnswer()?.facts?.partners).toEqual(PARTNERS)
  })

  it('a box before any answer has shown no registered vendor', () => {
    store.setManager({ partners: PARTNERS })
    store.grantVendor('kdm')
    expect(store.getAnswer()?.facts?.partners).toEqual({})
  })

  it('a box leaves an answer without a date as old as it was', () => {
    win.setCookie('consents', serializeConsent(grantVendors({ kdm: true })))
    store.grantVendor('youtube')
    expect(store.getAnswer()?.facts).toMatchObject({ text: '2026-11-22', since: '2026-11-22' })
  })

  it('the framework’s string is renewed without grants of vendors that are no longer used', () => {
    const written: unknown[] = []
    store.saveConsent(grantVendors({ kdm: true, youtube: true }))
    store.setUsedVendors(['youtube'])
    store.setManager({ toTcString: (consent, _now, asked) => (written.push([consent, asked]), 'string') })
    store.renewTcString()
    expect(written).toEqual([[grantVendors({ youtube: true }), {}]])
  })
})

describe('the page', () => {
  it('R4.8-03 R9-57 R2.8-07 is reloaded 100 ms after a vendor lost its consent, once', () => {
    store.saveConsent(grantVendors(ALL_VENDORS))
    store.saveConsent(grantVendors({ ...ALL_VENDORS, vimeo: false }))
    store.saveConsent(NO_CONSENT)
    vi.advanceTimersByTime(99)
    expect(win.moves).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(win.moves.length).toBe(1)
    expect(win.moves[0]).toMatch(/^replace .+\?a=1&nocache=\d+$/)
  })

  it('notices the same answer to other texts in another tab', () => {
    const heard: unknown[] = []
    store.saveConsent(NO_CONSENT)
    store.subscribeConsent(() => heard.push(store.getAnswer()?.facts?.text))
    store.lookAtConsentAgain()
    win.setCookie('consentGiven', '2026-12-02~2026-12-02~')
    store.lookAtConsentAgain()
    expect(heard).toEqual(['2026-12-02'])
  })

  it('S4.8-02 is not reloaded when nothing was granted before, unless a link asked for a reset', () => {
    store.saveConsent(NO_CONSENT)
    vi.advanceTimersByTime(1000)
    expect(win.moves).toEqual([])
    vi.setSystemTime(new Date('2026-11-22T09:59:59.900Z'))
    store.saveConsent(NO_CONSENT, { isReset: true })
    vi.advanceTimersByTime(100)
    expect(win.moves).toEqual([NOCACHE])
  })

  it.each([
    ['a revocation', serializeConsent(NO_CONSENT), 1, NO_CONSENT],
    ['more consent', serializeConsent(grantVendors(ALL_VENDORS)), 0, grantVendors(ALL_VENDORS)],
    ['a cookie that is gone', null, 1, null],
    ['nothing new', serializeConsent(grantVendors({ youtube: true })), 0, grantVendors({ youtube: true })],
  ])('S4.8-02 notices %s in another tab when it comes to the front', (_what, cookie, reloads, consent) => {
    win.setCookie('consents', serializeConsent(grantVendors({ youtube: true })))
    expect(store.getConsent()?.vendors.youtube).toBe(true)
    if (cookie === null) win.jar.delete('consents')
    else win.setCookie('consents', cookie)
    store.lookAtConsentAgain()
    vi.advanceTimersByTime(100)
    expect([win.moves.length, store.getConsent()]).toEqual([reloads, consent])
  })
})

describe('the tracking id, which needs consent to kdm', () => {
  it('R4.8-02 R9-13 R9-38 S9-03 is random, lives 360 days, is sent to other sites too, is kept as it is, and deleted on withdrawal', async () => {
    const { keepTrackingCookies } = await import('../analytics/tracking-id.ts')
    keepTrackingCookies(false)
    expect(win.cookie('FA_CPC')).toBeNull()
    keepTrackingCookies(true)
    const id = win.cookie('FA_CPC')
    expect(id).toMatch(/^[\da-f-]{36}$/)
    expect(win.jar.get('FA_CPC')?.attributes).toBe('; path=/; max-age=31104000; samesite=none; secure')
    keepTrackingCookies(true)
    expect(win.cookie('FA_CPC')).toBe(id)
    win.setCookie('resort_visits', '{"sport":3}')
    keepTrackingCookies(false)
    expect([win.cookie('FA_CPC'), win.cookie('resort_visits')]).toEqual([null, null])
  })
})
