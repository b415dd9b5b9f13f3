/**
 * Takes deliveries into the store. Order does not matter and nothing counts twice: the state with the newest `updated`
 * is kept; of two with the same second, the later arrival. Listings that a source no longer has end, unless they were
 * heard of later. Telephone numbers and addresses in texts are replaced by the form. A listing blocked by the publisher
 * stays blocked.
 */
import type { IncomingListing, MarketDelivery, MARKETS_INTERNAL } from '../contract/markets.ts'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { foldGerman, slugOf } from '@lokalteil/domain/german-text'
import { hideContacts } from '@lokalteil/domain/community/user-text'
import { toListingPath } from '../domain/market-paths.ts'
import { HIDDEN_CONTACT, toNeutralTitle, USUAL_DAYS, type MarketKind } from '../domain/markets.ts'
import { DAY, digestOf } from './context.ts'
import type { MarketDb, Trx } from './schema.ts'
import { listWords } from './search/word-index.ts'
import * as store from './store/listings.ts'
import type { KnownListing, NewListing, StoredListing } from './store/listings.ts'

type DeliveryOutcome = AnswerOf<(typeof MARKETS_INTERNAL)['ingest']>['results'][number]
export type Taken = { results: DeliveryOutcome[]; changed: ReadonlySet<MarketKind> }

export async function takeDelivery(
  db: MarketDb,
  publication: string,
  delivery: MarketDelivery,
  now: Date,
): Promise<Taken> {
  if (delivery.kind === 'whole') return endUnlisted(db, publication, delivery)
  if (delivery.kind === 'removed') return endOne(db, publication, delivery)
  const results: DeliveryOutcome[] = []
  const changed = new Set<MarketKind>()
  // Grouped by market and source; the results are returned in the order of the delivery.
  const groups = Map.groupBy(delivery.listings, ({ facts, source }) => `${facts.kind} ${source}`)
  for (const listings of groups.values()) {
    const market = listings[0]!.facts.kind
    const outcomes = await db.transaction().execute((trx) => takeListings(trx, { publication, market }, listings, now))
    if (outcomes.some(({ outcome }) => outcome !== 'unchanged')) changed.add(market)
    results.push(...outcomes)
  }
  return { results, changed }
}

type Market = { publication: string; market: MarketKind }

async function takeListings(
  trx: Trx,
  market: Market,
  listings: readonly IncomingListing[],
  now: Date,
): Promise<DeliveryOutcome[]> {
  const revision = await store.raiseRevision(trx, market)
  const source = listings[0]!.source
  const known = new Map(
    (await store.listKnown(trx, market, source, [...new Set(listings.map(({ sourceId }) => sourceId))])).map((row) => [
      row.source_id,
      row,
    ]),
  )
  const outcomes: DeliveryOutcome[] = []
  const standing: number[] = []
  for (const listing of listings) {
    const stored = known.get(listing.sourceId)
    const row = toRow(listing, now)
    const reason = stored === undefined ? '' : whyUnchanged(stored, row)
    if (stored !== undefined && reason !== '') {
      // Still offered: prolongs a listing without an end date.
      if (row.is_renewed && stored.state === 'live' && stored.valid_until.getTime() - now.getTime() < RENEW_MS)
        standing.push(stored.id)
      outcomes.push({
        sourceId: listing.sourceId,
        outcome: 'unchanged',
        path: toListingPath({ kind: market.market, id: String(stored.id), title: row.body.title }),
        reason,
      })
      continue
    }
    const id = await store.saveListing(trx, market, row, revision)
    known.set(listing.sourceId, { ...row, id, state: 'live' })
    outcomes.push({
      sourceId: listing.sourceId,
      outcome: stored === undefined || stored.state === 'over' ? 'created' : 'updated',
      path: toListingPath({ kind: market.market, id: String(id), title: row.body.title }),
      reason: '',
    })
  }
  await store.putOff(trx, standing, new Date(now.getTime() + USUAL_DAYS * DAY), revision)
  return outcomes
}

/** Half of the usual days, so that not every delivery writes. */
const RENEW_MS = (USUAL_DAYS * DAY) / 2

function whyUnchanged(stored: KnownListing, row: NewListing): string {
  if (stored.state === 'blocked') return 'it was blocked here'
  if (row.updated < stored.updated) return 'a newer state is stored'
  return stored.state === 'live' && stored.digest === row.digest ? 'the same state is stored' : ''
}

async function endOne(
  db: MarketDb,
  publication: string,
  { market, source, sourceId, at }: Extract<MarketDelivery, { kind: 'removed' }>,
): Promise<Taken> {
  const isEnded = await db.transaction().execute(async (trx) => {
    const revision = await store.raiseRevision(trx, { publication, market })
    const [stored] = await store.listKnown(trx, { publication, market }, source, [sourceId])
    if (stored?.state !== 'live' || stored.updated > new Date(at)) return false
    await store.endListings(trx, [stored.id], 'over', new Date(at), revision)
    return true
  })
  return isEnded
    ? { results: [{ sourceId, outcome: 'removed', path: '', reason: '' }], changed: new Set([market]) }
    : {
        results: [{ sourceId, outcome: 'unchanged', path: '', reason: 'there is none, or a newer state is stored' }],
        changed: new Set(),
      }
}

async function endUnlisted(
  db: MarketDb,
  publication: string,
  { market, source, at, listed }: Extract<MarketDelivery, { kind: 'whole' }>,
): Promise<Taken> {
  const still = new Set(listed)
  const gone = await db.transaction().execute(async (trx) => {
    const revision = await store.raiseRevision(trx, { publication, market })
    const live = await store.listKnown(trx, { publication, market }, source, null)
    const ended = live.filter(({ source_id, updated }) => !still.has(source_id) && updated <= new Date(at))
    await store.endListings(
      trx,
      ended.map(({ id }) => id),
      'over',
      new Date(at),
      revision,
    )
    return ended
  })
  const sourceId = `${source}: whole`
  if (gone.length === 0)
    return {
      results: [{ sourceId, outcome: 'unchanged', path: '', reason: 'everything is still offered' }],
      changed: new Set(),
    }
  const reason = `${gone.length} no longer offered: ${gone
    .slice(0, 5)
    .map(({ source_id }) => source_id)
    .join(', ')}`
  return {
    results: [{ sourceId, outcome: 'removed', path: '', reason: reason.slice(0, 300) }],
    changed: new Set([market]),
  }
}

export function toRow(listing: IncomingListing, now: Date): NewListing {
  const { source, sourceId, updated, coordinates, published, validUntil, contact, facts, ...said } = listing
  const hide = (text: string) => hideContacts(text, HIDDEN_CONTACT)
  const body: StoredListing = {
    ...said,
    title: hide(facts.kind === 'job' ? toNeutralTitle(said.title) : said.title).slice(0, 240),
    text: hide(said.text),
    facts:
      facts.kind === 'job'
        ? { ...facts, start: hide(facts.start), pay: { ...facts.pay, note: hide(facts.pay.note) } }
        : { ...facts, availableFrom: hide(facts.availableFrom), commission: hide(facts.commission) },
  }
  const { name, district, postalCode } = said.place
  return {
    source,
    source_id: sourceId,
    updated: new Date(updated),
    published: new Date(published),
    valid_until: validUntil === null ? new Date(now.getTime() + USUAL_DAYS * DAY) : new Date(validUntil),
    is_renewed: validUntil === null,
    digest: digestOf({ ...body, coordinates, validUntil, contact }),
    body,
    latitude: coordinates?.latitude ?? null,
    longitude: coordinates?.longitude ?? null,
    contact_name: contact.name,
    contact_email: contact.email,
    words: listWords([
      body.title,
      name,
      district,
      postalCode,
      facts.kind === 'job' ? `${facts.employer} ${facts.field}` : `${facts.type} ${facts.features.join(' ')}`,
      said.provider,
      body.text,
    ]).join(' '),
    fingerprint: toFingerprint(listing),
  }
}

/** Equal for the same offer from different sources; includes enough facts that two offers of one source differ. */
function toFingerprint({ title, place, facts, source, sourceId }: IncomingListing): string {
  const town = foldGerman(place.postalCode || place.name)
  if (facts.kind === 'job')
    return digestOf(['job', slugOf(facts.employer), slugOf(title.replace(/\([^)]*\)/g, '')), town])
  // Too few facts to recognise the same offer elsewhere.
  if (facts.cents === null || (facts.area === null && facts.plotArea === null)) return digestOf([source, sourceId])
  return digestOf(['home', facts.deal, facts.type, town, facts.cents, facts.rooms, facts.area, facts.plotArea])
}
