/** For tests: the commerce service with a clock that tests set and mails that they read. */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import { BILLING_INTERNAL } from '@lokalteil/contracts/commerce/billing'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { ORDERS_INTERNAL, type OrderRequest, type PaymentProvider } from '@lokalteil/contracts/commerce/orders'
import { COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { addDays, type Day } from '@lokalteil/domain/commerce/subscriptions'
import type { Database } from '../../platform/database.ts'
import { createCommerceService, type CommerceService } from '../app.ts'
import { toTestOffers } from '../offers/offers.testing.ts'
import { KEY } from '../coins/ledger.testing.ts'

export const SELLER: Seller = {
  company: 'Auental Medien GmbH & Co. KG',
  street: 'Färbertorplatz 4',
  postcode: '00412',
  town: 'Auenburg',
  country: 'DE',
  directors: 'Auental Medien Verwaltungs-GmbH',
  register: 'Amtsgericht Auenburg, HRA 00412',
  vatId: 'DE000000412',
  phone: '030 23125-412',
  email: 'abo@auenkurier.example',
  bank: 'Sparkasse Auental',
  iban: 'DE87123456781234567890',
  bic: 'XMPLDEM0XXX',
  creditorId: 'DE98ZZZ09999999999',
}

export const CARD = { kind: 'card', number: '9999 0000 0000 0012' } as const
export const DECLINED = { kind: 'card', number: '9999 0000 0000 0020' } as const
export const DEBIT = {
  kind: 'sepa',
  iban: 'DE93 9999 9999 0000 0000 01',
  holder: 'Łukasz Größe & Söhne',
  mandate: true,
} as const

type All = Client<typeof COMMERCE_INTERNAL> & Client<typeof ORDERS_INTERNAL> & Client<typeof BILLING_INTERNAL>
export type BillingPlatform = Awaited<ReturnType<typeof openBillingPlatform>>

export async function openBillingPlatform(
  database: Database,
  clock: { now: Date },
  providers: readonly PaymentProvider[] = ['sepa', 'test-bank', 'invoice'],
  secret = 'a-secret-of-tests-with-enough-letters',
) {
  const mails: MailMessageInput[] = []
  const errors: unknown[] = []
  const service: CommerceService = await createCommerceService({
    database,
    serviceKey: KEY,
    queueMail: async (message) => mails.push(message),
    payments: {
      providers,
      secret,
      originOf: (publication) => `http://${publication}.example`,
    },
    now: () => clock.now,
    checkAnswers: true,
    onError: (error) => errors.push(error),
  })
  const of = (publication: PublicationCode): All => {
    const options = {
      base: `http://subscription.local/${publication}`,
      headers: { authorization: `Bearer ${KEY}` },
      timeout: 60_000,
      fetch: (request: Request) => service.app.fetch(request),
    }
    return {
      ...createTestClient(COMMERCE_INTERNAL, options),
      ...createTestClient(ORDERS_INTERNAL, options),
      ...createTestClient(BILLING_INTERNAL, options),
    }
  }
  await service.applyFolder('ak', {
    version: 1,
    catalogue: { offers: toTestOffers('ak'), readerService: null },
    seller: null,
  })
  return { service, of, mails, errors, clock }
}

let counted = 0

export function toOrder(
  offerId: string,
  confirmedCents: number,
  payment: OrderRequest['payment'],
  more: Partial<OrderRequest['buyer']> = {},
) {
  return {
    offerId,
    confirmedCents,
    idempotencyKey: `order-of-a-test-${++counted}-0000`,
    buyer: {
      salutation: '',
      firstName: 'Änne',
      lastName: 'Größe',
      company: '',
      vatId: '',
      street: 'Kornmarkt 11',
      postcode: '00412',
      city: 'Auenburg',
      country: 'DE',
      ...more,
    },
    payment,
    consents: { terms: true, withdrawalLapses: false },
    email: `leser-${counted}@auenburg.example`,
    isGuest: false,
    requester: `requester-of-tests-${counted}`,
  }
}

/** Noon in Berlin, in winter. */
export function atNoon(day: Day): Date {
  return new Date(`${day}T11:00:00Z`)
}

/** Calls the billing run on every `step`th day from `from` to `to`, both included. */
export async function walk(
  { service, clock }: Pick<BillingPlatform, 'service' | 'clock'>,
  from: Day,
  to: Day,
  step = 1,
): Promise<void> {
  for (
    let day = from;
    day <= to;
    day = day === to ? addDays(to, 1) : addDays(day, step) > to ? to : addDays(day, step)
  ) {
    clock.now = atNoon(day)
    await service.billing.run(['ak'])
  }
}
