/**
 * The one player of a document: current piece, queue, sleep timer. Promises: one sound at a time, across tabs as well;
 * playback continues while the reader navigates; positions are remembered by piece; when a login ends, everything of
 * its reader stops and is deleted.
 */
import {
  addToQueue,
  parseKeptPlayer,
  removeFromQueue,
  toKeptPiece,
  type Piece,
} from '@lokalteil/domain/listening/pieces'
import type { Utterance } from '@lokalteil/domain/listening/speech'
import { KEPT_PLAYER } from '../../browser/navigation/kept-player.ts'
import { keepStored, readStored } from '../../browser/device-storage.ts'
import type { Engine } from './engine.ts'
import type { Player } from './player.ts'
import { showOnLockScreen } from './lock-screen.ts'
import { forgetPositions, keepPositionOf, readPositionOf, readSettings, saveSettings } from './player-memory.ts'
import { getPlayerView, setPlayerView } from './player-view.ts'
import { playSound } from './sound-engine.ts'
import { speak } from './speech-engine.ts'

export type PlayerOptions = {
  audio: HTMLAudioElement
  /** Loads text or address of a remembered piece; null: no access, or no answer. */
  fetchPiece: (piece: Piece) => Promise<Piece | null>
  /** A third-party stream needs consent, also the next day. */
  mayLoad: (piece: Piece) => boolean
  onSentence: (piece: Piece | null, utterance: Utterance | null) => void
  now: () => number
}

const KEEP_MS = 5000
const CHANNEL = 'listening'

/** Long, because every control changes the same piece, queue and clock. */
export function createPlayer({ audio, fetchPiece, mayLoad, onSentence, now }: PlayerOptions): Player {
  let engine: Engine | null = null
  let loading = 0
  let keptAt = 0
  let sleepTimer: ReturnType<typeof setTimeout> | undefined
  let lockScreen: ReturnType<typeof showOnLockScreen> | null = null
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  tabs?.addEventListener('message', () => player.pause())
  setPlayerView(readSettings())

  const set = (change: Parameters<typeof setPlayerView>[0]) => {
    setPlayerView(change)
    lockScreen?.update(getPlayerView())
  }

  function keepTab(): void {
    const { piece, queue } = getPlayerView()
    const isEmpty = piece === null && queue.length === 0
    const kept = { current: piece && toKeptPiece(piece), queue: queue.map(toKeptPiece) }
    keepStored(KEPT_PLAYER, isEmpty ? null : JSON.stringify(kept), 'sessionStorage')
  }

  function keepPlace(): void {
    const { piece, position, length } = getPlayerView()
    keptAt = now()
    if (piece !== null && piece.kind !== 'stream') keepPositionOf(piece.key, position, length, keptAt)
  }

  function start(piece: Piece, from: number): void {
    engine?.end()
    const events = {
      onState: (status: 'loading' | 'playing' | 'paused' | 'failed') => {
        if (status === 'playing' && getPlayerView().status !== 'playing') tabs?.postMessage('playing')
        if (status === 'paused') keepPlace()
        set({ status })
      },
      onTime: (position: number, length: number) => {
        set({ position, length })
        if (now() - keptAt > KEEP_MS) keepPlace()
      },
      onEnd: () => {
        keepPlace()
        if (getPlayerView().sleep === 'end') sleepNow()
        else if (getPlayerView().queue.length > 0) player.next()
        else set({ status: 'paused', position: 0 })
      },
    }
    engine =
      piece.kind === 'text'
        ? speak(piece, from, { ...events, onSentence: (utterance) => onSentence(piece, utterance) })
        : playSound(audio, piece, from, events)
    const { speed, volume, isMuted } = getPlayerView()
    engine.setSpeed(speed)
    engine.setVolume(isMuted ? 0 : volume)
    engine.play()
  }

  /** Loads the missing parts of a remembered piece. */
  async function begin(piece: Piece, from: number): Promise<void> {
    const mine = ++loading
    if (!mayLoad(piece)) return set({ status: 'failed' })
    if (hasContent(piece)) return start(piece, from)
    set({ status: 'loading' })
    const whole = await fetchPiece(piece)
    if (mine !== loading) return
    if (whole === null) return set({ status: 'failed' })
    set({ piece: whole })
    start(whole, from)
  }

  function sleepNow(): void {
    clearTimeout(sleepTimer)
    player.pause()
    set({ sleep: 'off', ...(getPlayerView().status === 'playing' ? { status: 'paused' as const } : {}) })
  }

  function silence(): void {
    loading++
    clearTimeout(sleepTimer)
    engine?.end()
    engine = null
    onSentence(null, null)
  }

  const player: Player = {
    play(piece, from) {
      const { piece: current, status } = getPlayerView()
      if (current?.key === piece.key && engine !== null && status !== 'failed') {
        if (from !== undefined) engine.seek(from)
        if (status !== 'playing') engine.play()
        return
      }
      if (current !== null && current.key !== piece.key) keepPlace()
      const position = from ?? readPositionOf(piece.key, now())
      const length = piece.kind === 'recording' ? piece.seconds : 0
      set({ piece, status: 'loading', position, length, queue: removeFromQueue(getPlayerView().queue, piece.key) })
      lockScreen ??= showOnLockScreen(player)
      lockScreen.update(getPlayerView())
      keepTab()
      void begin(piece, position)
    },
    toggle() {
      const { piece, status, position } = getPlayerView()
      if (piece === null) return
      if (status === 'playing' || status === 'loading') player.pause()
      else if (engine === null || status === 'failed') {
        lockScreen ??= showOnLockScreen(player)
        // A failed piece is requested again, because its address may have expired.
        void begin(status === 'failed' ? toKeptPiece(piece) : piece, position)
      } else engine.play()
    },
    pause() {
      loading++
      engine?.pause()
      if (getPlayerView().status === 'loading') set({ status: 'paused' })
    },
    skip: (seconds) => engine?.skip(seconds),
    seek: (seconds) => engine?.seek(seconds),
    setSpeed(speed) {
      engine?.setSpeed(speed)
      set({ speed })
      saveSettings(getPlayerView())
    },
    setVolume(volume, isMuted) {
      engine?.setVolume(isMuted ? 0 : volume)
      set({ volume, isMuted })
      saveSettings(getPlayerView())
    },
    setSleep(choice) {
      clearTimeout(sleepTimer)
      set({ sleep: choice })
      if (choice !== 'off' && choice !== 'end') sleepTimer = setTimeout(sleepNow, Number(choice) * 60_000)
    },
    add(piece) {
      const { queue, piece: current } = getPlayerView()
      set({ queue: addToQueue(queue, piece, current) })
      keepTab()
    },
    remove(key) {
      set({ queue: removeFromQueue(getPlayerView().queue, key) })
      keepTab()
    },
    next() {
      const [piece] = getPlayerView().queue
      if (piece !== undefined) player.play(piece)
    },
    restore() {
      if (getPlayerView().piece !== null) return
      const { current, queue } = parseKeptPlayer(readStored(KEPT_PLAYER, 'sessionStorage'))
      if (current === null) return
      const length = current.kind === 'recording' ? current.seconds : 0
      set({ piece: current, queue, status: 'idle', position: readPositionOf(current.key, now()), length })
    },
    close() {
      keepPlace()
      silence()
      set({ piece: null, status: 'idle', queue: [], sleep: 'off', position: 0, length: 0 })
      lockScreen?.end()
      lockScreen = null
      keepTab()
    },
    forget() {
      player.close()
      forgetPositions()
    },
  }

  // Speech would continue after its page is gone.
  window.addEventListener('pagehide', () => {
    keepPlace()
    keepTab()
    engine?.pause()
  })
  return player
}

function hasContent(piece: Piece): boolean {
  return piece.kind === 'text' ? piece.blocks.length > 0 : piece.src !== ''
}
