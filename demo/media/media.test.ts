import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EPISODES, episodeFile } from './episodes.ts'
import { VIDEOS, videoFile } from './videos.ts'

/** Seconds of a constant-bitrate MPEG-1 layer III stream: bytes behind the tag over bytes a second. */
function mp3Seconds(data: Buffer): number {
  expect(data.toString('latin1', 0, 3)).toBe('ID3')
  const tag = [6, 7, 8, 9].reduce((size, at) => (size << 7) | data[at]!, 0) + 10
  expect(data.readUInt16BE(tag) & 0xffe0).toBe(0xffe0)
  return (data.length - tag) / (48_000 / 8)
}

/** 1,152 samples at 32 kHz. */
const FRAME_SECONDS = 0.036
/** Between words the gain falls to about 150 for a moment, in a pause to about 130. */
const QUIET = 145

/** The first `global_gain` of every frame (ISO 11172-3, 2.4.1.7), which follows the loudness. */
function mp3Gains(data: Buffer): number[] {
  const gains: number[] = []
  let at = [6, 7, 8, 9].reduce((size, byte) => (size << 7) | data[byte]!, 0) + 10
  while (at + 40 <= data.length) {
    const isPadded = (data[at + 2]! & 2) !== 0
    const isMono = data[at + 3]! >> 6 === 3
    // It begins 39 or 41 bits behind the frame's header of four bytes.
    gains.push((data.readUInt32BE(at + 8) >>> (56 - (isMono ? 39 : 41))) & 0xff)
    at += (144 * 48_000) / 32_000 + (isPadded ? 1 : 0)
  }
  return gains
}

describe('episodes', () => {
  it.each(EPISODES.map((episode) => [episode.key, episode] as const))(
    '%s is a 40 to 75 second MP3 of the stated size with its transcript',
    (_, episode) => {
      const data = readFileSync(episodeFile(episode))
      expect(data.length).toBe(episode.bytes)
      expect(Math.abs(mp3Seconds(data) - episode.seconds)).toBeLessThan(1)
      expect(episode.seconds).toBeGreaterThanOrEqual(40)
      expect(episode.seconds).toBeLessThanOrEqual(75)
      expect(episode.transcript.join(' ').split(' ').length).toBeGreaterThan(80)
      expect(episode.voice).toBe('KI-Stimme')
    },
  )

  it.each(EPISODES.map((episode) => [episode.key, episode] as const))(
    'law-and-search B.6 chapters of %s begin where the speaker has paused',
    (_, episode) => {
      const gains = mp3Gains(readFileSync(episodeFile(episode)))
      const loudest = (from: number, to: number) =>
        Math.max(...gains.slice(Math.round(from / FRAME_SECONDS), Math.round(to / FRAME_SECONDS)))
      const starts = episode.chapters.map(({ start }) => start)
      expect(starts[0]).toBe(0)
      expect(starts.toSorted((a, b) => a - b)).toEqual(starts)
      expect(starts.length).toBeGreaterThan(2)
      for (const start of starts.slice(1)) {
        expect([start, loudest(start - 0.3, start) < QUIET]).toEqual([start, true])
        expect([start, loudest(start, start + 0.7) > QUIET + 20]).toEqual([start, true])
      }
    },
  )

  it('are four of each podcast', () => {
    for (const podcast of ['auengespraech', 'hafenlicht'])
      expect(EPISODES.filter((episode) => episode.podcast === podcast)).toHaveLength(4)
  })
})

describe('videos', () => {
  it.each(VIDEOS.map((video) => [video.key, video] as const))(
    '%s starts before it is loaded and has a poster',
    (_, video) => {
      const data = readFileSync(videoFile(video))
      expect(data.length).toBe(video.bytes)
      expect(data.length).toBeLessThanOrEqual(600_000)
      const text = data.toString('latin1')
      expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'))
      expect(readFileSync(new URL(video.poster, import.meta.url)).readUInt16BE(0)).toBe(0xffd8)
      const captions = readFileSync(new URL(video.captions, import.meta.url), 'utf8')
      const times = [...captions.matchAll(/^00:00:(\d\d\.\d{3}) --> 00:00:(\d\d\.\d{3})$/gm)].flatMap(
        ([, from, to]) => [Number(from), Number(to)],
      )
      expect(captions.startsWith('WEBVTT\n\n')).toBe(true)
      expect(times.length).toBeGreaterThan(4)
      expect(times.toSorted((a, b) => a - b)).toEqual(times)
      expect(times.at(-1)).toBeLessThanOrEqual(video.seconds)
    },
  )
})
