/**
 * Reminders of anniversaries: one mail a year on the day of death, to a reader with a confirmed address. The mail and
 * the next date are one transaction, so no mail is sent twice; a reminder that is a day late is skipped. One click in
 * the mail ends it, without a login.
 */
import { randomBytes } from 'node:crypto'
import { nextAnniversary, yearsSince } from '../domain/anniversary.ts'
import { toPersonPath, toReminderEndPath } from '../domain/obituary-paths.ts'
import { backOff, createJobRunner, type JobContext, type JobRunner } from '@lokalteil/services/platform/jobs/job-runner'
import { isRefusal, problem } from '@lokalteil/services/platform/serve'
import { DAY, missing, type ObituariesContext, type InternalHandlers } from './context.ts'
import { takeTurn, toOwnState } from './entries.ts'
import { findSeen } from './reading.ts'
import { getPerson } from './store/obituaries.ts'
import * as store from './store/reminders.ts'
import type { DueReminder } from './store/reminders.ts'
import { toPersonHead } from './views.ts'

const LIMIT = { most: 50, windowMs: DAY } as const
const LEASE_MS = 5 * 60_000
/** Endpoint for one-click unsubscription by mail programs (RFC 8058). */
const toOneClickPath = (token: string): string => `/api/notices/reminders/end?token=${token}`

export const setReminder: InternalHandlers['setReminder'] = async (context, { context: publication, params, body }) => {
  const { reader, person } = params
  if (!body.isWanted) {
    await store.removeReminder(context.db, publication, reader, person)
    return toOwnState(context, publication, reader, person)
  }
  const found = await findSeen(context, publication, person)
  if (isRefusal(found)) return missing('No such person')
  const nextAt = nextAnniversary(found.person.died, context.now())
  if (nextAt === null) return problem(409, 'NO_DAY', 'The day of death is not known')
  const full = await takeTurn(
    context,
    [{ key: `reminder ${publication} ${reader}`, budget: LIMIT }],
    'TOO_MANY_REMINDERS',
  )
  if (full !== null) return full
  const id = randomBytes(24).toString('base64url')
  await store.addReminder(context.db, { id, publication, person, reader, address: body.address, next_at: nextAt })
  return toOwnState(context, publication, reader, person)
}

export const changeAddress: InternalHandlers['changeAddress'] = async (
  { db },
  { context: publication, params, body },
) => {
  await store.changeAddress(db, publication, params.reader, body.to)
  return undefined
}

export const getReminder: InternalHandlers['getReminder'] = async ({ db }, { context: publication, params }) => {
  const reminder = await store.getByToken(db, publication, params.token)
  const person = reminder === null ? null : await getPerson(db, publication, reminder.person)
  return person === null ? missing('No such reminder') : { person: toPersonHead(person) }
}

export const endReminder: InternalHandlers['endReminder'] = async ({ db }, { context: publication, params }) => {
  await store.removeByToken(db, publication, params.token)
  return undefined
}

export function createReminderJobs(context: ObituariesContext): JobRunner {
  const { db, now, onError } = context
  return createJobRunner({
    queue: store.toReminderQueue(db),
    work: (due, job) => remind(context, due, job),
    retry: backOff(60_000, HOUR_MS),
    leaseMs: LEASE_MS,
    batch: 20,
    now,
    onError: (error) => onError(error, 'notice-reminders'),
  })
}

const HOUR_MS = 3_600_000

async function remind(context: ObituariesContext, due: DueReminder, { complete }: JobContext): Promise<void> {
  const { db, now, queueMail } = context
  const { id, publication, address, nextAt } = due
  const at = now()
  const found = await findSeen(context, publication, due.person)
  const person = isRefusal(found) ? null : found.person
  const next = nextAnniversary(person?.died ?? null, at)
  if (person === null || next === null) {
    // The person's notices are no longer visible, so the reminder ends.
    await store.removeByToken(db, publication, id)
    return
  }
  await db.transaction().execute(async (trx) => {
    if (!(await complete({ within: trx, values: { next_at: next } }))) return
    if (at.getTime() - nextAt.getTime() > DAY) return
    await queueMail(
      {
        template: 'anniversary',
        mandator: publication,
        to: { address },
        unsubscribePath: toOneClickPath(id),
        data: {
          name: person.name,
          died: person.died!,
          years: yearsSince(person.died!, nextAt),
          path: toPersonPath(person.id),
          endPath: toReminderEndPath(id),
        },
      },
      trx,
    )
  })
}
