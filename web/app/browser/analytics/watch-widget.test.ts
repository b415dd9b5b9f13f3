import { afterEach, expect, it, vi } from 'vitest'
import { getInterface } from '../navigation/interface-state.ts'
import { watchWidget } from './watch-widget.ts'

afterEach(() => vi.unstubAllGlobals())

it('R3.9-02 S3.9-01 reports once that a widget was seen, at half of it', () => {
  const observers: { options: object; tell: (entries: object[]) => void; isOn: boolean }[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly own: (typeof observers)[number]
      constructor(tell: (entries: object[]) => void, options: object) {
        observers.push((this.own = { options, tell, isOn: false }))
      }
      observe = () => void (this.own.isOn = true)
      disconnect = () => void (this.own.isOn = false)
    },
  )
  watchWidget({} as Element)
  const stop = watchWidget({} as Element)
  stop()
  expect(observers.map(({ options, isOn }) => [options, isOn])).toEqual([
    [{ threshold: 0.5 }, true],
    [{ threshold: 0.5 }, false],
  ])
  observers[0]!.tell([{ isIntersecting: false }])
  expect(getInterface().isWidgetInViewport).toBe(false)
  observers[0]!.tell([{ isIntersecting: false }, { isIntersecting: true }])
  expect([getInterface().isWidgetInViewport, observers[0]!.isOn]).toEqual([true, false])
})
