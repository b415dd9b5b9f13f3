/**
 * Portraits in ordered notices. Promises: only the sender and moderators see a portrait until its notice is published,
 * and everybody while it is; it is erased when the order is declined or cancelled, when the notice ends, and with the
 * account. It belongs to the draft's reference (`orders.ts`), which is fixed once it is bought.
 */
import type { ReaderPicture } from '@lokalteil/contracts/content/reader-pictures'
import { sql } from 'kysely'
import * as pictures from '@lokalteil/services/platform/reader-pictures'
import { problem } from '@lokalteil/services/platform/serve'
import { DAY, missing, type ObituariesContext, type InternalHandlers } from './context.ts'
import { takeTurn } from './entries.ts'
import type { ObituariesDb, Trx } from './schema.ts'

export const PORTRAITS = 'notices.pictures'
/** Portraits of one reader that are not published. */
const MOST_OF_A_READER = 20
const SENDS = { most: 40, windowMs: DAY } as const

export const addPortrait: InternalHandlers['addPortrait'] = async (context, { context: publication, body }) => {
  const { db, now } = context
  const { reader, requester, width, height, colour } = body
  const data = pictures.readSentJpeg(body)
  if (data === null) return problem(422, 'NO_PICTURE', 'It is no JPEG')
  if (context.pricesOf(publication) === null) return problem(409, 'NOT_SOLD', 'The publication sells no notice')
  const full = await takeTurn(
    context,
    [{ key: `portrait ${publication} ${requester}`, budget: SENDS }],
    'TOO_MANY_PICTURES',
  )
  if (full !== null) return full
  if (reader !== null && (await pictures.countPicturesOf(db, PORTRAITS, publication, reader)) >= MOST_OF_A_READER)
    return problem(429, 'TOO_MANY_PICTURES', 'Too many pictures that are not shown')
  const row = { publication, owner: null, reader, width, height, colour, data, created: now() }
  return { id: await pictures.addPicture(db, PORTRAITS, row, context.pictures) }
}

export const getOwnPortrait: InternalHandlers['getOwnPortrait'] = async (
  context,
  { context: publication, params, query },
) => {
  const row = await pictures.getPicture(context.db, PORTRAITS, publication, params.id)
  return sendPortrait(context, row === null || isForeign(row, query.reader ?? null) ? null : row)
}

export const getPortraitToDecide: InternalHandlers['getPortraitToDecide'] = async (
  context,
  { context: publication, params },
) => {
  const row = await pictures.getPicture(context.db, PORTRAITS, publication, params.id)
  return sendPortrait(context, row?.owner === null ? null : row)
}

async function sendPortrait(
  { pictures: store }: Pick<ObituariesContext, 'pictures'>,
  row: Awaited<ReturnType<typeof pictures.getPicture>>,
) {
  const data = (await row?.read(store)) ?? null
  return row === null || data === null ? missing('No such picture') : pictures.toSent({ ...row, data })
}

/** A guest's portrait may be used by anyone who knows its id, until it is bought. */
const isForeign = (row: pictures.ReaderPicture, reader: string | null) => row.reader !== null && row.reader !== reader

export async function findPortraits(
  db: ObituariesDb | Trx,
  publication: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, ReaderPicture>> {
  const found = await pictures.listPictures(db, PORTRAITS, publication, references)
  return new Map([...found].flatMap(([owner, rows]) => rows.slice(0, 1).map((row) => [owner, pictures.toTold(row)])))
}

/**
 * Sets or removes the portrait of `reference`. If the draft was bought before (`before`), it gets a copy. False: the
 * picture does not exist or belongs to another reader.
 */
export async function setPortrait(
  trx: Trx,
  shown: pictures.ShownPictures,
  publication: string,
  { reference, before, reader }: { reference: string; before: string | null; reader: string | null },
  id: string | null,
): Promise<boolean> {
  const owner = { publication, owner: reference, reader }
  if (id === null) {
    await pictures.setPictures(trx, PORTRAITS, owner, [])
    return true
  }
  const row = await pictures.getPicture(trx, PORTRAITS, publication, id)
  if (row === null || isForeign(row, reader)) return false
  const { owner: of, width, height, colour, created } = row
  if (of !== null && of !== reference && of !== before) return false
  let own = id
  if (of !== null && of !== reference) {
    const data = await row.read(shown)
    if (data === null) return false
    // In the database: a file would stay if the transaction failed.
    const copy = { ...owner, owner: null, width, height, colour, data, created }
    own = await pictures.addPicture(trx, PORTRAITS, copy, {})
  }
  await pictures.setPictures(trx, PORTRAITS, owner, [{ id: own, alt: '' }])
  return true
}

/** A guest's portrait goes to the buyer, and is erased with that account. */
export async function givePortrait(trx: Trx, publication: string, reference: string, reader: string): Promise<void> {
  await trx
    .updateTable(PORTRAITS)
    .set({ reader })
    .where('publication', '=', publication)
    .where('owner', '=', reference)
    .execute()
}

/** Brings the picture store in line with the state of all orders and notices. */
export async function settlePortraits({ db, pictures: store, now }: ObituariesContext): Promise<void> {
  const at = now()
  await pictures.settlePictures(
    db,
    PORTRAITS,
    {
      joined: sql`left join notices.drafts d on d.publication = p.publication and d.reference = p.owner
        left join notices.purchases u on u.publication = p.publication and u.reference = p.owner
          and u.state in ('reserved', 'paid', 'published')
        left join notices.notices n on n.publication = p.publication and n.id = u.notice`,
      wanted: sql`case
        when u.state = 'published' then
          case when n.body is not null and (n.until is null or n.until > ${at}) then 'shown' else 'gone' end
        when u.state is not null or d.reference is not null then 'kept'
        else 'gone' end`,
      at,
    },
    store,
  )
}

/** Settles in the background, because the caller must not wait or fail for it; the schedule repeats it anyway. */
export function settleSoon(context: ObituariesContext): void {
  settlePortraits(context).catch((error: unknown) => context.onError(error, 'portraits'))
}
