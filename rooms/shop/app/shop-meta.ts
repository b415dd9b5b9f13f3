/** Metadata of the shop: products with price and availability. */
import type { ShopProduct, ShopView } from '../contract/shop.ts'
import { shopTexts } from './shop-texts.ts'
import type { ToMeta } from '@lokalteil/web/app/page/page'
import { toBreadcrumbList } from '@lokalteil/web/app/pages/structured-data'
import type { ProductData } from './ProductPage.tsx'

const START = { label: shopTexts.title, path: '/shop' }

export const shopMeta: ToMeta<ShopView, 'shop'> = ({ intro }) => ({
  description: intro === '' ? shopTexts.intro : intro,
})

export const productMeta: ToMeta<ProductData, 'shop/produkt'> = ({ product }, _route, { origin, publication }) => {
  const path = `/shop/artikel/${product.id}`
  return {
    description: product.teaser === '' ? product.name : product.teaser,
    jsonLd: [
      toBreadcrumbList([START, { label: product.name, path }], origin),
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: product.name,
        ...(product.description === '' ? {} : { description: product.description }),
        url: `${origin}${path}`,
        offers: product.variants.map((variant) => toOffer(variant, `${origin}${path}`, publication.name)),
      },
    ],
  }
}

function toOffer({ sku, cents, mostQuantity }: ShopProduct['variants'][number], url: string, seller: string) {
  return {
    '@type': 'Offer',
    sku,
    url,
    price: (cents / 100).toFixed(2),
    priceCurrency: 'EUR',
    availability: `https://schema.org/${mostQuantity > 0 ? 'InStock' : 'SoldOut'}`,
    seller: { '@type': 'Organization', name: seller },
  }
}
