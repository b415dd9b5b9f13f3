/**
 * Fields and costs of an order (S2.3-05, § 312j BGB, PAngV): an error code for each wrong field, the sum due today with
 * its tax, the later charges, the reduction by a voucher. Amounts sent by a client are not trusted: prices come from
 * the offer, and `confirmedCents` is only compared. Whether an IBAN is valid is checked by the server.
 */
import { getEarliestEnd } from './billing.ts'
import { toVatCents, type Offer, type OfferKind } from './offers.ts'
import { needsLapseConsent, toOfferLine } from './order-lines.ts'
import { checkName, isEmail, isSalutation, toName } from '../accounts/registration.ts'
import { addMonths, dayAfter, dayBefore, type Day } from './subscriptions.ts'

/** `none`: nothing is left to pay. */
export const PAYMENT_KINDS = ['sepa', 'card', 'invoice', 'none'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

export const ORDER_STATES = ['pending', 'completed', 'failed'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** One row for each charged amount. `submitted`: on its way, or promised. */
export const CHARGE_STATES = ['due', 'submitted', 'paid', 'failed', 'refunded', 'cancelled'] as const
export type ChargeState = (typeof CHARGE_STATES)[number]
export const CHARGE_KINDS = ['first', 'renewal', 'change', 'purchase'] as const
export type ChargeKind = (typeof CHARGE_KINDS)[number]

/** Countries for invoices and printed papers. The first one is preselected. */
export const ORDER_COUNTRIES = ['DE', 'AT', 'BE', 'CH', 'CZ', 'DK', 'ES', 'FR', 'IT', 'LI', 'LU', 'NL', 'PL'] as const
export type OrderCountry = (typeof ORDER_COUNTRIES)[number]

/** Taken off each of the first `periods` full prices. A trial price is not reduced. */
export type Voucher = { kind: 'percent' | 'cents'; value: number; periods: number }

export type Buyer = {
  salutation: string
  firstName: string
  lastName: string
  /** '' for private readers. */
  company: string
  /** For companies that want an e-invoice; may be ''. */
  vatId: string
  street: string
  postcode: string
  city: string
  country: string
}

/** The empty form. */
export const EMPTY_BUYER: Buyer = {
  salutation: '',
  firstName: '',
  lastName: '',
  company: '',
  vatId: '',
  street: '',
  postcode: '',
  city: '',
  country: 'DE',
}

/** The recipient of a parcel. */
export type Recipient = Pick<Buyer, 'street' | 'postcode' | 'city' | 'country'> & { name: string }

export type PaymentInput =
  | { kind: 'sepa'; iban: string; holder: string; /** The reader authorises the direct debit. */ mandate: boolean }
  /** `number` only for the built-in test bank; real cards are typed at the provider's. */
  | { kind: 'card'; number?: string | undefined }
  | { kind: 'invoice' }
  | { kind: 'none' }

type OrderConsents = {
  /** Consent to the general terms. */
  terms: boolean
  /** Consent that coins are usable at once and the right of withdrawal ends with their use (§ 356 Abs. 5 BGB). */
  withdrawalLapses: boolean
}

/** As typed. */
export type OrderInput = {
  buyer: Buyer
  payment: PaymentInput
  consents: OrderConsents
  /** Mail address of a guest, who orders without a login. */ email?: string | undefined
  /** Delivery address, if it differs; only for baskets. */ recipient?: Recipient | null | undefined
}

export const ORDER_FIELDS = [
  'salutation',
  'firstName',
  'lastName',
  'company',
  'vatId',
  'street',
  'postcode',
  'city',
  'country',
  'email',
  'iban',
  'holder',
  'mandate',
  'cardNumber',
  'terms',
  'withdrawalLapses',
  'voucherCode',
  'recipientName',
  'recipientStreet',
  'recipientPostcode',
  'recipientCity',
  'recipientCountry',
] as const
export type OrderField = (typeof ORDER_FIELDS)[number]
export type OrderFault =
  | 'REQUIRED'
  | 'TOO_LONG'
  | 'NOT_ALLOWED'
  | 'INVALID_EMAIL'
  | 'INVALID_POSTCODE'
  | 'INVALID_VAT_ID'
  | 'INVALID_IBAN'
  /** Banks of this country need data that the form does not ask for. */
  | 'IBAN_ABROAD'
  /** Contains letters that banks cannot print. */
  | 'NOT_LATIN'
  | 'INVALID_CARD'
  | 'INVALID_VOUCHER'
export type OrderFaults = Partial<Record<OrderField, OrderFault>>

const LONGEST = { company: 120, street: 120, city: 80, holder: 70 } as const
/** Two letters of the country, then the format of its tax offices. */
const VAT_ID =
  /^(?:DE\d{9}|ATU\d{8}|BE[01]\d{9}|CZ\d{8,10}|DK\d{8}|ES[A-Z0-9]\d{7}[A-Z0-9]|FR[A-Z0-9]{2}\d{9}|IT\d{11}|LU\d{8}|NL[A-Z0-9]{9}B\d{2}|PL\d{10}|CHE\d{9}(?:MWST)?)$/
const POSTCODES: Readonly<Partial<Record<string, RegExp>>> = {
  DE: /^\d{5}$/,
  AT: /^\d{4}$/,
  BE: /^\d{4}$/,
  CH: /^\d{4}$/,
  DK: /^\d{4}$/,
  ES: /^\d{5}$/,
  FR: /^\d{5}$/,
  IT: /^\d{5}$/,
  LI: /^\d{4}$/,
  LU: /^\d{4}$/,
  PL: /^\d{2}-\d{3}$/,
  CZ: /^\d{3} ?\d{2}$/,
  NL: /^\d{4} ?[A-Z]{2}$/,
}

/** In the spelling that is stored. */
export function toBuyer(typed: Buyer): Buyer {
  return {
    salutation: typed.salutation,
    firstName: toName(typed.firstName),
    lastName: toName(typed.lastName),
    company: toLine(typed.company),
    vatId: typed.vatId
      .normalize('NFKC')
      .replace(/[\s.-]/g, '')
      .toUpperCase(),
    street: toLine(typed.street),
    postcode: toLine(typed.postcode).toUpperCase(),
    city: toLine(typed.city),
    country: typed.country.trim().toUpperCase(),
  }
}

/** An offer, or a seller's basket. */
export type Ordered = Pick<Offer, 'kind'> | { kind: 'basket'; needsLapse: boolean }

/** Whether the reader must agree that the right of withdrawal ends before its fourteen days. */
export function needsLapse(ordered: Ordered): boolean {
  return ordered.kind === 'basket' ? ordered.needsLapse : needsLapseConsent([toOfferLine(ordered)])
}

/** Every fault of an order for this offer except an invalid IBAN; empty: the order may be placed. */
export function listOrderFaults(input: OrderInput, ordered: Ordered, reader: { isGuest: boolean }): OrderFaults {
  const buyer = toBuyer(input.buyer)
  const { payment, consents } = input
  const isFree = (fault: OrderFault | null, value: string) => (value === '' ? null : fault)
  const checks: Record<OrderField, OrderFault | null> = {
    salutation: isSalutation(buyer.salutation) ? null : 'NOT_ALLOWED',
    firstName: checkName(buyer.firstName) as OrderFault | null,
    lastName: checkName(buyer.lastName) as OrderFault | null,
    company: isFree(checkLine(buyer.company, LONGEST.company), buyer.company),
    vatId: isFree(
      VAT_ID.test(buyer.vatId) ? (buyer.company === '' ? 'NOT_ALLOWED' : null) : 'INVALID_VAT_ID',
      buyer.vatId,
    ),
    street: checkLine(buyer.street, LONGEST.street),
    postcode: checkPostcode(buyer),
    city: checkLine(buyer.city, LONGEST.city),
    country: (ORDER_COUNTRIES as readonly string[]).includes(buyer.country) ? null : 'NOT_ALLOWED',
    email: reader.isGuest ? checkEmail(input.email ?? '') : null,
    iban: payment.kind === 'sepa' && payment.iban.trim() === '' ? 'REQUIRED' : null,
    holder: payment.kind === 'sepa' ? checkLine(toLine(payment.holder), LONGEST.holder) : null,
    mandate: payment.kind === 'sepa' && !payment.mandate ? 'REQUIRED' : null,
    cardNumber: null,
    terms: consents.terms ? null : 'REQUIRED',
    withdrawalLapses: needsLapse(ordered) && !consents.withdrawalLapses ? 'REQUIRED' : null,
    voucherCode: null,
    ...(input.recipient ? checkRecipient(toRecipient(input.recipient)) : NO_RECIPIENT_FAULTS),
  }
  return Object.fromEntries(Object.entries(checks).filter(([, fault]) => fault !== null)) as OrderFaults
}

/** In the spelling that is stored. */
export function toRecipient({ name, street, postcode, city, country }: Recipient): Recipient {
  return {
    name: toLine(name),
    street: toLine(street),
    postcode: toLine(postcode).toUpperCase(),
    city: toLine(city),
    country: country.trim().toUpperCase(),
  }
}

const NO_RECIPIENT_FAULTS = {
  recipientName: null,
  recipientStreet: null,
  recipientPostcode: null,
  recipientCity: null,
  recipientCountry: null,
}

function checkRecipient(recipient: Recipient): Record<keyof typeof NO_RECIPIENT_FAULTS, OrderFault | null> {
  return {
    recipientName: checkLine(recipient.name, LONGEST.company),
    recipientStreet: checkLine(recipient.street, LONGEST.street),
    recipientPostcode: checkPostcode(recipient),
    recipientCity: checkLine(recipient.city, LONGEST.city),
    recipientCountry: (ORDER_COUNTRIES as readonly string[]).includes(recipient.country) ? null : 'NOT_ALLOWED',
  }
}

function checkPostcode({ postcode, country }: Pick<Buyer, 'postcode' | 'country'>): OrderFault | null {
  if (postcode === '') return 'REQUIRED'
  return (POSTCODES[country]?.test(postcode) ?? true) ? null : 'INVALID_POSTCODE'
}

// --- Prices

/** The data that the price of a contract depends on, of an offer or of a subscription as agreed. */
export type PriceTerms = {
  priceCents: number
  periodMonths: number | null
  trial: { months: number; priceCents: number } | null
}

type QuoteLine = {
  kind: 'trial' | 'period' | 'once'
  /** Months it pays for; null: without an end. */
  months: number | null
  listCents: number
  discountCents: number
  dueCents: number
  vatPercent: number
  vatCents: number
}

export type Quote = {
  offer: { id: string; kind: OfferKind; name: string }
  lines: QuoteLine[]
  /** Due for the order, tax included; the reader confirms this amount. */
  dueCents: number
  vatCents: number
  /** The period it pays for. */
  period: { from: Day; to: Day | null }
  /** The first charge after it; null: none will follow. */
  next: { on: Day; cents: number } | null
  /** The full price and the months it pays for; null: paid once. */
  regular: { cents: number; months: number } | null
  /** Last day of a contract cancelled today; null: nothing to cancel. */
  earliestEnd: Day | null
  termMonths: number | null
  noticeMonths: number | null
  renewal: Offer['renewal']
  coins: number | null
  voucher: Voucher | null
  /** Last day of given access that opens the same; the order begins after it. Absent: it begins today. */
  runsAfter?: Day | undefined
}

/** The terms without a trial, for a reader who already had a trial of this kind. */
export function toTerms<T extends Offer>(offer: T, mayTry: boolean): T {
  return mayTry || offer.trial === null ? offer : { ...offer, trial: null }
}

/** Cents of charge number `index` of a contract, counted from 0. A voucher counts full prices only. */
export function toChargeCents(terms: PriceTerms, index: number, voucher: Voucher | null): number {
  const { priceCents, trial } = terms
  if (trial !== null && index === 0) return trial.priceCents
  return priceCents - toDiscountCents(priceCents, trial === null ? index : index - 1, voucher)
}

/** First and last day that charge number `index` pays for. */
export function toChargePeriod(
  { periodMonths, trial }: PriceTerms,
  startsOn: Day,
  index: number,
): { from: Day; to: Day | null } {
  if (trial !== null && index === 0) return { from: startsOn, to: dayBefore(addMonths(startsOn, trial.months)) }
  if (periodMonths === null) return { from: startsOn, to: null }
  const first = trial === null ? startsOn : addMonths(startsOn, trial.months)
  const full = trial === null ? index : index - 1
  return { from: addMonths(first, full * periodMonths), to: dayBefore(addMonths(first, (full + 1) * periodMonths)) }
}

/** Last day of a contract that ends by itself; null: open-ended, or without an end. */
export function toEndDay(
  { periodMonths, trial, termMonths, renewal }: Pick<Offer, 'periodMonths' | 'trial' | 'termMonths' | 'renewal'>,
  startsOn: Day,
): Day | null {
  if (renewal !== 'none' || periodMonths === null) return null
  return dayBefore(addMonths(startsOn, (trial?.months ?? 0) + (termMonths ?? (trial === null ? periodMonths : 0))))
}

/** `startsOn`: later than today if given access runs until then. */
export function toQuote(offer: Offer, today: Day, voucher: Voucher | null = null, startsOn = today): Quote {
  const { priceCents, periodMonths, trial, termMonths, noticeMonths, renewal, vatPercent } = offer
  const isTrial = trial !== null
  const listCents = isTrial ? trial.priceCents : priceCents
  const dueCents = toChargeCents(offer, 0, voucher)
  const vatCents = toVatCents(dueCents, vatPercent)
  const period = toChargePeriod(offer, startsOn, 0)
  const endsOn = toEndDay(offer, startsOn)
  const nextOn = periodMonths === null || period.to === null ? null : dayAfter(period.to)
  return {
    offer: { id: offer.id, kind: offer.kind, name: offer.name },
    lines: [
      {
        kind: isTrial ? 'trial' : periodMonths === null ? 'once' : 'period',
        months: isTrial ? trial.months : periodMonths,
        listCents,
        discountCents: listCents - dueCents,
        dueCents,
        vatPercent,
        vatCents,
      },
    ],
    dueCents,
    vatCents,
    period,
    next:
      nextOn === null || (endsOn !== null && endsOn < nextOn)
        ? null
        : { on: nextOn, cents: toChargeCents(offer, 1, voucher) },
    regular: periodMonths === null ? null : { cents: priceCents, months: periodMonths },
    earliestEnd: getEarliestEnd(
      {
        startsOn,
        endsOn,
        countedFrom: null,
        priceCents,
        periodMonths,
        trial,
        termMonths,
        boundUntil: null,
        noticeMonths,
        renewal,
        pause: null,
      },
      today,
    ),
    termMonths,
    noticeMonths,
    renewal,
    coins: offer.coins,
    voucher,
    ...(startsOn > today ? { runsAfter: dayBefore(startsOn) } : {}),
  }
}

function toDiscountCents(priceCents: number, fullIndex: number, voucher: Voucher | null): number {
  if (voucher === null || fullIndex >= voucher.periods) return 0
  const off = voucher.kind === 'cents' ? voucher.value : Math.round((priceCents * voucher.value) / 100)
  return Math.min(priceCents, Math.max(0, Math.trunc(off)))
}

function toLine(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

function checkLine(line: string, most: number): OrderFault | null {
  if (line === '') return 'REQUIRED'
  if (Array.from(line).length > most) return 'TOO_LONG'
  return /[\p{L}\p{N}]/u.test(line) && !/[<>{}\\|]/.test(line) ? null : 'NOT_ALLOWED'
}

function checkEmail(email: string): OrderFault | null {
  if (email.trim() === '') return 'REQUIRED'
  return isEmail(email) ? null : 'INVALID_EMAIL'
}
