import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { INITIAL_WALLET } from '@lokalteil/domain/commerce/coins'
import type { ReaderWallet } from '../../browser/session/session.ts'
import { BuyLayer } from './BuyLayer.tsx'

let wallet: ReaderWallet | null
vi.mock(import('../../browser/session/session.ts'), async (original) => {
  const real = await original()
  return { ...real, useSession: () => ({ ...real.getSession(), wallet }) }
})
vi.mock(import('../../page/portal.ts'), async (original) => ({
  ...(await original()),
  usePortal: () => ({ path: '/rathaus-12' }) as never,
}))
const of = (availableCreditCount: number, more: Partial<ReaderWallet> = {}): ReaderWallet => ({
  ...INITIAL_WALLET,
  customer: { customerId: '1' },
  wallet: { availableCreditCount, uniqueId: 'w' },
  price: 1,
  isSold: () => true,
  BuyLayer,
  buy: async () => ({ kind: 'bought' }),
  ...more,
})
const show = () => renderToStaticMarkup(<BuyLayer articleId="12" />)

beforeEach(() => {
  wallet = null
})

it('S4.5-02 R1-36 shows the price and the balance, and asks for consent', () => {
  wallet = of(3)
  const html = show()
  for (const text of [
    'data-layer="buy"',
    'Diesen Artikel für 1 Coin lesen',
    'Sie haben 3 Coins.',
    'Mit 1 Coin freischalten',
    'type="checkbox"',
    'Widerrufsrecht mit dem Freischalten erlischt',
    'href="/order/abo?return=%2Frathaus-12"',
  ])
    expect(html).toContain(text)
  expect(html).not.toContain('letzter Coin')
})

it('S4.5-02 mentions the last coin, and another price', () => {
  wallet = of(1)
  expect(show()).toContain('Das ist Ihr letzter Coin.')
  wallet = of(5, { price: 2 })
  expect(show()).toContain('Mit 2 Coins freischalten')
})

it('opens a bought article instead of selling it again', () => {
  wallet = of(0, { articleCreditPurchasesIds: ['12'] })
  const html = show()
  expect(html).toContain('Der Artikel ist freigeschaltet. Sie haben keine Coins mehr.')
  expect(html).not.toContain('type="checkbox"')
})

it('is hidden without a wallet', () => {
  expect(show()).toBe('')
})
