/**
 * Advertisements from draft to listing. Promises: an ordered advertisement does not change; it is published only after
 * payment and approval by the publisher; a rejection refunds the money. Buying is in `selling.ts`, pictures in
 * `ad-pictures.ts`.
 */
import { randomUUID } from 'node:crypto'
import type { Ad, AdText } from '../contract/markets.ts'
import type { ReaderPicture } from '@lokalteil/contracts/content/reader-pictures'
import { AD_PICTURES, checkAd, checkAltText, type AdFaults } from '../domain/ad.ts'
import { SAVED_SEARCHES_PATH, toListingPath } from '../domain/market-paths.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { refuseUntil } from '@lokalteil/services/platform/limits/limiter'
import { setPictures, showPictures } from '@lokalteil/services/platform/reader-pictures'
import { problem } from '@lokalteil/services/platform/serve'
import { AD_PICTURES_TABLE, listAdPictures, settleAdPictures, settleSoon, toListingPictures } from './ad-pictures.ts'
import { DAY, invalidFields, notFound, tellChange, type InternalHandlers, type MarketContext } from './context.ts'
import { toRow } from './ingest.ts'
import type { Trx } from './schema.ts'
import * as adStore from './store/ads.ts'
import type { AdRow } from './store/ads.ts'
import * as listingStore from './store/listings.ts'

/** Source name of listings that readers ordered here. */
export const AD_SOURCE = 'anzeige'
const MOST_DRAFTS = 50
const SAVES = { most: 60, windowMs: DAY }

export const saveAd: InternalHandlers['saveAd'] = async (context, { context: publication, params, body }) => {
  const { db, now } = context
  const { id, market, email, package: chosen } = body
  const checked = checkAd(market, body.text)
  const pictures = body.pictures.map(({ id: picture, alt }) => ({ id: picture, alt: checkAltText(alt) ?? '' }))
  const faults: AdFaults = {
    ...checked.faults,
    ...(pictures.length > AD_PICTURES[market] ? { pictures: 'too-many' } : {}),
    ...(body.pictures.some(({ alt }) => checkAltText(alt) === null) ? { pictures: 'contact' } : {}),
  }
  if (Object.keys(faults).length > 0 || body.text.facts.kind !== market) return invalidFields(faults)
  const text: AdText = checked.ad
  const at = now()
  const until = await context.limiter.take([{ key: `ad ${publication} ${params.sub}`, budget: SAVES }])
  if (until !== null) return refuseUntil(until, at, 'TOO_MANY_ADS', 'Too many advertisements in a short time')
  const saved = await db.transaction().execute(async (trx) => {
    const keep = (ad: string) =>
      setPictures(trx, AD_PICTURES_TABLE, { publication, owner: ad, reader: params.sub }, pictures)
    const known = id === null ? null : await adStore.lockAd(trx, publication, id)
    if (id !== null && (known === null || known.reader !== params.sub || known.market !== market))
      return notFound('No such advertisement')
    if (known !== null) {
      if (known.state !== 'draft') return problem(409, 'ALREADY_ORDERED', 'It was ordered')
      const changes = { email, text, package: chosen, updated: at }
      await adStore.changeAd(trx, known.id, changes)
      await keep(known.id)
      return { ...known, ...changes }
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
    await keep(row.id)
    return row
  })
  return 'market' in saved ? toAnswer(context, saved) : saved
}

export const listAds: InternalHandlers['listAds'] = async (context, { context: publication, params }) => ({
  ads: await toAnswers(context, publication, await adStore.listAds(context.db, publication, params.sub)),
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
  if (ended !== null && 'market' in ended && ended.state === 'live')
    tellChange(context, publication, ended.market, true)
  settleSoon(context)
  return ended === null || 'market' in ended ? undefined : ended
}

export const listAdsToDecide: InternalHandlers['listAdsToDecide'] = async (context, { context: publication }) => {
  const rows = await adStore.listInState(context.db, publication, 'in-review')
  const ads = await toAnswers(context, publication, rows)
  return { ads: ads.map((ad, index) => ({ ...ad, reader: rows[index]!.reader })) }
}

export const decideAd: InternalHandlers['decideAd'] = async (context, { context: publication, params, body }) => {
  const { db, now } = context
  const at = now()
  const shown = (await listAdPictures(context, publication, [params.id])).get(params.id) ?? []
  // Pictures are stored before a page shows them; if the decision fails, the next settling removes them.
  if (body.decision === 'publish' && shown.length > 0 && (await waits(context, publication, params.id)))
    await showPictures(db, AD_PICTURES_TABLE, { publication, owner: params.id }, context.pictures)
  const decided = await db.transaction().execute(async (trx) => {
    const row = await adStore.lockAd(trx, publication, params.id)
    if (row === null) return notFound('No such advertisement')
    if (row.state !== 'in-review') return problem(409, 'NOT_WAITING', 'It does not wait for a decision')
    if (body.decision === 'reject') {
      const changes = { state: 'rejected' as const, reason: body.reason, updated: at }
      await adStore.changeAd(trx, row.id, changes)
      // A queued job refunds the money, so a crash in between does not lose it.
      if (row.purchase !== null) await context.refundJobs.add({ key: row.purchase, data: { publication } }, at, trx)
      await tell(context, trx, { ...row, ...changes }, 'rejected')
      return { ...row, ...changes }
    }
    const validUntil = new Date(at.getTime() + row.package.days * DAY)
    const market = { publication, market: row.market }
    const revision = await listingStore.raiseRevision(trx, market)
    const listing = await listingStore.saveListing(
      trx,
      market,
      toRow(toIncoming(context, row, { at, validUntil, shown }), at),
      revision,
    )
    const changes = { state: 'live' as const, listing, valid_until: validUntil, updated: at }
    await adStore.changeAd(trx, row.id, changes)
    await tell(context, trx, { ...row, ...changes }, 'live')
    return { ...row, ...changes }
  })
  if ('status' in decided) return decided
  await settleAdPictures(context)
  if (decided.state === 'live') tellChange(context, publication, decided.market)
  return toAnswer(context, decided)
}

async function waits({ db }: MarketContext, publication: string, id: string): Promise<boolean> {
  return (await adStore.getAd(db, publication, id))?.state === 'in-review'
}

/** Ends its listing, if it has one. */
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
      mandator: row.publication as PublicationCode,
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

function toIncoming(
  { pictures }: MarketContext,
  { id, text, email }: AdRow,
  { at, validUntil, shown }: { at: Date; validUntil: Date; shown: readonly ReaderPicture[] },
) {
  return {
    ...text,
    source: AD_SOURCE,
    sourceId: id,
    updated: at.toISOString(),
    published: at.toISOString(),
    validUntil: validUntil.toISOString(),
    pictures: toListingPictures(pictures, text.title, shown),
    address: '',
    coordinates: null,
    contact: { name: text.provider, email },
  }
}

async function toAnswer(context: MarketContext, row: AdRow): Promise<Ad> {
  return (await toAnswers(context, row.publication, [row]))[0]!
}

async function toAnswers(context: MarketContext, publication: string, rows: readonly AdRow[]): Promise<Ad[]> {
  const pictures = await listAdPictures(
    context,
    publication,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toAd(row, pictures.get(row.id) ?? [], context.now()))
}

function toAd(row: AdRow, pictures: ReaderPicture[], now: Date): Ad {
  const isOver = row.state === 'live' && row.valid_until !== null && row.valid_until <= now
  return {
    id: row.id,
    market: row.market,
    state: isOver ? 'ended' : row.state,
    text: row.text,
    pictures,
    package: row.package,
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
    listing: row.listing === null || isOver || row.state !== 'live' ? null : String(row.listing),
    validUntil: row.valid_until?.toISOString() ?? null,
    purchase: row.purchase,
    reason: row.reason,
  }
}
