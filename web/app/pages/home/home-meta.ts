/** Metadata of home: the publication itself. */
import type { HomePage } from '@lokalteil/contracts/content'
import type { ToMeta } from '../../page/page.ts'
import { preloadTeaserPicture } from '../../features/teaser/TeaserPicture.tsx'
import { toPublisher } from '../structured-data.ts'

export const meta: ToMeta<HomePage, 'home'> = (data, _route, { publication, origin }) => {
  const lead = data.blocks.find((block) => block.kind === 'lead')
  return {
    description: publication.description,
    preload: lead?.kind === 'lead' ? preloadTeaserPicture(lead.teaser.img, 'lead') : null,
    feeds: [{ title: publication.name, path: '/rss' }],
    jsonLd: [
      { '@context': 'https://schema.org', ...toPublisher(publication, origin) },
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: publication.name,
        url: `${origin}/`,
        inLanguage: 'de',
        potentialAction: {
          '@type': 'SearchAction',
          target: `${origin}/suche?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  }
}
