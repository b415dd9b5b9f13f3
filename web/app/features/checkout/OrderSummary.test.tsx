import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Offer } from '@lokalteil/contracts/commerce'
import { toQuote } from '@lokalteil/domain/commerce/orders'
import { OrderFacts, OrderSummary, type Priced } from './OrderSummary.tsx'

const OFFER: Offer = {
  id: 'plus',
  kind: 'plus',
  name: 'Plus',
  description: '',
  priceCents: 990,
  vatPercent: 7,
  periodMonths: 1,
  trial: null,
  termMonths: null,
  renewal: 'open-ended',
  noticeMonths: 1,
  benefits: ['Alles lesen'],
  roles: ['PLUS_USER'],
  coins: null,
  isRecommended: false,
}
const NOTE =
  'Die Laufzeit beginnt am 1. März 2027: Bis zum 28. Februar 2027 ist Ihr Zugang schon freigeschaltet, davon geht nichts verloren.'
const toText = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe.each([
  ['beside the form', (quote: Priced) => <OrderSummary offer={OFFER} quote={quote} otherOffer="/order/abo" />],
  ['above the order button', (quote: Priced) => <OrderFacts offer={OFFER} quote={quote} isInvoice={false} />],
])('%s', (_where, show) => {
  const shown = (startsOn: string) => toText(renderToStaticMarkup(show(toQuote(OFFER, '2026-11-30', null, startsOn))))

  it('an order that begins after access of before says when', () => {
    expect(shown('2027-03-01')).toContain(NOTE)
  })

  it('an order that begins today says nothing of a later day', () => {
    expect(shown('2026-11-30')).not.toContain('schon freigeschaltet')
  })
})
