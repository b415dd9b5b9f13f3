/**
 * Comments through a whole portal: the part of an article's page, answers that are never cached, and the reader for whom a
 * request acts.
 */
import { inflateRawSync } from 'node:zlib'
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { TestReader } from './reader.testing.ts'

const KEY = 'k'.repeat(40)
let portal: TestPortal
let article: { id: string; path: string }
/** The article's page before the first comment. */
let silent = ''
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', INGEST_KEY: KEY } })
  const found = SEED.articles.find(
    ({ contentRestriction, publications }) => contentRestriction === 'free' && publications.includes('ak'),
  )
  const shown = (await (await portal.get(`/__proxy_content_api/v5/articles/${found?.id}`)).json()) as typeof article
  article = shown
})
afterAll(() => portal.close())

const SCRIPT = '<script>alert(1)</script><img src=x onerror=alert(2)>'
const comments = (reader: TestReader, more = '') => reader.ask(`/api/community/articles/${article.id}/comments${more}`)
const bodyOf = async (answer: Response) => (await answer.json()) as Record<string, never>

describe('comments in a portal', () => {
  it('an article links its comments, the same for all, and contains nothing else of them', async () => {
    const html = await portal.html(article.path)
    silent = html
    expect(html).toContain('href="#kommentare"')
    expect(html).toContain(`href="/kommentare/${article.id}"`)
  })

  it('a comment needs a login, our own site, and is written for the session’s reader only (R1-61)', async () => {
    const guest = new TestReader(portal)
    const path = `/api/community/articles/${article.id}/comments`
    expect((await guest.post(path, { text: 'Hallo', replyTo: null })).status).toBe(401)
    const reader = new TestReader(portal)
    await reader.login('plus@demo.example')
    const forged = await reader.post(
      path,
      { text: 'Hallo', replyTo: null },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    )
    expect(forged.status).toBe(403)
    const nameless = await reader.post(path, { text: 'Hallo', replyTo: null, reader: { sub: 'x' }, voice: 'author' })
    expect([nameless.status, (await bodyOf(nameless)).code]).toEqual([403, 'NO_DISPLAY_NAME'])
  })

  it('a comment is text everywhere, is never cached, and a reader votes once (R1-61, R1-62)', async () => {
    const writer = new TestReader(portal)
    await writer.login('plus@demo.example')
    expect((await writer.post('/api/community/member', { name: SCRIPT })).status).toBe(422)
    expect((await writer.post('/api/community/member', { name: 'Elbkind' })).status).toBe(200)
    const path = `/api/community/articles/${article.id}/comments`
    const written = await writer.post(path, { text: `Gut. ${SCRIPT}`, replyTo: null })
    expect(written.status).toBe(200)
    const { comment } = (await written.json()) as { comment: { id: string } }
    const guest = new TestReader(portal)
    const list = await comments(guest)
    expect(list.headers.get('cache-control')).toBe('private, no-store')
    expect(await bodyOf(list)).toMatchObject({ threads: [{ id: comment.id, name: 'Elbkind', isOwn: false }] })
    const page = await portal.get(`/kommentare/${article.id}`)
    expect(page.headers.get('cache-control')).toContain('no-store')
    const html = await page.text()
    expect(html).toContain('Gut. &lt;script&gt;')
    expect(html).not.toContain(SCRIPT)
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('"@type":"Comment"')
    // The first view of the article contains only the number of comments.
    portal.clock.now = new Date(portal.clock.now.getTime() + 120_000)
    let discussed = ''
    const isCounted = async () => (discussed = await portal.html(article.path)).includes('"count":1}')
    await expect.poll(isCounted, { timeout: 10_000, interval: 100 }).toBe(true)
    expect(discussed).not.toMatch(/Elbkind|Gut\. /)
    expect(Buffer.byteLength(discussed) - Buffer.byteLength(silent)).toBeLessThan(128)

    const voter = new TestReader(portal)
    await voter.login('free@demo.example')
    await voter.post('/api/community/member', { name: 'Uferlos' })
    const vote = (value: number) => voter.post(`/api/community/comments/${comment.id}/vote`, { value })
    await Promise.all([1, 1, 1, 1].map(vote))
    expect(await bodyOf(await vote(1))).toMatchObject({ up: 1, down: 0, ownVote: 1 })
  })
})

it('an article brings the editors’ comment setting through the ingest door (R1-61)', async () => {
  const answer = await portal.get('/api/ingest/documents?publication=ak', {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ressort: 'lokales',
      id: 'zu',
      title: 'Ohne Kommentare',
      text: 'Ein Text. Noch ein Satz.',
      comments: 'closed',
    }),
  })
  const { results } = (await answer.json()) as { results: { id: string }[] }
  const id = /(\d+)$/.exec(results[0]!.id)![1]!
  const html = await portal.html(`/ohne-kommentare-${id}`)
  expect(html).toContain('Ohne Kommentare')
  expect(html).not.toContain('href="#kommentare"')
  const reader = new TestReader(portal)
  await reader.login('plus@demo.example')
  const refused = await reader.post(`/api/community/articles/${id}/comments`, { text: 'Doch etwas', replyTo: null })
  expect((await bodyOf(refused)).code).toBe('CLOSED')
})

it('a report needs no script and no account; typed text is never lost and never markup', async () => {
  const list = (await (await comments(new TestReader(portal))).json()) as { threads: { id: string }[] }
  const path = `/melden/comment/${list.threads[0]!.id}`
  const guest = new TestReader(portal)
  const send = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields).toString()
    const answer = await guest.ask(path, {
      method: 'POST',
      body,
      headers: { origin: guest.origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
    expect(answer.headers.get('cache-control')).toContain('no-store')
    return { status: answer.status, html: await answer.text() }
  }
  const whole = { ground: 'hate', explanation: `Hetze. ${SCRIPT}`, email: 'melder@example.org', faith: '1' }
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const [fields, headers, status] of [
    [{ ...whole, faith: '' }, {}, 422],
    [{ ...whole, email: 'nichts' }, {}, 422],
    [{ ...whole, ground: 'erfunden' }, {}, 422],
    [whole, foreign, 403],
  ] as const) {
    const answer = await send(fields, headers)
    expect(answer.status).toBe(status)
    expect(answer.html).not.toContain(SCRIPT)
    expect(answer.html).toContain('Hetze. &lt;script&gt;')
    expect(answer.html).not.toMatch(/M-[0-9A-F]{12}/)
  }
  const sent = await send(whole)
  expect([sent.status, /Vorgang M-[0-9A-F]{12}/.test(sent.html)]).toEqual([200, true])
  const gone = await guest.ask('/melden/comment/999999', {
    method: 'POST',
    body: 'ground=hate',
    headers: { origin: guest.origin, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(gone.status).toBe(404)
})

it('the name of an author cannot be taken, and a locked text cannot be commented', async () => {
  const forger = new TestReader(portal)
  await forger.login('wallet@demo.example')
  for (const name of ['Lena Vogt', 'lena-vogt', 'Tarek Öztürk'])
    expect(await bodyOf(await forger.post('/api/community/member', { name }))).toMatchObject({ code: 'TEXT_RESERVED' })
  const elsewhere = SEED.articles.find(({ publications }) => !publications.includes('ak'))!
  for (const id of [elsewhere.id, '999999'])
    expect((await forger.post(`/api/community/articles/${id}/comments`, { text: 'Hallo', replyTo: null })).status).toBe(
      404,
    )
})

it('the export of a reader’s data contains their comments (R1-61)', async () => {
  const reader = new TestReader(portal)
  await reader.login('plus@demo.example')
  const zip = Buffer.from(await (await reader.ask('/api/mein/account/export')).arrayBuffer())
  // The first file of the ZIP, after its header of 30 bytes and its name.
  const text = inflateRawSync(zip.subarray(30 + zip.readUInt16LE(26))).toString()
  expect(JSON.parse(text)).toMatchObject({
    data: { community: { displayName: 'Elbkind', comments: [{ state: 'visible' }] } },
  })
})

it('a test report is reviewed without scripts, only by its reader; typed text stays (R1-63)', async () => {
  const path = '/kommentare/901'
  const send = async (reader: TestReader, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await reader.ask(path, {
      method: 'POST',
      body: new URLSearchParams({ aktion: 'bewerten', ...fields }).toString(),
      headers: { origin: reader.origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
    expect(answer.headers.get('cache-control')).toContain('no-store')
    return { status: answer.status, html: await answer.text() }
  }
  expect(await portal.html(path)).toContain('name="sterne"')
  const whole = { sterne: '4', text: `Fährt gut. ${SCRIPT}` }
  const anonymous = await send(new TestReader(portal), whole)
  expect([anonymous.status, anonymous.html.includes('Fährt gut. &lt;script&gt;')]).toEqual([401, true])
  const [, login = ''] = /href="(\/api\/mein\/oauth2\/login\/start[^"]*)"/.exec(anonymous.html)!
  expect((await portal.get(login.replaceAll('&amp;', '&'))).status).toBe(303)

  const reader = new TestReader(portal)
  await reader.login('free@demo.example')
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await send(reader, whole, foreign)).status).toBe(403)
  expect((await send(reader, { ...whole, sterne: '9' })).status).toBe(422)
  await reader.post('/api/community/member', { name: 'Uferlos' })
  const saved = await send(reader, whole)
  expect(saved.status).toBe(200)
  expect(saved.html).not.toContain(SCRIPT)
  for (const one of [
    'Ihre Bewertung ist gespeichert',
    '4,0 von 5 · 1 Bewertung',
    'Uferlos',
    'Fährt gut. &lt;script&gt;',
  ])
    expect(saved.html.replaceAll('<!-- -->', '')).toContain(one)
  await send(reader, { ...whole, sterne: '2' })
  expect((await portal.html(path)).replaceAll('<!-- -->', '')).toContain('2,0 von 5 · 1 Bewertung')
  expect((await send(reader, { aktion: 'loeschen' })).html).toContain('Ihre Bewertung ist gelöscht')
  expect(await portal.html(path)).toContain('Noch keine Bewertungen')
})
