import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPortalClient } from '../../page/portal-client.ts'
import { createBuildWatch } from './build-watch.ts'
import { handOverState, holdState, takeHeldState } from './held-state.ts'

let page: EventTarget & { visibilityState: string }
let stored: Map<string, string>
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  stored = new Map()
  vi.stubGlobal('document', page)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answering = (...answers: (Response | Error)[]) => {
  const asked: string[] = []
  const fetcher = (async (address: string) => {
    asked.push(address)
    const answer = answers[Math.min(asked.length, answers.length) - 1]!
    if (answer instanceof Error) throw answer
    return answer.clone()
  }) as typeof fetch
  return { asked, fetcher }
}
const MINUTES_5 = 5 * 60_000

it('R4.11-01 R7.7-02 asks every five minutes, with a timestamp, and when the page comes to the front', async () => {
  const { asked, fetcher } = answering(Response.json({ id: 'one' }))
  createBuildWatch('one', createPortalClient({ fetcher }))
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(2 * MINUTES_5)
  expect(asked).toEqual(['/builds/latest.json?1300000', '/builds/latest.json?1600000'])
  page.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toHaveLength(2)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toHaveLength(3)
})

it.each([
  ['R3.15-01 the same build', Response.json({ id: 'one' }), false],
  ['R3.15-01 another build', Response.json({ id: 'two' }), true],
  ['R8-54 404', Response.json({ id: 'two' }, { status: 404 }), false],
  ['R8-54 403', Response.json({ id: 'two' }, { status: 403 }), false],
  ['an id that is none', Response.json({ id: 2 }), false],
  ['something else', new Response('<html>'), false],
  ['nobody there', new TypeError('Failed to fetch'), false],
])('%s', async (_name, answer, isNew) => {
  let told = 0
  const watch = createBuildWatch('one', createPortalClient({ fetcher: answering(answer).fetcher }), () => told++)
  await watch.check()
  await watch.check()
  expect([watch.hasNewBuild(), told]).toEqual([isNew, isNew ? 1 : 0])
})

it('R4.11-03 hands single values over to the next page of the tab, once and for 60 s', () => {
  const stop = holdState('sidebar', () => '/sport')
  holdState('closed', () => null)
  handOverState(1000)
  expect(takeHeldState('sidebar', 61_000)).toBe('/sport')
  expect(takeHeldState('sidebar', 61_000)).toBeNull()
  expect(takeHeldState('closed', 1000)).toBeNull()
  handOverState(1000)
  expect(takeHeldState('sidebar', 61_001)).toBeNull()
  stop()
  handOverState(1000)
  expect(takeHeldState('sidebar', 1000)).toBeNull()
})

it('hands over no value as long as a text or a token', () => {
  holdState('body', () => 'x'.repeat(201))
  handOverState(1000)
  expect([...stored.values()].join('')).not.toContain('xxx')
})
