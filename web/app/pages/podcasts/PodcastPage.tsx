/** A podcast with its episodes; the address of an episode opens the same page with that episode on top. */
import type { Episode, PodcastRef } from '@lokalteil/contracts/content'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { AudioPlayer } from '../../features/media/AudioPlayer.tsx'
import { Chapters } from '../../features/media/Chapters.tsx'
import { podcastTexts } from '../../messages/reading/podcasts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { SquarePicture } from '../lists/SquarePicture.tsx'
import { EmptyState } from '../lists/TeaserList.tsx'
import { EpisodeEntry, EpisodeMeta, Transcript } from './EpisodeEntry.tsx'
import { toEpisodePiece } from './episode-piece.ts'
import css from './PodcastPage.module.css'

export type PodcastData = { podcast: PodcastRef; episodes: readonly Episode[]; current: string | null }

function PodcastPage({ data }: PageProps<'podcast-detail', PodcastData>) {
  const { podcast, episodes } = data
  const chosen = getChosen(data)
  const [featured = null] = chosen === null ? episodes : [chosen]
  const others = episodes.filter((episode) => episode !== featured)
  return (
    <>
      <PageHead
        title={chosen === null ? podcast.title : chosen.title}
        breadcrumb={[
          { label: podcastTexts.title, target: '/podcasts' },
          ...(chosen === null ? [] : [{ label: podcast.title, target: podcast.target }]),
        ]}
        description={chosen === null ? podcast.description : chosen.description}
        picture={
          <SquarePicture
            picture={chosen?.img ?? podcast.img}
            alt={(chosen?.img ?? podcast.img)?.altText ?? ''}
            name={podcast.title}
            size="large"
            isPriority
          />
        }
      >
        {chosen !== null ? (
          <EpisodeMeta episode={chosen} />
        ) : (
          <p>
            <a href={`/podcast-feed/${podcast.id}.xml`} className={css.feed}>
              <Icon name="rss" size="1.1em" /> {podcastTexts.feed}
            </a>
          </p>
        )}
      </PageHead>
      <div className={`page ${css.layout}`}>
        {featured === null ? (
          <EmptyState icon="podcast" title={podcastTexts.empty} />
        ) : (
          <section className={css.featured} aria-label={featured.title}>
            {chosen === null && (
              <>
                <SectionHeader title={podcastTexts.latest} target="" />
                <EpisodeMeta episode={featured} />
                <h3 className={css.title}>
                  <a href={featured.target}>{featured.title}</a>
                </h3>
                <p className={css.description}>{featured.description}</p>
              </>
            )}
            <AudioPlayer
              piece={toEpisodePiece(featured, podcast.title)}
              chapters={featured.audio.chapters}
              ChapterList={Chapters}
            />
            <Transcript episode={featured} isOpen={chosen !== null} />
          </section>
        )}
        {others.length > 0 && (
          <section className={css.others}>
            <SectionHeader title={podcastTexts.moreEpisodes} target={chosen === null ? '' : podcast.target} />
            {others.map((episode) => (
              <EpisodeEntry key={episode.id} episode={episode} artist={podcast.title} hasTranscript />
            ))}
          </section>
        )}
      </div>
    </>
  )
}

/** The episode in the address; null for the podcast itself. */
export function getChosen({ episodes, current }: PodcastData): Episode | null {
  return current === null ? null : (episodes.find(({ id }) => id === current) ?? null)
}

export const page = definePage('podcast-detail', {
  load: async (route, { content }) => toLoaded(await content.getPodcast({ id: route.id })),
  Page: PodcastPage,
  title: (data) => ({ title: (getChosen(data) ?? data.podcast).title }),
  canonical: (data) => getChosen(data)?.target ?? data.podcast.target,
})
