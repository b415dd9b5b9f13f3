/** Bounds of all tables of a portal: docs/operations.md names every table, and the sweeps delete expired rows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SEED } from '@lokalteil/services/content/content.testing'
import { openDatabase } from '@lokalteil/services/platform/database'
import type { AnyKysely } from '@lokalteil/services/platform/database'
import { ENGINE } from '@lokalteil/services/platform/database/database.testing'
import {
  addRow,
  countRows,
  listKey,
  runStatement,
  type Values,
} from '@lokalteil/services/platform/database/old-rows.testing'
import { logChanges } from '@lokalteil/services/content/store/changes'
import { dropViewsBefore } from '@lokalteil/services/content/store/views'
import { createMailStore } from '@lokalteil/services/mail/store'
import { erase } from '@lokalteil/services/library/store/readers'
import { listTitles } from '@lokalteil/tools/titles.testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestGround, openTestPortal, type TestGround } from './portal.testing.ts'

/** The work of every schedule that a portal makes, with the file that made it. */
const schedules = vi.hoisted(() => [] as { everyMs: number; run: () => Promise<unknown>; by: string }[])
vi.mock('@lokalteil/services/platform/schedule', async (load) => {
  const real = await load<typeof import('@lokalteil/services/platform/schedule')>()
  return {
    ...real,
    createSchedule: (everyMs: number, run: () => Promise<unknown>, onError: (error: unknown) => void) => {
      schedules.push({ everyMs, run, by: new Error().stack ?? '' })
      return real.createSchedule(everyMs, run, onError)
    },
  }
})
/** They call others. */
const isLeftOut = ({ everyMs, by }: (typeof schedules)[number]) =>
  (by.includes('/weather/') && everyMs < 3_600_000) || by.includes('/import/polling/')

/** `cinema`: the demo's example of a publisher's own room. */
const LEFT_OUT = /\.migration(?:_lock|_note)?$|^cinema\./
/** No other process shares the embedded database, so nothing is announced there. */
const OF_POSTGRES = ENGINE === 'embedded' ? ['announcements.last'] : []

/** Longer than every bound. The database keeps the audit for two years of its own clock, so the later day is not to come. */
const FIRST = new Date('2021-11-21T12:00:00Z')
const LATER = new Date('2026-11-21T12:00:00Z')

const is = (value: unknown) => () => value
const at = (_mark: string, time: Date) => time

/** Tables that lose their old rows to a sweep, and the change that makes a row old. */
const SWEPT: Readonly<Record<string, Values>> = {
  'content.proposals': {},
  // Of a withdrawn text the record stays and the copy goes.
  'content.withdrawn': { article_id: (mark) => mark.slice(4), copy: (mark) => mark },
  'community.seen': {},
  'community.windows': {},
  'consent.answers': {},
  'consent.windows': {},
  'epaper.deliveries': { state: is('failed') },
  'figures.counts': {},
  'figures.days': {},
  'figures.pairs': {},
  'figures.salts': {},
  'gifts.links': {},
  'gifts.openings': {},
  'mail.outbox': { status: is('sent'), done_at: at },
  'mail.refusals': { source: is('smtp') },
  'markets.counters': {},
  'markets.enquiries': {},
  'markets.listings': { state: is('over') },
  'newsletter.address_changes': {},
  'newsletter.counters': {},
  'newsletter.drafts': {},
  'newsletter.issues': {},
  'newsletter.orders': {},
  'newsletter.proofs': { until: at },
  'notices.counters': {},
  'notices.drafts': {},
  'notices.requests': { decided_at: at },
  'office.arrivals': {},
  'office.audit': {},
  'office.challenges': {},
  'office.devices': {},
  'office.events': { at },
  'office.media_tasks': { state: is('done') },
  'office.plans': { state: is('done') },
  'office.presence': {},
  'office.preview_links': {},
  'office.previews': {},
  'office.revisions': { kind: is('auto') },
  'office.sessions': { kind: is('full') },
  'office.tries': {},
  'office.windows': {},
  'paywall.assertions': {},
  'paywall.code_attempts': {},
  'paywall.decisions': {},
  'paywall.institution_reads': {},
  'paywall.limits': {},
  'paywall.reads': {},
  'publications.files': {},
  'push.counters': {},
  'push.deliveries': { state: is('sent'), done_at: at },
  'push.messages': { state: is('planned') },
  'sso.devices': {},
  'sso.limits': {},
  'sso.mail_codes': {},
  'sso.oidc_items': {},
  'sso.refresh_tokens': {},
  'sso.sessions': {},
  'sso.social_states': {},
  'subscription.counters': {},
  'subscription.payment_events': {},
}

/** Tables whose old rows go when the next one is written. */
const WRITTEN: Readonly<Record<string, (db: AnyKysely) => Promise<unknown>>> = {
  'content.views': (db) => dropViewsBefore(db, new Date(LATER.getTime() - 4 * 86_400_000)),
  'reader.erased': (db) => erase(db, { publication: 'ak', user: 'somebody' }, LATER),
}

/** Grows with content, and loses a part of its old rows. */
const PARTLY = ['content.withdrawn']

/** Tables whose rows go at once when nothing needs them. */
const AT_ONCE: ReadonlySet<string> = new Set(['office.arrivals'])

/** Tables of a limited number of rows: how many, and what writes more of them. */
const COUNTED: Readonly<Record<string, readonly [most: number, write: (db: AnyKysely) => Promise<unknown>]>> = {
  'content.changes': [
    21_000,
    async (db) => {
      await runStatement(
        db,
        "insert into content.changes (id, kind, at) select n, 'article', '2021-11-21' from generate_series(1, 25000) n",
      )
      const ids = Array.from({ length: 1000 }, (_unused, index) => `${index}`)
      await db.transaction().execute((trx) => logChanges(trx, ids, 'article', LATER))
    },
  ],
  'mail.mailbox': [
    500,
    async (db) => {
      await runStatement(
        db,
        "insert into mail.mailbox (id, at, recipient, mail) select 'm' || n, '2021-11-21', 'x', '{}' from generate_series(1, 600) n",
      )
      const store = createMailStore(db)
      await store.put({ id: 'last', at: LATER.toISOString(), to: 'x' } as Parameters<typeof store.put>[0])
    },
  ],
}

/** Tables with one row for each of something, by the columns of their key. */
const KEYED: Readonly<Record<string, readonly string[]>> = {
  'announcements.last': ['name'],
  'consent.vendor_lists': ['name'],
  'content.marks': ['name'],
  'jobs.jobs': ['queue', 'key'],
  'office.index_marks': ['publication'],
  'push.marks': ['publication'],
  'sso.secrets': ['name'],
  'weather.documents': ['id'],
}

/** Tables whose bound another test shows: its file, and part of its title. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'figures.marks_even': ['services/figures/app.test.ts', 'then its salt and its marks are gone'],
  'figures.marks_odd': ['services/figures/app.test.ts', 'then its salt and its marks are gone'],
  'sso.address_notices': [
    'services/accounts/email-change/email-change.test.ts',
    'is delivered to other services until they take it, in order',
  ],
  'shop.baskets': ['rooms/shop/service/shop.test.ts', 'baskets and counters of before go with the next order'],
  'shop.counters': ['rooms/shop/service/shop.test.ts', 'baskets and counters of before go with the next order'],
  'sso.keys': ['services/accounts/app.test.ts', 'forgets a key when no token of it can be good'],
}

function section(): string {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  return /^### Tables and their bounds$(.*?)^## /ms.exec(text)![1]!
}

let ground: TestGround
const names: string[] = []
async function withDatabase<T>(work: (db: AnyKysely) => Promise<T>): Promise<T> {
  const { DATA_DIR: dataDir = '', DATABASE_URL: url } = ground.env
  const database = await openDatabase(url === undefined ? { dataDir } : { url })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

beforeAll(async () => {
  ground = await openTestGround()
  const portal = await openTestPortal({ seed: SEED, env: ground.env, now: FIRST })
  await portal.close()
  const rows = await withDatabase((db) =>
    db
      .selectFrom('pg_tables')
      .select(['schemaname', 'tablename'])
      .where('schemaname', 'not in', ['pg_catalog', 'information_schema'])
      .execute(),
  )
  names.push(
    ...rows
      .map(({ schemaname, tablename }) => `${String(schemaname)}.${String(tablename)}`)
      .filter((name) => !LEFT_OUT.test(name)),
  )
}, 240_000)
afterAll(() => ground.remove())

it('the bounds of every table are named once', () => {
  const listed = [...section().matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name]) => name!)
  // A room that was removed from this copy has no tables.
  const schemas = new Set([...names, ...OF_POSTGRES].map((name) => name.split('.')[0]))
  expect(listed.filter((name) => schemas.has(name.split('.')[0])).toSorted()).toEqual(
    [...names, ...OF_POSTGRES].toSorted(),
  )
})

describe('old rows', () => {
  const left = new Map<string, { old: number; new: number }>()
  const tables = [...Object.keys(SWEPT), ...Object.keys(WRITTEN)]
  beforeAll(async () => {
    const here = tables.filter((table) => names.includes(table))
    await withDatabase(async (db) => {
      for (const table of here) {
        await addRow(db, table, 'old', FIRST, SWEPT[table] ?? {})
        // Rows that end some time after the sweep.
        await addRow(db, table, 'new', new Date(LATER.getTime() + 7_200_000), SWEPT[table] ?? {})
      }
    })
    schedules.length = 0
    const portal = await openTestPortal({ seed: SEED, env: ground.env, now: LATER })
    for (const schedule of schedules) if (!isLeftOut(schedule)) await schedule.run()
    await portal.close()
    await withDatabase(async (db) => {
      for (const table of here) {
        await WRITTEN[table]?.(db)
        left.set(table, { old: await countRows(db, table, 'old'), new: await countRows(db, table, 'new') })
      }
    })
  }, 240_000)

  it.each(tables)('of %s go, and no others', (table) => {
    // A room that was removed from this copy has no tables.
    const found = names.includes(table) ? left.get(table) : undefined
    expect(found ?? { old: 0 }).toMatchObject({ old: 0, ...(found && { new: AT_ONCE.has(table) ? 0 : 1 }) })
  })
})

it.each(Object.entries(COUNTED))('%s has no more than %i rows', async (table, [most, write]) => {
  const count = await withDatabase(async (db) => {
    await write(db)
    return countRows(db, table)
  })
  expect(count).toBeLessThanOrEqual(most)
})

it.each(Object.entries(KEYED))('%s has one row for each %s', async (table, columns) => {
  const found = names.includes(table) ? await withDatabase((db) => listKey(db, table)) : columns
  expect(found).toEqual(columns.toSorted())
})

it('every bounded table has a test of its bound', () => {
  const bounded = /^\*\*Bounded\*\*(.*?)^\*\*Grow/ms.exec(section())![1]!
  const listed = [...bounded.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name]) => name!)
  expect(Object.keys({ ...SWEPT, ...WRITTEN, ...COUNTED, ...KEYED, ...ELSEWHERE }).toSorted()).toEqual(
    [...listed, ...PARTLY].toSorted(),
  )
  for (const [table, [file, title]] of Object.entries(ELSEWHERE))
    if (names.includes(table))
      expect([table, listTitles(file).some((one) => one.includes(title))]).toEqual([table, true])
})
