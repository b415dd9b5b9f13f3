/** Metadata of podcasts: series, episodes, the feed for podcast apps. */
import type { ToMeta } from '../../page/page.ts'
import { podcastTexts } from '../../messages/reading/podcasts.ts'
import { toBreadcrumbList } from '../structured-data.ts'
import { toNeighbours, toPodcastEpisode, toPodcastSeries } from '../structured-lists.ts'
import { getChosen, type PodcastData } from './PodcastPage.tsx'
import type { PodcastsData } from './PodcastsPage.tsx'

export const podcastsMeta: ToMeta<PodcastsData, 'podcasts'> = (
  { podcasts, page, pages },
  _route,
  { publication, origin },
) => ({
  description: podcastTexts.intro,
  feeds: [
    { title: publication.name, path: '/rss' },
    ...podcasts.map(({ id, title }) => ({ title, path: `/podcast-feed/${id}.xml` })),
  ],
  ...toNeighbours('/podcasts', page, pages, origin),
  jsonLd: podcasts.map((podcast) => toPodcastSeries(podcast, [], publication, origin)),
})

export const podcastMeta: ToMeta<PodcastData, 'podcast-detail'> = (data, _route, { publication, origin }) => {
  const { podcast, episodes } = data
  const chosen = getChosen(data)
  const trail = [
    { label: podcastTexts.title, path: '/podcasts' },
    { label: podcast.title, path: podcast.target },
    ...(chosen === null ? [] : [{ label: chosen.title, path: chosen.target }]),
  ]
  return {
    description: chosen?.description ?? podcast.description,
    picture: chosen?.img ?? podcast.img,
    ...(chosen === null ? {} : { published: chosen.publishDate }),
    feeds: [{ title: podcast.title, path: `/podcast-feed/${podcast.id}.xml` }],
    jsonLd: [
      chosen === null
        ? toPodcastSeries(podcast, episodes, publication, origin)
        : toPodcastEpisode(podcast, chosen, origin),
      toBreadcrumbList(trail, origin),
    ],
  }
}
