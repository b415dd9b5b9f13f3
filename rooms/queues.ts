/** Registry: queues of the services of rooms, for operators. */
import type { QueueTable } from '@lokalteil/services/platform/jobs/table-queue'
import { REMINDERS } from './obituaries/service/store/reminders.ts'

export const ROOM_QUEUES: readonly QueueTable[] = [REMINDERS]
