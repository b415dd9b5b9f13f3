/** Metadata of the two streams: headlines and newest articles. */
import type { TeaserPage } from '@lokalteil/contracts/content'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { ToMeta, PageMeta } from '../../page/page.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { toPagePath } from '../blocks/pagination.ts'
import { toCollectionPage, toNeighbours } from '../structured-lists.ts'

type Stream = { name: string; description: string; base: string }

function describeStream(
  { name, description, base }: Stream,
  data: TeaserPage,
  publication: Publication,
  origin: string,
): PageMeta {
  return {
    description: `${description} ${publication.name}.`,
    ...toNeighbours(base, data.page, data.pages, origin),
    jsonLd: [
      toCollectionPage(
        { name, description, path: toPagePath(base, data.page), teasers: data.teasers },
        publication,
        origin,
      ),
    ],
  }
}

export const headlinesMeta: ToMeta<TeaserPage, 'headlines'> = (data, _route, { publication, origin }) =>
  describeStream(
    { name: listTexts.headlines, description: listTexts.headlinesIntro, base: '/schlagzeilen' },
    data,
    publication,
    origin,
  )

export const newestMeta: ToMeta<TeaserPage, 'newest-articles'> = (data, _route, { publication, origin }) =>
  describeStream(
    { name: listTexts.newest, description: listTexts.newestIntro, base: '/neueste-artikel' },
    data,
    publication,
    origin,
  )
