import { expect, it } from 'vitest'
import { SHARE_TARGETS, toMailAddress, toMastodonAddress, toMastodonServer } from './share-targets.ts'

const SHARED = { url: 'https://auenkurier.example/deich-4711', title: 'Deich & Damm: 100 % dicht?' }
const URL_IN = 'https%3A%2F%2Fauenkurier.example%2Fdeich-4711'
const TITLE_IN = 'Deich%20%26%20Damm%3A%20100%20%25%20dicht%3F'

it('R1-64 R1-65 every target is one address with the article’s own, escaped', () => {
  const addresses = Object.fromEntries(SHARE_TARGETS.map(({ name, toAddress }) => [name, toAddress(SHARED)]))
  expect(addresses).toEqual({
    WhatsApp: `https://wa.me/?text=${TITLE_IN}%20${URL_IN}`,
    Telegram: `https://t.me/share/url?url=${URL_IN}&text=${TITLE_IN}`,
    Bluesky: `https://bsky.app/intent/compose?text=${TITLE_IN}%20${URL_IN}`,
    Threads: `https://www.threads.com/intent/post?text=${TITLE_IN}&url=${URL_IN}`,
    Facebook: `https://www.facebook.com/sharer/sharer.php?u=${URL_IN}`,
    X: `https://x.com/intent/post?url=${URL_IN}&text=${TITLE_IN}`,
    LinkedIn: `https://www.linkedin.com/sharing/share-offsite/?url=${URL_IN}`,
  })
  expect(toMailAddress(SHARED)).toBe(`mailto:?subject=${TITLE_IN}&body=${URL_IN}`)
  expect(toMastodonAddress('mastodon.social', SHARED)).toBe(
    `https://mastodon.social/share?text=${TITLE_IN}%20${URL_IN}`,
  )
})

it.each([
  ['mastodon.social', 'mastodon.social'],
  [' Mastodon.Social ', 'mastodon.social'],
  ['https://mastodon.social/@name', 'mastodon.social'],
  ['@name@mastodon.social', 'mastodon.social'],
  ['name@mastodon.social', 'mastodon.social'],
  ['tröt.example', 'xn--trt-tna.example'],
  ['', null],
  ['mastodon', null],
  ['localhost', null],
  ['127.0.0.1', null],
  ['mastodon.social:8080', null],
  ['https://name:word@mastodon.social', null],
  ['javascript:alert(1)', null],
  ['a b.example', null],
  [`${'a'.repeat(250)}.example`, null],
])('the server in the input %j is %j', (typed, server) => {
  expect(toMastodonServer(typed)).toBe(server)
})
