/** Selects the payment methods that an order of a reader or guest may use. */
import type { PaymentOption } from '@lokalteil/contracts/commerce/orders'
import type { PaymentInput, PaymentKind } from '@lokalteil/domain/commerce/orders'
import { problem } from '../../platform/serve.ts'
import { readWay } from './payment-methods.ts'
import type { Provider } from './payment-providers.ts'

export type PaymentWay = { kind: PaymentKind; provider: Provider }

/** False for methods where access or goods come first and the money later. */
export const paysAtOnce = ({ name }: Provider): boolean => name !== 'sepa' && name !== 'invoice'

/** The preferred provider of each kind. Later payment needs `mayPromise`; guests cannot pay by invoice. */
export function listWays(
  providers: readonly Provider[],
  { mayPromise, isGuest }: { mayPromise: boolean; isGuest: boolean },
): PaymentWay[] {
  return providers
    .filter((provider) => (mayPromise || paysAtOnce(provider)) && !(isGuest && provider.name === 'invoice'))
    .flatMap((provider) => provider.kinds.map((kind) => ({ kind, provider })))
    .filter(({ kind }, index, all) => all.findIndex((one) => one.kind === kind) === index)
}

/** Reads the typed payment method, if it is among these. */
export function readChosen(ways: readonly PaymentWay[], payment: PaymentInput) {
  const found = ways.find(({ kind }) => kind === payment.kind)
  return found === undefined
    ? problem(409, 'NO_PAYMENT', 'This cannot be paid in this way')
    : readWay(found.provider, payment)
}

/** For a quote: the methods of this reader, and those that a login would add. */
export function toOffered(listFor: (isGuest: boolean) => readonly PaymentWay[], isGuest: boolean) {
  const ways = listFor(isGuest)
  const payments = ways.map(({ kind, provider: { name, isTest, leavesSite } }): PaymentOption => ({
    kind,
    provider: name,
    isTest,
    leavesSite,
  }))
  const more = listFor(false).filter(({ kind }) => ways.every((way) => way.kind !== kind))
  return { payments, ...(more.length === 0 ? {} : { paymentsWithLogin: more.map(({ kind }) => kind) }) }
}
