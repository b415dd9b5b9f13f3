/**
 * Plays recordings and live streams with one `audio` element, so that a tap that once allowed sound counts for the next
 * piece.
 */
import { clampPosition, type Recording, type Stream } from '@lokalteil/domain/listening/pieces'
import type { Engine, EngineEvents } from './engine.ts'

/** Milliseconds after which a silent live stream counts as failed. */
const SILENT_MS = 12_000

/** Long, because position, silence and requests to the element are one state. */
export function playSound(
  audio: HTMLAudioElement,
  piece: Recording | Stream,
  from: number,
  { onState, onTime, onEnd }: EngineEvents,
): Engine {
  const isLive = piece.kind === 'stream'
  const listening = new AbortController()
  let known = isLive ? 0 : piece.seconds
  let goal: number | null = from > 0 && !isLive ? from : null
  let silence: ReturnType<typeof setTimeout> | undefined
  let isEnded = false

  const tell = () => onTime(goal ?? audio.currentTime, known)
  const on = (name: string, heard: () => void) => audio.addEventListener(name, heard, { signal: listening.signal })

  function fail(): void {
    clearTimeout(silence)
    onState('failed')
  }
  /** A live stream that stalls reports no end. */
  function watchSilence(): void {
    clearTimeout(silence)
    if (isLive && !audio.paused) silence = setTimeout(() => (stopLive(), fail()), SILENT_MS)
  }
  function stopLive(): void {
    audio.pause()
    // Otherwise the browser would keep loading.
    audio.removeAttribute('src')
    audio.load()
  }

  audio.src = piece.src
  on('loadedmetadata', () => {
    if (Number.isFinite(audio.duration)) known = audio.duration
    if (goal !== null) audio.currentTime = clampPosition(goal, known)
    goal = null
    tell()
  })
  on('timeupdate', () => {
    if (goal === null) tell()
    watchSilence()
  })
  on('playing', () => {
    onState('playing')
    watchSilence()
  })
  on('waiting', () => {
    onState('loading')
    watchSilence()
  })
  on('pause', () => {
    clearTimeout(silence)
    if (!audio.ended && audio.hasAttribute('src')) onState('paused')
  })
  on('ended', () => (isLive ? fail() : onEnd()))
  on('error', () => audio.hasAttribute('src') && fail())

  const seek = (seconds: number) => {
    if (isLive) return
    const to = clampPosition(seconds, known)
    if (audio.readyState === 0) goal = to
    else audio.currentTime = to
    tell()
  }

  return {
    play() {
      // A live stream resumes live, not where it was stopped.
      if (isLive || audio.error !== null || !audio.hasAttribute('src')) {
        if (!isLive) goal ??= audio.currentTime
        audio.src = piece.src
      }
      onState('loading')
      watchSilence()
      audio.play().catch((error: unknown) => {
        if (isEnded) return
        const name = error instanceof DOMException ? error.name : ''
        // Another call interrupted this one, or the browser wants a click on the player.
        if (name === 'AbortError') return
        if (name === 'NotAllowedError') onState('paused')
        else fail()
      })
    },
    pause() {
      if (isLive) {
        stopLive()
        onState('paused')
      } else audio.pause()
    },
    seek,
    skip: (seconds) => seek((goal ?? audio.currentTime) + seconds),
    setSpeed(speed) {
      audio.defaultPlaybackRate = isLive ? 1 : speed
      audio.playbackRate = isLive ? 1 : speed
    },
    setVolume(volume) {
      audio.volume = volume
      audio.muted = volume === 0
    },
    end() {
      isEnded = true
      clearTimeout(silence)
      listening.abort()
      audio.pause()
      audio.removeAttribute('src')
      audio.load()
    },
  }
}
