/**
 * Contracts of the demo's readers, and subscribers of the printed paper who may connect theirs. The accounts belong to
 * single sign-on; they are passed in by name and id. Contracts begin on the day of the first start, with the first
 * period paid, so nothing earlier is ever charged. Existing ones stay.
 */
import { randomBytes } from 'node:crypto'
import type { Offer } from '@lokalteil/contracts/commerce'
import { toDayKey } from '@lokalteil/domain/german'
import type { PaymentInput } from '@lokalteil/domain/commerce/orders'
import { DEMO_PUBLICATIONS, type DemoCode } from '../codes.ts'
import { addMonths, type Day } from '@lokalteil/domain/commerce/subscriptions'
import type { CommerceService } from '@lokalteil/services/commerce/app'
import type { FilledContract } from '@lokalteil/services/commerce/fill'
import { TEST_CARDS, TEST_IBANS } from '@lokalteil/services/commerce/payments/payment-providers'

export type DemoReader = {
  publication: string
  name: string
  sub: string
  email: string
  salutation: string
  firstName: string
  lastName: string
}
type DemoContract = { terms: Offer; payment: 'card' | 'sepa'; startsOn: Day; endsOn: Day | null }

/** The tag of the reader with a subscription to one topic: Hochwasser. */
export const DEMO_TAG_ID = '131'
/**
 * Customer numbers of the printed paper, the same in every publication; the postcode is that of the publisher's town.
 */
export const DEMO_PRINT_NUMBERS = ['4711001', '4711002', '4711003'] as const

/** Addresses of the demo's readers: that of their publisher. */
const ADDRESSES: Readonly<Record<DemoCode, { street: string; postcode: string; city: string }>> = {
  ak: { street: 'Färbertorplatz 4', postcode: '00412', city: 'Auenburg' },
  fb: { street: 'Deichstraße 27', postcode: '00437', city: 'Hafenrode' },
  ht: { street: 'Schulgasse 2', postcode: '00465', city: 'Tannau' },
  la: { street: 'Nordendstraße 118', postcode: '00418', city: 'Auenburg' },
}

export function toDemoAddress(publication: string) {
  const code = DEMO_PUBLICATIONS.find((one) => one === publication)
  if (code === undefined) throw new Error(`The demo has no readers of "${publication}"`)
  return ADDRESSES[code]
}

export async function seedReaders(
  service: Pick<CommerceService, 'fillContracts' | 'fillPrintSubscribers'>,
  readers: readonly DemoReader[],
  /** Offers of the publication's folder; null: unknown publication. */
  offersOf: (publication: string) => readonly Offer[] | null,
  now: Date,
): Promise<void> {
  for (const publication of DEMO_PUBLICATIONS) {
    const offers = offersOf(publication)
    if (offers === null) continue
    const own = readers.filter((reader) => reader.publication === publication)
    const contracts = own.map(
      (reader) =>
        [
          reader.sub,
          toDemoContracts(offers, reader.name, toDayKey(now)).map((contract) => toFilled(reader, contract)),
        ] as const,
    )
    await service.fillContracts(publication, new Map(contracts.filter(([, some]) => some.length > 0)))
    await service.fillPrintSubscribers(
      publication,
      DEMO_PRINT_NUMBERS.map((customerNumber) => ({
        customerNumber,
        postcode: toDemoAddress(publication).postcode,
        productName: 'Digitalzugang zum Zeitungsabo',
        roles: ['PLUS_USER'],
      })),
    )
  }
}

/** Without a trial, because the first of a kind has used it. */
export function toDemoContracts(offers: readonly Offer[], name: string, today: Day): DemoContract[] {
  const sold = (id: string, payment: 'card' | 'sepa', change: Partial<Offer> = {}): DemoContract => {
    const offer = offers.find((one) => one.id === id)
    if (offer === undefined) throw new Error(`The demo does not sell what ${name} has`)
    return { terms: { ...offer, trial: null, ...change }, payment, startsOn: today, endsOn: null }
  }
  const triedOn = addMonths(today, -20)
  switch (name) {
    case 'plus':
      return [
        sold('plus-monat', 'card'),
        { ...sold('epaper', 'card', { name: 'E-Paper zur Probe' }), startsOn: triedOn, endsOn: addMonths(triedOn, 1) },
      ]
    case 'pur':
      return [sold('pur', 'sepa')]
    case 'pur-plus':
      return [sold('plus-pur', 'card')]
    case 'epaper':
      // Concluded when the offer did not include Plus.
      return [sold('epaper', 'sepa', { name: 'E-Paper Bestandsabo', roles: ['EPAPER_USER'] })]
    case 'wallet':
      return [sold('coins-10', 'card')]
    case 'plus-wallet':
      return [sold('plus-jahr', 'sepa'), sold('coins-5', 'card')]
    case 'tagsub':
      // Not every publication sells this topic.
      return [
        sold(offers.find(({ kind }) => kind === 'topic')!.id, 'sepa', {
          id: 'thema-hochwasser',
          name: 'Themen-Abo Hochwasserschutz',
          roles: [`PLUS-TAG-${DEMO_TAG_ID}`],
        }),
      ]
    default:
      return []
  }
}

function toFilled(
  { publication, name, email, salutation, firstName, lastName }: DemoReader,
  { terms, payment, startsOn, endsOn }: DemoContract,
): FilledContract {
  const { kind, roles, coins, priceCents, periodMonths } = terms
  const ways: Readonly<Record<DemoContract['payment'], PaymentInput>> = {
    card: { kind: 'card', number: TEST_CARDS.paid },
    sepa: { kind: 'sepa', iban: TEST_IBANS.paid, holder: `${firstName} ${lastName}`, mandate: true },
  }
  return {
    order: {
      terms,
      payment: ways[payment],
      buyer: {
        salutation,
        firstName,
        lastName,
        company: '',
        vatId: '',
        ...toDemoAddress(publication),
        country: 'DE',
      },
      email,
      idempotencyKey: `demo-${name}-${terms.id}`,
    },
    // A random id, because the contract of an erased reader keeps its own.
    subscription: {
      id: `demo-${name}-${terms.id}-${randomBytes(4).toString('hex')}`,
      kind,
      productName: terms.name,
      state: endsOn === null ? 'active' : 'ended',
      roles,
      coins,
      priceCents,
      periodMonths,
      trial: null,
      startsOn,
      endsOn,
      resumesOn: null,
    },
  }
}
