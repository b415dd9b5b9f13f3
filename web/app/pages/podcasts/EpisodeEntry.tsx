/** An episode in a list: title, description, date, duration; its button uses the player. */
import { Suspense } from 'react'
import { lazyPart } from '../../page/lazy-part.tsx'
import type { Episode } from '@lokalteil/contracts/content'
import { formatAge } from '@lokalteil/domain/german'
import { usePortal, useSurroundings } from '../../page/portal.ts'
import { usePlayerView } from '../../features/media/player-view.ts'
import { QueueButton } from '../../features/media/QueueButton.tsx'
import { preparePlayer, usePiece } from '../../features/media/use-piece.ts'
import { mediaTexts } from '../../messages/reading/media.ts'
import { podcastTexts } from '../../messages/reading/podcasts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SquarePicture } from '../lists/SquarePicture.tsx'
import { toEpisodePiece } from './episode-piece.ts'
import css from './EpisodeEntry.module.css'

const Chapters = lazyPart(() => import('../../features/media/Chapters.lazy.tsx'))

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
  const { publication } = useSurroundings()
  const piece = toEpisodePiece(episode, artist ?? publication.name)
  const { isCurrent, isPlaying, hasFailed, start, toggle } = usePiece(piece)
  return (
    <article className={css.entry}>
      {hasPicture && <SquarePicture picture={episode.img} alt="" name={episode.title} size="small" />}
      <div className={css.text}>
        <EpisodeMeta episode={episode} />
        <h3 className={css.title}>
          <a href={episode.target}>{episode.title}</a>
        </h3>
        <p className={css.description}>{episode.description}</p>
        <div className={`${css.actions} js-only`}>
          <button
            type="button"
            className={css.listen}
            onPointerDown={preparePlayer}
            onClick={toggle}
            aria-label={isPlaying ? mediaTexts.pauseIt(episode.title) : podcastTexts.listenTo(episode.title)}
          >
            <Icon name={isPlaying ? 'pause' : 'play'} size="1.2em" />{' '}
            {isPlaying ? mediaTexts.pause : podcastTexts.listen}
          </button>
          <QueueButton piece={piece} className={css.queue} />
        </div>
        <audio
          controls
          preload="none"
          src={episode.audio.src}
          className="no-js-only"
          aria-label={podcastTexts.listenTo(episode.title)}
        />
        {hasFailed && <p role="alert">{mediaTexts.failed}</p>}
        {isCurrent && episode.audio.chapters && (
          <Suspense>
            <EpisodeChapters episode={episode} onJump={start} />
          </Suspense>
        )}
        {hasTranscript && <Transcript episode={episode} />}
      </div>
    </article>
  )
}

function EpisodeChapters({ episode, onJump }: { episode: Episode; onJump: (seconds: number) => void }) {
  const position = usePlayerView((view) => view.position)
  return (
    <Chapters src={episode.audio.src} chapters={episode.audio.chapters ?? []} position={position} onJump={onJump} />
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
