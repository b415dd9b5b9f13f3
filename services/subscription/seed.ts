/** Gives each publication of the demo its offers and the people to order from; a catalogue that is there stays. */
import { PUBLISHERS } from '@lokalteil/demo/legal/publishers'
import { MANDATORS } from '@lokalteil/domain/publications'
import type { SubscriptionService } from './app.ts'
import { toDefaultOffers } from './default-offers.ts'

export async function seedOffers(subscription: Pick<SubscriptionService, 'fillCatalogue'>): Promise<void> {
  for (const mandator of MANDATORS) {
    const { phone, host } = PUBLISHERS[mandator]
    await subscription.fillCatalogue(mandator, {
      offers: toDefaultOffers(mandator),
      readerService: { phone, hours: 'Montag bis Freitag 7 bis 18 Uhr, Samstag 7 bis 12 Uhr', email: `abo@${host}` },
    })
  }
}
