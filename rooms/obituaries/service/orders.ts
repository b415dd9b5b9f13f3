/**
 * Notices ordered by readers. The price comes from the publication's table when it is reserved, whatever the browser
 * sends. Nothing is published before payment and approval by the publisher, because a false notice does harm. A
 * declined or cancelled notice is refunded in full. Each call is idempotent by the purchase's number, and a released
 * purchase stays released.
 */
import { randomBytes } from 'node:crypto'
import type { Picture } from '@lokalteil/contracts/content'
import type { IncomingObituary, ObituaryDraft, ObituaryOrder } from '../contract/obituaries.ts'
import type { Basket, BasketLine, SELLER } from '@lokalteil/contracts/commerce/sellers'
import { toDayKey } from '@lokalteil/domain/german'
import { checkDraft } from '../domain/obituary-draft.ts'
import { OBITUARY_ORDER_PATH, toObituaryPath } from '../domain/obituary-paths.ts'
import { computePrice, type PriceLine } from '../domain/obituary-price.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { disownPictures, showPictures, toShownPicture } from '@lokalteil/services/platform/reader-pictures'
import { isRefusal, problem, type BoundHandlers, type Refusal } from '@lokalteil/services/platform/serve'
import {
  DAY,
  missing,
  refuseFields,
  tell,
  type InternalCall,
  type ObituariesContext,
  type InternalHandlers,
} from './context.ts'
import { takeTurn } from './entries.ts'
import { takeObituary } from './ingest.ts'
import { tellBuyer } from './notifications.ts'
import { findPortraits, givePortrait, PORTRAITS, setPortrait, settlePortraits, settleSoon } from './portraits.ts'
import type { Trx } from './schema.ts'
import * as store from './store/orders.ts'
import type { PurchaseRow } from './store/orders.ts'
import { toPages } from './views.ts'

type SellerHandlers = BoundHandlers<ObituariesContext, typeof SELLER, PublicationCode>

const LIMIT = { most: 60, windowMs: DAY } as const
const A_PAGE = 50
/** VAT of advertisements. */
const VAT_PERCENT = 19

const notSold = (): Refusal => problem(409, 'NOT_SOLD', 'The publication sells no such notice')
const notAvailable = (title: string): Refusal => problem(409, 'NOT_AVAILABLE', title)
const unknownBasket = (): Refusal => problem(404, 'UNKNOWN_BASKET', 'No such basket')

export async function saveDraft(context: ObituariesContext, { context: publication, body }: InternalCall<'saveDraft'>) {
  const { db, now, pricesOf } = context
  const { draft, faults } = checkDraft(body.draft, toDayKey(now()))
  const wrong = refuseFields(faults)
  if (wrong !== null) return wrong
  const prices = pricesOf(publication)
  const price = prices === null ? null : toPrice(prices, draft)
  if (price === null) return notSold()
  const full = await takeTurn(
    context,
    [{ key: `draft ${publication} ${body.requester}`, budget: LIMIT }],
    'TOO_MANY_DRAFTS',
  )
  if (full !== null) return full
  const { reader, reference: wanted } = body
  return db.transaction().execute(async (trx) => {
    if (wanted !== null) await store.lockReference(trx, wanted)
    const known = wanted === null ? null : await store.getDraft(trx, publication, wanted)
    const before = known !== null && (known.reader === null || known.reader === reader) ? known.reference : null
    const isFree = before !== null && !(await store.hasOpenPurchase(trx, before))
    const reference = isFree ? before : randomBytes(24).toString('base64url')
    if (!(await setPortrait(trx, context.pictures, publication, { reference, before, reader }, body.portrait)))
      return refuseFields({ portrait: 'gone' })!
    await store.saveDraft(trx, { reference, publication, reader, draft, changed_at: now() })
    const portrait = (await findPortraits(trx, publication, [reference])).get(reference) ?? null
    return { reference, cents: price.cents, portrait }
  })
}

function toPrice(prices: NonNullable<ReturnType<ObituariesContext['pricesOf']>>, draft: ObituaryDraft) {
  const { size, days, set, person } = draft
  return computePrice(prices, { size, days, text: set, name: person.name })
}

export const getDraft: InternalHandlers['getDraft'] = async ({ db }, { context: publication, params, query }) => {
  const row = await store.getDraft(db, publication, params.reference)
  if (row === null || (row.reader !== null && row.reader !== query.reader)) return missing('No such draft')
  const portrait = (await findPortraits(db, publication, [row.reference])).get(row.reference) ?? null
  return { draft: row.draft, portrait }
}

// --- The seller interface (docs/purchases.md)

export const getBasket: SellerHandlers['getBasket'] = async (context, { context: publication, params, query }) => {
  const row = await store.getDraft(context.db, publication, params.reference)
  if (row === null || (row.reader !== null && row.reader !== query.sub)) return unknownBasket()
  if (await store.hasOpenPurchase(context.db, params.reference)) return notAvailable('The notice is bought already')
  return toBasket(context, publication, params.reference, row.draft)
}

function toBasket(
  { pricesOf }: ObituariesContext,
  publication: PublicationCode,
  reference: string,
  draft: ObituaryDraft,
): Basket | Refusal {
  const prices = pricesOf(publication)
  const price = prices === null ? null : toPrice(prices, draft)
  if (price === null) return notAvailable('The publication no longer sells such a notice')
  const lines = price.lines.flatMap((line): BasketLine[] =>
    line.cents === 0
      ? []
      : [
          {
            key: line.kind,
            kind: 'service',
            title: toTitle(line),
            detail: line.kind === 'size' ? draft.person.name.slice(0, 160) : '',
            quantity: 1,
            unitCents: line.cents,
            vatPercent: VAT_PERCENT,
            on: null,
          },
        ],
  )
  return {
    lines,
    delivery: null,
    about: 'Traueranzeige',
    note: 'Wir sehen uns jede Anzeige an, bevor sie erscheint, in der Regel am selben Werktag, und schreiben Ihnen dann. Können wir sie nicht veröffentlichen, bekommen Sie Ihr Geld zurück.',
    returnPath: `${OBITUARY_ORDER_PATH}?entwurf=${reference}`,
    returnLabel: 'Zurück zur Anzeige',
  }
}

function toTitle({ kind, label, count }: PriceLine): string {
  if (kind === 'size') return `Traueranzeige, ${label}`
  if (kind === 'letters') return `${count} weitere Zeichen`
  return kind === 'scene' ? 'Landschaft' : `Laufzeit ${count} Tage`
}

export const reserveBasket: SellerHandlers['reserveBasket'] = (context, { context: publication, params, body }) => {
  const { number } = params
  const { reference, sub } = body
  return context.db.transaction().execute(async (trx): Promise<Basket | Refusal> => {
    await store.lockReference(trx, reference)
    const known = await store.lockPurchase(trx, publication, number)
    if (known !== null) {
      const isHeld = known.state !== 'released' && known.reference === reference && known.draft !== null
      return isHeld ? toBasket(context, publication, reference, known.draft!) : notAvailable('It was released')
    }
    const row = await store.getDraft(trx, publication, reference)
    if (row === null || (row.reader !== null && row.reader !== sub)) return unknownBasket()
    if (await store.hasOpenPurchase(trx, reference)) return notAvailable('The notice is bought already')
    const basket = toBasket(context, publication, reference, row.draft)
    if (isRefusal(basket)) return basket
    const at = context.now()
    await store.addPurchase(trx, {
      publication,
      number,
      reference,
      state: 'reserved',
      cents: basket.lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0),
      draft: row.draft,
      reader: sub,
      email: '',
      notice: null,
      created_at: at,
      changed_at: at,
    })
    return basket
  })
}

export const settlePurchase: SellerHandlers['settlePurchase'] = (
  { db, now },
  { context: publication, params, body },
) => {
  return db.transaction().execute(async (trx) => {
    const known = await store.lockPurchase(trx, publication, params.number)
    if (known === null) return problem(404, 'UNKNOWN_PURCHASE', 'No such purchase')
    if (known.state === 'released' || known.state === 'declined') return problem(409, 'NOT_POSSIBLE', 'It was released')
    // Sold only after payment; an unpaid purchase is released.
    if (known.state !== 'reserved' || body.payment !== 'paid') return undefined
    await store.setPurchase(trx, publication, params.number, {
      state: 'paid',
      reader: body.sub,
      email: body.email,
      changed_at: now(),
    })
    if (known.reference !== null) await givePortrait(trx, publication, known.reference, body.sub)
    return undefined
  })
}

/** A published notice is used up; a waiting one is no longer published. */
export const holdPurchase: SellerHandlers['holdPurchase'] = ({ db, now }, { context: publication, params, body }) => {
  return db.transaction().execute(async (trx) => {
    const known = await store.lockPurchase(trx, publication, params.number)
    if (known === null) return problem(404, 'UNKNOWN_PURCHASE', 'No such purchase')
    if (known.state === 'published') return { spent: body.lines }
    if (known.state !== 'released' && known.state !== 'declined') await giveBack(trx, known, now())
    return { spent: [] }
  })
}

/** An unpaid purchase keeps the portrait with the draft, to be bought again; a paid one loses it. */
async function giveBack(trx: Trx, { publication, number, reference, state }: PurchaseRow, at: Date): Promise<void> {
  await store.setPurchase(trx, publication, number, { state: 'released', changed_at: at })
  if (reference !== null && state !== 'reserved')
    await disownPictures(trx, PORTRAITS, publication, { owner: reference })
}

export const releasePurchase: SellerHandlers['releasePurchase'] = async (context, { context: publication, params }) => {
  const { number } = params
  const at = context.now()
  const notice = await context.db.transaction().execute(async (trx) => {
    const known = await store.lockPurchase(trx, publication, number)
    if (known === null) {
      await store.addPurchase(trx, {
        publication,
        number,
        reference: null,
        state: 'released',
        cents: 0,
        draft: null,
        reader: null,
        email: '',
        notice: null,
        created_at: at,
        changed_at: at,
      })
      return null
    }
    if (known.state === 'released' || known.state === 'declined') return null
    await giveBack(trx, known, at)
    return known.notice === null || known.draft === null ? null : { id: known.notice, draft: known.draft }
  })
  if (notice !== null) {
    await takeObituary(context, publication, toIncoming(notice.id, notice.draft, at, 'canceled'))
    tell(context, true)
  }
  settleSoon(context)
  return undefined
}

// --- The office

export const listOrders: InternalHandlers['listOrders'] = async ({ db }, { context: publication, query }) => {
  const { rows, total } = await store.listPurchases(db, publication, {
    limit: A_PAGE,
    offset: (query.page - 1) * A_PAGE,
  })
  return { orders: await toOrders(db, publication, rows), total, page: query.page, pages: toPages(total, A_PAGE) }
}

async function toOrders(
  db: ObituariesContext['db'],
  publication: string,
  rows: readonly PurchaseRow[],
): Promise<ObituaryOrder[]> {
  const references = rows.flatMap(({ reference }) => (reference === null ? [] : [reference]))
  const portraits = await findPortraits(db, publication, references)
  return rows.flatMap(({ number, state, cents, draft, reference, email, changed_at, notice }) => {
    if (draft === null) return []
    const path = notice === null ? null : toObituaryPath(notice)
    const portrait = (reference === null ? null : portraits.get(reference)) ?? null
    return [{ number, state, cents, draft, portrait, email, at: changed_at.toISOString(), path }]
  })
}

export const decideOrder: InternalHandlers['decideOrder'] = async (context, { context: publication, params, body }) => {
  const { db, now } = context
  const { number } = params
  const known = await store.getPurchase(db, publication, number)
  if (known === null || known.draft === null) return missing('No such order')
  if (known.state !== 'paid') return problem(409, 'NO_SUCH_STEP', `The order is ${known.state}, not paid`)
  if (body.outcome === 'published') await publish(context, publication, { ...known, draft: known.draft })
  else {
    await db.transaction().execute(async (trx) => {
      await store.setPurchase(trx, publication, number, { state: 'declined', changed_at: now() })
      await tellBuyer(context, trx, { ...known, draft: known.draft! }, { outcome: 'declined', facts: body.facts })
    })
    if (!(await context.giveUp(publication, number))) {
      // The refund failed: the decision is reset, so that the office can repeat it.
      await store.setPurchase(db, publication, number, { state: 'paid', changed_at: now() })
      return problem(503, 'UNAVAILABLE', 'The platform could not give the money back; decide again later')
    }
    if (known.reference !== null) await disownPictures(db, PORTRAITS, publication, { owner: known.reference })
  }
  await settlePortraits(context)
  const [order] = await toOrders(db, publication, [(await store.getPurchase(db, publication, number))!])
  return order ?? missing('No such order')
}

async function publish(
  context: ObituariesContext,
  publication: PublicationCode,
  order: PurchaseRow & { draft: ObituaryDraft },
): Promise<void> {
  const at = context.now()
  const id = order.number.toLowerCase()
  const { reference } = order
  const kept =
    reference === null ? undefined : (await findPortraits(context.db, publication, [reference])).get(reference)
  // The portrait is stored before a page shows it; if publishing fails, the next settling removes it.
  if (reference !== null && kept !== undefined)
    await showPictures(context.db, PORTRAITS, { publication, owner: reference }, context.pictures)
  const portrait = kept === undefined ? undefined : toShownPicture(context.pictures, kept, '')
  await takeObituary(context, publication, toIncoming(id, order.draft, at, 'usable', portrait))
  const isMine = await context.db.transaction().execute(async (trx) => {
    const known = await store.lockPurchase(trx, publication, order.number)
    if (known?.state !== 'paid') return false
    await store.setPurchase(trx, publication, order.number, { state: 'published', notice: id, changed_at: at })
    await tellBuyer(context, trx, order, { outcome: 'published', facts: '' })
    return true
  })
  // Cancelled in between: withdraw the notice again.
  if (!isMine) await takeObituary(context, publication, toIncoming(id, order.draft, context.now(), 'canceled'))
  tell(context, !isMine)
}

function toIncoming(
  id: string,
  draft: ObituaryDraft,
  at: Date,
  status: 'usable' | 'canceled',
  portrait?: Picture,
): IncomingObituary {
  const { kind, person, set, days, isBookClosed } = draft
  return {
    id,
    updated: at.toISOString(),
    status,
    kind,
    published: at.toISOString(),
    until: new Date(at.getTime() + days * DAY).toISOString(),
    personKey: null,
    person,
    isBookClosed,
    picture: null,
    portrait,
    set,
  }
}
