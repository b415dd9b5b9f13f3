/**
 * E-invoices (EN 16931): XML for the public sector (XRechnung), and for companies a PDF with the XML inside (ZUGFeRD/Factur-X).
 * PDF and XML agree, because both are made from the same `Invoice`.
 */
import type { Invoice as EInvoice } from '@e-invoice-eu/core'
import type { Buyer, Invoice, InvoiceLine, Seller } from '@lokalteil/domain/commerce/invoices'
import { renderInvoicePdf } from './invoice-pdf.ts'
import { introOf, paymentTextOf } from './invoice-texts.ts'

const SCHEME = { 'cbc:ID': 'VAT' } as const

/** XRechnung (UBL), as companies and offices read it. */
export async function renderXRechnung(invoice: Invoice): Promise<string> {
  const made = await (
    await openEInvoices()
  ).generate(toEInvoice(invoice), { format: 'XRECHNUNG-UBL', lang: 'de-de', noWarnings: true })
  return typeof made === 'string' ? made : Buffer.from(made).toString('utf8')
}

/** The PDF with its data inside (ZUGFeRD/Factur-X, profile EN 16931). */
export async function renderZugferd(invoice: Invoice, colour: string): Promise<Uint8Array> {
  const pdf = await renderInvoicePdf(invoice, colour)
  const made = await (
    await openEInvoices()
  ).generate(toEInvoice(invoice), {
    format: 'Factur-X-EN16931',
    lang: 'de-de',
    noWarnings: true,
    pdf: { buffer: pdf, filename: `${invoice.number}.pdf`, mimetype: 'application/pdf' },
  })
  return typeof made === 'string' ? Buffer.from(made) : made
}

/** Lazy import: the library is large, and few readers need it. */
async function openEInvoices() {
  const { InvoiceService } = await import('@e-invoice-eu/core')
  const quiet = () => {}
  return new InvoiceService({ log: quiet, warn: quiet, error: quiet } as never)
}

function toOpposite<T extends Invoice>(invoice: T): T {
  const turn = <A extends { netCents: number; vatCents: number; grossCents: number }>(one: A): A => ({
    ...one,
    netCents: -one.netCents,
    vatCents: -one.vatCents,
    grossCents: -one.grossCents,
  })
  return {
    ...invoice,
    lines: invoice.lines.map(turn),
    sums: { ...turn(invoice.sums), rates: invoice.sums.rates.map(turn) },
  }
}

/** A correction becomes a credit note: its type says that money goes back, so its amounts are positive. */
function toEInvoice(written: Invoice): EInvoice {
  const invoice = written.kind === 'invoice' ? written : toOpposite(written)
  const { seller, sums, lines, payment, corrects } = invoice
  const isPaid = payment.paidOn !== null || invoice.kind === 'correction'
  const starts = lines.map(({ from }) => from).toSorted()
  const ends = lines.flatMap(({ from, to }) => to ?? from).toSorted()
  const data = {
    'ubl:Invoice': {
      'cbc:CustomizationID': 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
      'cbc:ProfileID': 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
      'cbc:ID': invoice.number,
      'cbc:IssueDate': invoice.issuedOn,
      ...(isPaid ? {} : { 'cbc:DueDate': payment.dueOn }),
      'cbc:InvoiceTypeCode': invoice.kind === 'invoice' ? '380' : '381',
      'cbc:Note': [introOf(written)],
      'cbc:DocumentCurrencyCode': 'EUR',
      'cbc:BuyerReference': invoice.customerNumber,
      'cac:InvoicePeriod': { 'cbc:StartDate': starts[0], 'cbc:EndDate': ends.at(-1) },
      ...(invoice.orderNumber === null ? {} : { 'cac:OrderReference': { 'cbc:ID': invoice.orderNumber } }),
      ...(corrects === null
        ? {}
        : {
            'cac:BillingReference': [
              { 'cac:InvoiceDocumentReference': { 'cbc:ID': corrects.number, 'cbc:IssueDate': corrects.issuedOn } },
            ],
          }),
      'cac:ContractDocumentReference': { 'cbc:ID': invoice.contract },
      'cac:AccountingSupplierParty': { 'cac:Party': toSupplier(seller) },
      'cac:AccountingCustomerParty': { 'cac:Party': toCustomer(invoice.buyer) },
      // A direct debit must name the payer's IBAN, which we never show: leave it out unless payment is by invoice.
      'cac:PaymentMeans': [
        isPaid || payment.kind !== 'invoice'
          ? { 'cbc:PaymentMeansCode': '1', 'cbc:PaymentID': invoice.number }
          : {
              'cbc:PaymentMeansCode': '58',
              'cbc:PaymentID': invoice.number,
              'cac:PayeeFinancialAccount': { 'cbc:ID': seller.iban, 'cbc:Name': seller.company },
            },
      ],
      'cac:PaymentTerms': { 'cbc:Note': paymentTextOf(written).join(' ') },
      'cac:TaxTotal': [
        {
          ...amount('TaxAmount', sums.vatCents),
          'cac:TaxSubtotal': sums.rates.map(({ vatPercent, netCents, vatCents }) => ({
            ...amount('TaxableAmount', netCents),
            ...amount('TaxAmount', vatCents),
            'cac:TaxCategory': toTaxCategory(vatPercent),
          })),
        },
      ],
      'cac:LegalMonetaryTotal': toTotal(sums, payment.paidOn !== null && invoice.kind === 'invoice'),
      'cac:InvoiceLine': lines.map(toLine),
    },
  }
  return data as unknown as EInvoice
}

function toSupplier(seller: Seller) {
  return {
    'cbc:EndpointID': seller.email,
    'cbc:EndpointID@schemeID': 'EM',
    'cac:PartyName': { 'cbc:Name': seller.company },
    'cac:PostalAddress': toAddress(seller),
    'cac:PartyTaxScheme': [{ 'cbc:CompanyID': seller.vatId, 'cac:TaxScheme': SCHEME }],
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': seller.company, 'cbc:CompanyLegalForm': seller.register },
    'cac:Contact': {
      'cbc:Name': 'Leserservice',
      'cbc:Telephone': seller.phone,
      'cbc:ElectronicMail': seller.email,
    },
  }
}

function toCustomer(buyer: Buyer) {
  return {
    'cbc:EndpointID': buyer.email,
    'cbc:EndpointID@schemeID': 'EM',
    'cac:PostalAddress': toAddress(buyer.address ?? { street: '', postcode: '', town: '', country: 'DE' }),
    'cac:PartyTaxScheme': { 'cbc:CompanyID': buyer.vatId, 'cac:TaxScheme': SCHEME },
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': buyer.company || buyer.name },
    ...(buyer.name === '' ? {} : { 'cac:Contact': { 'cbc:Name': buyer.name } }),
  }
}

function toAddress({ street, town, postcode, country }: NonNullable<Buyer['address']>) {
  return {
    'cbc:StreetName': street,
    'cbc:CityName': town,
    'cbc:PostalZone': postcode,
    'cac:Country': { 'cbc:IdentificationCode': country },
  }
}

function toTotal({ netCents, grossCents }: Invoice['sums'], isPrepaid: boolean) {
  return {
    ...amount('LineExtensionAmount', netCents),
    ...amount('TaxExclusiveAmount', netCents),
    ...amount('TaxInclusiveAmount', grossCents),
    ...(isPrepaid ? amount('PrepaidAmount', grossCents) : {}),
    ...amount('PayableAmount', isPrepaid ? 0 : grossCents),
  }
}

function toLine(line: InvoiceLine, index: number) {
  return {
    'cbc:ID': String(index + 1),
    // EN 16931 forbids negative prices: a deduction has a negative quantity instead.
    'cbc:InvoicedQuantity': line.netCents < 0 ? '-1' : '1',
    'cbc:InvoicedQuantity@unitCode': 'C62',
    ...amount('LineExtensionAmount', line.netCents),
    'cac:InvoicePeriod': { 'cbc:StartDate': line.from, 'cbc:EndDate': line.to ?? line.from },
    'cac:Item': { 'cbc:Name': line.text, 'cac:ClassifiedTaxCategory': toTaxCategory(line.vatPercent) },
    'cac:Price': amount('PriceAmount', Math.abs(line.netCents)),
  }
}

function toTaxCategory(percent: number) {
  // Zero VAT: value vouchers, when they are sold and when they pay.
  return { 'cbc:ID': percent === 0 ? 'Z' : 'S', 'cbc:Percent': String(percent), 'cac:TaxScheme': SCHEME }
}

function amount(name: string, cents: number): Record<string, string> {
  const euros = `${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
  return { [`cbc:${name}`]: `${cents < 0 ? '-' : ''}${euros}`, [`cbc:${name}@currencyID`]: 'EUR' }
}
