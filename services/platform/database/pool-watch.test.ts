import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPoolWatch, type Look, type PoolWatch } from './pool-watch.ts'

const LOOK_MS = 1000

describe('the watch over the pool', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Counts the looks during work that takes longer than a second. */
  async function watchLongWork(seen: Look, during: (watch: PoolWatch) => void = () => {}) {
    let looks = 0
    const watch = createPoolWatch(async () => {
      looks++
      if (seen === 'late') await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      return seen
    })
    const cuts: string[] = []
    watch.follow((error) => void cuts.push(error.message))
    const answers = setInterval(() => during(watch), 200)
    await vi.advanceTimersByTimeAsync(3500)
    clearInterval(answers)
    const isRefused = (() => {
      try {
        watch.refuseIfDown()
        return false
      } catch {
        return true
      }
    })()
    watch.close()
    return { isRefused, isCut: cuts.length > 0, looks }
  }

  it.each<[string, Look, boolean, boolean]>([
    ['a look that is answered', 'there', false, false],
    ['a connection that is refused', 'gone', false, true],
    ['a connection that is refused while an old one says farewell', 'gone', true, true],
    ['a look without an answer', 'late', false, true],
    ['a look without an answer while others are answered', 'late', true, false],
  ])('%s', async (_name, seen, isHeard, isDown) => {
    expect(await watchLongWork(seen, (watch) => isHeard && watch.hear())).toMatchObject({
      isRefused: isDown,
      isCut: isDown,
    })
  })

  it('looks again and again while the database is down, until it answers', async () => {
    const looks: Look[] = ['gone', 'gone', 'there']
    const watch = createPoolWatch(async () => looks.shift() ?? 'there')
    expect(await watch.isThere()).toBe(false)
    expect(() => watch.refuseIfDown()).toThrow('does not answer')
    await vi.advanceTimersByTimeAsync(1100)
    expect(() => watch.refuseIfDown()).not.toThrow()
    expect(looks).toEqual([])
    watch.close()
  })

  it('does not look while work is short', async () => {
    const look = vi.fn<() => Promise<Look>>(async () => 'there')
    const watch = createPoolWatch(look)
    for (let turn = 0; turn < 10; turn++) {
      const stop = watch.follow(() => {})
      await vi.advanceTimersByTimeAsync(300)
      stop()
    }
    expect(look).not.toHaveBeenCalled()
    watch.close()
  })
})
