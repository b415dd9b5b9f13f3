import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { grantVendors, NO_CONSENT } from '@lokalteil/domain/consent/consent'
import { openTestWindow, type TestWindow } from '../session/window.testing.ts'

let win: TestWindow
let store: typeof import('./consent.ts')
let keep: () => Promise<void>
beforeEach(async () => {
  // Taking consent back loads the page anew, later than a test lasts.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.resetModules()
  win = await openTestWindow(vi.stubGlobal, {})
  await load()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A new page of the same browser. */
async function load(): Promise<void> {
  vi.resetModules()
  store = await import('./consent.ts')
  store.setUsedVendors(['analytics', 'youtube'])
  const { keepReceipt } = await import('./receipts.ts')
  keep = () => keepReceipt(store.getAnswer())
}

const sent = () =>
  win.calls
    .filter(({ path }) => path.startsWith('/api/consent/'))
    .map(({ path, body }) => [path, JSON.parse(body!) as unknown])
const accept = () => {
  const { receipt } = store.getAnswer()!.facts!
  win.answer(`POST /api/consent/receipts/${receipt}`, () => Response.json({ id: receipt, answers: [] }))
  return receipt
}

it('sends an answer with its version of the texts and all that was shown once, and a later one under the same id', async () => {
  const partners = { youtube: { 9: [1, 2] } }
  store.setManager({ since: '2026-11-01', partners })
  store.saveConsent(grantVendors({ youtube: true }))
  const id = accept()
  expect(id).toMatch(/^[\da-f-]{36}$/)
  await keep()
  await keep()
  await load()
  await keep()
  store.setManager({ since: '2026-11-01' })
  store.saveConsent(NO_CONSENT)
  await keep()
  const shown = { text: store.getAnswer()!.facts!.text, asked: ['analytics', 'youtube'], recipients: '2026-11-01' }
  expect(sent()).toEqual([
    [`/api/consent/receipts/${id}`, { ...shown, granted: ['youtube'], partners }],
    [`/api/consent/receipts/${id}`, { ...shown, granted: [], partners: {} }],
  ])
})

it('makes no id for a reader who refuses, and sends nothing', async () => {
  store.saveConsent(NO_CONSENT)
  await keep()
  expect([store.getAnswer()!.facts!.receipt, sent()]).toEqual(['', []])
})

it('sends an answer that did not arrive from a later page', async () => {
  store.saveConsent(grantVendors({ youtube: true }))
  const { receipt } = store.getAnswer()!.facts!
  win.answer(`POST /api/consent/receipts/${receipt}`, () => new TypeError('Failed to fetch'))
  await keep()
  await load()
  accept()
  await keep()
  await keep()
  expect(sent().length).toBe(2)
})
