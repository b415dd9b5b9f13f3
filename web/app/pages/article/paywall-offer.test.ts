import type { Offer } from '@lokalteil/contracts/commerce'
import { expect, it, vi } from 'vitest'
import { choosePaywallOffer, loadPaywallOffer } from './paywall-offer.lazy.ts'

const PLUS: Offer = {
  id: 'plus',
  kind: 'plus',
  name: 'Plus',
  description: '',
  priceCents: 990,
  vatPercent: 7,
  periodMonths: 1,
  trial: { months: 1, priceCents: 100 },
  termMonths: null,
  renewal: 'open-ended',
  noticeMonths: 1,
  benefits: [],
  roles: ['PLUS_USER'],
  coins: null,
  isRecommended: false,
}
const YEAR: Offer = {
  ...PLUS,
  id: 'plus-jahr',
  name: 'Plus für ein Jahr',
  periodMonths: 12,
  priceCents: 9900,
  trial: null,
}
const answering = (data: object) => ({ listOffers: async () => ({ ok: true, data }) as never })

it.each([
  ['the one that is recommended', [YEAR, { ...PLUS, isRecommended: true }], 'plus'],
  ['the cheapest for a month', [PLUS, YEAR], 'plus-jahr'],
  ['nothing that opens no article', [{ ...PLUS, kind: 'pur' as const }], undefined],
])('the box of a locked article offers %s', (_name, offers, id) => {
  expect(choosePaywallOffer(offers)?.id).toBe(id)
})

it('shows the price, the time after the trial and how to cancel, and links to the checkout with the way back', async () => {
  expect(await loadPaywallOffer(answering({ offers: [PLUS], readerService: null }), '/bruecke-12')).toEqual({
    checkout: '/order/checkout?offer=plus&return=%2Fbruecke-12',
    price: '1,00\u00a0€ im ersten Monat',
    terms:
      'Danach 9,90\u00a0€ im Monat. In der Probezeit zu deren Ende kündbar, danach jederzeit mit einer Frist von einem Monat. Alle Preise mit Mehrwertsteuer.',
    button: 'Plus einen Monat testen',
  })
})

it('knows whether cards are paid on a page that accepts device wallets', async () => {
  const catalogue = { offers: [PLUS], readerService: null }
  expect((await loadPaywallOffer(answering({ ...catalogue, takesDeviceWallets: true }), '/a-1'))?.walletCheckout).toBe(
    '/order/checkout?offer=plus&return=%2Fa-1&payment=card',
  )
  expect(await loadPaywallOffer(answering(catalogue), '/a-1')).not.toHaveProperty('walletCheckout')
})

it('offers nothing when nothing can be ordered, and does not wait for a hanging service', async () => {
  expect(await loadPaywallOffer(answering({ offers: [PLUS], readerService: null, isClosed: true }), '/a-1')).toBeNull()
  vi.useFakeTimers()
  const waiting = loadPaywallOffer({ listOffers: () => new Promise(() => undefined) }, '/a-1')
  await vi.advanceTimersByTimeAsync(400)
  expect(await waiting).toBeNull()
  vi.useRealTimers()
})
