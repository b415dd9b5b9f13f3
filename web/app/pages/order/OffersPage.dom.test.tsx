// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { Offer } from '@lokalteil/contracts/commerce'
import { toCheckoutPath } from '@lokalteil/domain/commerce/order-paths'
import { leave, render } from '../../browser/dom.testing.tsx'
import { getSession, setSession } from '../../browser/session/session.ts'
import { PortalProvider, type Portal } from '../../page/portal.ts'
import { orderTexts } from '../../messages/commerce/order.ts'
import { page } from './OffersPage.tsx'
import { page as order } from './OrderPage.tsx'

const portal = { publication: { name: 'Musterbote', rooms: [] } } as unknown as Portal
const toOffer = (kind: Offer['kind'], isRecommended: boolean): Offer => ({
  id: kind,
  kind,
  name: kind,
  description: '',
  priceCents: 990,
  vatPercent: 7,
  periodMonths: 1,
  trial: null,
  termMonths: null,
  renewal: 'open-ended',
  noticeMonths: 1,
  benefits: ['Alles lesen'],
  roles: [],
  coins: null,
  isRecommended,
})
const { view } = getSession()
afterEach(async () => {
  await leave()
  setSession({ view })
})

async function show() {
  const offers = [toOffer('plus', true), toOffer('epaper', false)]
  const place = await render(
    <PortalProvider surroundings={portal} moment={portal}>
      <page.Page route={{ name: 'order/abo' }} data={{ offers, readerService: null, passed: '' }} />
    </PortalProvider>,
  )
  const cardOf = (id: string) => place.querySelector(`#${id}`)!
  return {
    texts: ['plus', 'epaper'].map((id) => cardOf(id).textContent),
    links: ['plus', 'epaper'].map((id) => cardOf(id).querySelector('a')!.getAttribute('href')),
    compared: place.querySelectorAll('[aria-labelledby="comparison"] a').length,
  }
}

it('recommends an offer to readers without a subscription, and sells each', async () => {
  const { texts, links, compared } = await show()
  expect(texts).toEqual([
    expect.stringContaining(orderTexts.recommended),
    expect.not.stringContaining(orderTexts.owned),
  ])
  expect([links[0]!.includes('plus'), links[1]!.includes('epaper'), compared]).toEqual([true, true, 2])
})

it('neither recommends nor sells an offer the reader already has', async () => {
  setSession({ view: { ...view, isPlusUser: true } })
  const { texts, links, compared } = await show()
  expect(texts[0]).toContain(orderTexts.owned)
  expect(texts[0]).not.toContain(orderTexts.recommended)
  expect([links[0], links[1]!.includes('epaper'), compared]).toEqual(['/account/abo', true, 0])
})

it('leads a reader whose access ends to an order for the time afterwards, with the query that was passed', async () => {
  setSession({ view: { ...view, isPlusUser: true } })
  const place = await render(
    <PortalProvider surroundings={portal} moment={portal}>
      <page.Page
        route={{ name: 'order/abo' }}
        data={{ offers: [toOffer('plus', true)], readerService: null, passed: 'einladung=abc' }}
      />
    </PortalProvider>,
  )
  const links = [...place.querySelectorAll('#plus a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toContainEqual([
    orderTexts.continueAfter,
    toCheckoutPath('plus', new URLSearchParams({ einladung: 'abc' })),
  ])
})

it.each([
  [
    'one',
    [toOffer('plus', false)],
    ['/order/abo', '/order/code', '/order/invite', '/kuendigen', '/widerrufen', '/order/haushalt'],
  ],
  ['none', [], ['/kuendigen', '/widerrufen']],
] as const)(
  'a paper with %s links to what can be ordered, and always to the cancellation',
  async (_what, offers, links) => {
    const context = { offers: { listOffers: async () => ({ ok: true, data: { offers, readerService: null } }) } }
    const loaded = await order.load({ name: 'order' }, context as never)
    if (loaded.kind !== 'ok') throw new Error(loaded.kind)
    const place = await render(
      <PortalProvider surroundings={portal} moment={portal}>
        <order.Page route={{ name: 'order' }} data={loaded.data} />
      </PortalProvider>,
    )
    expect([...place.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(links)
  },
)
