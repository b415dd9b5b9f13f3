/** The payment provider's page, which is linked only by https: one button, and the way back. */
import type { BrowserContext } from 'playwright-core'
import type { StripeDouble } from '@lokalteil/services/commerce/payments/stripe.testing'

export async function openPaymentPages(context: BrowserContext, stripe: StripeDouble): Promise<void> {
  await context.route('https://pay.example/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const isPaid = searchParams.has('paid')
    const body = isPaid
      ? `<meta http-equiv="refresh" content="0;url=${stripe.pay(pathname.slice(1)).replaceAll('&', '&amp;')}">`
      : '<form><button name="paid">Bezahlen</button></form>'
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><title>Kasse</title>${body}`,
    })
  })
}
