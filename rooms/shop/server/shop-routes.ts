/** The cart of a browser, and the papers of a purchase, on the publication's own origin (R1-84). */
import { Hono } from 'hono'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { CART_CALLS, SHOP_PAPERS } from '../contract/calls.ts'
import type { SHOP_INTERNAL } from '../contract/shop.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toHonoPath } from '@lokalteil/services/platform/endpoint-http'
import type { PortalEnv } from '@lokalteil/web/server/http/portal-env'
import type { CodeBrake } from '@lokalteil/web/server/api/code-brake'
import {
  NO_STORE,
  refusal,
  toReply,
  toResponse,
  type PortalApi,
  type Reply,
  type RequestContext,
} from '@lokalteil/web/server/api/portal-api'

export type ShopRoutesOptions = {
  portalApi: PortalApi
  /** Null: the publication has no shop. */
  officeOf: (publication: PublicationCode) => Client<typeof SHOP_INTERNAL> | null
  /** Adds signed URLs of pictures; null: URLs are not signed. */
  addAddresses: ((value: unknown) => void) | null
  /** The hash under which the service counts the attempts of a client. */
  requesterOf: (context: RequestContext, use: string) => string
  brake: CodeBrake
}

const TOKEN = /^[\w-]{22,64}$/
const NUMBER = /^A-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/

export function createShopRoutes(options: ShopRoutesOptions): Hono<PortalEnv> {
  const { portalApi, officeOf, addAddresses, brake } = options
  const app = new Hono<PortalEnv>()
  const find = ({ publication }: RequestContext) => officeOf(publication)
  const requesterOf = (context: RequestContext) => options.requesterOf(context, 'shop')

  portalApi.serve(app, CART_CALLS.priceCart, { as: 'anyone' }, async ({ context, body }) => {
    const client = find(context)
    if (client === null) return noShop()
    const work = async () => toReply(await client.priceCart({ body: { ...body, requester: requesterOf(context) } }))
    const priced = await brake(body.voucher, work, (answer) => answer.kind === 'data' && answer.data.isVoucherRefused)
    if (priced.kind === 'data') addAddresses?.(priced.data)
    return priced
  })
  portalApi.serve(app, CART_CALLS.createBasket, { as: 'anyone' }, async ({ context, body }) => {
    const client = find(context)
    if (client === null) return noShop()
    const work = async () => toReply(await client.createBasket({ body: { ...body, requester: requesterOf(context) } }))
    // A basket would tell whether a voucher is worth something, too.
    return brake(body.voucher, work, (answer) => answer.kind === 'refusal' && answer.code === 'CART_CHANGED')
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
