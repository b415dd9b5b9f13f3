/**
 * Ordering on the publication's own origin (S2.3-05, S7.5-01, part D of the decisions), an offer or a seller's basket (R1-84). The
 * buyer is the reader of the httpOnly access token, or a guest with the typed address (see `buyers.ts`): an order logs no reader
 * in, and the answer does not reveal whether an account existed. Customer, price and a reader's address come from the server,
 * never from the body. Messages of providers (webhooks) need no session, only a valid signature.
 */
import { Hono, type Context } from 'hono'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { ORDERS_INTERNAL, OrderView, PaymentProvider } from '@lokalteil/contracts/commerce/orders'
import type { PURCHASES_INTERNAL, PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import { PAYMENT_WEBHOOK, PORTAL, TEST_BANK_STEP } from '@lokalteil/contracts/portal'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { readText } from '@lokalteil/services/platform/request-body'
import { toHonoPath } from '@lokalteil/services/platform/endpoint-http'
import { paymentStepTexts } from '../../../app/messages/commerce/payment-step.ts'
import type { RenderPlainPage } from '../../http/plain-page.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { CodeBrake } from '../code-brake.ts'
import type { CountStep } from '../figures-door.ts'
import { type BuyerOptions, placeForBuyer, readForBuyer, toRequesterOf } from './buyers.ts'
import {
  NO_STORE,
  refusal,
  sentByAnotherSite,
  toReply,
  toResponse,
  type RequestContext,
  type PortalCall,
  type Reply,
} from '../portal-api.ts'

export type CheckoutRoutesOptions = BuyerOptions & {
  renderPlainPage: RenderPlainPage
  platformOf: (publication: PublicationCode) => Client<typeof ORDERS_INTERNAL>
  purchasesOf: (publication: PublicationCode) => Client<typeof PURCHASES_INTERNAL>
  /** Saves the inviter of this reader; an error here never stops the order. */
  acceptInvitation: (context: Pick<RequestContext, 'publication' | 'cookies'>, ssoId: string) => Promise<void>
  brake: CodeBrake
  countStep: CountStep
}

const EVENT_BYTES = 256 * 1024
const STEP_BYTES = 1000
const SIGNATURES: Readonly<Partial<Record<PaymentProvider, string>>> = {
  stripe: 'stripe-signature',
  'test-bank': 'x-test-bank-signature',
}

export function createCheckoutRoutes(options: CheckoutRoutesOptions): Hono<PortalEnv> {
  const { portalApi, platformOf, purchasesOf, brake } = options
  const app = new Hono<PortalEnv>()
  portalApi.serve(app, PORTAL.quoteOrder, { as: 'reader-or-guest' }, async ({ context, principal, body }) => {
    const asked = { ...body, sub: principal?.sub ?? null, requester: toRequesterOf(options, context) }
    return brake(
      body.voucherCode,
      async () => toReply(await platformOf(context.publication).quoteOrder({ body: asked })),
      isWrongVoucher,
    )
  })
  portalApi.serve(app, PORTAL.placeOrder, { as: 'reader-or-guest' }, (call) =>
    brake(call.body.voucherCode, () => placeOrder(options, call), isWrongVoucher),
  )
  portalApi.serve(app, PORTAL.getOrder, { as: 'anyone' }, (call) =>
    readForBuyer(options, call, (query) =>
      platformOf(call.context.publication).getOrder({ params: call.params, query }),
    ),
  )
  portalApi.serve(app, PORTAL.quotePurchase, { as: 'reader-or-guest' }, async ({ context, principal, body }) =>
    toReply(await purchasesOf(context.publication).quotePurchase({ body: { ...body, sub: principal?.sub ?? null } })),
  )
  portalApi.serve(app, PORTAL.placePurchase, { as: 'reader-or-guest' }, (call) => placePurchase(options, call))
  portalApi.serve(app, PORTAL.getPurchase, { as: 'anyone' }, (call) =>
    readForBuyer(options, call, (query) =>
      purchasesOf(call.context.publication).getPurchase({ params: call.params, query }),
    ),
  )
  portalApi.serve(app, PORTAL.listPurchases, { as: 'reader' }, async ({ context, principal }) =>
    toReply(await purchasesOf(context.publication).listPurchases({ params: { sub: principal.sub } })),
  )
  app.post(toHonoPath(PAYMENT_WEBHOOK), (c) => receiveEvent(options, c))
  app.get(TEST_BANK_STEP, (c) => showStep(options, c))
  app.post(TEST_BANK_STEP, (c) => takeStep(options, c))
  return app
}

const isWrongVoucher = (answer: Reply<unknown>): boolean =>
  answer.kind === 'refusal' && answer.fields?.voucherCode !== undefined

async function placeOrder(
  options: CheckoutRoutesOptions,
  call: PortalCall<typeof PORTAL.placeOrder, 'reader-or-guest'>,
): Promise<Reply<OrderView>> {
  const { context, body } = call
  const { email: _email, ...order } = body
  const { idempotencyKey: _key, ...content } = order
  const platform = options.platformOf(context.publication)
  return placeForBuyer(options, call, {
    check: (guest) => platform.checkGuestOrder({ body: { ...content, ...guest } }),
    async place(sub, buyer, more) {
      await options.acceptInvitation(context, sub)
      return platform.placeOrder({ params: { sub }, body: { ...order, ...buyer } }, more)
    },
  }).then((placed) => countBought(options, context, placed))
}

/** Lines and prices come from the seller, never from the body (R1-84). */
async function placePurchase(
  options: CheckoutRoutesOptions,
  call: PortalCall<typeof PORTAL.placePurchase, 'reader-or-guest'>,
): Promise<Reply<PurchaseView>> {
  const { email: _email, ...order } = call.body
  const { idempotencyKey: _key, ...content } = order
  const platform = options.purchasesOf(call.context.publication)
  return placeForBuyer(options, call, {
    check: ({ email }) => platform.checkGuestPurchase({ body: { ...content, email } }),
    place: (sub, buyer, more) => platform.placePurchase({ params: { sub }, body: { ...order, ...buyer } }, more),
  }).then((placed) => countBought(options, call.context, placed))
}

/** An order that was accepted; what becomes of its payment later is a matter of the billing. */
function countBought<T extends Pick<OrderView | PurchaseView, 'state'>>(
  { countStep }: CheckoutRoutesOptions,
  { publication }: RequestContext,
  placed: Reply<T>,
): Reply<T> {
  if (placed.kind === 'data' && placed.data.state !== 'failed') countStep(publication, 'bought')
  return placed
}

async function receiveEvent(
  { portalApi, platformOf }: CheckoutRoutesOptions,
  c: Context<PortalEnv>,
): Promise<Response> {
  const provider = c.req.param('provider') as PaymentProvider
  const header = SIGNATURES[provider]
  const signature = header === undefined ? undefined : c.req.header(header)
  if (header === undefined) return toResponse(refusal(404, 'NOT_FOUND', 'No such provider'))
  if (signature === undefined || signature.length > 2000)
    return toResponse(refusal(400, 'BAD_SIGNATURE', 'The message is not signed by the provider'))
  const payload = await readText(c.req.raw, EVENT_BYTES)
  if (payload === null) return toResponse(refusal(413, 'TOO_LARGE', `The message is larger than ${EVENT_BYTES} bytes`))
  const { publication } = portalApi.toRequestContext(c)
  const received = await platformOf(publication).receivePaymentEvent({
    params: { provider },
    body: { payload, signature },
  })
  // The provider repeats a message that was not answered with success.
  return toResponse(toReply(received))
}

function showStep({ portalApi, renderPlainPage }: CheckoutRoutesOptions, c: Context<PortalEnv>): Response {
  const { publication } = portalApi.toRequestContext(c)
  const { title, text, confirm, refuse } = paymentStepTexts
  return renderPlainPage(
    {
      publication,
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
  { portalApi, platformOf, renderPlainPage }: CheckoutRoutesOptions,
  c: Context<PortalEnv>,
): Promise<Response> {
  const { publication } = portalApi.toRequestContext(c)
  if (portalApi.isCrossOrigin(c)) return toResponse(sentByAnotherSite())
  const text = await readText(c.req.raw, STEP_BYTES)
  if (text === null) return toResponse(refusal(413, 'TOO_LARGE', `The body is larger than ${STEP_BYTES} bytes`))
  const form = new URLSearchParams(text)
  const decided = await platformOf(publication).decideTestPayment({
    body: { reference: (c.req.query('reference') ?? '').slice(0, 200), isConfirmed: form.get('decision') === 'yes' },
  })
  if (decided.ok)
    return new Response(null, { status: 303, headers: { ...NO_STORE, location: decided.data.returnPath } })
  return renderPlainPage(
    { publication, title: paymentStepTexts.title, text: paymentStepTexts.unknown },
    decided.status === 404 ? 404 : 503,
    NO_STORE,
  )
}
