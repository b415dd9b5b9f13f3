/**
 * Pages of lists of articles, newest change first, by keyset. Combined lists are walked along the rarest one; words are
 * looked for among its newest entries first, then in the index of words and lists. A call without words reads a limited number
 * of entries: a page may be short and still have a next one.
 */
import { DESK_STATES, listStands, PUBLIC_STATES } from '@lokalteil/domain/office/states'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toSearchWords } from '@lokalteil/domain/reading/search-words'
import { sql, type RawBuilder } from 'kysely'
import type { OfficeDb } from '../../schema.ts'

type Wanted = {
  lists: readonly string[]
  /** As typed; all words must be in the headline. */
  q: string
  after: string | null
  limit: number
}

type Entry = { article_id: string; changed_at: Date }
type ListPage = { ids: string[]; next: string | null }

/** Entries that are counted to find the rarest list, walked in a call, and searched for words at first. */
const BOUNDS = { counted: 5_000, walked: 6_000, searched: 500 }

export async function listPage(
  db: OfficeDb,
  publication: PublicationCode,
  { lists, q, after, limit }: Wanted,
  bounds = BOUNDS,
): Promise<ListPage> {
  const [first = 'all', ...others] = await orderByRarity(db, publication, lists, bounds.counted)
  const words = toWordQuery(q)
  const from = parseCursor(after)
  const budget = words === null ? bounds.walked : bounds.searched
  if (others.length === 0 && words === null) return toPage(await walk(db, publication, first, from, limit + 1), limit)

  const { rows } = await sql<Entry>`
    select l.article_id, l.changed_at from (
      select article_id, changed_at from office.article_lists
      where publication = ${publication} and list = ${first}${before(from)}
      order by changed_at desc, article_id desc limit ${budget}
    ) l ${inLists(publication, others)}${
      words === null
        ? sql``
        : sql` cross join lateral (
          select 1 from office.articles a where a.publication = ${publication} and a.id = l.article_id and a.headline_words @@ ${words} limit 1
        ) w`
    } order by l.changed_at desc, l.article_id desc limit ${limit + 1}`.execute(db)
  if (rows.length > limit) return toPage(rows, limit)
  const [last] = await walk(db, publication, first, from, 1, budget - 1)
  if (last === undefined) return toPage(rows, limit)
  if (words === null) return { ids: rows.map((row) => row.article_id), next: toCursor(last) }

  const { rows: hits } = await sql<Entry>`
    with hits as materialized (
      select id as article_id, changed_at from office.articles
      where publication = ${publication} and headline_words @@ ${words}${standsUnder(publication, lists)}
    )
    select l.article_id, l.changed_at from (
      select article_id, changed_at from hits where true${before(from)} order by changed_at desc, article_id desc
    ) l ${inLists(publication, [first, ...others])}
    order by l.changed_at desc, l.article_id desc limit ${limit + 1}`.execute(db)
  return toPage(hits, limit)
}

/** As the index `articles_words_in_lists` has it: another wording would not be found there. */
const TOKENS = sql`array[
  publication, publication || ' source:' || source, publication || ' ' || desk || '/' || shown,
  publication || ' section:' || split_part(section_path, '/', 1),
  publication || ' section:' || split_part(section_path, '/', 1) || '/' || split_part(section_path, '/', 2)
]`

/**
 * Conditions for the index of words: a filter that may let articles of other lists through, which the full condition removes.
 */
function standsUnder(publication: PublicationCode, lists: readonly string[]): RawBuilder<unknown> {
  const parts = lists.map((list) => /^(bin:)?([^:]*):?(.*)$/s.exec(list)!)
  const valuesOf = (kind: string) => parts.flatMap(([, , found, value]) => (found === kind ? [value!] : []))
  const tokens = [
    ...valuesOf('section').map((path) => `${publication} section:${path.split('/').slice(0, 2).join('/')}`),
    ...valuesOf('source').map((source) => `${publication} source:${source}`),
  ]
  const people = valuesOf('person')
  const stands = parts.some(([, bin]) => bin !== undefined) ? ['dropped'] : valuesOf('state')
  return sql.join(
    [
      sql` and ${TOKENS} @> ${tokens.length === 0 ? [publication] : tokens}::text[]`,
      ...(people.length === 0 ? [] : [sql` and people @> ${people}::text[]`]),
      ...stands.map((stand) => sql` and ${TOKENS} && ${listStatesOf(publication, stand)}::text[]`),
    ],
    sql``,
  )
}

/** The states of desk and readers that stand under one state of the list. */
function listStatesOf(publication: PublicationCode, stand: string): string[] {
  return DESK_STATES.flatMap((desk) =>
    PUBLIC_STATES.flatMap((shown) =>
      listStands(desk, shown).some((one) => one === stand) ? [`${publication} ${desk}/${shown}`] : [],
    ),
  )
}

/** Number of entries, counted up to `most`. */
export async function countLists(
  db: OfficeDb,
  publication: PublicationCode,
  lists: readonly string[],
  most: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ list: string; count: number }>`
    select wanted.list, (
      select count(*)::int from (
        select 1 from office.article_lists l where l.publication = ${publication} and l.list = wanted.list limit ${most}
      ) found
    ) as count from unnest(${[...lists]}::text[]) as wanted(list)`.execute(db)
  return new Map(rows.map(({ list, count }) => [list, count]))
}

async function orderByRarity(
  db: OfficeDb,
  publication: PublicationCode,
  lists: readonly string[],
  counted: number,
): Promise<string[]> {
  if (lists.length < 2) return [...lists]
  const counts = await countLists(db, publication, lists, counted)
  return lists.toSorted((a, b) => counts.get(a)! - counts.get(b)!)
}

async function walk(
  db: OfficeDb,
  publication: PublicationCode,
  list: string,
  from: Entry | null,
  limit: number,
  offset = 0,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select article_id, changed_at from office.article_lists
    where publication = ${publication} and list = ${list}${before(from)}
    order by changed_at desc, article_id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** A lateral look with a limit stays a look-up for each entry; a semi-join could read the whole other list. */
function inLists(publication: PublicationCode, lists: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    lists.map(
      (list, index) => sql`cross join lateral (
        select 1 from office.article_lists o
        where o.publication = ${publication} and o.list = ${list} and o.article_id = l.article_id limit 1
      ) ${sql.ref(`o${index}`)}`,
    ),
    sql` `,
  )
}

function before(from: Entry | null): RawBuilder<unknown> {
  return from === null ? sql`` : sql` and (changed_at, article_id) < (${from.changed_at}, ${from.article_id})`
}

function toPage(entries: readonly Entry[], limit: number): ListPage {
  const shown = entries.slice(0, limit)
  return {
    ids: shown.map((entry) => entry.article_id),
    next: entries.length > limit ? toCursor(shown.at(-1)!) : null,
  }
}

function toCursor({ changed_at, article_id }: Entry): string {
  return `${changed_at.getTime()}_${article_id}`
}

/** Null: from the beginning, also for a cursor that is none. */
function parseCursor(after: string | null): Entry | null {
  const found = /^(\d{1,15})_(\d{1,40})$/.exec(after ?? '')
  return found === null ? null : { changed_at: new Date(Number(found[1])), article_id: found[2]! }
}

const MOST_WORDS = 8

/**
 * Null: no words. All must match by stem; the last may be the beginning of one, as long as it is being typed. Stop words
 * ("wird") have no stem: they are left out unless nothing else was typed.
 */
export function toWordQuery(q: string): RawBuilder<unknown> | null {
  // Only letters and digits, so that "&" and ":*" are the only operators.
  const words = [...new Set(toSearchWords(q))].slice(0, MOST_WORDS)
  const last = words.at(-1)
  if (last === undefined) return null
  const whole = words.slice(0, -1)
  const begun = sql`to_tsquery('simple', ${`${last}:*`})`
  return sql`(to_tsquery('german', ${words.join(' & ')}) || ${
    whole.length === 0 ? begun : sql`(to_tsquery('german', ${whole.join(' & ')}) && ${begun})`
  })`
}
