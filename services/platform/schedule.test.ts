import { expect, it } from 'vitest'
import { createSchedule } from './schedule.ts'

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

it('runs at once and again, one at a time, and not after its end', async () => {
  let [runs, atOnce, most] = [0, 0, 0]
  const schedule = createSchedule(
    10,
    async () => {
      runs++
      most = Math.max(most, ++atOnce)
      await pause(25)
      atOnce--
    },
    () => {},
  )
  schedule.start()
  schedule.start()
  await expect.poll(() => runs).toBeGreaterThan(2)
  await schedule.close()
  const before = runs
  await pause(40)
  expect([most, atOnce, runs]).toEqual([1, 0, before])
})

it('reports a failure and tries again', async () => {
  const failures: unknown[] = []
  const schedule = createSchedule(
    5,
    () => Promise.reject(new Error('no')),
    (error) => failures.push(error),
  )
  schedule.start(false)
  expect(failures).toEqual([])
  await expect.poll(() => failures.length).toBeGreaterThan(1)
  await schedule.close()
})
