// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAsking } from './asking.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))

it('asks at once outside of typing, and resolves with the answer', async () => {
  const asking = createAsking()
  const answer = asking.ask('signIn')
  await vi.advanceTimersByTimeAsync(0)
  expect(asking.get()).toBe('signIn')
  asking.settle(true)
  await answer
  expect(asking.get()).toBe(null)
})

it('asks for a sign-in after a pause of the keys, so that no letter goes into its field', async () => {
  const asking = createAsking()
  press()
  void asking.ask('signIn')
  await vi.advanceTimersByTimeAsync(900)
  press()
  await vi.advanceTimersByTimeAsync(900)
  expect(asking.get()).toBe(null)
  await vi.advanceTimersByTimeAsync(100)
  expect(asking.get()).toBe('signIn')
})

it('asks after fifteen seconds of typing without a pause', async () => {
  const asking = createAsking()
  press()
  void asking.ask('signIn')
  for (let second = 0; second < 29; second++) {
    await vi.advanceTimersByTimeAsync(500)
    press()
  }
  expect(asking.get()).toBe(null)
  await vi.advanceTimersByTimeAsync(500)
  expect(asking.get()).toBe('signIn')
})

it('a confirmation is asked for at once', async () => {
  const asking = createAsking()
  press()
  void asking.ask('proof')
  await vi.advanceTimersByTimeAsync(0)
  expect(asking.get()).toBe('proof')
})
