import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAnalyticsQueue, type AnalyticsTag } from './analytics-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const told: string[] = []
  const faults: unknown[] = []
  const page: { tag?: AnalyticsTag } = {}
  let looks = 0
  const queue = createAnalyticsQueue(
    () => (looks++, page.tag),
    (error) => faults.push(error),
  )
  const come = () => void (page.tag = { track: ({ eventName }) => told.push(eventName) })
  return { queue, told, faults, page, come, looks: () => looks }
}

it('R9-59 looks for the tag every 200 ms', () => {
  const { queue, looks, come } = setUp()
  queue.allow(true)
  vi.advanceTimersByTime(199)
  expect(looks()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(looks()).toBe(2)
  vi.advanceTimersByTime(600)
  expect(looks()).toBe(5)
  come()
  vi.advanceTimersByTime(5000)
  expect(looks()).toBe(6)
})

it('R9-60 S2.9-06 sends waiting events 500 ms after the tag was found, in order, and passes later ones on at once', () => {
  const { queue, told, come } = setUp()
  queue.track({ eventName: 'before consent' })
  queue.allow(null)
  vi.advanceTimersByTime(60_000)
  queue.allow(true)
  queue.track({ eventName: 'before the tag' })
  come()
  vi.advanceTimersByTime(200)
  queue.track({ eventName: 'before the replay' })
  vi.advanceTimersByTime(499)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told).toEqual(['before consent', 'before the tag', 'before the replay'])
  queue.track({ eventName: 'at once' })
  expect(told.at(-1)).toBe('at once')
})

it('S9-12 gives up after ten seconds and drops waiting events', () => {
  const { queue, told, come, looks } = setUp()
  queue.track({ eventName: 'early' })
  queue.allow(true)
  vi.advanceTimersByTime(10_400)
  const last = looks()
  come()
  queue.track({ eventName: 'late' })
  vi.advanceTimersByTime(60_000)
  expect([looks(), told]).toEqual([last, []])
})

it('S2.9-06 S4.8-01 drops everything after a refusal, also while looking', () => {
  const { queue, told, come } = setUp()
  queue.track({ eventName: 'waited' })
  queue.allow(true)
  queue.allow(false)
  queue.track({ eventName: 'refused' })
  come()
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([])
  queue.allow(true)
  vi.advanceTimersByTime(500)
  queue.track({ eventName: 'agreed after all' })
  expect(told).toEqual(['agreed after all'])
})

it('R3.12-01 continues when the tag throws, and keeps at most a hundred', () => {
  const { queue, told, faults, page } = setUp()
  for (let index = 0; index < 150; index++) queue.track({ eventName: String(index) })
  page.tag = {
    track: ({ eventName }) => {
      if (eventName === '3') throw new Error('no')
      told.push(eventName)
    },
  }
  queue.allow(true)
  vi.advanceTimersByTime(500)
  expect([told.length, faults.length, told.at(-1)]).toEqual([99, 1, '99'])
})

it('R9-61 ends a page 100 ms after it came into view, once; of two pages only the last', () => {
  const { queue, told, come } = setUp()
  come()
  queue.allow(true)
  vi.advanceTimersByTime(500)
  queue.end(() => ({ eventName: 'left at once' }))
  vi.advanceTimersByTime(60)
  queue.end(() => ({ eventName: 'seen' }))
  vi.advanceTimersByTime(99)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(told).toEqual(['seen'])
})
