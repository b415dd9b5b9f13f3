import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { describe, expect, it } from 'vitest'
import { matchRoute } from '@lokalteil/domain/routing/routes'
import { WIDGET_PATHS } from '@lokalteil/domain/routing/widgets.testing'
import {
  cutRange,
  decideHandling,
  decideCaching,
  decideSoundCaching,
  isSound,
  listFiles,
  listPictures,
  readPage,
  selectEvictions,
  staysKept,
  toAnySize,
  type Answered,
  type AskedRequest,
  type Handling,
  type PageFacts,
} from './cache-policy.ts'

const ORIGIN = 'https://www.auenkurier.example'

const ask = (path: string, more: Partial<AskedRequest> = {}): AskedRequest => ({
  method: 'GET',
  url: ORIGIN + path,
  isNavigation: true,
  hasRange: false,
  ...more,
})
const file = { isNavigation: false }

describe('how a request is handled', () => {
  const page = (path: string, mayKeep = true): Handling => ({ kind: 'page', key: ORIGIN + path, mayKeep })
  it.each<[string, AskedRequest, Handling]>([
    ['R1-51 the home page', ask('/'), page('/')],
    ['R1-51 an article', ask('/im-hafen-123'), page('/im-hafen-123')],
    ['a section below another', ask('/sport/fussball'), page('/sport/fussball')],
    ['a page behind /de as the page itself', ask('/de/sport'), page('/sport')],
    ['a page with a campaign: the copy answers, nothing is kept', ask('/sport?utm_source=x'), page('/sport', false)],
    ['a page to be redirected: the copy of its target answers', ask('/sport/'), page('/sport', false)],
    ['a legal document', ask('/impressum'), page('/impressum')],
    ['a search: never the empty page for a term', ask('/suche?q=Hafen'), { kind: 'document' }],
    ['a personal list', ask('/bookmarks'), { kind: 'document' }],
    ['an account page', ask('/account/abo'), { kind: 'document' }],
    ['an order', ask('/order/abo'), { kind: 'document' }],
    ['a cancellation', ask('/kuendigen'), { kind: 'document' }],
    ['a dialog in a frame', ask('/__mein-portal/dialog-flow/login'), { kind: 'through' }],
    ...WIDGET_PATHS.map((path): [string, AskedRequest, Handling] => [
      'a widget in a frame',
      ask(path),
      { kind: 'through' },
    ]),
    ['a link that works once', ask('/api/verify?token=abc'), { kind: 'through' }],
    ['a feed opened in the browser', ask('/rss'), { kind: 'through' }],
    ['a form that is sent', ask('/order/checkout', { method: 'POST' }), { kind: 'pass' }],
    ['the API', ask('/api/articles/123/body', file), { kind: 'pass' }],
    ['the content proxy', ask('/__proxy_content_api/v5/articles/123', file), { kind: 'pass' }],
    ['the build manifest', ask('/builds/latest.json', file), { kind: 'pass' }],
    ['a script', ask('/assets/entry-up004dsz.js', file), { kind: 'file', key: `${ORIGIN}/assets/entry-up004dsz.js` }],
    [
      'a font',
      ask('/assets/fonts/newsreader-9170a172f2.woff2', file),
      { kind: 'file', key: `${ORIGIN}/assets/fonts/newsreader-9170a172f2.woff2` },
    ],
    ['the worker itself', ask('/assets/service-worker.js', file), { kind: 'pass' }],
    ['a hashed file with a query', ask('/assets/entry-up004dsz.js?x', file), { kind: 'pass' }],
    [
      'an emblem',
      ask('/assets/brand/ak/emblem.svg', file),
      { kind: 'brand', key: `${ORIGIN}/assets/brand/ak/emblem.svg` },
    ],
    ['audio', ask('/assets/demo/media/folge.mp3', file), { kind: 'pass' }],
    ['a picture', ask('/_ipx/w_640/demo/a.jpg', file), { kind: 'picture', key: `${ORIGIN}/_ipx/w_640/demo/a.jpg` }],
    [
      'S7.7-03 a picture of a paid text, at its signed address',
      ask(`/_ipx/w_640/demo/a.jpg?e=1795327200&s=${'a'.repeat(64)}`, file),
      { kind: 'pass' },
    ],
    ['a part of a file', ask('/_ipx/w_640/demo/a.jpg', { ...file, hasRange: true }), { kind: 'pass' }],
    ['another origin', { ...ask('/'), url: 'https://tracker.example/' }, { kind: 'pass' }],
    ['an address that is none', { ...ask('/'), url: 'nowhere' }, { kind: 'pass' }],
  ])('%s', (_name, request, handling) => {
    expect(decideHandling(request, ORIGIN)).toEqual(handling)
  })
})

const PUBLIC = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-cache, s-maxage=60, stale-while-revalidate=86400',
  vary: 'Accept-Encoding',
}
const answered = (more: Partial<Omit<Answered, 'header'>> = {}, headers: Record<string, string> = {}): Answered => {
  const all: Record<string, string> = { ...PUBLIC, ...headers }
  return {
    status: 200,
    type: 'basic',
    isRedirected: false,
    bytes: 60_000,
    header: (name) => all[name] ?? null,
    ...more,
  }
}
const facts = (path: string, more: Partial<PageFacts> = {}): PageFacts => {
  const match = matchRoute(path)
  return {
    route: match.kind === 'route' ? match.route : null,
    isError: false,
    restriction: null,
    isLocked: false,
    ...more,
  }
}
const free = facts('/im-hafen-123', { restriction: 'free' })
const handle = (path: string, more: Partial<AskedRequest> = {}) => decideHandling(ask(path, more), ORIGIN)
const image = { 'content-type': 'image/avif', 'cache-control': 'public, max-age=31536000, immutable' }

describe('kept answers', () => {
  it.each<[string, Handling, Answered, PageFacts | null]>([
    ['a free article', handle('/im-hafen-123'), answered(), free],
    ['the home page', handle('/'), answered(), facts('/')],
    [
      'a free test report',
      handle('/testbericht/rad-5'),
      answered(),
      facts('/testbericht/rad-5', { restriction: 'free' }),
    ],
    ['an article path a section answered', handle('/wahl-2027'), answered(), facts('/sport')],
    ['a picture', handle('/_ipx/w_640/demo/a.jpg', file), answered({}, image), null],
    [
      'an emblem',
      handle('/assets/brand/ak/emblem.svg', file),
      answered({}, { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' }),
      null,
    ],
    [
      'a script',
      handle('/assets/entry-up004dsz.js', file),
      answered({}, { 'content-type': 'text/javascript', 'cache-control': 'public, immutable' }),
      null,
    ],
  ])('R1-51 %s', (_name, handling, answer, page) => {
    expect(decideCaching(handling, answer, page)).toEqual({ isKept: true })
  })

  const article = handle('/im-hafen-123')
  it.each<[string, Handling, Answered, PageFacts | null, string]>([
    [
      'a paid article, locked',
      article,
      answered(),
      facts('/im-hafen-123', { restriction: 'paid', isLocked: true }),
      'paid',
    ],
    ['a paid article, open', article, answered(), facts('/im-hafen-123', { restriction: 'paid' }), 'paid'],
    [
      'an article of a kind nobody knows',
      article,
      answered(),
      facts('/im-hafen-123', { restriction: 'registered' }),
      'paid',
    ],
    ['an article that does not say what it is', article, answered(), facts('/im-hafen-123'), 'paid'],
    ['a free article behind a lock', article, answered(), { ...free, isLocked: true }, 'paid'],
    [
      'a paid test report',
      handle('/testbericht/rad-5'),
      answered(),
      facts('/testbericht/rad-5', { restriction: 'paid' }),
      'paid',
    ],
    [
      'another page around a paid article',
      handle('/sport'),
      answered(),
      facts('/sport', { restriction: 'paid' }),
      'paid',
    ],
    ['a private page', article, answered({}, { 'cache-control': 'private, no-cache' }), free, 'private'],
    [
      'a page not to be stored although it names seconds',
      article,
      answered({}, { 'cache-control': 'no-store, s-maxage=60' }),
      free,
      'private',
    ],
    ['a page not to be stored', article, answered({}, { 'cache-control': 'No-Store' }), free, 'private'],
    [
      'S7.7-03 a picture for its reader alone',
      handle('/_ipx/w_640/a.jpg', file),
      answered({}, { ...image, 'cache-control': 'private, max-age=3600' }),
      null,
      'private',
    ],
    [
      'a picture not to be stored',
      handle('/_ipx/w_640/a.jpg', file),
      answered({}, { ...image, 'cache-control': 'no-store' }),
      null,
      'private',
    ],
    ['a page that varies by everything', article, answered({}, { vary: '*' }), free, 'varies'],
    ['a missing page', article, answered({ status: 404 }), free, 'status 404'],
    ['a withdrawn page', article, answered({ status: 410 }), free, 'status 410'],
    ['a part', handle('/_ipx/w_640/a.jpg', file), answered({ status: 206 }, image), null, 'status 206'],
    ['a redirect', article, answered({ status: 0, type: 'opaqueredirect' }), null, 'another origin'],
    ['what was redirected', article, answered({ isRedirected: true }), free, 'redirected'],
    ['another origin', article, answered({ type: 'opaque', status: 0 }), null, 'another origin'],
    ['an error page with status 200', article, answered(), { ...free, isError: true }, 'not a page'],
    ['a page without its state', article, answered(), null, 'not a page'],
    ['a page that is no document', article, answered({}, { 'content-type': 'application/json' }), free, 'type'],
    [
      'a page that became a personal one',
      article,
      answered(),
      facts('/bookmarks', { restriction: 'free' }),
      'never kept',
    ],
    ['a page with a query', handle('/im-hafen-123?utm_source=x'), answered(), free, 'has a query'],
    [
      'a page that another site’s message leads to',
      handle('/im-hafen-123?utm_medium=email'),
      answered(),
      free,
      'has a query',
    ],
    ['a personal page', handle('/account'), answered(), facts('/account'), 'never kept'],
    [
      'the API',
      handle('/api/settings', file),
      answered({}, { 'content-type': 'application/json' }),
      null,
      'never kept',
    ],
    [
      'the content proxy',
      handle('/__proxy_content_api/v5/articles/1', file),
      answered({}, { 'content-type': 'application/json' }),
      null,
      'never kept',
    ],
    [
      'a dialog',
      handle('/__mein-portal/dialog-flow/login'),
      answered(),
      facts('/__mein-portal/dialog-flow/login'),
      'never kept',
    ],
    ['a page instead of a picture', handle('/_ipx/w_640/a.jpg', file), answered(), null, 'type'],
    ['a page without end', article, answered({ bytes: 1_000_001 }), free, 'too large'],
    ['a huge picture', handle('/_ipx/w_640/a.jpg', file), answered({ bytes: 2_000_001 }, image), null, 'too large'],
  ])('R1-51 never %s', (_name, handling, answer, page, reason) => {
    expect(decideCaching(handling, answer, page)).toEqual({ isKept: false, reason })
  })
})

it.each([
  ['/spiele/sudoku', 'private', hasRoom('games')],
  ['/spiele', 'private', hasRoom('games')],
  ['/spiele/sudoku', 'paid', false],
  ['/spiele/sudoku', 'status 404', false],
  ['/im-hafen-123', 'private', false],
  ['/im-hafen-123', 'has a query', true],
])('the copy of %s, whose newest answer is refused as %s, stays: %s', (path, reason, isKept) => {
  expect(staysKept(ORIGIN + path, reason, ['spiele'])).toBe(isKept)
})

describe('the facts in a document', () => {
  const html = (state: unknown) =>
    `<body><script type="application/json" id="state">${JSON.stringify(state)}</script></body>`
  const route = { name: 'article', slug: 'a', id: '1' }
  it.each<[string, string, PageFacts | null]>([
    [
      'a paid article',
      html({
        route,
        content: { kind: 'page', data: { article: { contentRestriction: 'paid' }, access: { isLocked: true } } },
      }),
      { route: route as never, isError: false, restriction: 'paid', isLocked: true },
    ],
    [
      'a list',
      html({ route: { name: 'home' }, content: { kind: 'page', data: { teasers: [] } } }),
      { route: { name: 'home' }, isError: false, restriction: null, isLocked: false },
    ],
    [
      'an error',
      html({ route: null, content: { kind: 'error', status: 404 } }),
      { route: null, isError: true, restriction: null, isLocked: false },
    ],
    ['nothing', '<body>hello</body>', null],
    ['half a state', '<script type="application/json" id="state">{"route":</script>', null],
    ['no object', html(null), null],
  ])('%s', (_name, document, expected) => {
    expect(readPage(document)).toEqual(expected)
  })

  it('names its hashed files and brand pictures once, and nothing else', () => {
    const document = `<link href="/assets/entry-BTdgUvh9.css"><script src="/assets/entry-up004dsz.js" data-later0-src="/assets/later-D7jdo-mX.js" data-later1-src="/assets/visitor.later-CYbLGynV.js"></script><use href="/assets/icons-09cc6e7c51.svg#a"></use>
      <use href="/assets/icons-09cc6e7c51.svg#b"></use><img src="/assets/brand/ak/emblem.svg"><a href="/api/logout"></a><img src="https://x.example/assets/a-12345678.js"><a href="/assets/service-worker.js">`
    expect(listFiles(document)).toEqual([
      '/assets/entry-BTdgUvh9.css',
      '/assets/entry-up004dsz.js',
      '/assets/later-D7jdo-mX.js',
      '/assets/visitor.later-CYbLGynV.js',
      '/assets/icons-09cc6e7c51.svg',
      '/assets/brand/ak/emblem.svg',
    ])
  })
})

describe('evictions', () => {
  const kept = (key: string, at: number, bytes = 10) => ({ key, at, bytes })
  it.each([
    [
      'R1-51 the page kept longest ago makes room for the next one',
      [kept('a', 1), kept('b', 3), kept('c', 2)],
      { most: 2, bytes: 1000, maxAgeMs: 100 },
      ['a'],
    ],
    ['the bound in bytes', [kept('a', 1, 60), kept('b', 2, 60)], { most: 9, bytes: 100, maxAgeMs: 100 }, ['a']],
    [
      'a small old one stays where a large one goes',
      [kept('a', 3, 50), kept('b', 2, 60), kept('c', 1, 40)],
      { most: 9, bytes: 100, maxAgeMs: 100 },
      ['b'],
    ],
    ['what is too old', [kept('a', 1), kept('b', 60)], { most: 9, bytes: 100, maxAgeMs: 50 }, ['a']],
    ['nothing', [kept('a', 1)], { most: 1, bytes: 10, maxAgeMs: 100 }, []],
  ])('%s', (_name, entries, bounds, out) => {
    expect(selectEvictions(entries, bounds, 61)).toEqual(out)
  })
})

describe('files of the offline edition', () => {
  const at = (width: number, name: string, format = 'avif') => `/_ipx/w_${width},h_9,f_${format},q_70/demo/${name}.jpg`
  it('one size of each picture, close to a phone’s width, and no signed one', () => {
    const html = [
      at(320, 'a'),
      at(768, 'a'),
      at(1280, 'a'),
      at(640, 'a', 'webp'),
      `${at(640, 'b')}?e=1&s=2`,
      at(160, 'c'),
    ]
    expect(listPictures(html.map((path) => `<img srcset="${path} 1x">`).join(''), 9)).toEqual([
      at(768, 'a'),
      at(160, 'c'),
    ])
  })
  it('the first pictures of a page', () => {
    expect(listPictures(['a', 'b', 'c'].map((name) => `"${at(640, name)}"`).join(), 2)).toEqual([
      at(640, 'a'),
      at(640, 'b'),
    ])
  })
  it('finds any size of a picture under one address', () => {
    expect([at(320, 'a'), at(1280, 'a', 'webp')].map((path) => toAnySize(ORIGIN + path))).toEqual([
      `${ORIGIN}/_ipx/any/demo/a.jpg`,
      `${ORIGIN}/_ipx/any/demo/a.jpg`,
    ])
    expect(toAnySize(`${ORIGIN}/assets/a.jpg`)).toBeNull()
  })
  it.each([
    ['/assets/demo/media/folge.mp3', true],
    ['/_media/import/folge.m4a', true],
    ['/_media/import/folge.mp3?e=1&s=2', false],
    ['https://elsewhere.example/assets/folge.mp3', false],
    ['/api/folge.mp3', false],
    ['/assets/film.mp4', false],
  ])('%s is a recording of ours: %s', (path, isOurs) => {
    expect(isSound(path, ORIGIN)).toBe(isOurs)
  })
  it.each<[string, Answered, boolean]>([
    ['a recording', answered({}, { 'content-type': 'audio/mpeg', 'cache-control': 'public' }), true],
    ['a paid one', answered({}, { 'content-type': 'audio/mpeg', 'cache-control': 'private' }), false],
    ['a page in its place', answered(), false],
    ['a part', answered({ status: 206 }, { 'content-type': 'audio/mpeg' }), false],
    ['one without end', answered({ bytes: 60_000_001 }, { 'content-type': 'audio/mpeg' }), false],
  ])('of recordings: %s', (_name, answer, isKept) => {
    expect(decideSoundCaching(answer).isKept).toBe(isKept)
  })
  it.each([
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=100-', null],
    ['bytes=-', null],
    [null, null],
  ])('of 100 bytes, %s is %j', (header, part) => {
    expect(cutRange(header, 100)).toEqual(part)
  })
})
