/** Metadata of topics. */
import type { ToMeta } from '../../page/page.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { toPagePath } from '../blocks/pagination.ts'
import { toBreadcrumbList } from '../structured-data.ts'
import { toCollectionPage, toNeighbours } from '../structured-lists.ts'
import type { TopicData } from './TopicPage.tsx'
import type { TopicsData } from './TopicsPage.tsx'

export const topicsMeta: ToMeta<TopicsData, 'topics'> = ({ topics }, _route, { publication, origin }) => ({
  description: listTexts.topicsIntro,
  jsonLd: [
    {
      ...toCollectionPage(
        { name: listTexts.topics, description: listTexts.topicsIntro, path: '/themen', teasers: [] },
        publication,
        origin,
      ),
      mainEntity: {
        '@type': 'ItemList',
        itemListElement: topics.map((topic, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: topic.title,
          url: origin + topic.target,
        })),
      },
    },
  ],
})

export const topicMeta: ToMeta<TopicData, 'topic'> = (
  { topic, teasers, page, pages },
  _route,
  { publication, origin },
) => ({
  description: topic.description,
  picture: topic.img,
  feeds: [
    { title: publication.name, path: '/rss' },
    { title: topic.title, path: `/rss${topic.target}` },
  ],
  ...toNeighbours(topic.target, page, pages, origin),
  jsonLd: [
    toCollectionPage(
      { name: topic.title, description: topic.description, path: toPagePath(topic.target, page), teasers },
      publication,
      origin,
    ),
    toBreadcrumbList(
      [
        { label: listTexts.topics, path: '/themen' },
        { label: topic.title, path: topic.target },
      ],
      origin,
    ),
  ],
})
