import { inflateSync } from 'node:zlib'
import { toCorrection, toInvoice, type Invoice, type InvoiceBasis } from '@lokalteil/domain/commerce/invoices'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { renderXRechnung, renderZugferd } from './e-invoice.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'
import { readPdf } from '@lokalteil/tools/read-pdf'
import { SELLER } from '../billing/billing.testing.ts'

const COLOUR = '#0c5c4c'
const BASIS: InvoiceBasis = {
  mandator: 'ak',
  issuedOn: '2026-11-21',
  customerNumber: '412345678',
  orderNumber: 'A-2026-7Q4F-MX2D',
  contract: 'Plus + Pur',
  seller: SELLER,
  buyer: {
    name: 'Łucja Größe',
    company: 'Werla Bau GmbH',
    vatId: 'DE123456789',
    email: 'buch@werla.example',
    address: { street: 'Kornmarkt 11', postcode: '00412', town: 'Auenburg', country: 'DE' },
  },
  payment: {
    kind: 'sepa',
    label: 'DE •••• 0001',
    mandateReference: 'AK-M-7Q4FMX2D',
    paidOn: null,
    dueOn: '2026-11-30',
  },
}
const INVOICE: Invoice = toInvoice('AK-2026-000123', BASIS, [
  { text: 'Plus + Pur', from: '2026-11-21', to: '2026-12-20', grossCents: 1290, vatPercent: 19 },
  { text: 'Gutschrift: Plus Monat', from: '2026-11-21', to: '2026-12-05', grossCents: -495, vatPercent: 7 },
])
const PAID: Invoice = { ...INVOICE, payment: { ...INVOICE.payment, paidOn: '2026-11-21' } }

describe('the PDF of an invoice', () => {
  it('contains the facts that § 14 UStG requires, as text that can be copied', async () => {
    const text = readPdf(await renderInvoicePdf(INVOICE, COLOUR, { isPlain: true }))
    const flat = text.replace(/\s+/g, ' ')
    for (const said of [
      'Rechnung AK-2026-000123',
      '21. November 2026',
      'Auental Medien GmbH & Co. KG',
      'DE000000412',
      'Werla Bau GmbH',
      'ucja Größe',
      'Kornmarkt 11',
      'DE123456789',
      '21.11.2026 – 20.12.2026',
      '12,90 €',
      '-4,95 €',
      '19 %',
      '7 %',
      'Netto zu 19 %',
      '10,84 €',
      '2,06 €',
      'Gesamtbetrag',
      '7,95 €',
      '30. November 2026',
      'AK-M-7Q4FMX2D',
      SELLER.creditorId,
    ]) {
      expect(flat, said).toContain(said.replaceAll('\u00a0', ' '))
    }
    expect(text).toContain('Ł')
    expect(text).not.toContain('\uFFFD')
    expect(flat).not.toContain('DE93')
  })

  it('is tagged, in German, has a title, and is the same to the byte each time it is made', async () => {
    const file = Buffer.from(await renderInvoicePdf(INVOICE, COLOUR, { isPlain: true })).toString('latin1')
    const has = (part: string) => file.includes(part)
    expect(
      [
        '/Marked true',
        '/Lang (de-DE)',
        '/DisplayDocTitle true',
        '/S /H1',
        '/S /Table',
        '/S /TH',
        '/S /TD',
        '/Artifact',
      ].filter((part) => !has(part)),
    ).toEqual([])
    expect(
      Buffer.from(await renderInvoicePdf(INVOICE, COLOUR)).equals(Buffer.from(await renderInvoicePdf(INVOICE, COLOUR))),
    ).toBe(true)
  })

  it('of a correction names the corrected invoice', async () => {
    const flat = readPdf(
      await renderInvoicePdf(
        toCorrection('AK-2026-000124', toInvoice('AK-2026-000120', BASIS, [INVOICE.lines[0]!]), '2026-12-01', 500),
        COLOUR,
        { isPlain: true },
      ),
    ).replace(/\s+/g, ' ')
    for (const said of ['Rechnungskorrektur AK-2026-000124', 'AK-2026-000120 vom 21. November 2026', '-5,00 €'])
      expect(flat).toContain(said)
  })

  it('continues on a second page when there are many lines', async () => {
    const many = toInvoice(
      'AK-2026-000125',
      BASIS,
      Array.from({ length: 40 }, (_, index) => ({
        text: `Monat ${index + 1}`,
        from: '2026-11-21',
        to: '2026-12-20',
        grossCents: 990,
        vatPercent: 7,
      })),
    )
    const text = readPdf(await renderInvoicePdf(many, COLOUR, { isPlain: true }))
    for (const said of ['Monat 40', 'Seite 2 von', '396,00\u00a0€']) expect(text).toContain(said)
  })
})

describe('e-invoices', () => {
  const parse = (xml: string) =>
    new XMLParser({ removeNSPrefix: true, parseTagValue: false, ignoreAttributes: true }).parse(xml) as Record<
      string,
      never
    >
  type Amounts = {
    LineExtensionAmount: string
    TaxExclusiveAmount: string
    TaxInclusiveAmount: string
    PrepaidAmount?: string
    PayableAmount: string
  }

  it.each<[string, Invoice, string, string]>([
    ['still to be paid', INVOICE, '7.95', '380'],
    ['paid', PAID, '0.00', '380'],
    [
      'taken back',
      toCorrection(
        'AK-2026-000124',
        toInvoice('AK-2026-000120', { ...BASIS, payment: PAID.payment }, [INVOICE.lines[0]!]),
        '2026-12-01',
      ),
      '12.90',
      '381',
    ],
    ['taken back in part', toCorrection('AK-2026-000124', INVOICE, '2026-12-01', 500, 200), '5.00', '381'],
  ])('XRechnung of an invoice %s has sums that agree', async (_name, invoice, payable, type) => {
    // A credit note has other element names for the same things.
    const xml = (await renderXRechnung(invoice))
      .replace(/CreditNote(?=[ >])|CreditNote(?=TypeCode|Line)/g, 'Invoice')
      .replaceAll('CreditedQuantity', 'InvoicedQuantity')
    const { Invoice: found } = parse(xml) as unknown as {
      Invoice: {
        ID: string
        InvoiceTypeCode: string
        BillingReference?: { InvoiceDocumentReference: { ID: string } }
        LegalMonetaryTotal: Amounts
        TaxTotal: {
          TaxAmount: string
          TaxSubtotal: { TaxableAmount: string; TaxAmount: string } | { TaxableAmount: string; TaxAmount: string }[]
        }
        InvoiceLine:
          | { LineExtensionAmount: string; InvoicedQuantity: string; Price: { PriceAmount: string } }
          | { LineExtensionAmount: string; InvoicedQuantity: string; Price: { PriceAmount: string } }[]
      }
    }
    const cents = (text: string) => Math.round(Number(text) * 100)
    const { LegalMonetaryTotal: total, TaxTotal: tax } = found
    const [lines, rates] = [[found.InvoiceLine].flat(), [tax.TaxSubtotal].flat()]
    const add = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)
    expect([found.ID, found.InvoiceTypeCode, total.PayableAmount]).toEqual([invoice.number, type, payable])
    expect(add(lines.map((line) => cents(line.LineExtensionAmount)))).toBe(cents(total.LineExtensionAmount))
    expect(add(rates.map((rate) => cents(rate.TaxableAmount)))).toBe(cents(total.TaxExclusiveAmount))
    expect(add(rates.map((rate) => cents(rate.TaxAmount)))).toBe(cents(tax.TaxAmount))
    expect(cents(total.TaxExclusiveAmount) + cents(tax.TaxAmount)).toBe(cents(total.TaxInclusiveAmount))
    expect(cents(total.TaxInclusiveAmount) - cents(total.PrepaidAmount ?? '0')).toBe(cents(total.PayableAmount))
    for (const { LineExtensionAmount, InvoicedQuantity, Price } of lines)
      expect(cents(Price.PriceAmount) * Number(InvoicedQuantity)).toBe(cents(LineExtensionAmount))
    expect(found.BillingReference?.InvoiceDocumentReference.ID).toBe(invoice.corrects?.number)
  })

  it('a correction is a UBL credit note that names the invoice', async () => {
    const xml = await renderXRechnung(toCorrection('AK-2026-000124', INVOICE, '2026-12-01', 500))
    for (const part of [
      'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
      '<cbc:CreditNoteTypeCode>381<',
      '<cac:CreditNoteLine>',
      `<cbc:ID>${INVOICE.number}<`,
      '<cbc:PayableAmount currencyID="EUR">5.00<',
    ])
      expect(xml).toContain(part)
    expect(xml).not.toContain('DueDate')
  })

  it.each<[string, Invoice, string, string]>([
    ['an invoice', PAID, '380', '7.95'],
    ['a correction', toCorrection('AK-2026-000124', INVOICE, '2026-12-01', 500), '381', '5.00'],
  ])('ZUGFeRD of %s is the PDF with the same data inside', async (_name, invoice, type, gross) => {
    const file = Buffer.from(await renderZugferd(invoice, COLOUR))
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    const latin = file.toString('latin1')
    const streams = [...latin.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: mark }) => {
      const from = index + mark.length
      const bytes = file.subarray(from, latin.indexOf('endstream', from))
      try {
        return [inflateSync(bytes).toString('utf8')]
      } catch {
        return [bytes.toString('utf8')]
      }
    })
    const xml = streams.find((text) => text.includes('CrossIndustryInvoice'))!
    expect(xml).toContain('urn:cen.eu:en16931:2017')
    expect(xml).toContain(invoice.number)
    expect(xml).toMatch(new RegExp(`ExchangedDocument>.*TypeCode>${type}<`, 's'))
    expect(xml).toContain(`GrandTotalAmount>${gross}<`)
    expect(streams.join('')).toContain('factur-x.xml')
  })
})
