import { describe, expect, it } from 'vitest'
import { type ImportedContract, listImportFaults, toCountedFrom, toImportedEnd } from './imported-contracts.ts'
import type { Offer } from './offers.ts'

const TODAY = '2026-11-23'
const MONTH: Offer = {
  id: 'plus-monat',
  kind: 'plus',
  name: 'Plus Monat',
  description: '',
  priceCents: 1490,
  vatPercent: 7,
  periodMonths: 1,
  trial: { months: 1, priceCents: 100 },
  termMonths: 1,
  renewal: 'open-ended',
  noticeMonths: 1,
  benefits: [],
  roles: ['PLUS_USER'],
  coins: null,
  isRecommended: false,
}
const YEAR: Offer = { ...MONTH, id: 'plus-jahr', priceCents: 14_900, periodMonths: 12, termMonths: 12, trial: null }
const FIXED: Offer = { ...YEAR, renewal: 'none', noticeMonths: null }
const COINS: Offer = { ...MONTH, kind: 'coins', periodMonths: null, trial: null }
const LINE: ImportedContract = {
  id: '4711',
  email: 'eva@example.org',
  salutation: 'Frau',
  firstName: 'Eva',
  lastName: 'Größe',
  company: '',
  street: 'Kornmarkt 11',
  postcode: '00412',
  city: 'Auenburg',
  country: 'DE',
  offer: 'plus-monat',
  priceCents: 1290,
  startsOn: '2019-05-15',
  nextDebitOn: '2026-12-15',
  boundUntil: null,
  endsOn: null,
  payment: 'sepa',
  iban: 'DE93999999990000000001',
  holder: 'Eva Größe',
  mandate: 'ALT-4711',
  mandateSignedOn: '2019-05-01',
}

describe("a line of another system's table", () => {
  it.each<[string, Partial<ImportedContract>, Offer]>([
    ['by direct debit', {}, MONTH],
    ['on account, without a mandate', { payment: 'invoice', iban: '', mandate: '', mandateSignedOn: null }, MONTH],
    ['for nothing', { payment: 'none', priceCents: 0, nextDebitOn: null, iban: '', mandate: '' }, MONTH],
    ['at the offer’s price', { priceCents: null }, MONTH],
    ['cancelled, and paid to the end', { endsOn: '2026-12-14', nextDebitOn: null }, MONTH],
    ['of a company without a person', { firstName: '', lastName: '', company: 'Größe & Söhne GmbH' }, MONTH],
    ['without an address', { street: '', postcode: '', city: '' }, MONTH],
    ['due a month and a holiday ahead', { nextDebitOn: '2027-01-23' }, MONTH],
    ['due in eleven months', { priceCents: 12_900, nextDebitOn: '2027-10-01' }, YEAR],
    ['of a reader bound for the rest of two years', { startsOn: '2026-01-01', boundUntil: '2027-12-31' }, MONTH],
    ['in a year’s renewal of the old law', { boundUntil: '2027-05-14' }, MONTH],
    ['to begin next month', { startsOn: '2026-12-20', nextDebitOn: '2026-12-20' }, MONTH],
    ['that ends by itself', { startsOn: '2026-05-15', priceCents: 14_900, nextDebitOn: '2027-05-15' }, FIXED],
  ])('is accepted in %s', (_name, more, offer) => {
    expect(listImportFaults({ ...LINE, ...more }, offer, TODAY)).toEqual([])
  })

  it.each<[string, Partial<ImportedContract>, Offer | null, string]>([
    ['no offer', {}, null, 'offer'],
    ['coins', {}, COINS, 'offer'],
    ['no address of a mailbox', { email: 'eva@' }, MONTH, 'email'],
    ['no name', { firstName: '', lastName: '' }, MONTH, 'last_name'],
    ['half an address', { city: '' }, MONTH, 'city'],
    ['a postcode that lost its nought', { postcode: '412' }, MONTH, 'postcode'],
    ['a country without orders', { country: 'US' }, MONTH, 'country'],
    ['a debit today, which the old system may have made', { nextDebitOn: TODAY }, MONTH, 'next_debit'],
    ['a debit that was', { nextDebitOn: '2026-11-15' }, MONTH, 'next_debit'],
    ['a debit in the wrong year', { nextDebitOn: '2027-12-15' }, MONTH, 'next_debit'],
    ['a debit a day too far', { nextDebitOn: '2027-01-24' }, MONTH, 'next_debit'],
    ['a debit before the start', { startsOn: '2026-12-20', nextDebitOn: '2026-12-15' }, MONTH, 'next_debit'],
    ['no debit and no end', { nextDebitOn: null }, MONTH, 'next_debit'],
    ['an end that was', { endsOn: '2026-11-22' }, MONTH, 'ends'],
    [
      'an end of a term that was',
      { startsOn: '2024-05-15', nextDebitOn: '2026-12-15' },
      { ...FIXED, periodMonths: 1, priceCents: 1490 },
      'start',
    ],
    ['a start in another century', { startsOn: '1919-05-15' }, MONTH, 'start'],
    ['a start in the wrong year', { startsOn: '2028-05-15', nextDebitOn: '2028-05-15' }, MONTH, 'start'],
    ['a term of 25 months', { startsOn: '2026-01-01', boundUntil: '2028-01-31' }, MONTH, 'bound_until'],
    ['a day more than 24 months', { startsOn: '2026-01-01', boundUntil: '2028-01-01' }, MONTH, 'bound_until'],
    ['a term before the start', { boundUntil: '2019-01-01' }, MONTH, 'bound_until'],
    ['a price of nought', { priceCents: 0 }, MONTH, 'price'],
    ['a decimal point too far right', { priceCents: 12_900 }, MONTH, 'price'],
    ['a decimal point too far left', { priceCents: 129 }, MONTH, 'price'],
    ['a year’s price for a month', { priceCents: 14_900 }, MONTH, 'price'],
    ['a price for nothing', { payment: 'none', nextDebitOn: null }, MONTH, 'price'],
    ['a debit for nothing', { payment: 'none', priceCents: null }, MONTH, 'next_debit'],
    ['no account', { iban: ' ' }, MONTH, 'iban'],
    ['no mandate', { mandate: '' }, MONTH, 'mandate'],
    ['a mandate of too many letters', { mandate: 'M'.repeat(36) }, MONTH, 'mandate'],
    ['a mandate no bank could read', { mandate: 'Größe' }, MONTH, 'mandate'],
    ['no day of the mandate', { mandateSignedOn: null }, MONTH, 'mandate_date'],
    ['a mandate of tomorrow', { mandateSignedOn: '2026-11-24' }, MONTH, 'mandate_date'],
    [
      'a large invoice without an address',
      { street: '', postcode: '', city: '', priceCents: 25_001, nextDebitOn: '2027-03-01' },
      { ...YEAR, priceCents: 29_900 },
      'street',
    ],
  ])('is refused with %s', (_name, more, offer, column) => {
    const faults = listImportFaults({ ...LINE, ...more }, offer, TODAY)
    expect(faults.map((fault) => fault.column)).toEqual([column])
    expect(faults[0]!.message.length).toBeGreaterThan(15)
  })

  it("a fault never repeats a cell's text, which may be an account number", () => {
    const iban = 'DE93999999990000000001'
    const faults = listImportFaults(
      { ...LINE, email: iban, lastName: `${iban}@`, street: '<', offer: iban, mandate: `${iban}ä`, postcode: iban },
      null,
      TODAY,
    )
    expect(faults.length).toBeGreaterThan(4)
    expect(JSON.stringify(faults)).not.toContain('9999')
  })

  it('of a cancelled contract counts from the day after its last day, in case the reader stays', () => {
    const line = { ...LINE, endsOn: '2026-12-14', nextDebitOn: null }
    expect(toImportedEnd(line, MONTH)).toBe('2026-12-14')
    expect(toCountedFrom(line, '2026-12-14')).toBe('2026-12-15')
    expect(toImportedEnd({ ...LINE, startsOn: '2026-05-15' }, FIXED)).toBe('2027-05-14')
  })
})
