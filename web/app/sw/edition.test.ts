import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EditionReport } from '../browser/offline/edition-cache.ts'
import { answerSound, createEditionKeeper } from './edition.ts'
import type { KeptCache } from './kept-cache.ts'

const ORIGIN = 'https://ak.example'
const page = (path: string, restriction: string) =>
  `<script type="application/json" id="state">${JSON.stringify({
    route: { name: 'article', slug: 'a', id: '1' },
    path,
    content: { kind: 'page', data: { article: { contentRestriction: restriction } } },
  })}</script><img srcset="/_ipx/w_640,f_avif/demo${path}.jpg 1x">`

let kept: Map<string, Response>
let asked: { url: string; credentials: string | undefined }[]
let answers: Record<string, () => Response>
beforeEach(() => {
  kept = new Map()
  files = new Map()
  asked = []
  answers = {
    '/a-1': () => html(page('/a-1', 'free')),
    '/b-2': () => html(page('/b-2', 'free')),
    '/p-3': () => html(page('/p-3', 'paid')),
    '/assets/s.mp3': () => new Response('sound', { headers: { 'content-type': 'audio/mpeg' } }),
  }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push({ url, credentials: init?.credentials })
    const { pathname } = new URL(url)
    const answer = pathname.startsWith('/_ipx/')
      ? new Response('picture', { headers: { 'content-type': 'image/avif' } })
      : answers[pathname]?.()
    if (answer === undefined) throw new TypeError('no connection')
    return Object.defineProperty(answer, 'type', { value: 'basic' })
  })
})
afterEach(() => vi.unstubAllGlobals())

const html = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/html', 'cache-control': 'max-age=0' } })
const cache: KeptCache = {
  match: async (key) => kept.get(key)?.clone(),
  has: async (key, since = Infinity) => kept.has(key) && since === Infinity,
  openWrite: () => async (key, response, body) => void kept.set(key, new Response(body, { headers: response.headers })),
  drop: async (key) => void kept.delete(key),
  clear: async () => kept.clear(),
  keys: async () => [...kept.keys()],
  size: async () => kept.size,
}
let files: Map<string, string>
const open = () =>
  createEditionKeeper({
    cache,
    origin: ORIGIN,
    keepFile: async (path) => void files.set(path, await (await fetch(ORIGIN + path)).text()),
    readFile: async (path) => files.get(path) ?? null,
  })
const paths = () => [...kept.keys()].map((key) => key.slice(ORIGIN.length)).toSorted()

async function keep(pages: string[], sounds: string[] = [], hasPictures = false) {
  const reports: EditionReport[] = []
  await open().keep({ pages, sounds, hasPictures }, (report) => reports.push(report))
  return reports
}

it('R1-51 keeps free texts, their pictures and recordings, requested without credentials', async () => {
  const reports = await keep(['/a-1', '/b-2'], ['/assets/s.mp3'], true)
  expect(paths()).toEqual(['/_ipx/any/demo/a-1.jpg', '/_ipx/any/demo/b-2.jpg', '/a-1', '/assets/s.mp3', '/b-2'])
  expect(asked.every(({ credentials }) => credentials === 'omit')).toBe(true)
  expect(reports.at(-1)).toMatchObject({ kind: 'done', missed: 0 })
  expect(reports[0]).toMatchObject({ kind: 'progress', done: 1, total: 3 })
})

it.each(['/p-3', '/account', '/api/x', '/bookmarks'])('R1-51 never keeps %s', async (path) => {
  expect((await keep(['/a-1', path])).at(-1)).toMatchObject({ kind: 'done', missed: 1 })
  expect(paths()).toEqual(['/a-1'])
})

describe('files of a page', () => {
  const LIST = '/assets/edition-files-Abcd1234.js'
  const LATER = ['/assets/ArticleContext.lazy-Abcd1234.js', '/assets/ArticleContext-Abcd1234.css']
  beforeEach(() => {
    answers['/a-1'] = () =>
      html(`${page('/a-1', 'free')}<script type="module" src="/assets/entry-Abcd1234.js"></script>`)
    for (const path of ['/assets/entry-Abcd1234.js', ...LATER]) answers[path] = () => new Response('script')
    answers[LIST] = () => new Response(JSON.stringify(LATER))
  })

  it('R1-51 keeps files that the page loads later, from the build of the page', async () => {
    expect((await keep(['/a-1'])).at(-1)).toMatchObject({ kind: 'done', missed: 0 })
    expect([...files.keys()].toSorted()).toEqual(['/assets/entry-Abcd1234.js', LIST, ...LATER].toSorted())
  })

  it.each([LIST, ...LATER])('R1-51 reports a page as missing when %s cannot be fetched', async (path) => {
    delete answers[path]
    expect((await keep(['/a-1', '/b-2'])).at(-1)).toMatchObject({ kind: 'done', missed: 1 })
    expect(paths()).toEqual(['/b-2'])
  })
})

it('deletes pages that are no longer chosen', async () => {
  await keep(['/a-1', '/b-2'])
  await keep(['/b-2'])
  expect(paths()).toEqual(['/b-2'])
})

it('without a connection the kept pages stay', async () => {
  await keep(['/a-1'])
  answers = {}
  expect((await keep(['/a-1'])).at(-1)).toEqual({ kind: 'failed' })
  expect(paths()).toEqual(['/a-1'])
})

it('a logout in the middle leaves nothing behind', async () => {
  const keeper = open()
  const { openWrite } = cache
  cache.openWrite = () => {
    void keeper.drop(null)
    return openWrite()
  }
  const reports: EditionReport[] = []
  await keeper.keep({ pages: ['/a-1', '/b-2'], sounds: [], hasPictures: false }, (report) => reports.push(report))
  cache.openWrite = openWrite
  expect([paths(), reports.at(-1)]).toEqual([[], { kind: 'failed' }])
})

it('answers the byte range that a player requests', async () => {
  const copy = () => new Response('0123456789', { headers: { 'content-type': 'audio/mpeg' } })
  const part = await answerSound(copy(), 'bytes=2-4')
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
  expect([(await answerSound(copy(), null)).status]).toEqual([200])
})
