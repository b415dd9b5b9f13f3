/** Documents of a reader: invoices, and the agreed terms of each order. */
import type { DocumentView } from '@lokalteil/contracts/commerce/invoices'
import type { Offer } from '@lokalteil/contracts/commerce'
import { isForBookkeeping } from '@lokalteil/domain/commerce/invoices'
import { listTermTexts } from '@lokalteil/domain/commerce/offer-terms'
import type { Quote } from '@lokalteil/domain/commerce/orders'
import { toInvoiceLines, toPurchaseTotals } from '@lokalteil/domain/commerce/purchases'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import { formatDate, toDayKey } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import type { Refusal } from '../../platform/serve.ts'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import { renderXRechnung, renderZugferd } from '../documents/e-invoice.ts'
import { renderInvoicePdf } from '../documents/invoice-pdf.ts'
import { findInvoice, listInvoices } from '../documents/invoice-store.ts'
import { findOrder, isImported, listOrders } from '../orders/order-store.ts'
import { basketOf } from '../orders/lines/basket.ts'
import type { BasketOrder, OfferOrder } from '../schema.ts'
import { notFound } from '../contracts/refusals.ts'

const MOST_ORDERS = 400

export async function listDocuments(context: CommerceContext, owner: Owner): Promise<DocumentView[]> {
  const [written, ordered] = await Promise.all([
    listInvoices(owner, context.db),
    listOrders(owner, { kind: null, state: 'completed', limit: MOST_ORDERS }, context.db),
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
      ...(order.seller === null
        ? { about: (order.quote as Quote).offer.name, grossCents: (order.quote as Quote).dueCents }
        : { about: basketOf(order).about, grossCents: order.due_cents }),
      formats: ['txt'],
    })),
  ]
  return papers.toSorted((a, b) => (a.issuedOn === b.issuedOn ? 0 : a.issuedOn < b.issuedOn ? 1 : -1))
}

export async function getDocument(
  context: CommerceContext,
  owner: Owner,
  number: string,
  format: DocumentView['formats'][number],
): Promise<{ fileName: string; mediaType: string; base64: string } | Refusal> {
  if (format === 'txt') {
    const text = await findOrderText(context, owner, number)
    if (text === null) return notFound()
    return {
      fileName: `Bestellung-${number}.txt`,
      mediaType: 'text/plain; charset=utf-8',
      base64: Buffer.from(text).toString('base64'),
    }
  }
  const invoice = await findInvoice(owner, number, context.db)
  if (invoice === null || (format !== 'pdf' && !isForBookkeeping(invoice.buyer))) return notFound()
  if (format === 'xrechnung')
    return {
      fileName: `${number}.xml`,
      mediaType: 'application/xml',
      base64: Buffer.from(await renderXRechnung(invoice)).toString('base64'),
    }
  const colour = invoice.colour ?? context.colourOf(owner.publication)
  const pdf = format === 'pdf' ? await renderInvoicePdf(invoice, colour) : await renderZugferd(invoice, colour)
  return {
    fileName: `${number}${format === 'pdf' ? '' : '-zugferd'}.pdf`,
    mediaType: 'application/pdf',
    base64: Buffer.from(pdf).toString('base64'),
  }
}

/** Null: the reader has no such order. */
async function findOrderText(context: CommerceContext, owner: Owner, number: string): Promise<string | null> {
  const order = await findOrder({ publication: owner.publication, number }, context.db)
  if (order?.customer_id !== owner.customerId || order.state !== 'completed' || isImported(order)) return null
  return [
    `Bestellbestätigung ${order.order_number}`,
    `${publicationOf(owner.publication).name}, Kundennummer ${order.customer_id}`,
    `Bestellt am ${formatDate(order.placed_at)}`,
    '',
    ...(order.seller === null ? listTerms(order) : listBasket(order)),
    '',
  ].join('\r\n')
}

/** The basket as lines of text. */
function listBasket(order: BasketOrder): string[] {
  const basket = basketOf(order)
  const { dueCents, rates } = toPurchaseTotals(basket)
  const lines = toInvoiceLines(basket, toDayKey(order.placed_at))
  return [
    ...lines.map(({ text, grossCents }) => `${text}: ${formatPrice(grossCents)}`),
    '',
    `Gesamtpreis: ${formatPrice(dueCents)}`,
    ...rates.map(({ vatPercent, vatCents }) => `darin ${vatPercent} % Umsatzsteuer: ${formatPrice(vatCents)}`),
    ...(basket.note === '' ? [] : ['', basket.note]),
    '',
    'Widerrufen: /widerrufen. Wofür und wie lange, steht in der Bestätigung, die wir Ihnen geschickt haben.',
  ]
}

/** The agreed terms, as lines of text for the reader to keep (§ 312f BGB). */
function listTerms(order: OfferOrder): string[] {
  const offer = order.offer as Offer
  const day = (key: Day) => formatDate(new Date(`${key}T12:00:00Z`))
  const { period, next, dueCents, vatCents, earliestEnd } = order.quote as Quote
  return [
    offer.name,
    ...(offer.description === '' ? [] : [offer.description]),
    `Zeitraum: ab ${day(period.from)}${period.to === null ? '' : ` bis ${day(period.to)}`}`,
    `Bezahlt für diesen Zeitraum: ${formatPrice(dueCents)}, darin ${formatPrice(vatCents)} Umsatzsteuer (${offer.vatPercent} %)`,
    ...(next === null ? [] : [`Danach: ${formatPrice(next.cents)} ab ${day(next.on)}`]),
    ...(period.to === null ? [] : listTermTexts(offer, earliestEnd)),
    '',
    'Kündigen: /kuendigen. Widerrufen, 14 Tage lang: /widerrufen.',
  ]
}
