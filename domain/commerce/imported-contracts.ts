/**
 * A contract imported from another system: the checks of a line of the publisher's table. Promises: no charge before
 * the first day that the line names, which must lie ahead; a price several times the offer's is treated as a mistake; a
 * fault names the column and the remedy. Values never become part of a message, because they may stand in the wrong
 * column. Days are written as in `subscriptions`.
 */
import { isSalutation } from '../accounts/registration.ts'
import type { Offer } from './offers.ts'
import { type Buyer, listOrderFaults, type OrderFault, toBuyer, toEndDay } from './orders.ts'
import { addDays, addMonths, dayAfter, dayBefore, type Day } from './subscriptions.ts'

/** `none`: access without payment here. */
export const IMPORTED_PAYMENTS = ['sepa', 'invoice', 'none'] as const
type ImportedPayment = (typeof IMPORTED_PAYMENTS)[number]

export type ImportedContract = {
  /** Contract number in the other system. */
  id: string
  email: string
  salutation: string
  firstName: string
  lastName: string
  company: string
  street: string
  postcode: string
  city: string
  country: string
  offer: string
  /** Cents for each period, tax included; null: the offer's price. */
  priceCents: number | null
  startsOn: Day
  /** The first day that is paid here; null: nothing will be paid. */
  nextDebitOn: Day | null
  /** Last day of the term; null: derived from the offer's term and the start. */
  boundUntil: Day | null
  /** Last day of a contract already cancelled. */
  endsOn: Day | null
  payment: ImportedPayment
  iban: string
  holder: string
  mandate: string
  mandateSignedOn: Day | null
}

/** The names of the columns in the file. */
export const IMPORT_COLUMNS = {
  id: 'id',
  email: 'email',
  salutation: 'salutation',
  firstName: 'first_name',
  lastName: 'last_name',
  company: 'company',
  street: 'street',
  postcode: 'postcode',
  city: 'city',
  country: 'country',
  offer: 'offer',
  priceCents: 'price',
  startsOn: 'start',
  nextDebitOn: 'next_debit',
  boundUntil: 'bound_until',
  endsOn: 'ends',
  payment: 'payment',
  iban: 'iban',
  holder: 'holder',
  mandate: 'mandate',
  mandateSignedOn: 'mandate_date',
} as const satisfies Record<keyof ImportedContract, string>
export type ImportField = keyof ImportedContract

export type ImportFault = { column: string; message: string }

/**
 * Largest factor between the imported and the offer's price, up or down. Beyond it a decimal point slipped, or a yearly
 * price stands for a month.
 */
const PRICE_FACTOR = 5
const MOST_BOUND_MONTHS = 24
/** Art. 229 § 60 EGBGB. */
const OLD_LAW_ENDS: Day = '2022-03-01'
const OLD_RENEWAL_MONTHS = 12
/** Days a debit may lie behind the end of a period, because of holidays and monthly runs. */
const SPARE_DAYS = 31
/** A contract may not start more than so many months ahead. */
const MOST_AHEAD_MONTHS = 12
const OLDEST: Day = '1950-01-01'
/** Characters that every bank accepts (SEPA character set). */
const MANDATE = /^[A-Za-z0-9+?/:().,' -]{1,35}$/
/** Up to this sum an invoice needs no address (§ 33 UStDV). */
const SMALL_INVOICE_CENTS = 25_000

const FIELD_TEXTS: Readonly<Partial<Record<OrderFault, string>>> = {
  REQUIRED: 'is empty; fill it in',
  TOO_LONG: 'is too long; shorten it',
  NOT_ALLOWED: 'has a sign that stands in no name or address, such as < or a web address; correct it',
  INVALID_EMAIL: 'is no e-mail address; without one there is no account',
  INVALID_POSTCODE: 'is no postcode of that country; nought at the beginning may be lost in the table',
}

export function toFault(field: ImportField, message: string): ImportFault {
  return { column: IMPORT_COLUMNS[field], message }
}

/** In the spelling that an order would store. */
export function toImportedBuyer(contract: ImportedContract): Buyer {
  const { salutation } = contract
  return toBuyer({ ...contract, salutation: isSalutation(salutation) ? salutation : '', vatId: '' })
}

/** Cents of each period; null: nothing is paid here. */
export function toImportedPrice({ payment, priceCents }: ImportedContract, offer: Pick<Offer, 'priceCents'>) {
  return payment === 'none' ? null : (priceCents ?? offer.priceCents)
}

/** Last day; null: open-ended. */
export function toImportedEnd(contract: ImportedContract, offer: Offer): Day | null {
  if (contract.endsOn !== null || offer.renewal === 'open-ended') return contract.endsOn
  return contract.boundUntil ?? toEndDay({ ...offer, trial: null }, contract.startsOn)
}

/** The first day that is paid here; the day after the last one if nothing will be paid. */
export function toCountedFrom({ payment, nextDebitOn }: ImportedContract, endsOn: Day | null): Day | null {
  if (payment === 'none') return null
  return nextDebitOn ?? (endsOn === null ? null : dayAfter(endsOn))
}

/**
 * Every fault that can be found without knowing the reader; empty: the line is accepted. `offer` null: the named offer
 * does not exist.
 */
export function listImportFaults(contract: ImportedContract, offer: Offer | null, today: Day): ImportFault[] {
  return [
    ...listPersonFaults(contract),
    ...listPaymentFaults(contract, today),
    ...(offer === null
      ? [toFault('offer', 'is no offer of the catalogue; `npx lokalteil offers show` prints their ids')]
      : offer.periodMonths === null || offer.kind === 'coins'
        ? [toFault('offer', 'is paid once; only offers with a price for each period can be imported')]
        : [...listPriceFaults(contract, offer), ...listDayFaults(contract, offer, offer.periodMonths, today)]),
  ]
}

function listPersonFaults(contract: ImportedContract): ImportFault[] {
  const buyer = toImportedBuyer(contract)
  const isAddressEmpty = buyer.street === '' && buyer.postcode === '' && buyer.city === ''
  const faults = listOrderFaults(
    {
      buyer,
      email: contract.email,
      payment: { kind: 'invoice' },
      consents: { terms: true, withdrawalLapses: true },
    },
    { kind: 'plus' },
    { isGuest: true },
  )
  if (buyer.firstName === '') delete faults.firstName
  if (buyer.lastName === '' && buyer.company !== '') delete faults.lastName
  if (isAddressEmpty) for (const field of ['street', 'postcode', 'city'] as const) delete faults[field]
  return Object.entries(faults).map(([field, fault]) =>
    toFault(
      field as ImportField,
      field === 'country'
        ? 'is none that can be ordered from; write DE, AT, CH …'
        : (FIELD_TEXTS[fault] ?? 'cannot be taken'),
    ),
  )
}

function listPaymentFaults(contract: ImportedContract, today: Day): ImportFault[] {
  const { payment, iban, holder, mandate, mandateSignedOn, nextDebitOn, endsOn, priceCents } = contract
  if (payment === 'none')
    return [
      ...((priceCents ?? 0) > 0 ? [toFault('priceCents', 'must be empty with payment none')] : []),
      ...(nextDebitOn === null ? [] : [toFault('nextDebitOn', 'must be empty with payment none')]),
    ]
  const faults =
    nextDebitOn === null && endsOn === null
      ? [toFault('nextDebitOn', 'is empty; only what was cancelled has no next debit (then say ends)')]
      : []
  if (payment === 'invoice') return faults
  if (iban.trim() === '') faults.push(toFault('iban', 'is empty; a direct debit needs it'))
  if (holder.length > 70) faults.push(toFault('holder', 'is longer than 70 characters; shorten it'))
  if (!MANDATE.test(mandate))
    faults.push(toFault('mandate', 'is no reference of a mandate: 1 to 35 letters, digits and simple signs'))
  if (mandateSignedOn === null)
    faults.push(toFault('mandateSignedOn', 'is empty; a direct debit names the day of the mandate'))
  else if (mandateSignedOn > today || mandateSignedOn < OLDEST)
    faults.push(toFault('mandateSignedOn', 'is no day on which the mandate can have been given'))
  return faults
}

function listPriceFaults(contract: ImportedContract, offer: Offer): ImportFault[] {
  const cents = toImportedPrice(contract, offer)
  if (cents === null) return []
  if (cents === 0) return [toFault('priceCents', 'is nought; access without a bill has payment none')]
  if (cents * PRICE_FACTOR <= offer.priceCents || cents >= offer.priceCents * PRICE_FACTOR)
    return [
      toFault(
        'priceCents',
        `is ${PRICE_FACTOR} times the offer’s or more, or a ${PRICE_FACTOR}th or less; look for the decimal point, and name an offer of the same period`,
      ),
    ]
  const buyer = toImportedBuyer(contract)
  return cents > SMALL_INVOICE_CENTS && buyer.street === ''
    ? [toFault('street', 'is empty; an invoice of more than 250 € needs the address')]
    : []
}

function listDayFaults(contract: ImportedContract, offer: Offer, periodMonths: number, today: Day): ImportFault[] {
  const { startsOn, nextDebitOn, boundUntil, endsOn, payment } = contract
  const faults: ImportFault[] = []
  const add = (field: ImportField, message: string) => faults.push(toFault(field, message))
  if (startsOn < OLDEST) add('startsOn', 'lies before 1950; correct the year')
  if (startsOn > addMonths(today, MOST_AHEAD_MONTHS)) add('startsOn', 'lies more than a year ahead; correct the year')
  const last = toImportedEnd(contract, offer)
  if (last !== null && last < today)
    add(
      endsOn === null && boundUntil !== null ? 'boundUntil' : endsOn === null ? 'startsOn' : 'endsOn',
      'makes an end before today; ended contracts stay in the old system',
    )
  if (last !== null && last < startsOn) add('endsOn', 'lies before start; one of them is wrong')
  if (boundUntil !== null && boundUntil < dayBefore(startsOn))
    add('boundUntil', 'lies before start; one of them is wrong')
  if (
    boundUntil !== null &&
    boundUntil >= addMonths(startsOn, MOST_BOUND_MONTHS) &&
    !isOldTerm(startsOn, boundUntil, today)
  )
    add('boundUntil', 'is more than 24 months after start; no reader may be bound for longer (§ 309 Nr. 9 BGB)')
  if (payment === 'none' || nextDebitOn === null) return faults
  if (nextDebitOn <= today)
    add(
      'nextDebitOn',
      'is not after today: the old system may have taken this money. Debit it there, and export again with the day after',
    )
  if (nextDebitOn < startsOn) add('nextDebitOn', 'lies before start; one of them is wrong')
  const latest = addDays(addMonths(startsOn > today ? startsOn : today, periodMonths), SPARE_DAYS)
  if (nextDebitOn > latest)
    add(
      'nextDebitOn',
      `is more than a period ahead (${periodMonths} months and ${SPARE_DAYS} days); correct the year or the offer`,
    )
  return faults
}

/** A contract concluded before yearly renewals were forbidden may still be in such a year. */
function isOldTerm(startsOn: Day, boundUntil: Day, today: Day): boolean {
  return startsOn < OLD_LAW_ENDS && boundUntil < addMonths(today, OLD_RENEWAL_MONTHS)
}
