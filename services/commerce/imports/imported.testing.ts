/** For tests: lines of a table of subscribers. */
import type { z } from 'zod'
import type { ImportedContract } from '@lokalteil/contracts/commerce/imported-contracts'

/** A contract by direct debit that was paid elsewhere until 14 December 2026. */
export function toLine(
  id: string,
  more: Partial<z.input<typeof ImportedContract>> = {},
): z.input<typeof ImportedContract> {
  return {
    id,
    email: `leser-${id}@auenburg.example`,
    salutation: 'Frau',
    firstName: 'Änne',
    lastName: 'Größe',
    street: 'Kornmarkt 11',
    postcode: '00412',
    city: 'Auenburg',
    offer: 'plus-monat',
    priceCents: 890,
    startsOn: '2019-08-15',
    nextDebitOn: '2026-12-15',
    payment: 'sepa',
    iban: 'DE93 9999 9999 0000 0000 01',
    holder: 'Änne Größe',
    mandate: `ALT-${id}`,
    mandateSignedOn: '2019-08-01',
    ...more,
  }
}

export const ON_ACCOUNT = { payment: 'invoice', iban: '', mandate: '', mandateSignedOn: null } as const
export const FOR_NOTHING = { ...ON_ACCOUNT, payment: 'none', priceCents: null, nextDebitOn: null } as const
