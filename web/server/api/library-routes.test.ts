/** The library on a publication's own origin: tokens, writes, and private pages (7.4, 7.5, S7.4-01). */
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toLibraryBase } from '@lokalteil/contracts/library/paths'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'
import { outcomeOf, TestReader } from '../reader.testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', TRUST_PROXY: '127.0.0.1' } })
}, 240_000)
afterAll(() => portal.close())

async function logIn(name: string, publication: 'ak' | 'ht' = 'ak') {
  const reader = new TestReader(portal, publication)
  expect((await reader.login(toDemoEmail(name))).status).toBe(200)
  const base = `/__services/user${toLibraryBase(publication, String(reader.claims().sub))}`
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    reader.ask(base + path, { method, headers: { origin: reader.origin, ...headers } })
  return {
    reader,
    base,
    send,
    read: async (path: string) => (await reader.ask(base + path)).json() as Promise<unknown>,
  }
}

describe('the data that a reader saves', () => {
  it('R6-21 R7.4-01 R7.4-03 R7.4-04 S7.4-01 is changed with the session cookies and never cached', async () => {
    const { reader, base, send, read } = await logIn('free')
    expect((await send('POST', '/bookmarks/101')).status).toBe(201)
    expect((await send('POST', '/bookmarks/101')).status).toBe(200)
    const list = await reader.ask(`${base}/bookmarks`)
    expect(list.headers.get('cache-control')).toBe('private, no-store')
    expect(((await list.json()) as { articleId: string }[]).map(({ articleId }) => articleId)).toEqual(['101'])
    expect(await read('/bookmarks-count')).toBe(1)
    expect((await send('DELETE', '/bookmarks/101')).status).toBe(204)
    expect([await read('/bookmarks-count'), await read('/has-bookmarks')]).toEqual([0, false])
  })

  it('S7.4-01 is closed to ID tokens, to tokens the browser sends, and to paths of other readers', async () => {
    const { reader, base } = await logIn('free')
    const other = await logIn('plus')
    const authorization = `Bearer ${reader.cookies.get('FA_ACCESS_TOKEN')}`
    expect(await outcomeOf(portal.get(`${base}/bookmarks`, { headers: { authorization } }))).toBe('401 NOT_LOGGED_IN')
    expect(
      await outcomeOf(
        portal.get(`${base}/bookmarks`, { headers: { cookie: `FA_ID_TOKEN=${reader.cookies.get('FA_ID_TOKEN')}` } }),
      ),
    ).toBe('401 NOT_LOGGED_IN')
    expect(
      await outcomeOf(
        portal.get(`${base}/bookmarks`, {
          headers: {
            cookie: `FA_ACCESS_TOKEN=${reader.cookies.get('FA_ID_TOKEN')}; __Host-FA_SESSION=${reader.cookies.get('__Host-FA_SESSION')}`,
          },
        }),
      ),
    ).toBe('401 NOT_LOGGED_IN')
    expect(await outcomeOf(reader.ask(`${other.base}/bookmarks`))).toBe('403 OTHER_READER')
    expect(await outcomeOf(reader.ask(base.replace('/ak/', '/ht/') + '/bookmarks'))).toBe('404 OTHER_PUBLICATION')
    expect(
      await outcomeOf(
        portal.get(`${base}/bookmarks`, {
          publication: 'ht',
          headers: {
            cookie: ['FA_ACCESS_TOKEN', '__Host-FA_SESSION']
              .map((name) => `${name}=${reader.cookies.get(name)}`)
              .join('; '),
          },
        }),
      ),
    ).toBe('404 OTHER_PUBLICATION')
  })

  it('S7.5-01 is not changed by writes of other sites', async () => {
    const { send, read } = await logIn('pur')
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ] as Record<string, string>[]) {
      expect(await outcomeOf(send('POST', '/bookmarks/102', headers))).toBe('403 FORBIDDEN')
    }
    expect(await read('/bookmarks')).toEqual([])
  })

  it('R6-27 S6-01 R6-28 has a limit of five in the second variant without plus', async () => {
    const [free, plus, first] = [await logIn('free', 'ht'), await logIn('plus', 'ht'), await logIn('tagsub')]
    for (const { send } of [free, plus, first])
      for (let id = 101; id <= 105; id++) expect((await send('POST', `/bookmarks/${id}`)).status).toBe(201)
    expect(await outcomeOf(free.send('POST', '/bookmarks/106'))).toBe('403 BOOKMARK_LIMIT')
    expect([
      await outcomeOf(plus.send('POST', '/bookmarks/106')),
      await outcomeOf(first.send('POST', '/bookmarks/106')),
    ]).toEqual(['201', '201'])
  })

  it('R7.5-03 S7.5-10 finds ids of articles with given tags for every reader, newest first', async () => {
    const reader = new TestReader(portal)
    const ids = (await (
      await reader.post('/api/bookmarkedTagsArticles', { bookmarkedTags: ['111', '151'] })
    ).json()) as string[]
    expect(ids).toEqual(expect.arrayContaining(['101', '130']))
    expect(ids.every((id) => typeof id === 'string')).toBe(true)
    expect(await (await reader.post('/api/bookmarkedTagsArticles', { bookmarkedTags: [] })).json()).toEqual([])
    const many = Array.from({ length: 101 }, (_unused, index) => String(index))
    expect(await outcomeOf(reader.post('/api/bookmarkedTagsArticles', { bookmarkedTags: many }))).toBe(
      '400 BAD_REQUEST',
    )
  })

  it('is part of the data export', async () => {
    const { reader, send } = await logIn('epaper')
    await send('POST', '/bookmarks/4711081500')
    const zip = Buffer.from(await (await reader.ask('/api/mein/account/export')).arrayBuffer())
    // The first file of the archive, behind its header and name.
    const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28)
    expect(inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(18))).includes('"id": "4711081500"')).toBe(true)
  })
})

describe('pages of one reader', () => {
  it('S2.2-14 S2.1-02 S2.1-24 show saved data to this reader only and are not stored', async () => {
    const { reader, send } = await logIn('wallet')
    const other = await logIn('tagsub')
    for (const path of ['/bookmarks/108', '/region-bookmarks/altstadt', '/tag-bookmarks/151'])
      expect((await send('POST', path)).status).toBe(201)
    for (const [path, has] of [
      ['/bookmarks', 'Meldung 108 aus dem Rathaus'],
      ['/__mein-portal/bookmarks', 'Meldung 108 aus dem Rathaus'],
      ['/deine-regionen', 'weil Sie Altstadt folgen'],
      ['/deine-themen', 'Der Umbau des Klinikums'],
      ['/meineregion', 'Neues aus Ihren Orten'],
    ] as const) {
      const page = await reader.ask(path)
      expect([path, page.status, page.headers.get('cache-control'), (await page.text()).includes(has)]).toEqual([
        path,
        200,
        'private, no-store',
        true,
      ])
      for (const visitor of [other.reader, new TestReader(portal)])
        expect([path, (await (await visitor.ask(path)).text()).includes(has)]).toEqual([path, false])
    }
    for (const path of ['/regions', '/deine-themen-verwalten']) {
      const page = await reader.ask(path)
      const boxes = [...(await page.text()).matchAll(/<input type="checkbox"[^>]*data-follow="([^"]+)"[^>]*>/g)]
      expect([
        path,
        page.headers.get('cache-control'),
        boxes.filter(([box]) => box.includes('checked')).map(([, id]) => id),
      ]).toEqual([path, 'private, no-store', [path === '/regions' ? 'altstadt' : '151']])
    }
  })

  it('S2.2-14 S2.1-24 explain themselves to readers without saved data', async () => {
    const { reader } = await logIn('plus-wallet')
    for (const [path, has] of [
      ['/bookmarks', 'Sie haben noch keine Artikel gemerkt.'],
      ['/deine-themen', 'Sie folgen noch keinen Themen.'],
    ])
      expect((await (await reader.ask(path!)).text()).includes(has!)).toBe(true)
    const html = await portal.html('/deine-themen')
    expect(['#login', '#register'].filter((hash) => !html.includes(`href="${hash}"`))).toEqual([])
  })
})

describe('R5-12 R5-13 S5-03 without a library', () => {
  it('calls are refused and no button is drawn', async () => {
    const off = await openTestPortal({ seed: SEED, env: { DEMO: '1', USER_API_URL: 'none' } })
    try {
      const reader = new TestReader(off)
      await reader.login(toDemoEmail('free'))
      expect(
        await outcomeOf(reader.ask(`/__services/user${toLibraryBase('ak', String(reader.claims().sub))}/bookmarks`)),
      ).toBe('404 NOT_FOUND')
      expect((await off.html('/101')).includes('data-bookmark')).toBe(false)
      expect((await portal.html('/101')).includes('data-bookmark')).toBe(true)
    } finally {
      await off.close()
    }
  }, 240_000)
})
