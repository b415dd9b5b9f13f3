// @vitest-environment happy-dom
/** A place is filled anew after a time of which only the seconds in view count. */
import { act, useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leave, render } from '../../browser/dom.testing.tsx'
import { useRefresh } from './use-refresh.ts'

let look: (isInView: boolean) => void
let options: IntersectionObserverInit | undefined
const onDue = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  onDue.mockReset()
  look = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: object[]) => void, given?: IntersectionObserverInit) {
        options = given
        look = (isIntersecting) => tell([{ isIntersecting: !isIntersecting }, { isIntersecting }])
      }
      observe = () => {}
      disconnect = () => (look = () => {})
    },
  )
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function Place({ seconds }: { seconds: number | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useRefresh(place, seconds, onDue)
  return <div ref={place} />
}

const wait = (seconds: number) => act(async () => vi.advanceTimersByTimeAsync(seconds * 1000))
const setHidden = (isHidden: boolean) => vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)

it.each<[string, number | undefined, () => Promise<unknown>, number]>([
  ['in view for 30 seconds', 30, async () => (look(true), wait(30)), 1],
  ['in view for 29 seconds', 30, async () => (look(true), wait(29)), 0],
  ['in view for 95 seconds', 30, async () => (look(true), wait(95)), 3],
  ['never in view', 30, async () => wait(300), 0],
  ['in view of a hidden document', 30, async () => (look(true), setHidden(true), wait(300)), 0],
  ['without a time', undefined, async () => (look(true), wait(300)), 0],
  [
    'in view for 20 seconds, twice',
    30,
    async () => {
      for (let round = 0; round < 2; round++) {
        look(true)
        await wait(20)
        look(false)
        await wait(100)
      }
    },
    1,
  ],
  [
    'left after 29 seconds',
    30,
    async () => {
      look(true)
      await wait(29)
      await leave()
      await wait(60)
    },
    0,
  ],
])('a place %s is filled anew after %s seconds: %s', async (_what, seconds, read, expected) => {
  await render(<Place seconds={seconds} />)
  await read()
  expect(onDue).toHaveBeenCalledTimes(expected)
})

it('counts as in view with half of it', async () => {
  await render(<Place seconds={30} />)
  expect(options?.threshold).toBe(0.5)
})
