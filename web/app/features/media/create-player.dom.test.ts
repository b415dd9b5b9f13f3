// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Piece, Recording } from '@lokalteil/domain/listening/pieces'
import { createPlayer } from './create-player.ts'
import type { Player } from './player.ts'
import { getPlayerView, setPlayerView } from './player-view.ts'

/** An `audio` element as far as the player uses it. */
class Sound extends EventTarget {
  currentTime = 0
  duration = 600
  paused = true
  ended = false
  error: unknown = null
  readyState = 4
  volume = 1
  muted = false
  playbackRate = 1
  defaultPlaybackRate = 1
  address: string | null = null
  refusal: Error | null = null
  get src() {
    return this.address ?? ''
  }
  set src(address: string) {
    this.address = address
    this.currentTime = 0
    this.ended = false
  }
  hasAttribute = () => this.address !== null
  removeAttribute() {
    this.address = null
  }
  load() {}
  async play() {
    if (this.refusal !== null) throw this.refusal
    this.paused = false
    this.tell('loadedmetadata')
    this.tell('playing')
  }
  pause() {
    if (this.paused) return
    this.paused = true
    this.tell('pause')
  }
  tell(name: string) {
    this.dispatchEvent(new Event(name))
  }
  hear(seconds: number) {
    this.currentTime = seconds
    this.tell('timeupdate')
  }
  finish() {
    this.paused = true
    this.ended = true
    this.hear(this.duration)
    this.tell('ended')
  }
}

const episode = (id: number, more: Partial<Recording> = {}): Recording => ({
  kind: 'recording',
  key: `episode:${id}`,
  title: `Folge ${id}`,
  by: 'Podcast',
  target: `/podcast/folge-${id}`,
  src: `/ton-${id}.mp3`,
  seconds: 600,
  voiceLabel: '',
  ...more,
})
const radio: Piece = {
  kind: 'stream',
  key: 'radio',
  title: 'Radio',
  by: 'Blatt',
  target: '/radio',
  src: 'https://sender.example/live',
  fallback: 'Still.',
}

let sound: Sound
let fetched: Piece | null
let mayLoad: boolean
let player: Player
let now: number
const open = () =>
  createPlayer({
    audio: sound as unknown as HTMLAudioElement,
    fetchPiece: async () => fetched,
    mayLoad: () => mayLoad,
    onSentence: () => {},
    now: () => now,
  })
const settle = () => vi.advanceTimersByTimeAsync(1)

/** The channel to other tabs. */
const channel = Object.assign(new EventTarget(), {
  said: [] as unknown[],
  postMessage(message: unknown) {
    this.said.push(message)
  },
})
// A constructor may return its own object.
const Channel = function openChannel() {
  return channel
}

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', Channel)
  channel.said = []
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  setPlayerView({ piece: null, status: 'idle', queue: [], position: 0, length: 0, sleep: 'off' })
  sound = new Sound()
  fetched = null
  mayLoad = true
  now = Date.parse('2026-11-23T12:00:00Z')
  player = open()
})
afterEach(() => {
  player.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('S1-08 the one player', () => {
  it('R1-58 R1-59 skips back and forward by fifteen seconds, never beyond the ends', async () => {
    player.play(episode(1))
    await settle()
    const skip = (from: number, by: number) => {
      sound.currentTime = from
      player.skip(by)
      return sound.currentTime
    }
    expect([skip(60, -15), skip(60, 15), skip(5, -15), skip(595, 15)]).toEqual([45, 75, 0, 600])
  })

  it('continues with the queue at the end of a piece, and stops at its end', async () => {
    player.play(episode(1))
    player.add(episode(2))
    player.add(episode(2))
    player.add(episode(3))
    player.remove('episode:3')
    await settle()
    sound.finish()
    await settle()
    expect([getPlayerView().piece?.key, getPlayerView().status, getPlayerView().queue]).toEqual([
      'episode:2',
      'playing',
      [],
    ])
    sound.finish()
    expect([getPlayerView().piece?.key, getPlayerView().status]).toEqual(['episode:2', 'paused'])
  })

  it('remembers the position of each piece, and resumes there', async () => {
    player.play(episode(1))
    await settle()
    sound.hear(123)
    player.play(episode(2))
    await settle()
    player.play(episode(1))
    await settle()
    expect(sound.currentTime).toBe(123)
    sound.finish()
    player.play(episode(2))
    await settle()
    player.play(episode(1))
    await settle()
    expect(sound.currentTime).toBe(0)
  })

  it('is silent in the next document of the tab, and resumes on a click', async () => {
    player.play(episode(1))
    player.add(episode(2))
    await settle()
    sound.hear(99)
    window.dispatchEvent(new Event('pagehide'))
    setPlayerView({ piece: null, status: 'idle', queue: [] })
    sound = new Sound()
    player = open()
    player.restore()
    expect([getPlayerView().status, getPlayerView().position, sound.paused]).toEqual(['idle', 99, true])
    player.toggle()
    await settle()
    expect([sound.currentTime, sound.paused, getPlayerView().queue.length]).toEqual([99, false, 1])
  })

  it('stores no expiring address and requests it again, under the rules of the article', async () => {
    const signed = episode(1, { key: 'article:130', src: '/_media/x.mp3?e=1&s=2' })
    player.play(signed)
    await settle()
    window.dispatchEvent(new Event('pagehide'))
    expect(sessionStorage.getItem('listening')).toContain('article:130')
    expect(`${sessionStorage.getItem('listening')}${localStorage.getItem('listened')}`).not.toContain('s=2')
    setPlayerView({ piece: null, status: 'idle', queue: [] })
    player = open()
    player.restore()
    player.toggle()
    await settle()
    expect(getPlayerView().status).toBe('failed')
    fetched = { ...signed, src: '/_media/x.mp3?e=9&s=8' }
    player.toggle()
    await settle()
    expect([sound.src, getPlayerView().status]).toEqual(['/_media/x.mp3?e=9&s=8', 'playing'])
  })

  it.each([
    ['15', 15 * 60_000],
    ['60', 60 * 60_000],
  ] as const)('the sleep timer stops after %s minutes', async (choice, milliseconds) => {
    player.play(episode(1))
    await settle()
    player.setSleep(choice)
    await vi.advanceTimersByTimeAsync(milliseconds - 1000)
    expect(sound.paused).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect([sound.paused, getPlayerView().status, getPlayerView().sleep]).toEqual([true, 'paused', 'off'])
  })

  it('the sleep timer stops after the current piece', async () => {
    player.play(episode(1))
    player.add(episode(2))
    await settle()
    player.setSleep('end')
    sound.finish()
    await settle()
    expect([getPlayerView().piece?.key, getPlayerView().status]).toEqual(['episode:1', 'paused'])
  })

  it('remembers speed and volume on the device', async () => {
    player.play(episode(1))
    await settle()
    player.setSpeed(1.5)
    player.setVolume(0.4, true)
    expect([sound.playbackRate, sound.volume, sound.muted]).toEqual([1.5, 0, true])
    sound = new Sound()
    setPlayerView({ piece: null, speed: 1, volume: 1, isMuted: false })
    player = open()
    player.play(episode(2))
    await settle()
    expect([sound.playbackRate, sound.muted, getPlayerView().volume]).toEqual([1.5, true, 0.4])
  })

  it('reports when the browser wants another click, and when a file is missing', async () => {
    sound.refusal = new DOMException('', 'NotAllowedError')
    player.play(episode(1))
    await settle()
    expect(getPlayerView().status).toBe('paused')
    sound.refusal = new DOMException('', 'NotSupportedError')
    player.toggle()
    await settle()
    expect(getPlayerView().status).toBe('failed')
  })

  it('pauses while another tab plays', async () => {
    player.play(episode(1))
    await settle()
    expect(channel.said.length).toBe(1)
    channel.dispatchEvent(new Event('message'))
    expect([sound.paused, getPlayerView().status]).toEqual([true, 'paused'])
  })

  it('forgets everything at the logout', async () => {
    player.play(episode(1))
    player.add(episode(2))
    await settle()
    sound.hear(99)
    player.pause()
    player.forget()
    expect([getPlayerView().piece, getPlayerView().queue, sound.address]).toEqual([null, [], null])
    expect([localStorage.getItem('listened'), sessionStorage.getItem('listening')]).toEqual([null, null])
  })
})

describe('R1-57 a live programme', () => {
  it('S1-11 loads nothing before consent', async () => {
    mayLoad = false
    player.play(radio)
    await settle()
    expect([sound.address, getPlayerView().status]).toEqual([null, 'failed'])
    mayLoad = true
    player.toggle()
    await settle()
    expect([sound.src, getPlayerView().status]).toEqual(['https://sender.example/live', 'playing'])
  })

  it('loads nothing after a stop, resumes live, and has no position', async () => {
    player.play(radio)
    await settle()
    sound.hear(700)
    player.pause()
    expect([sound.address, getPlayerView().status]).toEqual([null, 'paused'])
    player.toggle()
    await settle()
    expect([sound.src, sound.currentTime]).toEqual(['https://sender.example/live', 0])
    expect(localStorage.getItem('listened')).toBe(null)
  })

  it('fails when it is silent, breaks off or ends', async () => {
    player.play(radio)
    await settle()
    await vi.advanceTimersByTimeAsync(13_000)
    expect([getPlayerView().status, sound.address]).toEqual(['failed', null])
    for (const event of ['error', 'ended']) {
      player.toggle()
      await settle()
      expect(getPlayerView().status).toBe('playing')
      sound.tell(event)
      expect([event, getPlayerView().status]).toEqual([event, 'failed'])
    }
  })
})
