/**
 * A recording on its page: its button uses the one player of the site (S1-08); without scripts the browser's own plays
 * it.
 */
import { Suspense, type ComponentType } from 'react'
import type { Chapter } from '@lokalteil/contracts/content'
import { formatDuration } from '@lokalteil/domain/german-numbers'
import type { Recording } from '@lokalteil/domain/listening/pieces'
import { mediaTexts } from '../../messages/reading/media.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './AudioPlayer.module.css'
import type { ChaptersProps } from './Chapters.tsx'
import { usePlayerView } from './player-view.ts'
import { QueueButton } from './QueueButton.tsx'
import { preparePlayer, usePiece } from './use-piece.ts'

const NO_CHAPTERS: readonly Chapter[] = []

type AudioPlayerProps = {
  piece: Recording
  chapters?: readonly Chapter[] | undefined
  /** Passed in, because most recordings have no chapters. */
  ChapterList?: ComponentType<ChaptersProps> | undefined
}

export function AudioPlayer({ piece, chapters = NO_CHAPTERS, ChapterList }: AudioPlayerProps) {
  const { src, title, voiceLabel, seconds } = piece
  const { isCurrent, isPlaying, hasFailed, start, toggle } = usePiece(piece)
  const position = usePlayerView((view) => (view.piece?.key === piece.key ? view.position : 0))
  return (
    <div className={css.player} role="group" aria-label={title}>
      <div className={css.head}>
        <span className={css.title}>{title}</span>
        {voiceLabel !== '' && <span className={css.voice}>{voiceLabel}</span>}
      </div>
      <div className={`${css.controls} js-only`}>
        <button type="button" className={css.play} onPointerDown={preparePlayer} onClick={toggle}>
          <Icon
            name={isPlaying ? 'pause' : 'play'}
            size="1.5em"
            label={isPlaying ? mediaTexts.pause : mediaTexts.play}
          />
        </button>
        <progress
          className={css.progress}
          max={Math.max(1, seconds)}
          value={Math.min(position, Math.max(1, seconds))}
          aria-hidden="true"
        />
        <span className={css.time}>
          {isCurrent && `${formatDuration(position)} / `}
          {formatDuration(seconds)}
        </span>
        <QueueButton piece={piece} className={css.skip} />
      </div>
      <audio controls preload="none" src={src} className={`${css.native} no-js-only`} aria-label={title} />
      {ChapterList && chapters.length > 0 && (
        <Suspense>
          <ChapterList src={src} chapters={chapters} position={position} onJump={start} />
        </Suspense>
      )}
      {hasFailed && <p role="alert">{mediaTexts.failed}</p>}
    </div>
  )
}
