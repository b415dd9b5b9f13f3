/**
 * The shop: catalogue, stock, carts, and the delivery of orders. Promises: prices and stock come from the server, never
 * from a browser; no piece is sold twice; tickets and value codes exist only after payment. It takes no money itself:
 * it is a seller on the subscription platform (docs/purchases.md). See docs/shop.md.
 */
import { SELLER } from '@lokalteil/contracts/commerce/sellers'
import { SHOP, SHOP_INFO, SHOP_INTERNAL, type SavedShop } from '@lokalteil/contracts/shop'
import { toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { migrate, migrationsIn } from '../platform/database/migrations.ts'
import { createLimiter } from '../platform/limits/limiter.ts'
import { createTableWindows } from '../platform/limits/table-windows.ts'
import {
  bindHandlers,
  isRefusal,
  problem,
  serveContract,
  serveDocumentation,
  type BoundHandlers,
} from '../platform/serve.ts'
import { createBasket, priceCart, takeVoucherTry } from './cart.ts'
import { isTakenOver, replaceCatalogue, viewShop } from './catalogue.ts'
import type { ShopContext } from './context.ts'
import { markSent, viewOrders } from './office.ts'
import { getPapers } from './papers.ts'
import { createPersonalData } from './personal-data.ts'
import type { ShopDb } from './schema.ts'
import { SELLER_ENDPOINTS } from './seller.ts'
import { redeemTicket } from './tickets.ts'

export type ShopServiceOptions = {
  database: Database
  serviceKey: string
  /** Secret for the tokens of papers' links; at least 32 characters. */
  secret: string
  isOn: ShopContext['isOn']
  colourOf?: ShopContext['colourOf']
  queueMail: ShopContext['queueMail']
  markSent: ShopContext['markSent']
  now?: () => Date
  checkAnswers?: boolean
  onError?: (error: unknown, at: string) => void
}

export type ShopService = {
  app: Hono
  personalData: ReturnType<typeof createPersonalData>
  /** True if the catalogue in this state of the folder was taken over before. */
  isTakenOver: (mandator: Mandator, source: string) => Promise<boolean>
  applyFolder: (mandator: Mandator, shop: SavedShop, source: string) => Promise<void>
  /** Called after every change of the catalogue or the stock; returns a function that ends the subscription. */
  onChange: (listener: () => void) => () => void
}

const PUBLIC: BoundHandlers<ShopContext, typeof SHOP, Mandator> = {
  getShop: (shop, { context }) => viewShop(shop, context),
}

const INTERNAL: BoundHandlers<ShopContext, typeof SHOP_INTERNAL, Mandator> = {
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
  const { database, now = () => new Date() } = options
  await migrate(database, 'shop', await migrationsIn(import.meta.dirname))
  const db = database.db as ShopDb
  const listeners = new Set<() => void>()
  const context: ShopContext = {
    db,
    now,
    isOn: options.isOn,
    limiter: createLimiter(createTableWindows(database.db, { table: 'shop.counters', notes: 'begins' }), now),
    colourOf: options.colourOf ?? (() => '#333333'),
    secret: options.secret,
    queueMail: options.queueMail,
    markSent: options.markSent,
    onChange: () => listeners.forEach((listener) => listener()),
    onError: options.onError ?? (() => {}),
    kept: new Map(),
  }
  return {
    app: createApp(context, options),
    personalData: createPersonalData(context),
    isTakenOver: (mandator, source) => isTakenOver(context, mandator, source),
    async applyFolder(mandator, shop, source) {
      const refused = await replaceCatalogue(context, mandator, shop, source)
      if (refused !== undefined && isRefusal(refused)) throw new Error(JSON.stringify(refused.fields))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function createApp(context: ShopContext, { serviceKey, checkAnswers, onError }: ShopServiceOptions): Hono {
  const serving = {
    base: '/:mandator',
    serviceKey,
    toContext: ({ mandator = '' }: Readonly<Record<string, string>>) =>
      toMandator(mandator) ?? problem(404, 'NOT_FOUND', 'No such publication'),
    ...(checkAnswers === undefined ? {} : { checkAnswers }),
    ...(onError === undefined ? {} : { onError }),
  }
  const unstored = { ...serving, headers: { 'cache-control': 'no-store' } }
  const app = new Hono()
  app.route('/', serveDocumentation({ ...SHOP, ...SHOP_INTERNAL, ...SELLER }, SHOP_INFO))
  app.route('/', serveContract(SELLER, bindHandlers(context, SELLER_ENDPOINTS), unstored))
  app.route(
    '/',
    serveContract(SHOP_INTERNAL, bindHandlers(context, INTERNAL), {
      ...unstored,
      bodyLimits: { saveCatalogue: 2_000_000 },
    }),
  )
  app.route(
    '/',
    serveContract(SHOP, bindHandlers(context, PUBLIC), {
      ...serving,
      headers: { 'cache-control': 'public, max-age=5' },
    }),
  )
  return app
}
