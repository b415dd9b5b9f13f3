/** The shop on the publication's own origin (R1-84): the catalogue for all readers, the browser's cart, and documents. */
import { Hono } from 'hono'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { PORTAL, SHOP_PAPERS } from '@lokalteil/contracts/portal'
import type { SHOP_INTERNAL } from '@lokalteil/contracts/shop'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { toHonoPath } from '@lokalteil/services/platform/endpoint-http'
import { toNetwork, toRequester } from '../../http/client-address.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { RoomSettings } from '../../rendering/rooms/room-settings.ts'
import type { ShopSource } from '../../rendering/rooms/shop-source.ts'
import type { CodeBrake } from '../code-brake.ts'
import {
  NO_STORE,
  refusal,
  reply,
  toReply,
  toResponse,
  type PortalApi,
  type Reply,
  type RequestContext,
} from '../portal-api.ts'

export type ShopRoutesOptions = {
  portalApi: PortalApi
  rooms: RoomSettings
  shop: ShopSource
  /** Null: the service is off. */
  officeOf: ((mandator: Mandator) => Client<typeof SHOP_INTERNAL>) | null
  /** Adds signed URLs of pictures; null: URLs are not signed. */
  addAddresses: ((value: unknown) => void) | null
  /** Key of the hash under which IP addresses are counted. */
  secret: string
  brake: CodeBrake
}

const TOKEN = /^[\w-]{22,64}$/
const NUMBER = /^A-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/

export function createShopRoutes(options: ShopRoutesOptions): Hono<PortalEnv> {
  const { portalApi, shop, rooms, officeOf, addAddresses, secret, brake } = options
  const app = new Hono<PortalEnv>()
  const find = ({ mandator }: RequestContext) =>
    rooms.of(mandator, 'shop') === null || officeOf === null ? null : officeOf(mandator)
  const requesterOf = ({ origin }: RequestContext) => toRequester(secret, 'shop', toNetwork(origin.address))

  portalApi.serve(app, PORTAL.getShop, { as: 'anyone' }, async ({ context }) => {
    const found = await shop.of(context.mandator).getShop()
    if (found.ok) return reply(found.data)
    return found.status === 404
      ? noShop()
      : refusal(503, 'UNAVAILABLE', 'The shop does not answer', { retryAfter: '5' })
  })
  portalApi.serve(app, PORTAL.priceCart, { as: 'anyone' }, async ({ context, body }) => {
    const client = find(context)
    if (client === null) return noShop()
    const work = async () => toReply(await client.priceCart({ body: { ...body, requester: requesterOf(context) } }))
    const priced = await brake(body.voucher, work, (answer) => answer.kind === 'data' && answer.data.isVoucherRefused)
    if (priced.kind === 'data') addAddresses?.(priced.data)
    return priced
  })
  portalApi.serve(app, PORTAL.createBasket, { as: 'anyone' }, async ({ context, body }) => {
    const kept = await find(context)?.createBasket({ body: { ...body, requester: requesterOf(context) } })
    return kept === undefined ? noShop() : toReply(kept)
  })
  app.get(toHonoPath(SHOP_PAPERS), async (c) => {
    const context = portalApi.toRequestContext(c)
    const [number, token] = [c.req.param('number') ?? '', c.req.param('token') ?? '']
    const office = find(context)
    if (office === null || !NUMBER.test(number) || !TOKEN.test(token)) return toResponse(noShop())
    const found = await office.getPapers({ params: { number, token } })
    if (!found.ok) return toResponse(toReply(found))
    return new Response(Buffer.from(found.data.base64, 'base64'), {
      headers: {
        ...NO_STORE,
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${found.data.fileName}"`,
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      },
    })
  })
  return app
}

function noShop(): Reply<never> {
  return refusal(404, 'NOT_FOUND', 'The publication has no such thing')
}
