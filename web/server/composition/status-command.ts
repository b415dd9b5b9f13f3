/** `npx lokalteil status`: ends with 1 where something was given up or has waited for more than an hour. */
import { JOBS } from '@lokalteil/contracts/jobs'
import { createJobsApp } from '@lokalteil/services/platform/jobs/jobs-app'
import { defineNoun } from '@lokalteil/services/platform/commands/command'
import { JOB_QUEUES, LATE_JOB_MS } from './job-queues.ts'

export const runStatus = defineNoun({
  name: 'status',
  reach: {
    calls: JOBS,
    mount: '/__services/jobs',
    prefix: null,
    key: 'user',
    variable: 'USER_SERVICE_KEY',
    own: {
      probe: (jobs) => jobs.listQueues({}),
      open: async (database, serviceKey, _key, { now }) => ({
        app: createJobsApp({ database, tables: JOB_QUEUES, serviceKey, now }),
      }),
    },
  },
  verbs: {
    queues: {
      about:
        'how many jobs of each queue wait, are worked on and were given up, and since when the oldest has been waiting',
      ask: async (jobs, _given, { terminal, now }) => {
        const found = await jobs.listQueues({})
        if (!found.ok) return found
        const { queues } = found.data
        const tell = (...cells: (string | number)[]) =>
          terminal.out(
            `${cells
              .map((cell) => String(cell).padEnd(22))
              .join('')
              .trimEnd()}\n`,
          )
        tell('queue', 'waiting', 'working', 'given up', 'oldest since')
        for (const { name, waiting, working, givenUp, oldest } of queues)
          tell(name, waiting, working, givenUp, oldest ?? '–')
        const isLate = queues.some(
          ({ oldest }) => oldest !== null && now().getTime() - Date.parse(oldest) > LATE_JOB_MS,
        )
        return isLate || queues.some(({ givenUp }) => givenUp > 0) ? 1 : 0
      },
    },
  },
})
