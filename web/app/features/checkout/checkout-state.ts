/**
 * The state of an order in progress: input, step, price; and pure functions of it: faults of a step, the body to send.
 */
import type { OrderView, PaymentOption, Quote } from '@lokalteil/contracts/commerce/orders'
import {
  EMPTY_BUYER,
  listOrderFaults,
  needsLapse,
  type Buyer,
  type OrderFaults,
  type OrderField,
  type Ordered,
  type PaymentInput,
  type PaymentKind,
  type Recipient,
} from '@lokalteil/domain/commerce/orders'
import { toIbanState } from './iban.ts'
import type { CheckoutQuote, OrderBody, OrderRefusal, PlacedOrder } from './order-client.ts'

export const STEPS = ['account', 'details', 'payment', 'review'] as const
export type Step = (typeof STEPS)[number]

export type CheckoutInput = Buyer & {
  /** E-mail address of a guest. */
  email: string
  payment: PaymentKind | null
  iban: string
  holder: string
  mandate: boolean
  /** For the built-in test bank only. */
  cardNumber: string
  voucherCode: string
  /** Delivery to another address. */
  isElsewhere: boolean
  recipientName: string
  recipientStreet: string
  recipientPostcode: string
  recipientCity: string
  recipientCountry: string
  terms: boolean
  withdrawalLapses: boolean
}

export type Reader = { ssoId: string; email: string; salutation: string; firstName: string; lastName: string }

/** A message above the form. */
export type CheckoutNotice =
  | { kind: 'price'; beforeCents: number; nowCents: number }
  /** The payment failed; nothing was bought. */
  | { kind: 'failed'; failure: string | null }
  | { kind: 'refused'; reason: OrderRefusal }
  /** Unknown whether the order was placed; it is sent again with the same key. */
  | { kind: 'unanswered'; isOffline: boolean }

type Phase<O = OrderView> =
  | { kind: 'form' }
  /** On the way to the provider's page. */
  | { kind: 'leaving' }
  | { kind: 'waiting'; order: O; /** Longer than usual. */ isOverdue: boolean }
  /** `isEarlier`: the first request had arrived, so later changes have no effect. */
  | { kind: 'completed'; order: O; isEarlier: boolean }

type VoucherState =
  | { kind: 'none' }
  | { kind: 'checking' }
  | { kind: 'taken'; code: string }
  | { kind: 'refused'; reason: 'bad-voucher' | 'too-many' | 'unreachable' }

/** The subject of the order: an offer, or a basket of a seller. */
export type Subject = Ordered & { id: string }

export type CheckoutState<Q extends CheckoutQuote = Quote, O extends PlacedOrder = OrderView> = {
  input: CheckoutInput
  reader: Reader | null
  step: Step
  /** The last step that was opened. */
  reached: Step
  /** Null while it is loading, or if it failed. */
  quote: Q | null
  quoteTrouble: 'unknown-offer' | 'not-selling' | 'offline' | 'unavailable' | null
  voucher: VoucherState
  faults: OrderFaults
  notice: CheckoutNotice | null
  isSending: boolean
  phase: Phase<O>
  /** Where to move the focus; counted, so that it moves once for each request. */
  attention: { count: number; to: 'step' | 'fault' | 'notice' }
}

const RECIPIENT_FIELDS = [
  'recipientName',
  'recipientStreet',
  'recipientPostcode',
  'recipientCity',
  'recipientCountry',
] as const

export const FIELDS_OF: Readonly<Record<Step, readonly OrderField[]>> = {
  account: ['email'],
  details: [
    'salutation',
    'firstName',
    'lastName',
    'company',
    'vatId',
    'street',
    'postcode',
    'city',
    'country',
    ...RECIPIENT_FIELDS,
  ],
  payment: ['iban', 'holder', 'mandate', 'cardNumber', 'voucherCode'],
  review: ['terms', 'withdrawalLapses'],
}

export const BLANK: CheckoutInput = {
  ...EMPTY_BUYER,
  email: '',
  payment: null,
  iban: '',
  holder: '',
  mandate: false,
  cardNumber: '',
  voucherCode: '',
  isElsewhere: false,
  recipientName: '',
  recipientStreet: '',
  recipientPostcode: '',
  recipientCity: '',
  recipientCountry: 'DE',
  terms: false,
  withdrawalLapses: false,
}

export type AnyState = CheckoutState<CheckoutQuote, PlacedOrder>

export function toFirstState<Q extends CheckoutQuote, O extends PlacedOrder>(
  voucherCode: string,
  payment: PaymentKind | null = null,
): CheckoutState<Q, O> {
  return {
    input: { ...BLANK, voucherCode, payment },
    reader: null,
    step: 'account',
    reached: 'account',
    quote: null,
    quoteTrouble: null,
    voucher: { kind: 'none' },
    faults: {},
    notice: null,
    isSending: false,
    phase: { kind: 'form' },
    attention: { count: 0, to: 'step' },
  }
}

export function isAfter(step: Step, other: Step): boolean {
  return STEPS.indexOf(step) > STEPS.indexOf(other)
}

/** Faults of the steps up to this one. */
export function listFaults(state: AnyState, ordered: Subject, upTo: Step): OrderFaults {
  const { input, reader } = state
  const found = listOrderFaults(
    {
      buyer: toBuyer(input),
      payment: toPaymentInput(state),
      consents: toConsents(state, ordered),
      recipient: toRecipient(state),
      ...(reader === null ? { email: input.email } : {}),
    },
    toOrdered(state, ordered),
    { isGuest: reader === null },
  )
  const { delivery } = state.quote?.basket ?? { delivery: null }
  const recipient = toRecipient(state)
  if (delivery !== null && !delivery.countries.includes(recipient?.country ?? input.country))
    found[recipient === null ? 'country' : 'recipientCountry'] ??= 'NOT_ALLOWED'
  if (input.payment === 'sepa' && found.iban === undefined && toIbanState(input.iban) !== 'good')
    found.iban = 'INVALID_IBAN'
  if (isTestCard(state) && input.cardNumber.trim() === '') found.cardNumber = 'REQUIRED'
  const asked = new Set(STEPS.slice(0, STEPS.indexOf(upTo) + 1).flatMap((step) => FIELDS_OF[step]))
  return Object.fromEntries(Object.entries(found).filter(([field]) => asked.has(field as OrderField)))
}

/** Whether a basket ends the right of withdrawal is known only with its price. */
function toOrdered({ quote }: AnyState, ordered: Subject): Ordered {
  return ordered.kind === 'basket' ? { kind: 'basket', needsLapse: quote?.needsLapse === true } : ordered
}

function isTestCard({ input, quote }: AnyState): boolean {
  return input.payment === 'card' && quote?.payments.find(({ kind }) => kind === 'card')?.leavesSite === false
}

function toPaymentInput(state: AnyState): PaymentInput {
  const { payment, iban, holder, mandate, cardNumber } = state.input
  if (payment === 'sepa') return { kind: 'sepa', iban, holder, mandate }
  if (payment === 'none') return { kind: 'none' }
  return payment === 'card'
    ? { kind: 'card', ...(isTestCard(state) ? { number: cardNumber } : {}) }
    : { kind: 'invoice' }
}

function toConsents(state: AnyState, ordered: Subject): OrderBody['consents'] {
  const { terms, withdrawalLapses } = state.input
  return { terms, withdrawalLapses: needsLapse(toOrdered(state, ordered)) && withdrawalLapses }
}

export function toBody(state: AnyState, ordered: Subject, quote: CheckoutQuote): OrderBody {
  const code = takenCode(state)
  const recipient = toRecipient(state)
  return {
    offerId: ordered.id,
    ...(code === null ? {} : { voucherCode: code }),
    confirmedCents: quote.dueCents,
    buyer: toBuyer(state.input),
    payment: toPaymentInput(state),
    consents: toConsents(state, ordered),
    ...(recipient === null ? {} : { recipient }),
    ...(state.reader === null ? { email: state.input.email.trim() } : {}),
  }
}

/** Null: the buyer is the recipient, or nothing is delivered. */
function toRecipient({ input, quote }: AnyState): Recipient | null {
  if (!input.isElsewhere || (quote?.basket?.delivery ?? null) === null) return null
  const { recipientName, recipientStreet, recipientPostcode, recipientCity, recipientCountry } = input
  return {
    name: recipientName,
    street: recipientStreet,
    postcode: recipientPostcode,
    city: recipientCity,
    country: recipientCountry,
  }
}

export function takenCode({ voucher }: AnyState): string | null {
  return voucher.kind === 'taken' ? voucher.code : null
}

/** The chosen way to pay, or the first one. */
export function toPayment({ input }: AnyState, payments: readonly PaymentOption[]): PaymentKind | null {
  return payments.some(({ kind }) => kind === input.payment) ? input.payment : (payments[0]?.kind ?? null)
}

/** The state after a change of the reader. Input of one person is cleared for the next one on the same device. */
export function toReaderChange(
  state: AnyState,
  reader: Reader | null,
  isOther: boolean,
): Partial<Omit<AnyState, 'quote' | 'phase'>> {
  const input = isOther ? { ...BLANK, voucherCode: state.input.voucherCode } : state.input
  const step = reader === null ? (isOther ? 'account' : state.step) : state.step === 'account' ? 'details' : state.step
  const isBack = isOther && reader === null
  return {
    reader,
    step,
    reached: isBack ? 'account' : isAfter(step, state.reached) ? step : state.reached,
    faults: {},
    input:
      reader === null
        ? input
        : {
            ...input,
            salutation: input.salutation || reader.salutation,
            firstName: input.firstName || reader.firstName,
            lastName: input.lastName || reader.lastName,
          },
    ...(isOther ? { notice: null } : {}),
  }
}

function toBuyer({
  salutation,
  firstName,
  lastName,
  company,
  vatId,
  street,
  postcode,
  city,
  country,
}: CheckoutInput): Buyer {
  return { salutation, firstName, lastName, company, vatId, street, postcode, city, country }
}
