/** For tests: the confirmation of a yearly order. */
import type { OrderConfirmation } from '@lokalteil/contracts/mail'

export const YEAR: OrderConfirmation = {
  number: 'A-2026-AAAA-BBBB',
  placedAt: '2026-11-21T12:00:00.000Z',
  customerNumber: '412345678',
  product: 'Plus Jahr',
  description: 'Zwölf Monate lesen',
  isCoins: false,
  dueCents: 9900,
  vatPercent: 7,
  vatCents: 648,
  period: { from: '2026-11-21', to: '2027-11-20' },
  next: { on: '2027-11-21', cents: 9900 },
  regular: { cents: 9900, months: 12 },
  endsOn: null,
  trial: null,
  earliestEnd: '2027-11-20',
  termMonths: 12,
  noticeMonths: 1,
  renewal: 'open-ended',
  payment: { kind: 'sepa', label: 'DE •••• 0001', mandateReference: 'AK-M-ABC' },
  address: ['Eva Süß', 'Am Fluss 3', '00412 Auenburg'],
  hasConsentedToLapse: false,
}
