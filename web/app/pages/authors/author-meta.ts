/** Metadata of authors: a profile page with its person. */
import type { ToMeta } from '../../page/page.ts'
import { toAuthorName } from '@lokalteil/domain/german'
import { listTexts } from '../../messages/reading/lists.ts'
import { toBreadcrumbList } from '../structured-data.ts'
import { toCollectionPage, toNeighbours, toProfilePage } from '../structured-lists.ts'
import type { AuthorData } from './AuthorPage.tsx'
import type { AuthorsData } from './AuthorsPage.tsx'

export const authorsMeta: ToMeta<AuthorsData, 'authors'> = ({ authors }, _route, { publication, origin }) => ({
  description: listTexts.authorsIntro,
  jsonLd: [
    {
      ...toCollectionPage(
        { name: listTexts.authors, description: listTexts.authorsIntro, path: '/autoren', teasers: [] },
        publication,
        origin,
      ),
      mainEntity: {
        '@type': 'ItemList',
        itemListElement: authors
          .filter(({ urlPath }) => urlPath !== '')
          .map((author, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: toAuthorName({ prename: author.prename, surname: author.surname }),
            url: origin + author.urlPath,
          })),
      },
    },
  ],
})

export const authorMeta: ToMeta<AuthorData, 'author'> = ({ author, page, pages }, _route, { publication, origin }) => {
  const name = toAuthorName({ prename: author.prename, surname: author.surname })
  return {
    description: [author.role === '' ? name : `${name}, ${author.role}`, author.bio].filter(Boolean).join('. '),
    ogType: 'profile',
    picture: author.portrait,
    feeds: [
      { title: publication.name, path: '/rss' },
      { title: name, path: `/rss/autor/${author.id}` },
    ],
    ...toNeighbours(author.urlPath, page, pages, origin),
    jsonLd: [
      toProfilePage(author, publication, origin),
      toBreadcrumbList(
        [
          { label: listTexts.authors, path: '/autoren' },
          { label: name, path: author.urlPath },
        ],
        origin,
      ),
    ],
  }
}
