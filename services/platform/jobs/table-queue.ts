/**
 * Makes a queue of a table that a service has anyway: rows are jobs, some columns hold the lease. The description is
 * data, so that the state of every queue can be read without its service.
 */
import { sql, type RawBuilder } from 'kysely'
import type { AnyKysely } from '../database.ts'
import type { Change, Claim, Hold, JobQueue, QueueState } from './job-queue.ts'

export type QueueTable = {
  /** The queue's name for operators. */
  name: string
  table: string
  key: readonly string[]
  /** SQL condition on a row `q`: work that is not done. */
  waits: string
  /** SQL condition on a row `q`: work that was given up. */
  isGivenUp?: string
  columns: {
    /** Not claimed before this time. */
    dueAt?: string
    /** End of the lease; without `pausedUntil` also the end of a pause. */
    heldUntil: string
    /** Owner of the lease. */
    heldBy?: string
    attempts?: string
    error?: string
    changedAt?: string
  }
  /** The column that a failure moves; default `heldUntil`. */
  pause?: 'dueAt'
  /** Column to order by: the smallest first. */
  order: string
  /** Column with the time since when a job waits; default `dueAt`, else `order`. */
  since?: string
}

export type TableQueueOptions<Row, Job> = {
  toJob: (row: Row) => Job
  /**
   * How a done job's row changes; `remove` deletes it. Absent: the work itself changes the row so that it no longer
   * waits.
   */
  done?: 'remove' | ((now: Date) => Values)
  givenUp?: (now: Date) => Values
  /** The columns that `again` writes for a changed job. */
  toValues?: (job: Job) => Values
  /** Limits this process to some of the waiting rows. */
  where?: () => RawBuilder<unknown>
}
type Values = Readonly<Record<string, unknown>>

/** Long, because every statement is composed of the same columns. */
export function createTableQueue<Row extends object, Job>(
  db: AnyKysely,
  description: QueueTable,
  options: TableQueueOptions<Row, Job>,
): JobQueue<Job> {
  const { columns } = description
  const table = sql.table(description.table)
  const heldUntil = sql.ref(columns.heldUntil)
  const none = sql.raw('true')

  /** Fenced: writes nothing if another process has the job by now. */
  async function change(hold: Hold, values: Values | 'remove', within: AnyKysely = db): Promise<boolean> {
    const isMine = [
      ...matches(hold.key),
      sql`${heldUntil} = ${hold.until}`,
      ...(columns.heldBy === undefined ? [] : [sql`${sql.ref(columns.heldBy)} = ${hold.by}`]),
    ]
    const where = sql.join(isMine, sql` and `)
    const statement =
      values === 'remove'
        ? sql`delete from ${table} where ${where} returning 1`
        : sql`update ${table} set ${toAssignments(values)} where ${where} returning 1`
    return (await statement.execute(within)).rows.length > 0
  }

  const free = (until: Date | null): Record<string, unknown> => ({
    [columns.heldUntil]: until,
    ...(columns.heldBy === undefined ? {} : { [columns.heldBy]: null }),
  })
  const noted = (now: Date, error: string | null): Values => ({
    ...(columns.error === undefined ? {} : { [columns.error]: error }),
    ...(columns.changedAt === undefined ? {} : { [columns.changedAt]: now }),
  })
  const pausedUntil = (at: Date, now: Date): Values =>
    description.pause === 'dueAt' ? { ...free(now), [columns.dueAt!]: at } : free(at)

  return {
    name: description.name,
    async claim({ by, now, until, horizon, limit, only }: Claim) {
      const isReady = sql.join(
        [
          sql`(${sql.raw(description.waits)})`,
          sql`(${heldUntil} is null or ${heldUntil} <= ${now} or ${heldUntil} > ${horizon})`,
          columns.dueAt === undefined ? none : sql`${sql.ref(columns.dueAt)} <= ${now}`,
          only === undefined ? (options.where?.() ?? none) : sql.join(matches(only), sql` and `),
        ],
        sql` and `,
      )
      const key = sql.join(description.key.map((column) => sql.ref(column)))
      const values: Record<string, unknown> = {
        [columns.heldUntil]: until,
        ...(columns.heldBy === undefined ? {} : { [columns.heldBy]: by }),
        ...(columns.attempts === undefined ? {} : { [columns.attempts]: sql`${sql.ref(columns.attempts)} + 1` }),
      }
      const { rows } = await sql<Record<string, unknown>>`
        update ${table} set ${toAssignments(values)} where (${key}) in (
          select ${key} from ${table} as q where ${isReady} order by ${sql.ref(description.order)} limit ${limit} for update skip locked
        ) returning *`.execute(db)
      return rows.toSorted(byColumn(description.order)).map((row) => ({
        job: options.toJob(row as Row),
        attempts: columns.attempts === undefined ? 0 : Number(row[columns.attempts]),
        hold: { key: Object.fromEntries(description.key.map((column) => [column, row[column]])), by, until },
      }))
    },

    async complete(hold, now, { within, values = {} }: Change = {}) {
      const { done } = options
      if (done === 'remove') return change(hold, 'remove', within)
      if (done === undefined) return true
      return change(hold, { ...free(null), ...noted(now, null), ...done(now), ...values }, within)
    },
    async extend(hold, until, { within, values = {} }: Change = {}) {
      const isMine = await change(hold, { ...values, [columns.heldUntil]: until }, within)
      if (isMine) hold.until = until
      return isMine
    },
    postpone: (hold, at, now, error) => change(hold, { ...pausedUntil(at, now), ...noted(now, error) }),
    async again(hold, at, now, job) {
      // A lease that ends far ahead does not count, so the time of the next run needs a column of its own.
      if (columns.dueAt === undefined) throw new Error(`"${description.name}" has no column for when a job comes again`)
      return change(hold, {
        ...free(now),
        [columns.dueAt]: at,
        ...(columns.attempts === undefined ? {} : { [columns.attempts]: 0 }),
        ...noted(now, null),
        ...(job === undefined ? {} : options.toValues?.(job)),
      })
    },
    release: (hold, now) =>
      change(hold, {
        ...free(now),
        ...(columns.attempts === undefined
          ? {}
          : { [columns.attempts]: sql`greatest(${sql.ref(columns.attempts)} - 1, 0)` }),
      }),
    giveUp: (hold, now, error) => change(hold, { ...free(now), ...options.givenUp?.(now), ...noted(now, error) }),

    async getNextDue() {
      const held = columns.heldUntil
      const { rows } = await sql<{ due: Date | null }>`
        select min(${columns.dueAt === undefined ? sql`coalesce(${sql.ref(held)}, '-infinity')` : sql`greatest(${sql.ref(columns.dueAt)}, ${sql.ref(held)})`}) as due
        from ${table} as q where (${sql.raw(description.waits)})`.execute(db)
      const due: unknown = rows[0]?.due
      // '-infinity' does not arrive as a Date: the row has been free since ever.
      return due === null || due === undefined ? null : due instanceof Date ? due : new Date(0)
    },
  }
}

/** The state of one table, for `listQueueStates`. */
export async function readQueueState(db: AnyKysely, description: QueueTable, now: Date): Promise<QueueState> {
  const { columns, isGivenUp } = description
  const isHeld = sql`(${sql.ref(columns.heldUntil)} > ${now}${
    columns.heldBy === undefined ? sql`` : sql` and ${sql.ref(columns.heldBy)} is not null`
  })`
  const isLate = sql`(${sql.ref(columns.heldUntil)} is null or ${sql.ref(columns.heldUntil)} <= ${now})${
    columns.dueAt === undefined ? sql`` : sql` and ${sql.ref(columns.dueAt)} <= ${now}`
  }`
  const waits = sql`(${sql.raw(description.waits)})`
  const { rows } = await sql<{ waiting: number; working: number; given_up: number; oldest: Date | null }>`
    select count(*) filter (where ${waits} and ${isHeld} is not true)::int as waiting,
      count(*) filter (where ${waits} and ${isHeld})::int as working,
      ${isGivenUp === undefined ? sql`0` : sql`count(*) filter (where ${sql.raw(isGivenUp)})::int`} as given_up,
      min(${sql.ref(description.since ?? columns.dueAt ?? description.order)}) filter (where ${waits} and ${isLate}) as oldest
    from ${sql.table(description.table)} as q`.execute(db)
  const { waiting, working, given_up, oldest } = rows[0]!
  return { name: description.name, waiting, working, givenUp: given_up, oldest }
}

function matches(key: Readonly<Record<string, unknown>>): RawBuilder<unknown>[] {
  return Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
}

function toAssignments(values: Values): RawBuilder<unknown> {
  return sql.join(Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
}

/** The database promises no order for `returning`. */
function byColumn(column: string) {
  return (a: Record<string, unknown>, b: Record<string, unknown>): number => {
    const [left, right] = [a[column] as Date | number | string, b[column] as Date | number | string]
    return left < right ? -1 : left > right ? 1 : 0
  }
}
