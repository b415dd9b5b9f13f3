import { expect, it } from 'vitest'
import type { Vendor } from '../consent/consent.ts'
import { EMBED_ORIGIN_OF, toEmbedFrame } from './embeds.ts'

it.each<[Vendor, string, string | null]>([
  ['youtube', 'https://www.youtube.com/watch?v=Ab7_RatSo26&t=3', 'https://www.youtube-nocookie.com/embed/Ab7_RatSo26'],
  ['youtube', 'https://youtu.be/Ab7_RatSo26', 'https://www.youtube-nocookie.com/embed/Ab7_RatSo26'],
  [
    'youtube',
    'https://www.youtube-nocookie.com/embed/Ab7_RatSo26?autoplay=1',
    'https://www.youtube-nocookie.com/embed/Ab7_RatSo26',
  ],
  ['youtube', 'https://www.youtube.com/shorts/Ab7_RatSo26', 'https://www.youtube-nocookie.com/embed/Ab7_RatSo26'],
  ['youtube', 'https://www.youtube.com/@kanal', null],
  ['youtube', 'https://www.youtube.com/watch?v=a%22%3E%3Cscript', null],
  ['vimeo', 'https://vimeo.com/990000720', 'https://player.vimeo.com/video/990000720?dnt=1'],
  ['vimeo', 'https://player.vimeo.com/video/990000720', 'https://player.vimeo.com/video/990000720?dnt=1'],
  [
    'glomex',
    'https://player.glomex.com/integration/1/iframe-player.html?playlistId=v-1',
    'https://player.glomex.com/integration/1/iframe-player.html?playlistId=v-1',
  ],
  ['glomex', 'https://www.glomex.com/de', null],
  [
    'facebook',
    'https://www.facebook.com/ein.verein/posts/20261119?comment=1',
    'https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fein.verein%2Fposts%2F20261119&show_text=true',
  ],
  [
    'facebook',
    'https://www.facebook.com/permalink.php?story_fbid=20261119&id=4711&ref=x',
    'https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fpermalink.php%3Fstory_fbid%3D20261119%26id%3D4711&show_text=true',
  ],
  [
    'facebook',
    'https://www.facebook.com/watch/?v=990000720',
    'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fwatch%2F%3Fv%3D990000720&show_text=true',
  ],
  [
    'vimeo',
    'https://player.vimeo.com/video/990000720?h=0a1b2c3d4e&app_id=1',
    'https://player.vimeo.com/video/990000720?dnt=1&h=0a1b2c3d4e',
  ],
  ['vimeo', 'https://vimeo.com/990000720/0a1b2c3d4e', 'https://player.vimeo.com/video/990000720?dnt=1&h=0a1b2c3d4e'],
  ['instagram', 'https://www.instagram.com/p/Sy7nd1kus26/', 'https://www.instagram.com/p/Sy7nd1kus26/embed/captioned/'],
  ['instagram', 'https://www.instagram.com/ein.profil/', null],
  [
    'twitter',
    'https://twitter.com/konto/status/1990000000000007270',
    'https://platform.twitter.com/embed/Tweet.html?id=1990000000000007270&dnt=true&lang=de',
  ],
  [
    'twitter',
    'https://x.com/konto/status/1990000000000007270?s=20',
    'https://platform.twitter.com/embed/Tweet.html?id=1990000000000007270&dnt=true&lang=de',
  ],
  [
    'tiktok',
    'https://www.tiktok.com/@konto/video/7300000000000000000',
    'https://www.tiktok.com/embed/v2/7300000000000000000?lang=de',
  ],
  ['newsAgency', 'https://grafik.example/1', null],
  // Not an address of the claimed vendor, or not a safe one.
  ['youtube', 'https://youtube.com.evil.example/watch?v=Ab7_RatSo26', null],
  ['vimeo', 'https://evil.example/990000720', null],
  ['instagram', 'http://www.instagram.com/p/Sy7nd1kus26/', null],
  ['twitter', 'javascript:alert(1)', null],
  ['glomex', 'kein Link', null],
])('S1-11 frames %s %s from %s', (vendor, url, address) => {
  expect(toEmbedFrame(vendor, url)?.address ?? null).toBe(address)
  if (address !== null) expect(Object.values(EMBED_ORIGIN_OF)).toContain(new URL(address).origin)
})
