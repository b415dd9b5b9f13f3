/** Registry: queues of the services of rooms, for operators. */
import type { QueueTable } from '@lokalteil/services/platform/jobs/table-queue'
import { DELIVERIES } from './epaper/service/store/deliveries.ts'
import { MARKET_REFUNDS, MARKET_SEARCHES } from './markets/service/queues.ts'
import { REMINDERS } from './obituaries/service/store/reminders.ts'
import { PUSH_DELIVERIES } from './push/service/store/deliveries.ts'
import { MESSAGES } from './push/service/store/messages.ts'

export const ROOM_QUEUES: readonly QueueTable[] = [
  DELIVERIES,
  REMINDERS,
  MARKET_SEARCHES,
  MARKET_REFUNDS,
  MESSAGES,
  PUSH_DELIVERIES,
]
