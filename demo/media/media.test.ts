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
    },
  )
})
