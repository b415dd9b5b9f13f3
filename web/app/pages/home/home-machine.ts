/** Home for search engines: the publication itself. */
import type { HomePage } from '@lokalteil/contracts/content'
import type { Machine } from '../../browser/page.ts'
import { toPublisher } from '../structured-data.ts'

export const machine: Machine<HomePage, 'home'> = (data, _route, { publication, origin }) => {
  const lead = data.blocks.find((block) => block.kind === 'lead')
  return {
    description: `${publication.name}: ${publication.claim}. Nachrichten, Hintergründe und Service aus Auenburg, Hafenrode und dem Hügelland.`,
    preload: lead?.kind === 'lead' && lead.teaser.img ? { picture: lead.teaser.img, sizes: '(min-width: 64rem) 820px, 100vw', ratio: '16:9' } : null,
    feeds: [
      { title: publication.name, path: '/rss' },
    ],
    jsonLd: [
      { '@context': 'https://schema.org', ...toPublisher(publication, origin) },
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: publication.name,
        url: `${origin}/`,
        inLanguage: 'de',
        potentialAction: { '@type': 'SearchAction', target: `${origin}/suche?q={search_term_string}`, 'query-input': 'required name=search_term_string' },
      },
    ],
  }
}
