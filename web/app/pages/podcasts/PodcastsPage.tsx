/** The podcasts of the publication and their newest episodes. */
import type { Episode, PodcastRef } from '@lokalteil/contracts/content'
import { formatAge } from '@lokalteil/domain/german'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { usePortal } from '../../page/portal.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { podcastTexts } from '../../messages/reading/podcasts.ts'
import { Pagination } from '../blocks/Pagination.tsx'
import { toPagePath } from '../blocks/pagination.ts'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { SquarePicture } from '../lists/SquarePicture.tsx'
import { EmptyState } from '../lists/TeaserList.tsx'
import { EpisodeEntry } from './EpisodeEntry.tsx'
import css from './PodcastsPage.module.css'

export type PodcastsData = {
  podcasts: readonly PodcastRef[]
  episodes: readonly Episode[]
  page: number
  pages: number
  total: number
}

function PodcastsPage({ data }: PageProps<'podcasts', PodcastsData>) {
  const isFirst = data.page <= 1
  return (
    <>
      <PageHead
        title={podcastTexts.title}
        page={isFirst ? undefined : listTexts.pageSuffix(data.page)}
        description={isFirst ? podcastTexts.intro : undefined}
      />
      {isFirst && data.podcasts.length > 0 && (
        <section className={`page ${css.shows}`} aria-label={podcastTexts.shows}>
          <ul className={css.grid}>
            {data.podcasts.map((podcast) => (
              <Show key={podcast.id} podcast={podcast} />
            ))}
          </ul>
        </section>
      )}
      <div className={`page ${css.newest}`}>
        {data.episodes.length === 0 ? (
          <EmptyState icon="podcast" title={podcastTexts.empty} />
        ) : (
          <section>
            <SectionHeader title={isFirst ? podcastTexts.newest : podcastTexts.allEpisodes} target="" />
            <div className={css.episodes}>
              {data.episodes.map((episode) => (
                <EpisodeEntry key={episode.id} episode={episode} hasPicture />
              ))}
            </div>
          </section>
        )}
        <Pagination page={data.page} pages={data.pages} toPath={(page) => toPagePath('/podcasts', page)} />
      </div>
    </>
  )
}

function Show({ podcast }: { podcast: PodcastRef }) {
  const { now } = usePortal()
  return (
    <li className={css.show}>
      <SquarePicture picture={podcast.img} alt="" name={podcast.title} size="large" isPriority />
      <div className={css.text}>
        <h2 className={css.title}>
          <a href={podcast.target}>{podcast.title}</a>
        </h2>
        <p className={css.description}>{podcast.description}</p>
        <p className={css.meta}>
          {podcastTexts.episodes(podcast.episodeCount)}
          {podcast.latest !== null && (
            <> · {podcastTexts.latestOn(formatAge(new Date(podcast.latest), new Date(now)))}</>
          )}
        </p>
      </div>
    </li>
  )
}

export const page = definePage('podcasts', {
  load: async (route, { content }) => toLoaded(await content.listPodcasts({}, { page: route.page ?? 1 })),
  Page: PodcastsPage,
  title: () => ({ title: podcastTexts.title }),
})
