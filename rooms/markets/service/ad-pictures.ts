/**
 * Pictures of advertisements. Promises: only the sender and moderators see a picture until its advertisement is
 * published, and everybody while it is; it is erased with the advertisement and with the account. A picture removed by
 * a moderator is kept, hidden, as long as a complaint may restore it.
 */
import type { ReaderPicture as Shown } from '@lokalteil/contracts/content/reader-pictures'
import type { Picture } from '@lokalteil/contracts/content'
import { sql } from 'kysely'
import { refuseUntil } from '@lokalteil/services/platform/limits/limiter'
import * as pictures from '@lokalteil/services/platform/reader-pictures'
import { problem } from '@lokalteil/services/platform/serve'
import { DAY, notFound, type InternalHandlers, type MarketContext } from './context.ts'

export const AD_PICTURES_TABLE = 'markets.ad_pictures'
/** Pictures of one reader that are not published. */
const MOST_OF_A_READER = 60
const SENDS = { most: 150, windowMs: DAY }

export const addAdPicture: InternalHandlers['addAdPicture'] = async (
  context,
  { context: publication, params, body },
) => {
  const { db, now } = context
  const data = pictures.readSentJpeg(body)
  if (data === null) return problem(422, 'NO_PICTURE', 'It is no JPEG')
  const at = now()
  const until = await context.limiter.take([{ key: `ad picture ${publication} ${params.sub}`, budget: SENDS }])
  if (until !== null) return refuseUntil(until, at, 'TOO_MANY_PICTURES', 'Too many pictures in a short time')
  if ((await pictures.countPicturesOf(db, AD_PICTURES_TABLE, publication, params.sub)) >= MOST_OF_A_READER)
    return problem(429, 'TOO_MANY_PICTURES', 'Too many pictures that are not on the air')
  const { width, height, colour } = body
  const row = { publication, owner: null, reader: params.sub, width, height, colour, data, created: at }
  return { id: await pictures.addPicture(db, AD_PICTURES_TABLE, row, context.pictures) }
}

export const getAdPicture: InternalHandlers['getAdPicture'] = async (context, { context: publication, params }) => {
  const row = await pictures.getPicture(context.db, AD_PICTURES_TABLE, publication, params.id)
  return sendPicture(context, row?.reader === params.sub ? row : null)
}

export const getPictureToDecide: InternalHandlers['getPictureToDecide'] = async (
  context,
  { context: publication, params },
) => {
  const row = await pictures.getPicture(context.db, AD_PICTURES_TABLE, publication, params.id)
  return sendPicture(context, row?.owner === null ? null : row)
}

async function sendPicture(
  { pictures: store }: Pick<MarketContext, 'pictures'>,
  row: Awaited<ReturnType<typeof pictures.getPicture>>,
) {
  const data = (await row?.read(store)) ?? null
  return row === null || data === null ? notFound('No such picture') : pictures.toSent({ ...row, data })
}

export async function listAdPictures(
  { db }: Pick<MarketContext, 'db'>,
  publication: string,
  ads: readonly string[],
): Promise<ReadonlyMap<string, Shown[]>> {
  const found = await pictures.listPictures(db, AD_PICTURES_TABLE, publication, ads)
  return new Map([...found].map(([ad, rows]) => [ad, rows.map(pictures.toTold)]))
}

/** The pictures as a listing has them. */
export function toListingPictures(store: pictures.ShownPictures, title: string, shown: readonly Shown[]): Picture[] {
  return shown.map((picture) => pictures.toShownPicture(store, picture, picture.alt === '' ? title : picture.alt))
}

/** Brings the picture store in line with the state of all advertisements. */
export async function settleAdPictures({ db, pictures: store, now }: MarketContext): Promise<void> {
  const at = now()
  await pictures.settlePictures(
    db,
    AD_PICTURES_TABLE,
    {
      joined: sql`left join markets.ads a on a.publication = p.publication and a.id = p.owner
        left join markets.listings l on l.id = a.listing`,
      wanted: sql`case
        when a.state = 'live' and a.valid_until > ${at} then 'shown'
        when a.state in ('draft', 'ordered', 'in-review') then 'kept'
        when l.state = 'blocked' then 'kept'
        else 'gone' end`,
      at,
    },
    store,
  )
}

/** Settles in the background, because the caller must not wait or fail for it; the schedule repeats it anyway. */
export function settleSoon(context: MarketContext): void {
  settleAdPictures(context).catch((error: unknown) => context.onError(error, 'ad-pictures'))
}
