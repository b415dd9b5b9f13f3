import { FAST_PAGE, UNSTORED_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const shopRoutes = {
  shop: { path: '/shop', ...FAST_PAGE, endsWithAd: true },
  'shop/produkt': { path: '/shop/artikel/:product', ...FAST_PAGE },
  'shop/warenkorb': { path: '/shop/warenkorb', ...UNSTORED_PAGE },
} as const
