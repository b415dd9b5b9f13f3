import { describe, expect, it } from 'vitest'
import { matchRoute, type Route } from '../routing/routes.ts'
import { toChangeKeys, toFileKeys, toPageKeys, type KeyedChange } from './surrogate-keys.ts'

function routeOf(path: string): Route {
  const match = matchRoute(path)
  if (match.kind !== 'route') throw new Error(`${path} is no page`)
  return match.route
}

const keysOf = (path: string, html = '') => toPageKeys('ak', routeOf(path), html)
const isPurged = (change: KeyedChange, keys: readonly string[]) =>
  toChangeKeys(change).some((key) => keys.includes(key))

describe('the keys of a page', () => {
  it.each([
    ['/', 'path/'],
    ['/lokales/auenburg', 'path/lokales/auenburg'],
    ['/sport/2', 'path/sport/2', 'path/sport'],
    ['/jahr/2026', 'path/jahr/2026', 'path/jahr'],
    ['/themen/mobil/3', 'path/themen/mobil/3', 'path/themen/mobil'],
    ['/rathaus-12', 'a/12'],
    ['/testbericht/rad-901', 'a/901'],
    ['/autor/lena-vogt-11', 'lists'],
    ['/schlagzeilen/4', 'lists'],
    ['/suche', 'lists'],
  ])('%s', (path, ...own) => {
    expect(keysOf(path)).toEqual(['all', 'text', 'publication/ak', 'pages/ak', ...own])
  })

  it('name each article once that the page links to', () => {
    const html =
      '<a href="/rathaus-saniert-101">…</a><a class="x" href="/102?utm_source=x">…</a><a href="/testbericht/rad-901#fazit">…</a>' +
      '<a href="/rathaus-saniert-101">…</a><a href="/sport">…</a><a href="https://andere.example/x-7">…</a>'
    expect(keysOf('/sport', html).slice(5)).toEqual(['a/101', 'a/102', 'a/901'])
  })

  it('are short: a page with very many articles is purged with the lists', () => {
    const html = Array.from({ length: 300 }, (_unused, id) => `<a href="/text-${id + 1000}">`).join('')
    expect(keysOf('/sport', html)).toEqual(['all', 'text', 'publication/ak', 'pages/ak', 'path/sport', 'lists'])
  })

  it('may stand in a pattern and in a header', () => {
    for (const path of ['/themen/grün', '/a.b/c(d)*e', `/${'lang/'.repeat(100)}x`, "/o'neill+söhne"]) {
      const keys = [...keysOf(path), ...toChangeKeys({ kind: 'front', ids: [`ak${path}`] })]
      expect(keys.filter((key) => !/^[\w/%-]{1,200}$/.test(key))).toEqual([])
    }
  })
})

describe('the keys of other answers', () => {
  it.each([
    ['/_ipx/w_640/import/ab/x.jpg', ['all', 'publication/ak', 'pictures/ak']],
    ['/_media/import/ab/x.mp3', ['all', 'publication/ak', 'pictures/ak']],
    ['/_karte/101.jpg', ['all', 'publication/ak', 'pictures/ak', 'a/101']],
    ['/rss/sport', ['all', 'publication/ak', 'text', 'data']],
    ['/sitemap.xml', ['all', 'publication/ak', 'text', 'data']],
    ['/__proxy_content_api/v5/articles/101', ['all', 'publication/ak', 'text', 'data']],
    ['/assets/entry-abcdefgh.js', []],
    ['/sw.js', []],
  ])('%s', (path, expected) => {
    expect(toFileKeys('ak', path)).toEqual(expected)
  })
})

describe('a change', () => {
  const places = {
    home: keysOf('/'),
    section: keysOf('/lokales'),
    'further page': keysOf('/lokales/3'),
    other: keysOf('/kultur'),
    'list that links to it': keysOf('/kultur', '<a href="/text-101">'),
    topic: keysOf('/themen/mobil/2'),
    article: keysOf('/text-101'),
    'other article': keysOf('/text-102'),
    'article that links to it': keysOf('/text-103', '<a href="/text-101">'),
    author: keysOf('/autor/lena-vogt-11'),
    feed: toFileKeys('ak', '/rss'),
    picture: toFileKeys('ak', '/_ipx/x/y.jpg'),
    card: toFileKeys('ak', '/_karte/101.jpg'),
    file: toFileKeys('ak', '/assets/x.js'),
    'other paper': toPageKeys('fb', routeOf('/text-7'), ''),
  }
  const all = Object.keys(places).filter((place) => place !== 'file')
  const texts = all.filter((place) => place !== 'picture' && place !== 'card')

  it.each<[string, KeyedChange, string[]]>([
    [
      'of an article purges it, where it belongs and what links to it',
      { kind: 'article', ids: ['101'], paths: ['/lokales', '/themen/mobil'] },
      [
        'home',
        'section',
        'further page',
        'list that links to it',
        'topic',
        'article',
        'article that links to it',
        'author',
        'feed',
        'card',
      ],
    ],
    ['of very many articles purges all texts', { kind: 'article', ids: ['101', '999'] }, texts],
    ['at a moment, of whatever it is, purges all texts', { kind: 'article', ids: [] }, texts],
    ['of sections and tags purges all texts', { kind: 'taxonomy', ids: ['ak'] }, texts],
    ['that takes a text away purges everything', { kind: 'removed', ids: ['101'] }, all],
    ['that may be anything purges everything', { kind: 'all', ids: [] }, all],
    ['of a front purges this page', { kind: 'front', ids: ['ak/lokales'] }, ['section', 'further page', 'feed']],
    ['of the home page purges this page', { kind: 'front', ids: ['ak/'] }, ['home', 'feed']],
    ['of breaking news purges all pages of the paper', { kind: 'breaking', ids: ['fb'] }, ['feed', 'other paper']],
    ['of rights purges pictures', { kind: 'pictures', ids: ['ak'] }, ['picture', 'card']],
    ['that no reader sees purges nothing', { kind: 'proposal', ids: ['101'] }, []],
  ])('%s', (_what, change, expected) => {
    const purged = Object.entries(places).flatMap(([place, keys]) => (isPurged(change, keys) ? [place] : []))
    expect(purged.toSorted()).toEqual(expected.toSorted())
  })
})
