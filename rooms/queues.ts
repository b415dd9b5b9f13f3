/** Registry: queues of the services of rooms, for operators. */
import type { QueueTable } from '@lokalteil/services/platform/jobs/table-queue'
import { MARKET_REFUNDS, MARKET_SEARCHES } from './markets/service/queues.ts'
import { REMINDERS } from './obituaries/service/store/reminders.ts'

export const ROOM_QUEUES: readonly QueueTable[] = [REMINDERS, MARKET_SEARCHES, MARKET_REFUNDS]
