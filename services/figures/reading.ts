/** The sums of some days for the publisher, and what is read together for pages. */
import { LEAST_READERS, type AdRow, type FigureRow, type Summary } from '@lokalteil/contracts/figures'
import { STEPS } from '@lokalteil/domain/figures/page-steps'
import { summariseVital, VITAL_NAMES } from '@lokalteil/domain/figures/vitals'
import type { FiguresCall, FiguresContext } from './context.ts'
import { toFirstPairDay } from './open-days.ts'
import * as store from './store.ts'

/** As many as a question may name. */
const MOST_DAYS = 1100
const MOST_ADS = 5000

export async function getSummary(
  { db }: FiguresContext,
  { context: publication, query }: FiguresCall<'getSummary'>,
): Promise<Summary> {
  const [sums, counts] = await Promise.all([
    store.listSums(db, publication, query, 'all', 'value', 1),
    store.listCounts(db, publication, query),
  ])
  const named = Map.groupBy(counts, ({ name }) => name)
  const count = (name: string): number => (named.get(name) ?? []).reduce((sum, one) => sum + one.count, 0)
  const { views = 0, visitors = 0, seconds = 0, ...all } = sums[0] ?? {}
  return {
    ...query,
    views,
    visitors,
    seconds,
    quarters: toQuarters(all),
    steps: Object.fromEntries(STEPS.map((step) => [step, count(step)])) as Summary['steps'],
    consent: {
      given: count('consent-given'),
      refused: count('consent-refused'),
      unasked: count('consent-unasked'),
    },
    searches: { found: count('search-found'), empty: count('search-empty') },
    vitals: Object.fromEntries(
      VITAL_NAMES.map((vital) => [
        vital,
        summariseVital(vital, new Map((named.get(vital) ?? []).map((one) => [one.bucket, one.count]))),
      ]),
    ) as Summary['vitals'],
    dropped: count('dropped'),
  }
}

export async function listFigures(
  { db }: FiguresContext,
  { context: publication, query: { by, limit, ...span } }: FiguresCall<'listFigures'>,
) {
  const rows =
    by === 'day'
      ? await store.listSums(db, publication, span, 'all', 'day', MOST_DAYS)
      : await store.listSums(db, publication, span, by, 'value', limit)
  return {
    by,
    rows: rows.map(({ value, views, visitors, seconds, ...all }): FigureRow => {
      return { value, views, visitors, seconds, quarters: toQuarters(all) }
    }),
  }
}

/** The rows that have what was seen and what was clicked, and what is a value in them. */
const AD_SUMS = {
  ad: ['ad', 'ad-click', 'value'],
  place: ['ad-place', 'ad-place-click', 'value'],
  day: ['ad', 'ad-click', 'day'],
} as const

export async function listAds(
  { db }: FiguresContext,
  { context: publication, query: { by, ...span } }: FiguresCall<'listAds'>,
) {
  const [seenKind, clickedKind, of] = AD_SUMS[by]
  const [seen, clicked] = await Promise.all(
    [seenKind, clickedKind].map((kind) => store.listSums(db, publication, span, kind, of, MOST_ADS)),
  )
  const clicks = new Map(clicked!.map(({ value, views }) => [value, views]))
  const unseen = clicked!.filter(({ value }) => !seen!.some((row) => row.value === value))
  const rows = [
    ...seen!.map(({ value, views }): AdRow => ({ value, seen: views, clicked: clicks.get(value) ?? 0 })),
    ...unseen.map(({ value, views }): AdRow => ({ value, seen: 0, clicked: views })),
  ]
  return { by, rows: of === 'day' ? rows.toSorted((one, other) => (one.value < other.value ? -1 : 1)) : rows }
}

export async function listReadWith(
  { db, now }: FiguresContext,
  { context: publication, params: { id }, query: { limit } }: FiguresCall<'listReadWith'>,
) {
  const since = toFirstPairDay(now())
  return { articles: await store.listReadWith(db, publication, id, { since, least: LEAST_READERS, limit }) }
}

function toQuarters(
  sums: Partial<Pick<store.Sum, 'quarter1' | 'quarter2' | 'quarter3' | 'quarter4'>>,
): FigureRow['quarters'] {
  return [sums.quarter1 ?? 0, sums.quarter2 ?? 0, sums.quarter3 ?? 0, sums.quarter4 ?? 0]
}
