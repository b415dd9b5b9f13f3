/**
 * What the readers of the demo have bought, and subscribers of the printed paper who may connect theirs. Who the readers
 * are is single sign-on's business: they come in by name and id. What is there already stays.
 */
import type { Offer, Subscription } from '@lokalteil/contracts/subscription'
import { PUBLISHERS } from '@lokalteil/demo/legal/publishers'
import { toDayKey } from '@lokalteil/domain/german'
import { MANDATORS, type Mandator } from '@lokalteil/domain/publications'
import { addMonths, type Day } from '@lokalteil/domain/subscriptions'
import type { SubscriptionService } from './app.ts'
import { toDefaultOffers } from './default-offers.ts'

export type DemoReader = { mandator: Mandator; name: string; sub: string }

/** The tag of the reader with a subscription to one topic: Hochwasser. */
export const DEMO_TAG_ID = '131'
/** Customer numbers on paper, the same in every publication; the postcode is that of the publisher's own town. */
export const DEMO_PRINT_NUMBERS = ['4711001', '4711002', '4711003'] as const

export function toDemoPostcode(mandator: Mandator): string {
  return PUBLISHERS[mandator].town.slice(0, 5)
}

export async function seedReaders(service: Pick<SubscriptionService, 'fillSubscriptions' | 'fillPrintSubscribers'>, readers: readonly DemoReader[], now: Date): Promise<void> {
  for (const { mandator, name, sub } of readers) {
    const subscriptions = toDemoSubscriptions(mandator, name, toDayKey(now))
    if (subscriptions.length > 0) await service.fillSubscriptions(mandator, sub, subscriptions)
  }
  for (const mandator of MANDATORS) {
    await service.fillPrintSubscribers(
      mandator,
      DEMO_PRINT_NUMBERS.map((customerNumber) => ({ customerNumber, postcode: toDemoPostcode(mandator), productName: 'Digitalzugang zum Zeitungsabo', roles: ['PLUS_USER'] })),
    )
  }
}

export function toDemoSubscriptions(mandator: Mandator, name: string, today: Day): Subscription[] {
  const ago = (months: number): Day => addMonths(today, -months)
  const offers = toDefaultOffers(mandator)
  /** As the offer is sold today, unless something else was agreed. */
  const of = (offer: Offer | undefined, change: Partial<Subscription> = {}): Subscription => {
    if (offer === undefined) throw new Error(`${mandator} does not sell what ${name} has`)
    const { id, kind, roles, coins, priceCents, periodMonths } = offer
    return { id: `demo-${name}-${id}`, kind, productName: offer.name, state: 'active', roles, coins, priceCents, periodMonths, trial: null, startsOn: ago(5), endsOn: null, resumesOn: null, ...change }
  }
  const byId = (offerId: string) => offers.find(({ id }) => id === offerId)
  switch (name) {
    case 'plus':
      return [of(byId('plus-monat'), { startsOn: ago(14) }), of(byId('epaper'), { id: 'demo-plus-epaper-probe', productName: 'E-Paper zur Probe', state: 'ended', startsOn: ago(20), endsOn: addMonths(ago(20), 1) })]
    case 'pur':
      return [of(byId('pur'))]
    case 'pur-plus':
      return [of(byId('plus-pur'), { startsOn: ago(8) })]
    case 'epaper':
      // An older contract: since then the offer has Plus in it.
      return [of(byId('epaper'), { productName: 'E-Paper Bestandsabo', roles: ['EPAPER_USER'], startsOn: ago(31) })]
    case 'wallet':
      return [of(byId('coins-10'), { startsOn: ago(1) })]
    case 'plus-wallet':
      return [of(byId('plus-jahr'), { startsOn: ago(7) }), of(byId('coins-5'), { startsOn: ago(2) })]
    case 'tagsub':
      return [of(offers.find(({ kind }) => kind === 'topic'), { id: 'demo-tagsub-thema', productName: 'Themen-Abo Hochwasserschutz', roles: [`PLUS-TAG-${DEMO_TAG_ID}`], startsOn: ago(3) })]
    default:
      return []
  }
}
