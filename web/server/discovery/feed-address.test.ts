import { expect, it } from 'vitest'
import { parseFeedAddress, toFeedAddress, type FeedAddress } from './feed-address.ts'

const addresses: [string, FeedAddress][] = [
  ['/rss', { format: 'rss', subject: { kind: 'home' } }],
  ['/atom', { format: 'atom', subject: { kind: 'home' } }],
  ['/feed.json', { format: 'json', subject: { kind: 'home' } }],
  ['/rss/sport', { format: 'rss', subject: { kind: 'section', path: 'sport' } }],
  ['/rss/sport/1.fc-talheim', { format: 'rss', subject: { kind: 'section', path: 'sport/1.fc-talheim' } }],
  ['/atom/lokales/auenburg', { format: 'atom', subject: { kind: 'section', path: 'lokales/auenburg' } }],
  ['/feed/sport/fussball.json', { format: 'json', subject: { kind: 'section', path: 'sport/fussball' } }],
  ['/rss/tag/hafen', { format: 'rss', subject: { kind: 'tag', slug: 'hafen' } }],
  ['/feed/tag/hafen.json', { format: 'json', subject: { kind: 'tag', slug: 'hafen' } }],
  ['/atom/themen/auetalbahn', { format: 'atom', subject: { kind: 'topic', id: 'auetalbahn' } }],
  ['/rss/region/auenburg-altstadt', { format: 'rss', subject: { kind: 'region', id: 'auenburg-altstadt' } }],
  ['/rss/autor/11', { format: 'rss', subject: { kind: 'author', id: '11' } }],
  ['/rss/themen/%C3%B6l', { format: 'rss', subject: { kind: 'topic', id: 'öl' } }],
]

it.each(addresses)('reads %s and writes it again', (path, address) => {
  expect(parseFeedAddress(path)).toEqual(address)
  expect(toFeedAddress(address.format, address.subject)).toBe(path)
})

it.each([
  '/feed',
  '/feed/sport',
  '/rss/',
  '/rss/../sport',
  '/rss/a%2Fb',
  '/rss/%',
  '/rss/a//b',
  '/rss/autor/lena-vogt-11',
  '/rssfeed',
  '/feed.json/sport',
  '/rss/a b',
  `/rss/${'a/'.repeat(300)}b`,
])('%s is not the address of a feed', (path) => expect(parseFeedAddress(path)).toBeNull())
