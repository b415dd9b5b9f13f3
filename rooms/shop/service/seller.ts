/**
 * The shop as a seller on the platform. Promises: a reservation reduces the stock in the same transaction as its order,
 * so that no piece is sold twice under parallel calls; tickets and value codes are made once, after payment; a release
 * is final and gives back once.
 */
import type { Basket, SELLER } from '@lokalteil/contracts/commerce/sellers'
import type { SavedShop } from '../contract/shop.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type BoundHandlers, problem, type Refusal } from '@lokalteil/services/platform/serve'
import { BASKET_MS, toKept, VOUCHER_KEY, type Cart, type KeptCart } from './cart.ts'
import { loadShop } from './catalogue.ts'
import { toPapersToken, toTicketCode } from './codes.ts'
import { inTransaction, type ShopContext } from './context.ts'
import type { OrderRow, ShopDb } from './schema.ts'
import { addOrder, changeOrder, findBasket, lockOrder, returnStock, takeStock } from './store.ts'
import { addTicket, listTickets, voidTickets } from './tickets.ts'
import { giveBack, issueVoucher, listVouchers, redeemVoucher, voidVoucher } from './vouchers.ts'

export const SELLER_ENDPOINTS: BoundHandlers<ShopContext, typeof SELLER, PublicationCode> = {
  async getBasket(shop, { context, params }) {
    const kept = await readKept(shop, context, params.reference, false)
    return isRefused(kept) ? kept : kept.basket
  },
  reserveBasket: (shop, { context, params, body }) => reserve(shop, context, params.number, body),
  settlePurchase: (shop, { context, params, body }) => settle(shop, context, params.number, body),
  holdPurchase: (shop, { context, params, body }) => hold(shop, context, params.number, body.lines),
  async releasePurchase(shop, { context, params, body }) {
    await inTransaction(shop, (within) => release(shop, context, params.number, body.lines, within))
    shop.onChange()
    return undefined
  },
}

const isRefused = (kept: KeptCart | Refusal): kept is Refusal => 'status' in kept

async function readKept(
  shop: ShopContext,
  publication: PublicationCode,
  reference: string,
  isForOrder: boolean,
): Promise<KeptCart | Refusal> {
  const found = await findBasket(publication, reference, new Date(shop.now().getTime() - BASKET_MS), shop.db)
  if (found === undefined || !shop.isOn(publication)) return problem(404, 'UNKNOWN_BASKET', 'No such basket')
  const kept = await toKept(shop, publication, found.cart as Cart, isForOrder)
  return kept ?? problem(409, 'NOT_AVAILABLE', 'Something of it cannot be had any more')
}

class SoldOut extends Error {}

async function reserve(
  shop: ShopContext,
  publication: PublicationCode,
  number: string,
  { reference, sub }: { reference: string; sub: string },
): Promise<Basket | Refusal> {
  const known = await inTransaction(shop, (within) => lockOrder({ publication, number }, within))
  if (known !== null) return answerKnown(known)
  const kept = await readKept(shop, publication, reference, true)
  if (isRefused(kept)) return kept
  const at = shop.now()
  try {
    const isNew = await inTransaction(shop, async (within) => {
      const isAdded = await addOrder(
        {
          mandator: publication,
          number,
          state: 'reserved',
          sub,
          basket: JSON.stringify(kept.basket),
          items: JSON.stringify(kept.items),
          delivery: kept.delivery === null ? null : JSON.stringify(kept.delivery),
          ordered_at: at,
          changed_at: at,
        },
        within,
      )
      if (!isAdded) return false
      // Locked in the order of the SKU, so that two orders with the same goods cannot deadlock.
      for (const { sku, quantity } of kept.items.toSorted((a, b) => (a.sku < b.sku ? -1 : 1)))
        if (!(await takeStock(publication, sku, quantity, within))) throw new SoldOut()
      if (kept.voucher !== null && !(await redeemVoucher(shop, { publication, number, ...kept.voucher }, within)))
        throw new SoldOut()
      return true
    })
    if (isNew) shop.onChange()
  } catch (error) {
    if (!(error instanceof SoldOut)) throw error
    return problem(409, 'NOT_AVAILABLE', 'So many are not left')
  }
  const order = await inTransaction(shop, (within) => lockOrder({ publication, number }, within))
  return order === null ? problem(409, 'NOT_AVAILABLE', 'So many are not left') : answerKnown(order)
}

function answerKnown(order: OrderRow): Basket | Refusal {
  return order.state === 'released'
    ? problem(409, 'NOT_AVAILABLE', 'The purchase was released')
    : (order.basket as Basket)
}

type Settlement = {
  payment: 'paid' | 'promised' | 'unpaid'
  sub: string
  email: string
  recipient: { name: string; company: string; street: string; postcode: string; city: string; country: string } | null
}

async function settle(
  shop: ShopContext,
  publication: PublicationCode,
  number: string,
  { payment, sub, email, recipient }: Settlement,
): Promise<Refusal | undefined> {
  // Read before the transaction, because the embedded database has a single connection.
  const catalogue = await loadShop(shop, publication)
  return inTransaction(shop, async (within) => {
    const order = await lockOrder({ publication, number }, within)
    if (order === null) return problem(404, 'UNKNOWN_PURCHASE', 'No such purchase')
    if (order.state === 'released') return problem(409, 'NOT_POSSIBLE', 'It was released')
    const isNew = order.state === 'reserved'
    await changeOrder(
      { publication, number },
      {
        state: 'sold',
        payment,
        // If the reader was erased in the meantime, the address is not stored again.
        ...(isNew && sub !== 'erased'
          ? { email, recipient: recipient === null ? null : JSON.stringify(recipient) }
          : {}),
      },
      shop.now(),
      within,
    )
    if (isNew) await makePapers(shop, order, { email, catalogue }, within)
    return undefined
  })
}

/** Makes tickets and value codes, and the mail that brings them. */
async function makePapers(
  shop: ShopContext,
  order: OrderRow,
  { email, catalogue }: { email: string; catalogue: SavedShop },
  within: ShopDb,
): Promise<void> {
  const [publication, { number }] = [order.mandator as PublicationCode, order]
  const { lines } = order.basket as Basket
  const made = lines.filter(({ kind, key }) => (kind === 'ticket' || kind === 'voucher') && key !== VOUCHER_KEY)
  if (made.length === 0) return
  for (const line of made)
    for (let index = 0; index < line.quantity; index++) {
      if (line.kind === 'voucher')
        await issueVoucher(
          shop,
          { publication, number, line: line.key, cents: line.unitCents, years: catalogue.voucherYears },
          within,
        )
      else {
        const event = catalogue.products.find(({ id }) => line.key.startsWith(`${id}:`))?.event ?? null
        const title = [line.title, line.detail].filter((part) => part !== '').join(', ')
        const ticket = { mandator: publication, code: toTicketCode(), number, line: line.key, title, event }
        await addTicket(ticket, shop.now(), within)
      }
    }
  if (email === '') return
  await shop.queueMail(
    {
      mandator: publication,
      to: { address: email },
      template: 'shop-papers',
      data: {
        number,
        items: made.map(({ quantity, title, detail }) =>
          `${quantity} × ${[title, detail].filter((part) => part !== '').join(', ')}`.slice(0, 300),
        ),
        path: `/api/shop/papers/${number}/${toPapersToken(shop.secret, publication, number)}`,
      },
    },
    within,
  )
}

/** Tickets and codes already used stay sold; the others become invalid at once. */
async function hold(
  shop: ShopContext,
  publication: PublicationCode,
  number: string,
  lines: readonly string[],
): Promise<{ spent: string[] } | Refusal> {
  return inTransaction(shop, async (within) => {
    const order = await lockOrder({ publication, number }, within)
    if (order === null) return problem(404, 'UNKNOWN_PURCHASE', 'No such purchase')
    const vouchers = await listVouchers({ publication, number }, lines, within)
    const tickets = await listTickets({ publication, number }, within)
    const returned = order.returned as string[]
    const spent = [
      ...vouchers.filter(({ is_void, balance, cents }) => !is_void && balance < cents).map(({ line }) => line),
      ...tickets.filter(({ state, line }) => state === 'used' && lines.includes(line)).map(({ line }) => line),
    ].filter((line) => !returned.includes(line))
    for (const voucher of vouchers) if (!spent.includes(voucher.line)) await voidVoucher(shop, voucher, within)
    await voidTickets(
      { publication, number },
      lines.filter((line) => !spent.includes(line)),
      within,
    )
    return { spent: [...new Set(spent)] }
  })
}

async function release(
  shop: ShopContext,
  publication: PublicationCode,
  number: string,
  lines: readonly string[] | null,
  within: ShopDb,
): Promise<void> {
  const at = shop.now()
  const order = await lockOrder({ publication, number }, within)
  if (order === null) {
    // An unknown order is stored as released, so that a reservation that arrives later is refused.
    const nothing = { basket: '{}', items: '[]', delivery: null, sub: null }
    await addOrder(
      { mandator: publication, number, state: 'released', ...nothing, ordered_at: at, changed_at: at },
      within,
    )
    return
  }
  if (order.state === 'released') return
  const items = order.items as KeptCart['items']
  const returned = order.returned as string[]
  const keys = lines ?? items.map(({ key }) => key)
  const fresh = items.filter(({ key }) => keys.includes(key) && !returned.includes(key))
  for (const { sku, quantity } of fresh.toSorted((a, b) => (a.sku < b.sku ? -1 : 1)))
    // Goods already sent are not put back: the publisher counts them again when they have come back.
    if (order.sent_on === null) await returnStock(publication, sku, quantity, within)
  for (const voucher of await listVouchers({ publication, number }, keys, within))
    await voidVoucher(shop, voucher, within)
  await voidTickets({ publication, number }, keys, within)
  const all = [...returned, ...fresh.map(({ key }) => key)]
  const isAll = items.every(({ key }) => all.includes(key))
  if (isAll) await giveBack(shop, publication, number, within)
  await changeOrder(
    { publication, number },
    { returned: JSON.stringify(all), ...(isAll ? { state: 'released', recipient: null } : {}) },
    at,
    within,
  )
}
