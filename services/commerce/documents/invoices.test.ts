import { expect, it } from 'vitest'
import { toInvoiceBuyer } from './invoices.ts'

it.each([
  ['of an order with both', { street: 'Am Fluss 3', city: 'Auenburg' }, { street: 'Am Fluss 3', town: 'Auenburg' }],
  ['without a street', { city: 'Auenburg' }, { street: '', town: 'Auenburg' }],
  ['without a town', { street: 'Am Fluss 3' }, { street: 'Am Fluss 3', town: '' }],
  ['of an order without any', { postcode: '00412' }, null],
  ['of an erased order', {}, null],
])('§ 14 UStG: an invoice %s has the address that was typed', (_name, typed, address) => {
  const buyer = toInvoiceBuyer(typed, 'eva@example.org')
  if (address === null) expect(buyer.address).toBeNull()
  else expect(buyer.address).toMatchObject(address)
})
