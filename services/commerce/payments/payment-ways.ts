/** Which of the publisher's ways to pay there are for what is ordered, and for whom. */
import type { PaymentOption } from '@lokalteil/contracts/commerce/orders'
import type { PaymentKind } from '@lokalteil/domain/commerce/orders'
import type { Provider } from './payment-providers.ts'

export type PaymentWay = { kind: PaymentKind; provider: Provider }

/** The others are promises: access or goods are given, the money comes later. */
export const paysAtOnce = ({ name }: Provider): boolean => name !== 'sepa' && name !== 'invoice'

/** The preferred one of each kind. A promise must be allowed, and nobody pays on account whom nobody knows. */
export function listWays(
  providers: readonly Provider[],
  { mayPromise, isGuest }: { mayPromise: boolean; isGuest: boolean },
): PaymentWay[] {
  return providers
    .filter((provider) => (mayPromise || paysAtOnce(provider)) && !(isGuest && provider.name === 'invoice'))
    .flatMap((provider) => provider.kinds.map((kind) => ({ kind, provider })))
    .filter(({ kind }, index, all) => all.findIndex((one) => one.kind === kind) === index)
}

/** As a quote tells them: those for this reader, and what a login would add. */
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
