/**
 * Advertisements from the draft to the listing. Promises: what was ordered is not changed any more; it is on the air only
 * after it was paid and somebody of the publisher's has said yes; who says no gives the money back. How it is bought stands
 * in `selling.ts`.
 */
import { randomUUID } from 'node:crypto'
import type { Ad, AdText } from '@lokalteil/contracts/markets'
import { checkAd } from '@lokalteil/domain/markets/ad'
import { SAVED_SEARCHES_PATH, toListingPath } from '@lokalteil/domain/markets/market-paths'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { refuseUntil } from '../platform/limits/limiter.ts'
import { problem } from '../platform/serve.ts'
import { DAY, invalidFields, notFound, tellChange, type InternalHandlers, type MarketContext } from './context.ts'
import { toRow } from './ingest.ts'
import type { Trx } from './schema.ts'
import * as adStore from './store/ads.ts'
import type { AdRow } from './store/ads.ts'
import * as listingStore from './store/listings.ts'

/** The source of listings that were ordered here. */
export const AD_SOURCE = 'anzeige'
const MOST_DRAFTS = 50
const SAVES = { most: 60, windowMs: DAY }

export const saveAd: InternalHandlers['saveAd'] = async (context, { context: publication, params, body }) => {
  const { db, now } = context
  const { id, market, email, package: chosen } = body
  const checked = checkAd(market, body.text)
  if (Object.keys(checked.faults).length > 0 || body.text.facts.kind !== market) return invalidFields(checked.faults)
  const text: AdText = { ...body.text, title: checked.title, text: checked.text, provider: checked.provider }
  const at = now()
  const until = await context.limiter.take([{ key: `ad ${publication} ${params.sub}`, budget: SAVES }])
  if (until !== null) return refuseUntil(until, at, 'TOO_MANY_ADS', 'Too many advertisements in a short time')
  return db.transaction().execute(async (trx) => {
    const known = id === null ? null : await adStore.lockAd(trx, publication, id)
    if (id !== null && (known === null || known.reader !== params.sub || known.market !== market))
      return notFound('No such advertisement')
    if (known !== null) {
      if (known.state !== 'draft') return problem(409, 'ALREADY_ORDERED', 'It was ordered')
      const changes = { email, text, package: chosen, updated: at }
      await adStore.changeAd(trx, known.id, changes)
      return toAd({ ...known, ...changes }, at)
    }
    const drafts = (await adStore.listAds(trx, publication, params.sub)).filter(({ state }) => state === 'draft')
    if (drafts.length >= MOST_DRAFTS) return problem(429, 'TOO_MANY_ADS', 'Too many drafts')
    const row: AdRow = {
      id: randomUUID(),
      publication,
      market,
      reader: params.sub,
      email,
      state: 'draft',
      text,
      package: chosen,
      created: at,
      updated: at,
      listing: null,
      valid_until: null,
      reason: '',
      purchase: null,
    }
    await adStore.addAd(trx, row)
    return toAd(row, at)
  })
}

export const listAds: InternalHandlers['listAds'] = async ({ db, now }, { context: publication, params }) => ({
  ads: (await adStore.listAds(db, publication, params.sub)).map((row) => toAd(row, now())),
})

export const removeAd: InternalHandlers['removeAd'] = async (context, { context: publication, params }) => {
  const ended = await context.db.transaction().execute(async (trx) => {
    const row = await adStore.lockAd(trx, publication, params.id)
    if (row === null || row.reader !== params.sub) return null
    if (row.state === 'ordered' || row.state === 'in-review')
      return problem(409, 'UNDER_WAY', 'It is ordered and waits')
    if (row.state === 'draft') await adStore.removeAds(trx, [row.id])
    if (row.state === 'live') await takeOff(context, trx, row, 'ended')
    return row
  })
  if (ended !== null && 'market' in ended && ended.state === 'live') tellChange(context, publication, ended.market)
  return ended === null || 'market' in ended ? undefined : ended
}

export const listAdsToDecide: InternalHandlers['listAdsToDecide'] = async ({ db, now }, { context: publication }) => ({
  ads: (await adStore.listInState(db, publication, 'in-review')).map((row) => ({
    ...toAd(row, now()),
    reader: row.reader,
  })),
})

export const decideAd: InternalHandlers['decideAd'] = async (context, { context: publication, params, body }) => {
  const { db, now } = context
  const at = now()
  const decided = await db.transaction().execute(async (trx) => {
    const row = await adStore.lockAd(trx, publication, params.id)
    if (row === null) return notFound('No such advertisement')
    if (row.state !== 'in-review') return problem(409, 'NOT_WAITING', 'It does not wait for a decision')
    if (body.decision === 'reject') {
      const changes = { state: 'rejected' as const, reason: body.reason, updated: at }
      await adStore.changeAd(trx, row.id, changes)
      // The money goes back from a queue: whatever dies in between, it does.
      if (row.purchase !== null) await context.refundJobs.add({ key: row.purchase, data: { publication } }, at, trx)
      await tell(context, trx, { ...row, ...changes }, 'rejected')
      return { ...row, ...changes }
    }
    const validUntil = new Date(at.getTime() + row.package.days * DAY)
    const market = { publication, market: row.market }
    const revision = await listingStore.raiseRevision(trx, market)
    const listing = await listingStore.saveListing(trx, market, toRow(toIncoming(row, at, validUntil), at), revision)
    const changes = { state: 'live' as const, listing, valid_until: validUntil, updated: at }
    await adStore.changeAd(trx, row.id, changes)
    await tell(context, trx, { ...row, ...changes }, 'live')
    return { ...row, ...changes }
  })
  if ('status' in decided) return decided
  if (decided.state === 'live') tellChange(context, publication, decided.market)
  return toAd(decided, at)
}

/** Its listing, where it has one, is over. */
export async function takeOff(context: MarketContext, trx: Trx, row: AdRow, state: 'ended'): Promise<void> {
  const at = context.now()
  if (row.listing !== null) {
    const revision = await listingStore.raiseRevision(trx, { publication: row.publication, market: row.market })
    await listingStore.endListings(trx, [row.listing], 'over', at, revision)
  }
  await adStore.changeAd(trx, row.id, { state, updated: at })
}

export async function tell(
  { queueMail }: MarketContext,
  trx: Trx,
  row: AdRow,
  state: 'in-review' | 'live' | 'rejected' | 'withdrawn',
): Promise<void> {
  const { listing, market, text, reason } = row
  await queueMail(
    {
      template: 'market-ad',
      mandator: row.publication as Mandator,
      to: { address: row.email },
      data: {
        state,
        title: text.title,
        path:
          state === 'live' && listing !== null
            ? toListingPath({ kind: market, id: String(listing), title: text.title })
            : SAVED_SEARCHES_PATH,
        until: row.valid_until?.toISOString() ?? null,
        reason,
      },
    },
    trx,
  )
}

function toIncoming({ id, text, email }: AdRow, at: Date, validUntil: Date) {
  return {
    ...text,
    source: AD_SOURCE,
    sourceId: id,
    updated: at.toISOString(),
    published: at.toISOString(),
    validUntil: validUntil.toISOString(),
    pictures: [],
    address: '',
    coordinates: null,
    contact: { name: text.provider, email },
  }
}

function toAd(row: AdRow, now: Date): Ad {
  const isOver = row.state === 'live' && row.valid_until !== null && row.valid_until <= now
  return {
    id: row.id,
    market: row.market,
    state: isOver ? 'ended' : row.state,
    text: row.text,
    package: row.package,
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
    listing: row.listing === null || isOver || row.state !== 'live' ? null : String(row.listing),
    validUntil: row.valid_until?.toISOString() ?? null,
    purchase: row.purchase,
    reason: row.reason,
  }
}
