/**
 * The markets in memory, each brought up to date before a search: one small query for its revision, then the changes
 * since, whichever process made them. A market is loaded completely at its first search and when its index is worn;
 * parallel callers share one load (single flight).
 */
import type { MarketKind } from '../../domain/markets.ts'
import type { MarketDb } from '../schema.ts'
import { getRevision, listChanged, type IndexRow } from '../store/listings.ts'
import { createMarketIndex, type MarketIndex } from './market-index.ts'

export type MarketIndexes = {
  of: (publication: string, market: MarketKind) => Promise<MarketIndex>
}

type KeptIndex = { index: MarketIndex; revision: number; catchingUp: Promise<void> | null }

const PORTION = 4000

export function createMarketIndexes(db: MarketDb, now: () => Date): MarketIndexes {
  const kept = new Map<string, KeptIndex>()

  async function catchUp(publication: string, market: MarketKind, key: string): Promise<void> {
    const revision = await getRevision(db, { publication, market })
    const known = kept.get(key)!
    if (revision === known.revision) return
    const isFirst = known.revision === 0 || known.index.isWorn()
    const index = isFirst ? createMarketIndex(market) : known.index
    let after = { revision: isFirst ? 0 : known.revision, id: isFirst ? 0 : Number.MAX_SAFE_INTEGER }
    for (;;) {
      const rows = await listChanged(db, { publication, market }, after, isFirst ? now() : null, PORTION)
      for (const row of rows) take(index, row)
      const last = rows.at(-1)
      if (last === undefined || rows.length < PORTION) break
      after = { revision: last.revision, id: last.id }
    }
    // The load may include rows of a later revision; reading them again changes nothing.
    known.index = index
    known.revision = revision
  }

  return {
    async of(publication, market) {
      const key = `${publication} ${market}`
      const known = kept.get(key) ?? { index: createMarketIndex(market), revision: 0, catchingUp: null }
      kept.set(key, known)
      // A write may have happened after the running load began, so a waiting caller looks once more.
      if (known.catchingUp !== null) await known.catchingUp.catch(() => {})
      known.catchingUp ??= catchUp(publication, market, key).finally(() => (known.catchingUp = null))
      await known.catchingUp
      return known.index
    },
  }
}

function take(index: MarketIndex, row: IndexRow): void {
  if (row.state !== 'live') return index.remove(row.id)
  index.put({
    id: row.id,
    published: row.published,
    validUntil: row.valid_until,
    latitude: row.latitude,
    longitude: row.longitude,
    towns: [row.place.name, row.place.district],
    words: row.words === '' ? [] : row.words.split(' '),
    source: row.source,
    fingerprint: row.fingerprint,
    facts: row.facts,
  })
}
