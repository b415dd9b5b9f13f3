/** The state of a portal's job queues, for its operators. */
import { z } from 'zod'
import { contract } from './kernel/endpoint.ts'

export const QueueState = z.object({
  name: z.string(),
  /** Jobs that can be taken, now or later. */
  waiting: z.number().int().min(0),
  /** Jobs held by a process, or paused after a failure. */
  working: z.number().int().min(0),
  /** Jobs that were given up and need a person. */
  givenUp: z.number().int().min(0),
  /** Since when the oldest job that could run has been waiting; null: none is late. */
  oldest: z.iso.datetime().nullable(),
})

export const JOBS = contract({
  listQueues: {
    method: 'GET',
    path: '/queues',
    summary: 'Every queue with how many jobs wait, are worked on, and were given up',
    security: 'service-key',
    answer: z.object({ queues: z.array(QueueState) }),
  },
})
