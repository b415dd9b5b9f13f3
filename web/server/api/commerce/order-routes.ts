/**
 * Ordering on the publication's own origin (S2.3-05, S7.5-01, part D of the decisions). The buyer is the reader of the httpOnly
 * access token, or a guest with the typed address (see `buyers.ts`): an order logs no reader in, and the answer does not reveal
 * whether an account existed. Customer, price and a reader's address come from the server, never from the body. Messages of
 * providers (webhooks) need no session, only a valid signature.
 */
import { Hono, type Context } from 'hono'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { ORDERS_INTERNAL, OrderView, PaymentProvider } from '@lokalteil/contracts/commerce/orders'
import { PAYMENT_WEBHOOK, PORTAL, TEST_BANK_STEP } from '@lokalteil/contracts/portal'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { readText } from '@lokalteil/services/platform/request-body'
import { toHonoPath } from '@lokalteil/services/platform/endpoint-http'
import { paymentStepTexts } from '../../../app/messages/commerce/payment-step.ts'
import { toNetwork, toRequester } from '../../http/client-address.ts'
import type { RenderPlainPage } from '../../http/plain-page.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { CodeBrake } from '../code-brake.ts'
import { identifyBuyer, toOrderRefusal, type SsoOf } from './buyers.ts'
import {
  NO_STORE,
  refusal,
  reply,
  sentByAnotherSite,
  toReply,
  toResponse,
  type RequestContext,
  type PortalApi,
  type PortalCall,
  type Reply,
} from '../portal-api.ts'

type Platform = Client<typeof ORDERS_INTERNAL>

export type OrderRoutesOptions = {
  renderPlainPage: RenderPlainPage
  portalApi: PortalApi
  ssoOf: SsoOf
  platformOf: (mandator: Mandator) => Platform
  /** Saves the inviter of this reader; an error here never stops the order. */
  acceptInvitation: (context: Pick<RequestContext, 'mandator' | 'cookies'>, ssoId: string) => Promise<void>
  /** Key of the hash under which IP addresses are counted. */
  secret: string
  brake: CodeBrake
}

const EVENT_BYTES = 256 * 1024
const STEP_BYTES = 1000
const SIGNATURES: Readonly<Partial<Record<PaymentProvider, string>>> = {
  stripe: 'stripe-signature',
  'test-bank': 'x-test-bank-signature',
}

export function createOrderRoutes(options: OrderRoutesOptions): Hono<PortalEnv> {
  const { portalApi, platformOf, brake } = options
  const app = new Hono<PortalEnv>()
  portalApi.serve(app, PORTAL.quoteOrder, { as: 'reader-or-guest' }, async ({ context, principal, body }) => {
    const asked = { ...body, sub: principal?.sub ?? null, requester: toRequesterOf(options, context) }
    return brake(
      body.voucherCode,
      async () => toReply(await platformOf(context.mandator).quoteOrder({ body: asked })),
      isWrongVoucher,
    )
  })
  portalApi.serve(app, PORTAL.placeOrder, { as: 'reader-or-guest' }, (call) =>
    brake(call.body.voucherCode, () => placeOrder(options, call), isWrongVoucher),
  )
  portalApi.serve(app, PORTAL.getOrder, { as: 'anyone' }, (call) => getOrder(options, call))
  app.post(toHonoPath(PAYMENT_WEBHOOK), (c) => receiveEvent(options, c))
  app.get(TEST_BANK_STEP, (c) => showStep(options, c))
  app.post(TEST_BANK_STEP, (c) => takeStep(options, c))
  return app
}

const isWrongVoucher = (answer: Reply<unknown>): boolean =>
  answer.kind === 'refusal' && answer.fields?.voucherCode !== undefined

function toRequesterOf({ secret }: OrderRoutesOptions, { origin }: RequestContext): string {
  return toRequester(secret, 'order', toNetwork(origin.address))
}

async function placeOrder(
  options: OrderRoutesOptions,
  { context, principal, body: { email, ...order } }: PortalCall<typeof PORTAL.placeOrder, 'reader-or-guest'>,
): Promise<Reply<OrderView>> {
  const requester = toRequesterOf(options, context)
  const { idempotencyKey: _key, ...content } = order
  const identified = await identifyBuyer(options.ssoOf, {
    context,
    principal,
    email,
    buyer: order.buyer,
    hasAcceptedTerms: order.consents.terms,
    check: (typed) =>
      options.platformOf(context.mandator).checkGuestOrder({ body: { ...content, email: typed, requester } }),
  })
  if (identified.kind === 'refusal') return identified
  const { sub, ...who } = identified.data
  return place(options, context, sub, { ...order, ...who, requester })
}

async function place(
  { platformOf, acceptInvitation }: OrderRoutesOptions,
  context: RequestContext,
  sub: string,
  body: Parameters<Platform['placeOrder']>[0]['body'],
): Promise<Reply<OrderView>> {
  await acceptInvitation(context, sub)
  const placed = await platformOf(context.mandator).placeOrder(
    { params: { sub }, body },
    { headers: { 'x-request-id': context.requestId } },
  )
  return placed.ok ? reply(placed.data) : toOrderRefusal(placed)
}

async function getOrder(
  { portalApi, platformOf }: OrderRoutesOptions,
  { context, params, query }: PortalCall<typeof PORTAL.getOrder, 'anyone'>,
): Promise<Reply<OrderView>> {
  const platform = platformOf(context.mandator)
  if (query.token !== undefined) return toReply(await platform.getOrder({ params, query: { token: query.token } }))
  const found = await portalApi.findPrincipal(context)
  if (found.kind === 'refusal') return found
  if (found.data === null) return refusal(404, 'NOT_FOUND', 'No such order')
  return toReply(await platform.getOrder({ params, query: { sub: found.data.sub } }))
}

async function receiveEvent({ portalApi, platformOf }: OrderRoutesOptions, c: Context<PortalEnv>): Promise<Response> {
  const provider = c.req.param('provider') as PaymentProvider
  const header = SIGNATURES[provider]
  const signature = header === undefined ? undefined : c.req.header(header)
  if (header === undefined) return toResponse(refusal(404, 'NOT_FOUND', 'No such provider'))
  if (signature === undefined || signature.length > 2000)
    return toResponse(refusal(400, 'BAD_SIGNATURE', 'The message is not signed by the provider'))
  const payload = await readText(c.req.raw, EVENT_BYTES)
  if (payload === null) return toResponse(refusal(413, 'TOO_LARGE', `The message is larger than ${EVENT_BYTES} bytes`))
  const { mandator } = portalApi.toRequestContext(c)
  const received = await platformOf(mandator).receivePaymentEvent({
    params: { provider },
    body: { payload, signature },
  })
  // The provider repeats a message that was not answered with success.
  return toResponse(toReply(received))
}

function showStep({ portalApi, renderPlainPage }: OrderRoutesOptions, c: Context<PortalEnv>): Response {
  const { mandator } = portalApi.toRequestContext(c)
  const { title, text, confirm, refuse } = paymentStepTexts
  return renderPlainPage(
    {
      mandator,
      title,
      text,
      choices: [
        { value: 'yes', label: confirm },
        { value: 'no', label: refuse },
      ],
    },
    200,
    NO_STORE,
  )
}

async function takeStep(
  { portalApi, platformOf, renderPlainPage }: OrderRoutesOptions,
  c: Context<PortalEnv>,
): Promise<Response> {
  const { mandator } = portalApi.toRequestContext(c)
  if (portalApi.isCrossOrigin(c)) return toResponse(sentByAnotherSite())
  const text = await readText(c.req.raw, STEP_BYTES)
  if (text === null) return toResponse(refusal(413, 'TOO_LARGE', `The body is larger than ${STEP_BYTES} bytes`))
  const form = new URLSearchParams(text)
  const decided = await platformOf(mandator).decideTestPayment({
    body: { reference: (c.req.query('reference') ?? '').slice(0, 200), isConfirmed: form.get('decision') === 'yes' },
  })
  if (decided.ok)
    return new Response(null, { status: 303, headers: { ...NO_STORE, location: decided.data.returnPath } })
  return renderPlainPage(
    { mandator, title: paymentStepTexts.title, text: paymentStepTexts.unknown },
    decided.status === 404 ? 404 : 503,
    NO_STORE,
  )
}
