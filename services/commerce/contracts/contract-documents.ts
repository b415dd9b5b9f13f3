/** Papers: invoices, and what was agreed with an order. */
import type { DocumentView } from '@lokalteil/contracts/billing'
import type { Offer } from '@lokalteil/contracts/commerce'
import { isForBookkeeping } from '@lokalteil/domain/commerce/invoices'
import { listTermTexts } from '@lokalteil/domain/commerce/offer-terms'
import type { Quote } from '@lokalteil/domain/commerce/orders'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import { formatDate, formatPrice, toDayKey } from '@lokalteil/domain/german'
import { type Mandator, PUBLICATIONS } from '@lokalteil/domain/publication/publications'
import type { Refusal } from '../../platform/serve.ts'
import type { CoinOwner } from '../coins/ledger.ts'
import { renderInvoicePdf, renderXRechnung, renderZugferd } from '../documents/invoice-documents.ts'
import { notFound, type ReaderContext } from './reader-context.ts'
import { findCompletedOrder, listCompletedOrders } from './reader-contract-store.ts'

export async function listDocuments(
  context: ReaderContext,
  { mandator, customerId }: CoinOwner,
): Promise<DocumentView[]> {
  const [written, ordered] = await Promise.all([
    context.invoices.list(mandator, customerId),
    listCompletedOrders(mandator, customerId, 200, context.db),
  ])
  const papers: DocumentView[] = [
    ...written.map((invoice): DocumentView => ({
      kind: invoice.kind,
      number: invoice.number,
      issuedOn: invoice.issuedOn,
      about: invoice.contract,
      grossCents: invoice.sums.grossCents,
      formats: isForBookkeeping(invoice.buyer) ? ['pdf', 'zugferd', 'xrechnung'] : ['pdf'],
    })),
    ...ordered.map((order): DocumentView => ({
      kind: 'order',
      number: order.order_number,
      issuedOn: toDayKey(order.placed_at),
      about: (order.quote as Quote).offer.name,
      grossCents: (order.quote as Quote).dueCents,
      formats: ['txt'],
    })),
  ]
  return papers.toSorted((a, b) => (a.issuedOn === b.issuedOn ? 0 : a.issuedOn < b.issuedOn ? 1 : -1))
}

export async function getDocument(
  context: ReaderContext,
  { mandator, customerId }: CoinOwner,
  number: string,
  format: DocumentView['formats'][number],
): Promise<{ fileName: string; mediaType: string; base64: string } | Refusal> {
  if (format === 'txt') {
    const order = await findCompletedOrder(mandator, customerId, number, context.db)
    if (order === undefined) return notFound()
    const text = toOrderText(
      mandator,
      order.order_number,
      customerId,
      order.placed_at,
      order.quote as Quote,
      order.offer as Offer,
    )
    return {
      fileName: `Bestellung-${number}.txt`,
      mediaType: 'text/plain; charset=utf-8',
      base64: Buffer.from(text).toString('base64'),
    }
  }
  const invoice = await context.invoices.get(mandator, customerId, number)
  if (invoice === null || (format !== 'pdf' && !isForBookkeeping(invoice.buyer))) return notFound()
  if (format === 'xrechnung')
    return {
      fileName: `${number}.xml`,
      mediaType: 'application/xml',
      base64: Buffer.from(await renderXRechnung(invoice)).toString('base64'),
    }
  const pdf = format === 'pdf' ? await renderInvoicePdf(invoice) : await renderZugferd(invoice)
  return {
    fileName: `${number}${format === 'pdf' ? '' : '-zugferd'}.pdf`,
    mediaType: 'application/pdf',
    base64: Buffer.from(pdf).toString('base64'),
  }
}

/** What was agreed, to be kept (§ 312f BGB). */
function toOrderText(
  mandator: Mandator,
  number: string,
  customerId: string,
  placedAt: Date,
  quote: Quote,
  offer: Offer,
): string {
  const day = (key: Day) => formatDate(new Date(`${key}T12:00:00Z`))
  const { period, next, dueCents, vatCents, earliestEnd } = quote
  return [
    `Bestellbestätigung ${number}`,
    `${PUBLICATIONS[mandator].name}, Kundennummer ${customerId}`,
    `Bestellt am ${formatDate(placedAt)}`,
    '',
    offer.name,
    ...(offer.description === '' ? [] : [offer.description]),
    `Zeitraum: ab ${day(period.from)}${period.to === null ? '' : ` bis ${day(period.to)}`}`,
    `Bezahlt für diesen Zeitraum: ${formatPrice(dueCents)}, darin ${formatPrice(vatCents)} Umsatzsteuer (${offer.vatPercent} %)`,
    ...(next === null ? [] : [`Danach: ${formatPrice(next.cents)} ab ${day(next.on)}`]),
    ...(period.to === null ? [] : listTermTexts(offer, earliestEnd)),
    '',
    'Kündigen: /kuendigen. Widerrufen, 14 Tage lang: /widerrufen.',
    '',
  ].join('\r\n')
}
