/** The player of an episode that was just chosen: it starts at once, because the reader's click asked for sound. */
import { useEffect, useRef } from 'react'
import type { Episode } from '@lokalteil/contracts/content'
import { AudioPlayer } from '../../features/media/AudioPlayer.tsx'
import { Chapters } from '../../features/media/Chapters.tsx'

export default function EpisodePlayer({ episode, artist }: { episode: Episode; artist?: string }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const audio = container.current?.querySelector('audio')
    // Refused where the browser wants a click on the player itself; its button is there.
    audio?.play().catch(() => undefined)
    container.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }, [])
  const { audio, title } = episode
  return (
    <div ref={container}>
      <AudioPlayer
        src={audio.src}
        title={title}
        duration={audio.duration}
        voiceLabel={audio.voiceLabel}
        artist={artist}
        chapters={audio.chapters}
        ChapterList={Chapters}
      />
    </div>
  )
}
