/** Counts what pages told, in the sums of its day. */
import { OTHERS, type Seen } from '@lokalteil/contracts/figures'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { FiguresCall, FiguresContext } from './context.ts'
import { closeDays, readSalt, toOpenDay } from './open-days.ts'
import { pairArticles } from './pair-articles.ts'
import type { FiguresDb } from './schema.ts'
import * as store from './store.ts'
import { tally, type Kind } from './tally.ts'

/** Rows of an open day for each kind and process; a page may claim any article. */
const MOST_VALUES: Readonly<Record<Kind, number>> = {
  all: 1,
  page: 300,
  section: 1000,
  article: 10_000,
  source: 1000,
  device: 2,
  ad: 300,
  'ad-click': 300,
  'ad-place': 300,
  'ad-place-click': 300,
}

export async function addSeen(
  figures: FiguresContext,
  { context: publication, body: { seen, dropped } }: FiguresCall<'addSeen'>,
): Promise<undefined> {
  const { readers } = figures
  const now = figures.now()
  const days = Map.groupBy(seen, ({ at }) => toOpenDay(new Date(at), now))
  const late = dropped + (days.get(null)?.length ?? 0)
  // Before the first view of a day, because its marks stand in the table of the day before yesterday.
  if (isNewDay(figures, days)) await closeDays(figures)
  const known = await listKnown(figures, publication, days)
  const kept: (() => void)[] = []
  await figures.db.transaction().execute(async (trx) => {
    if (late > 0)
      await store.addCounts(trx, publication, toOpenDay(now, now)!, [{ name: 'dropped', bucket: 0, count: late }])
    for (const [day, ofDay] of days)
      if (day !== null) {
        const salt = await readSalt(trx, day)
        kept.push(
          await addDay(trx, publication, day, ofDay, salt, known),
          await addPairs(trx, publication, day, ofDay, salt, readers),
        )
      }
  })
  // Memory follows the database: of a batch that was not written nothing is known.
  for (const keep of kept) keep()
}

type Known = ReadonlyMap<string, Set<string>>
const toKey = (day: string, publication: string, kind: Kind): string => `${day} ${publication} ${kind}`

function isNewDay({ values }: FiguresContext, days: ReadonlyMap<string | null, unknown>): boolean {
  const known = new Set([...values.keys()].map((key) => key.slice(0, 10)))
  return [...days.keys()].some((day) => day !== null && !known.has(day))
}

/** Values that have a row already, also by another process. */
async function listKnown(
  { db, values }: FiguresContext,
  publication: PublicationCode,
  days: ReadonlyMap<string | null, unknown>,
): Promise<Known> {
  for (const day of days.keys())
    for (const kind of Object.keys(MOST_VALUES) as Kind[]) {
      if (day === null || values.has(toKey(day, publication, kind))) continue
      values.set(toKey(day, publication, kind), new Set(await store.listValues(db, publication, day, kind)))
    }
  return values
}

async function addDay(
  trx: FiguresDb,
  publication: PublicationCode,
  day: string,
  seen: readonly Seen[],
  salt: Uint8Array,
  known: Known,
): Promise<() => void> {
  const fresh = new Map<Set<string>, Set<string>>()
  const { rows, counts, marks } = tally(seen, publication, salt, (kind, value) => {
    const values = known.get(toKey(day, publication, kind))!
    if (values.has(value)) return value
    const added = fresh.get(values) ?? new Set()
    if (!added.has(value) && values.size + added.size >= MOST_VALUES[kind]) return OTHERS
    fresh.set(values, added.add(value))
    return value
  })
  for (const mark of await store.addMarks(
    trx,
    day,
    [...marks.keys()].toSorted((one, other) => one - other),
  ))
    for (const row of marks.get(mark)!) row.visitors += 1
  await store.addSums(trx, publication, day, [...rows.values()])
  await store.addCounts(trx, publication, day, [...counts.values()])
  return () => {
    for (const [values, added] of fresh) for (const value of added) values.add(value)
  }
}

async function addPairs(
  trx: FiguresDb,
  publication: PublicationCode,
  day: string,
  seen: readonly Seen[],
  salt: Uint8Array,
  readers: FiguresContext['readers'],
): Promise<() => void> {
  const key = `${day} ${publication}`
  const ofDay = readers.get(key) ?? { read: new Map(), pairs: new Set() }
  readers.set(key, ofDay)
  const { pairs, keep } = pairArticles(seen, publication, salt, ofDay)
  await store.addPairs(trx, publication, day, pairs)
  return keep
}
