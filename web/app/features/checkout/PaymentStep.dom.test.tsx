// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { leave, render } from '../../browser/dom.testing.tsx'
import { checkoutTexts as texts } from '../../messages/commerce/checkout.ts'
import type { AnyCheckout } from './checkout.ts'
import { toFirstState, type AnyState } from './checkout-state.ts'
import type { CheckoutQuote } from './order-client.ts'
import { PaymentStep } from './PaymentStep.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const CARD = { kind: 'card', provider: 'stripe', isTest: false, leavesSite: true } as const

async function show(quote: Pick<CheckoutQuote, 'payments' | 'paymentsWithLogin'>) {
  const state: AnyState = { ...toFirstState(''), quote: { dueCents: 500, ...quote } }
  const place = await render(<PaymentStep checkout={{} as AnyCheckout} state={state} hasVoucher={false} />)
  return {
    text: place.textContent,
    ways: [...place.querySelectorAll('input')].map(({ value }) => value),
    hasLogin: place.querySelector('a[href="#login"]') !== null,
  }
}

it.each([
  ['whoever could pay on account after a login is told so', [CARD], ['invoice'], ['card'], texts.invoiceWithLogin],
  ['where that is the only way nobody is sent away', [], ['invoice'], [], texts.invoiceWithLogin],
] as const)('%s', async (_what, payments, paymentsWithLogin, ways, text) => {
  const shown = await show({ payments: [...payments], paymentsWithLogin: [...paymentsWithLogin] })
  expect(shown).toEqual({ text: expect.stringContaining(text) as string, ways, hasLogin: true })
  expect(shown.text).not.toContain(texts.noPayments)
})

it('does not mention the login if it adds no way to pay', async () => {
  expect(await show({ payments: [] })).toEqual({ text: texts.noPayments, ways: [], hasLogin: false })
  expect((await show({ payments: [CARD] })).hasLogin).toBe(false)
})

it('names the wallet of the device where a card is paid on the provider’s page, and nowhere else', async () => {
  expect((await show({ payments: [CARD] })).text).toContain('Kreditkarte')
  vi.stubGlobal('ApplePaySession', { canMakePayments: () => true })
  expect((await show({ payments: [CARD] })).text).toContain('Apple Pay oder Kreditkarte')
  expect((await show({ payments: [{ ...CARD, leavesSite: false }] })).text).not.toContain('Apple Pay')
})
