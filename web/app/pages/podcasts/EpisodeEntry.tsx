/** One episode in a list: what it is about, when, how long; the player comes when somebody wants to listen. */
import { lazy, Suspense, useState } from 'react'
import type { Episode } from '@lokalteil/contracts/content'
import { formatAge } from '@lokalteil/domain/german'
import { usePortal } from '../../page/portal.ts'
import { podcastTexts } from '../../messages/reading/podcasts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SquarePicture } from '../lists/SquarePicture.tsx'
import css from './EpisodeEntry.module.css'

const EpisodePlayer = lazy(() => import('./EpisodePlayer.lazy.tsx'))

export function EpisodeEntry({
  episode,
  artist,
  hasPicture,
  hasTranscript,
}: {
  episode: Episode
  artist?: string
  hasPicture?: boolean
  hasTranscript?: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <article className={css.entry}>
      {hasPicture && <SquarePicture picture={episode.img} alt="" name={episode.title} size="small" />}
      <div className={css.text}>
        <EpisodeMeta episode={episode} />
        <h3 className={css.title}>
          <a href={episode.target}>{episode.title}</a>
        </h3>
        <p className={css.description}>{episode.description}</p>
        {isOpen ? (
          <Suspense fallback={<p className={css.waiting}>{podcastTexts.loading}</p>}>
            <EpisodePlayer episode={episode} artist={artist} />
          </Suspense>
        ) : (
          <>
            <button
              type="button"
              className={`${css.listen} js-only`}
              onClick={() => setOpen(true)}
              aria-label={podcastTexts.listenTo(episode.title)}
            >
              <Icon name="play" size="1.2em" /> {podcastTexts.listen}
            </button>
            <a href={episode.audio.src} className={`${css.listen} no-js-only`}>
              <Icon name="play" size="1.2em" /> {podcastTexts.listen}
            </a>
          </>
        )}
        {hasTranscript && <Transcript episode={episode} />}
      </div>
    </article>
  )
}

export function EpisodeMeta({ episode }: { episode: Episode }) {
  const { now } = usePortal()
  return (
    <p className={css.meta}>
      <time dateTime={episode.publishDate}>{formatAge(new Date(episode.publishDate), new Date(now))}</time>
      <span>{podcastTexts.minutes(episode.audio.duration)}</span>
      {episode.audio.voiceLabel !== '' && <span className={css.voice}>{episode.audio.voiceLabel}</span>}
    </p>
  )
}

export function Transcript({ episode, isOpen }: { episode: Episode; isOpen?: boolean }) {
  if (episode.transcript.length === 0) return null
  return (
    <details className={css.transcript} open={isOpen}>
      <summary aria-label={podcastTexts.transcriptOf(episode.title)}>{podcastTexts.transcript}</summary>
      <div className={css.words}>
        {episode.transcript.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
    </details>
  )
}
