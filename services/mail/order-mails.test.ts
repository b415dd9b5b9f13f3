import type { OrderConfirmation } from '@lokalteil/contracts/mail'
import { describe, expect, it } from 'vitest'
import { YEAR } from './order.testing.ts'
import { CONTRACT_MAILS } from './contract-mails.ts'
import { toOrderFacts, toOrderLinks, toWithdrawalTexts } from './order-mails.ts'
import { PURCHASE_MAILS } from './purchase-mails.ts'

const TRIAL: OrderConfirmation = {
  ...YEAR,
  product: 'Plus Monat',
  dueCents: 100,
  vatCents: 7,
  period: { from: '2026-11-21', to: '2026-12-20' },
  next: { on: '2026-12-21', cents: 990 },
  regular: { cents: 990, months: 1 },
  trial: { months: 1, endsOn: '2026-12-20' },
  earliestEnd: '2026-12-20',
  termMonths: null,
}
const COINS: OrderConfirmation = {
  ...YEAR,
  product: 'Coins 10',
  isCoins: true,
  dueCents: 690,
  vatCents: 45,
  period: { from: '2026-11-21', to: null },
  next: null,
  regular: null,
  termMonths: null,
  noticeMonths: null,
  renewal: 'none',
  payment: { kind: 'card', label: 'Karte', mandateReference: null },
  hasConsentedToLapse: true,
}
const ENDING: OrderConfirmation = { ...YEAR, renewal: 'none', noticeMonths: null, next: null, endsOn: '2027-11-20' }

const factOf = (order: OrderConfirmation, label: string) =>
  toOrderFacts(order)
    .find((fact) => fact.label === label)
    ?.value.replace(/\u00a0/g, ' ')

describe('the confirmation of an order', () => {
  it.each<[string, OrderConfirmation, string, string | undefined]>([
    ['the sum with its tax', YEAR, 'Preis', '99,00 €, darin 7 % Mehrwertsteuer (6,48 €)'],
    ['what it pays for', YEAR, 'Bezahlt für', '21.11.2026 bis 20.11.2027'],
    ['what follows a year', YEAR, 'Danach', '99,00 € im Jahr, die nächste Zahlung über 99,00 € am 21.11.2027'],
    ['what follows a trial', TRIAL, 'Danach', '9,90 € im Monat, die nächste Zahlung über 9,90 € am 21.12.2026'],
    ['what follows coins', COINS, 'Danach', undefined],
    [
      'term and notice',
      YEAR,
      'Laufzeit und Kündigung',
      'Läuft zwölf Monate, danach auf unbestimmte Zeit.\nZum Ende der ersten Laufzeit und danach jederzeit mit einer Frist von einem Monat kündbar.\nFrühestens endet der Vertrag am 20. November 2027.',
    ],
    [
      'the trial, its end and its notice',
      TRIAL,
      'Laufzeit und Kündigung',
      'Läuft einen Monat zur Probe, danach auf unbestimmte Zeit.\nIn der Probezeit zu deren Ende kündbar, danach jederzeit mit einer Frist von einem Monat.\nFrühestens endet der Vertrag am 20. Dezember 2026.\nLetzter Tag der Probezeit: 20.12.2026.',
    ],
    [
      'what ends by itself',
      ENDING,
      'Laufzeit und Kündigung',
      'Läuft zwölf Monate und endet von selbst.\nFrühestens endet der Vertrag am 20. November 2027.\nLetzter Tag des Vertrags: 20.11.2027.',
    ],
    ['what is bought once', COINS, 'Laufzeit', 'Einmaliger Kauf, kein Abo'],
    ['the mandate', YEAR, 'Zahlung', 'SEPA-Lastschrift: DE •••• 0001\nMandatsreferenz AK-M-ABC'],
  ])('S2.3-05 states %s', (_name, order, label, expected) => {
    expect(factOf(order, label)).toBe(expected)
  })

  it('names the seller with address, telephone and e-mail, and carries the model form', () => {
    const seller = {
      company: 'Auental Medien GmbH & Co. KG',
      address: ['Färbertorplatz 4', '00412 Auenburg'],
      phone: '030 23125-412',
      email: 'abo@auenkurier.example',
    }
    const purchase = {
      number: 'A-2026-AAAA-BBBB',
      placedAt: '2026-11-21T12:00:00.000Z',
      customerNumber: '412345678',
      lines: [{ title: 'Tasse', detail: '', quantity: 1, grossCents: 990, on: null, right: 'FROM_ARRIVAL' as const }],
      delivery: null,
      dueCents: 990,
      rates: [],
      note: '',
      payment: YEAR.payment,
      address: [],
      recipient: [],
      returnPath: '/shop',
      seller,
    }
    const mails = [
      PURCHASE_MAILS['purchase-confirmed'](purchase, 'Auenkurier'),
      CONTRACT_MAILS['order-confirmed']({ ...YEAR, seller }, 'Auenkurier'),
    ]
    for (const mail of mails) {
      const words = JSON.stringify(mail.parts)
      for (const part of [seller.company, ...seller.address, seller.phone, seller.email, 'Muster-Widerrufsformular'])
        expect(words).toContain(part)
      expect(words).not.toContain('im Impressum')
    }
    expect(JSON.stringify(mails[0])).toContain('Wertverlust')
    // Without a right of withdrawal there is no form.
    const dated = { ...purchase, lines: [{ ...purchase.lines[0]!, right: 'DATED' as const }] }
    expect(JSON.stringify(PURCHASE_MAILS['purchase-confirmed'](dated, 'Auenkurier'))).not.toContain('Muster-')
  })

  it('explains the right of withdrawal, and its end if the reader agreed to that', () => {
    expect(toWithdrawalTexts(YEAR, 'Auenkurier').join(' ')).toMatch(
      /Widerrufsbelehrung.*14 Tagen.*Folgen des Widerrufs/,
    )
    expect(toWithdrawalTexts(COINS, 'Auenkurier').join(' ')).toMatch(/zugestimmt.*erlischt \(§ 356 Abs\. 5 BGB\)/)
    expect(toWithdrawalTexts({ ...COINS, hasConsentedToLapse: false }, 'Auenkurier').join(' ')).not.toMatch(/erlischt/)
    expect([toOrderLinks(YEAR), toOrderLinks(COINS)].map((links) => links.map(({ path }) => path))).toEqual([
      ['/kuendigen', '/widerrufen', '/agb', '/impressum'],
      ['/widerrufen', '/agb', '/impressum'],
    ])
  })
})
