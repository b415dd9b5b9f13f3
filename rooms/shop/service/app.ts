/**
 * The shop: catalogue, stock, carts, and the delivery of orders. Promises: prices and stock come from the server, never
 * from a browser; no piece is sold twice; tickets and value codes exist only after payment. It takes no money itself:
 * it is a seller on the subscription platform (docs/purchases.md). See docs/shop.md.
 */
import { SELLER } from '@lokalteil/contracts/commerce/sellers'
import { SHOP, SHOP_INFO, SHOP_INTERNAL, type SavedShop } from '../contract/shop.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { isRefusal, type BoundHandlers } from '@lokalteil/services/platform/serve'
import { part, serveService, subscribeTo, type ServiceOptions } from '@lokalteil/services/platform/service'
import { createBasket, priceCart, takeVoucherTry } from './cart.ts'
import { isTakenOver, replaceCatalogue, viewShop } from './catalogue.ts'
import type { ShopContext } from './context.ts'
import { markSent, viewOrders } from './office.ts'
import { getPapers } from './papers.ts'
import { createPersonalData } from './personal-data.ts'
import { SELLER_ENDPOINTS } from './seller.ts'
import { redeemTicket } from './tickets.ts'

export type ShopServiceOptions = ServiceOptions &
  Pick<ShopContext, 'secret' | 'isOn' | 'queueMail' | 'markSent'> &
  Partial<Pick<ShopContext, 'colourOf'>>

export type ShopService = {
  app: Hono
  personalData: ReturnType<typeof createPersonalData>
  /** True if the catalogue in this state of the folder was taken over before. */
  isTakenOver: (publication: PublicationCode, source: string) => Promise<boolean>
  applyFolder: (publication: PublicationCode, shop: SavedShop, source: string) => Promise<void>
  /** Called after every change of the catalogue or the stock; returns a function that ends the subscription. */
  onChange: (listener: () => void) => () => void
}

const PUBLIC: BoundHandlers<ShopContext, typeof SHOP, PublicationCode> = {
  getShop: (shop, { context }) => viewShop(shop, context),
}

const INTERNAL: BoundHandlers<ShopContext, typeof SHOP_INTERNAL, PublicationCode> = {
  async priceCart(shop, { context, body }) {
    return (await takeVoucherTry(shop, context, body)) ?? priceCart(shop, context, body)
  },
  async createBasket(shop, { context, body }) {
    return (await takeVoucherTry(shop, context, body)) ?? createBasket(shop, context, body, body.confirmedCents)
  },
  getPapers: (shop, { context, params }) => getPapers(shop, context, params.number, params.token),
  saveCatalogue: (shop, { context, body }) => replaceCatalogue(shop, context, body, null),
  listOrders: (shop, { context, query }) => viewOrders(shop, context, query.open === 'true', query.limit),
  markSent: (shop, { context, params, body }) => markSent(shop, context, params.number, body),
  redeemTicket: (shop, { context, params }) => redeemTicket(shop, context, params.code),
}

export async function createShopService(options: ShopServiceOptions): Promise<ShopService> {
  const { secret, isOn, queueMail, markSent: tellSent, colourOf = () => '#333333' } = options
  const listeners = new Set<() => void>()
  const { app, context } = await serveService<ShopContext>(options, {
    schema: 'shop',
    folder: import.meta.dirname,
    info: SHOP_INFO,
    toContext: (base) => ({
      ...base,
      isOn,
      limiter: base.limitIn({ table: 'shop.counters', notes: 'begins' }),
      colourOf,
      secret,
      queueMail,
      markSent: tellSent,
      onChange: () => listeners.forEach((listener) => listener()),
      kept: new Map(),
    }),
    parts: [
      part(SELLER, SELLER_ENDPOINTS),
      part(SHOP_INTERNAL, INTERNAL, { bodyLimits: { saveCatalogue: 2_000_000 } }),
      part(SHOP, PUBLIC, { cacheControl: 'public, max-age=5' }),
    ],
  })
  return {
    app,
    personalData: createPersonalData(context),
    isTakenOver: (publication, source) => isTakenOver(context, publication, source),
    async applyFolder(publication, shop, source) {
      const refused = await replaceCatalogue(context, publication, shop, source)
      if (refused !== undefined && isRefusal(refused)) throw new Error(JSON.stringify(refused.fields))
    },
    onChange: subscribeTo(listeners),
  }
}
