/** Metadata of offers. */
import type { Catalogue } from '@lokalteil/contracts/commerce'
import type { ToMeta } from '../../page/page.ts'
import { orderTexts } from '../../messages/commerce/order.ts'
import { toBreadcrumbList } from '../structured-data.ts'

export const offersMeta: ToMeta<Catalogue, 'order/abo'> = ({ offers }, _route, { publication, origin }) => ({
  description: `${orderTexts.title(publication.name)}. ${orderTexts.intro}`,
  jsonLd: [
    toBreadcrumbList([{ label: orderTexts.tiles['order/abo'].title, path: '/order/abo' }], origin),
    ...offers.map(({ name, description, priceCents, id }) => ({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: `${publication.name} ${name}`,
      description,
      brand: { '@type': 'Brand', name: publication.name },
      offers: {
        '@type': 'Offer',
        price: (priceCents / 100).toFixed(2),
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        url: `${origin}/order/abo#${id}`,
      },
    })),
  ],
})
