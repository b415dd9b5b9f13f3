/** Play, pause, 15 seconds back and forward, three speeds (S1-08), and the keys of headphones and lock screens. */
import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import type { Chapter } from '@lokalteil/contracts/content'
import { formatNumber, formatDuration } from '@lokalteil/domain/german'
import { mediaTexts } from '../../messages/reading/media.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './AudioPlayer.module.css'
import type { ChaptersProps } from './Chapters.tsx'

const SPEEDS = [1, 1.25, 1.5] as const
const SKIP_SECONDS = 15
const NO_CHAPTERS: readonly Chapter[] = []

type AudioPlayerProps = {
  src: string
  title: string
  duration: number
  voiceLabel: string
  artist?: string
  chapters?: readonly Chapter[]
  /** Handed in, because most recordings have no chapters. */
  ChapterList?: ComponentType<ChaptersProps>
}

/** Long, because its buttons, keys and events move one `audio` element. */
export function AudioPlayer({
  src,
  title,
  duration,
  voiceLabel,
  artist,
  chapters = NO_CHAPTERS,
  ChapterList,
}: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const [length, setLength] = useState(duration)
  const [speed, setSpeed] = useState(0)
  const [hasFailed, setFailed] = useState(false)

  const seek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seconds
    setPosition(seconds)
  }
  const skip = (seconds: number) => skipBy(audio.current, seconds)
  const toggle = () => {
    const element = audio.current
    if (element === null) return
    if (element.paused) element.play().catch(() => setFailed(true))
    else element.pause()
  }
  const jump = (seconds: number) => {
    seek(seconds)
    if (audio.current?.paused) toggle()
  }

  useEffect(() => {
    if (!isPlaying || !('mediaSession' in navigator)) return
    const session = navigator.mediaSession
    session.metadata = new MediaMetadata({ title, artist: artist ?? '' })
    session.setActionHandler('seekbackward', () => skipBy(audio.current, -SKIP_SECONDS))
    session.setActionHandler('seekforward', () => skipBy(audio.current, SKIP_SECONDS))
    session.setActionHandler('play', () => void audio.current?.play())
    session.setActionHandler('pause', () => audio.current?.pause())
    return () => {
      for (const action of ['seekbackward', 'seekforward', 'play', 'pause'] as const)
        session.setActionHandler(action, null)
    }
  }, [isPlaying, title, artist])

  const nextSpeed = () => {
    const next = (speed + 1) % SPEEDS.length
    setSpeed(next)
    if (audio.current) audio.current.playbackRate = SPEEDS[next]!
  }

  return (
    <div className={css.player} role="group" aria-label={title}>
      <audio
        ref={audio}
        src={src}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) =>
          Number.isFinite(event.currentTarget.duration) && setLength(event.currentTarget.duration)
        }
        onError={() => setFailed(true)}
      />
      <div className={css.head}>
        <span className={css.title}>{title}</span>
        {voiceLabel !== '' && <span className={css.voice}>{voiceLabel}</span>}
      </div>
      <div className={`${css.controls} js-only`}>
        <button type="button" className={css.skip} onClick={() => skip(-SKIP_SECONDS)}>
          <Icon name="rewind-15" size="1.6em" label={mediaTexts.back} />
        </button>
        <button type="button" className={css.play} onClick={toggle}>
          <Icon
            name={isPlaying ? 'pause' : 'play'}
            size="1.5em"
            label={isPlaying ? mediaTexts.pause : mediaTexts.play}
          />
        </button>
        <button type="button" className={css.skip} onClick={() => skip(SKIP_SECONDS)}>
          <Icon name="forward-15" size="1.6em" label={mediaTexts.forward} />
        </button>
        <input
          type="range"
          className={css.range}
          min={0}
          max={Math.max(1, Math.round(length))}
          value={Math.round(position)}
          aria-label={mediaTexts.position}
          aria-valuetext={mediaTexts.of(formatDuration(position), formatDuration(length))}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
        <span className={css.time}>
          {formatDuration(position)} / {formatDuration(length)}
        </span>
        <button
          type="button"
          className={css.speed}
          onClick={nextSpeed}
          aria-label={mediaTexts.speed(formatNumber(SPEEDS[speed]!))}
        >
          {formatNumber(SPEEDS[speed]!)}×
        </button>
      </div>
      <a href={src} className="no-js-only">
        {mediaTexts.play}
      </a>
      {ChapterList && chapters.length > 0 && (
        <Suspense>
          <ChapterList src={src} chapters={chapters} position={position} onJump={jump} />
        </Suspense>
      )}
      {hasFailed && <p role="alert">{mediaTexts.failed}</p>}
    </div>
  )
}

function skipBy(element: HTMLAudioElement | null, seconds: number): void {
  if (element) element.currentTime = Math.min(Math.max(element.currentTime + seconds, 0), element.duration || Infinity)
}
