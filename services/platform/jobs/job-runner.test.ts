import { expect, it } from 'vitest'
import type { JobQueue } from './job-queue.ts'
import { backOff, createJobRunner } from './job-runner.ts'

it('a wake during a look is not postponed by the end of that look', async () => {
  const waiting: string[] = []
  const done: string[] = []
  let answerNextDue = (_next: Date | null): void => {}
  const hold = { key: {}, by: 'test', until: new Date(8.64e15) }
  const isDone = async () => true
  const queue: JobQueue<string> = {
    name: 'test',
    claim: async () => waiting.splice(0).map((job) => ({ job, attempts: 1, hold })),
    // Read at the end of a look; a job that is written at that moment is not seen.
    getNextDue: () => new Promise((resolve) => (answerNextDue = resolve)),
    complete: isDone,
    extend: isDone,
    postpone: isDone,
    again: isDone,
    release: isDone,
    giveUp: isDone,
  }
  const runner = createJobRunner<string>({
    queue,
    work: async (job) => void done.push(job),
    retry: backOff(1000, 1000),
    leaseMs: 60_000,
    now: () => new Date(),
    onError: (error) => {
      throw error
    },
    idleMs: 60_000,
  })
  const untilAsked = async () => {
    const before = answerNextDue
    await expect.poll(() => answerNextDue !== before).toBe(true)
  }
  const asked = untilAsked()
  runner.start()
  await asked
  waiting.push('late')
  runner.wake(30)
  answerNextDue(null)
  await expect.poll(() => done, { timeout: 2000 }).toEqual(['late'])
  answerNextDue(null)
  await runner.close()
})
