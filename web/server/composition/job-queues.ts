/** The queues of all embedded services, for operators. */
import { ERASURES } from '@lokalteil/services/accounts/store/accounts'
import { NOTICES } from '@lokalteil/services/accounts/store/address-notices'
import { CHARGES, PURCHASE_STEPS, REFUNDS } from '@lokalteil/services/commerce/job-queues'
import { ROOM_QUEUES } from '@lokalteil/rooms/queues'
import { FEEDS } from '@lokalteil/services/import/polling/source-jobs'
import { OUTBOX } from '@lokalteil/services/mail/store'
import { SPECIALS } from '@lokalteil/services/newsletters/store/drafts'
import { ISSUES, SCHEDULES } from '@lokalteil/services/newsletters/store/issues'
import { PLANS } from '@lokalteil/services/office/articles/plans'
import { MEDIA_TASKS } from '@lokalteil/services/office/media/tasks'
import type { QueueTable } from '@lokalteil/services/platform/jobs/table-queue'

/** Milliseconds after which a job that is due counts as late. */
export const LATE_JOB_MS = 3_600_000

export const JOB_QUEUES: readonly QueueTable[] = [
  OUTBOX,
  SCHEDULES,
  SPECIALS,
  ISSUES,
  CHARGES,
  REFUNDS,
  PURCHASE_STEPS,
  ERASURES,
  NOTICES,
  FEEDS,
  PLANS,
  MEDIA_TASKS,
  ...ROOM_QUEUES,
]
