import { afterEach, expect, it, vi } from 'vitest'
import { createHealth, toOverall, type Health, type PartState } from './health.ts'

let health: Health | null = null
afterEach(() => {
  health?.close()
  health = null
  vi.useRealTimers()
})

/** Longer than a look is remembered. */
const LATER_MS = 5100

it('knows since when a part has its state', async () => {
  vi.useFakeTimers({
    now: new Date('2026-11-21T12:00:00Z'),
    toFake: ['setTimeout', 'setInterval', 'performance', 'Date'],
  })
  let state: PartState = 'up'
  const log = vi.fn()
  health = createHealth([{ name: 'database', look: async () => state }], () => new Date(), log)
  const read = async () => (await health!.read()).map((part) => [part.name, part.state, part.since.toISOString()])
  expect(await read()).toEqual([['database', 'up', '2026-11-21T12:00:00.000Z']])
  vi.advanceTimersByTime(LATER_MS)
  expect(await read()).toEqual([['database', 'up', '2026-11-21T12:00:00.000Z']])
  state = 'down'
  expect((await read())[0]![1]).toBe('up')
  vi.advanceTimersByTime(LATER_MS)
  expect(await read()).toEqual([['database', 'down', '2026-11-21T12:00:10.200Z']])
  expect(log.mock.calls).toEqual([['warn', 'part', { part: 'database', state: 'down' }]])
})

it('a look that fails, or takes too long, is down; others are known in time', async () => {
  let looks = 0
  const parts = [
    { name: 'fails', look: () => Promise.reject(new Error('no')) },
    {
      name: 'throws',
      look: () => {
        throw new Error('no')
      },
    },
    {
      name: 'hangs',
      look: () => {
        looks++
        return new Promise<PartState>(() => {})
      },
    },
    { name: 'works', look: () => 'up' as const },
  ]
  health = createHealth(
    parts,
    () => new Date(),
    () => {},
  )
  const started = performance.now()
  const [first, second] = await Promise.all([health.read(), health.read()])
  expect(Object.fromEntries(first.map(({ name, state }) => [name, state]))).toEqual({
    fails: 'down',
    throws: 'down',
    hangs: 'down',
    works: 'up',
  })
  expect(second).toEqual(first)
  expect(performance.now() - started).toBeLessThan(4000)
  expect(looks).toBe(1)
})

it.each([
  [['up', 'off'], 'up'],
  [['up', 'late'], 'late'],
  [['late', 'down', 'up'], 'down'],
  [[], 'up'],
] as const)('%j is %s as a whole', (states, overall) =>
  expect(toOverall(states.map((state) => ({ state })))).toBe(overall),
)
