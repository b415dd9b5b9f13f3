/**
 * A paper that moves in: its export is imported through the running portal, and its old addresses redirect to its
 * articles.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GHOST_EXPORT } from '@lokalteil/services/import/archives/ghost-export.testing'
import { runArticles } from '@lokalteil/services/content/articles-cli'
import { runImport } from '@lokalteil/services/import/cli'
import { NOW, SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const KEY = 'agency-key-of-at-least-sixteen'
const WORDPRESS = join(import.meta.dirname, '../../services/import/archives/fixtures/wordpress-export.xml')

let portal: TestPortal

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, now: NOW, env: { INGEST_KEY: KEY } })
})
afterAll(() => portal.close())

async function move(file: string, ...more: string[]) {
  let out = ''
  let err = ''
  const code = await runImport(
    ['read', '--url', `http://127.0.0.1:${portal.port}`, '--key', KEY, ...more, file],
    { DATA_DIR: mkdtempSync(join(tmpdir(), 'moving-')) },
    { out: (text) => (out += text), err: (text) => (err += text), isInteractive: false },
  )
  return { code, out, err }
}

describe('a WordPress site', () => {
  it('writes nothing in a dry run', async () => {
    const dry = await move(WORDPRESS, '--publication', 'ak', '--dry-run')
    expect([dry.code, dry.out]).toEqual([0, expect.stringContaining('Dry run: 3 documents (3 WordPress export)')])
    expect((await portal.get('/2019/05/wochenmarkt-zieht-um')).status).toBe(404)
  })

  it('is imported once, even if the import is repeated', async () => {
    const table = join(mkdtempSync(join(tmpdir(), 'moving-')), 'report.csv')
    const first = await move(WORDPRESS, '--publication', 'ak', '--report', table)
    const rows = readFileSync(table, 'utf8').split('\r\n')
    expect(rows[0]).toBe('\ufeffoutcome;article;source;reason')
    expect(rows.filter((row) => /^created;\/\d+;https:\/\/marktblatt/.test(row))).toHaveLength(3)
    expect(rows.filter((row) => row.startsWith('put-aside;;'))).toHaveLength(3)
    expect(rows.some((row) => row.startsWith('note;') && row.includes('[mein_kasten]'))).toBe(true)
    expect([first.code, first.out]).toEqual([0, expect.stringMatching(/created +3\n[^]*put aside +3\n/)])
    expect(first.err).toContain('1 comments are not imported')
    const again = await move(WORDPRESS, '--publication', 'ak')
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/created +0\n +updated +0\n +unchanged +3\n/)])
  })

  it.each([
    ['/2019/05/wochenmarkt-zieht-um/', 'Der Wochenmarkt zieht um'],
    ['/2019/05/wochenmarkt-zieht-um', 'Der Wochenmarkt zieht um'],
    ['/2019/05/markt-zieht-um/', 'Der Wochenmarkt zieht um'],
    ['/?p=101', 'Der Wochenmarkt zieht um'],
    ['/index.php/2024/06/choere-singen/', 'Chöre singen wieder'],
  ])('%s redirects to its article in one step', async (address, title) => {
    const answer = await portal.get(address)
    const target = answer.headers.get('location') ?? ''
    expect([answer.status, target]).toEqual([301, expect.stringMatching(/^\/[a-z-]+-\d+$/)])
    const page = await portal.get(target)
    expect([page.status, (await page.text()).includes(title)]).toEqual([200, true])
  })

  it('keeps tracking parameters, but not the number', async () => {
    const answer = await portal.get('/?p=101&utm_source=brief')
    expect(answer.headers.get('location')).toMatch(/-\d+\?utm_source=brief$/)
  })

  it('has its sections with their names and nesting', async () => {
    const page = await portal.get('/vereine-ehrenamt/choere')
    expect([page.status, (await page.text()).includes('Chöre singen wieder')]).toEqual([200, true])
  })

  it('does not affect existing pages, other numbers and other publications', async () => {
    expect((await portal.get('/sport')).status).toBe(200)
    expect((await portal.get('/?p=999')).status).toBe(200)
    expect((await portal.get('/?page=2')).status).toBe(200)
    expect((await portal.get('/2019/05/gibt-es-nicht')).status).toBe(404)
    expect((await portal.get('/2019/05/wochenmarkt-zieht-um', { publication: 'fb' })).status).toBe(404)
  })

  it('an old address never hides a page', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'moving-')), 'sport.xml')
    const text = readFileSync(WORDPRESS, 'utf8')
    writeFileSync(file, text.replaceAll('2019/05/wochenmarkt-zieht-um/', 'sport/').replaceAll('?p=101', '?p=901'))
    expect((await move(file, '--publication', 'ak')).code).toBe(0)
    expect((await portal.get('/sport')).status).toBe(200)
    expect((await portal.get('/sport/')).headers.get('location')).toBe('/sport')
  })

  it('can belong to two publications without mixing them', async () => {
    expect((await move(WORDPRESS, '--publication', 'fb')).code).toBe(0)
    const [ak, fb] = await Promise.all(
      (['ak', 'fb'] as const).map(async (publication) => {
        const answer = await portal.get('/?p=101', { publication })
        return answer.headers.get('location')
      }),
    )
    expect([typeof ak, typeof fb, ak === fb]).toEqual(['string', 'string', false])
  })

  it('answers 410 with a page for articles withdrawn since', async () => {
    const location = (await portal.get('/2024/06/choere-singen')).headers.get('location')!
    const withdrawal = JSON.stringify({
      uri: 'https://marktblatt.example/?p=102',
      version: '1999999999',
      versioncreated: NOW.toISOString(),
      pubstatus: 'canceled',
      headline: 'x',
    })
    const told = await portal.get('/api/ingest/documents?publication=ak', {
      method: 'POST',
      body: withdrawal,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    })
    expect(told.status).toBe(200)
    expect((await portal.get(location)).status).toBe(410)
    const gone = await portal.get('/2024/06/choere-singen')
    expect([gone.status, (await gone.text()).includes('</html>')]).toEqual([410, true])

    const other = (await portal.get('/2019/05/wochenmarkt-zieht-um')).headers.get('location')!
    const environment = { PORT: String(portal.port), INGEST_KEY: KEY, MANDATOR: 'ak' }
    const led = await runArticles(['redirect', location, other], environment, { out: () => {}, err: () => {} })
    const answer = await portal.get(location)
    expect([led, answer.status, answer.headers.get('location')]).toEqual([0, 301, other])
  })
})

describe('a Ghost site', () => {
  it('is imported once, with its old addresses, and paid posts stay paid', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'moving-')), 'deichbote.ghost.json')
    writeFileSync(file, JSON.stringify(GHOST_EXPORT))
    const first = await move(file, '--publication', 'ht', '--site', 'https://deichbote.example')
    // One post has no readable text.
    expect([first.code, first.out]).toEqual([1, expect.stringMatching(/created +4\n[^]*put aside +3\n +refused +1\n/)])
    const again = await move(file, '--publication', 'ht', '--site', 'https://deichbote.example')
    expect(again.out).toMatch(/created +0\n +updated +0\n +unchanged +4\n/)

    const old = await portal.get('/nur-bezahlt/', { publication: 'ht' })
    const target = old.headers.get('location') ?? ''
    expect([old.status, target]).toEqual([301, expect.stringMatching(/^\/nur-bezahlt-\d+$/)])
    const page = await portal.get(`/__proxy_content_api/v5/articles/${/\d+$/.exec(target)![0]}`, { publication: 'ht' })
    expect(await page.json()).toMatchObject({ contentRestriction: 'paid' })
    expect((await portal.get('/kommt-noch', { publication: 'ht' })).status).toBe(404)
  })
})
