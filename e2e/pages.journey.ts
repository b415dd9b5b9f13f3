/** Every page of the demo: found by its links, answered, free of errors, foreign hosts and paid text. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPage, listArticles, listPageKinds, readContent, type PageKinds } from './page-kinds.ts'
import {
  closeBrowser,
  openReader,
  originOf,
  PUBLICATIONS,
  servedPortal,
  untilAlive,
  type DeviceName,
} from './reader.ts'

/** Of each publication. */
const MOST_PAGES = 500
const AT_ONCE = 4

let kinds: PageKinds
beforeAll(async () => {
  kinds = await listPageKinds()
})
afterAll(closeBrowser)

/** Pieces of the paid texts behind their previews, as the service key shows them. */
async function listSecrets(): Promise<{ id: string; piece: string }[]> {
  const key = readFileSync(join(servedPortal().dataDir, 'keys', 'ingest.key'), 'utf8').trim()
  const secrets: { id: string; piece: string }[] = []
  for (const publication of PUBLICATIONS) {
    const reports = (
      await readContent<{ teasers: { documentId: string; contentRestriction: string }[] }>('test-reports', publication)
    ).teasers
    for (const { documentId, contentRestriction } of [...(await listArticles(publication)), ...reports]) {
      if (contentRestriction !== 'paid' || secrets.some(({ id }) => id === documentId)) continue
      const { body } = await getPage(
        publication,
        `/__services/content/${publication}/internal/articles/${documentId}`,
        { authorization: `Bearer ${key}` },
      )
      const full = JSON.parse(body) as { contentItems: object[] }
      const open = JSON.parse((await getPage(publication, `/__proxy_content_api/v5/articles/${documentId}`)).body) as {
        contentItems?: object[]
      }
      const preview = JSON.stringify(open.contentItems ?? [])
      const strings = [
        ...JSON.stringify(full.contentItems).matchAll(/"(?:html|text|headline|question)":"([^"\\<>&]{40,})/g),
      ]
        .map(([, text]) => text!.slice(0, 45))
        .filter((piece) => !preview.includes(piece))
      secrets.push(
        ...[strings[0], strings[Math.floor(strings.length / 2)], strings.at(-1)]
          .filter((piece) => piece !== undefined)
          .map((piece) => ({ id: documentId, piece })),
      )
    }
  }
  return secrets
}

describe('all pages of the four publications', () => {
  it(
    'are reached by their links, answer 200, and hold no sentence of a paid text (R1-34)',
    { timeout: 240_000 },
    async () => {
      const secrets = await listSecrets()
      expect(new Set(secrets.map(({ id }) => id)).size).toBeGreaterThan(10)
      const pieces = [...new Set(secrets.map(({ piece }) => piece))]
      const anyPiece = new RegExp(pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'))
      const faults: string[] = []
      for (const publication of PUBLICATIONS) {
        let count = 0
        const origin = originOf(publication)
        const seen = new Map(
          ['/', '/sitemap.xml', '/news-sitemap.xml', '/rss', '/atom', '/feed.json', '/suche?q=Hafen'].map((path) => [
            path,
            'start',
          ]),
        )
        const queue = [...seen.keys()]
        const visit = async (path: string): Promise<void> => {
          const { status, type, location, body } = await getPage(publication, path)
          const leak = anyPiece.exec(body)?.[0]
          if (leak !== undefined) faults.push(`${publication} ${path} holds "${leak}"`)
          if (status !== 200 && !(status === 302 && location.startsWith('/')))
            faults.push(`${publication} ${path}: ${status}, linked from ${seen.get(path)}`)
          if (!/html|xml|json/.test(type)) return
          const addresses = type.includes('html')
            ? [
                ...body.slice(0, body.indexOf('id="state"')).matchAll(/<a [^>]*?href="([^"]+)"/g),
                ...body.matchAll(/<link rel="alternate"[^>]*href="([^"]+)"/g),
              ]
            : body.matchAll(/<loc>([^<]+)<\/loc>/g)
          for (const [, address] of addresses) {
            const url = new URL(address!.replaceAll('&amp;', '&'), origin)
            if (url.origin !== origin) continue
            const target = url.pathname + url.search
            if (seen.has(target)) continue
            seen.set(target, path)
            queue.push(target)
          }
        }
        while (queue.length > 0 && count < MOST_PAGES) {
          const batch = queue.splice(0, AT_ONCE)
          count += batch.length
          await Promise.all(batch.map(visit))
        }
        expect(count, `pages of ${publication}`).toBeGreaterThan(100)
      }
      expect(faults).toEqual([])
    },
  )
})

describe.each(['phone', 'desk'] as const)('every kind of page on a %s', (device) => {
  it(
    'comes without an error of scripts, policy or files, asks no other host and is taken over by the script',
    { timeout: 180_000 },
    async () => {
      const reader = await openReader({ device })
      const faults: string[] = []
      const failed: string[] = []
      reader.page.on('response', (response) => {
        if (response.status() >= 400 && !response.url().includes('999999999'))
          failed.push(`${response.status()} ${response.url()}`)
      })
      for (const [kind, path] of Object.entries(kinds)) {
        await reader.page.goto(path, { waitUntil: 'domcontentloaded' })
        await untilAlive(reader.page).catch(() => failed.push('was not taken over'))
        if (reader.errors.length + reader.foreignRequests.length + failed.length > 0)
          faults.push(`${kind} ${path}: ${[...reader.errors, ...reader.foreignRequests, ...failed].join('; ')}`)
        reader.errors.length = reader.foreignRequests.length = failed.length = 0
      }
      expect(faults).toEqual([])
      await reader.leave()
    },
  )
})

describe('from the home page', () => {
  const KINDS: [string, string, RegExp, string?][] = [
    ['R1-20', 'an article', /^\/[^/]+-\d+$/],
    ['R1-20', 'a section', /^\/sport$/],
    ['R1-20', 'the topics', /^\/themen$/],
    ['R1-20', 'a topic', /^\/themen\/[^/]+$/, '/themen'],
    ['R1-20', 'the authors', /^\/autoren$/],
    ['R1-20', 'an author', /^\/autor\/[^/]+$/, '/autoren'],
    ['R1-21', 'the headlines', /^\/schlagzeilen$/],
    ['R1-21', 'the newest articles', /^\/neueste-artikel$/],
    ['R1-22', 'the test reports', /^\/testberichte$/],
    ['R1-22', 'a test report', /^\/testbericht\/[^/]+$/, '/testberichte'],
    ['R1-23', 'the podcasts', /^\/podcasts$/],
    ['R1-23', 'a podcast', /^\/podcast\/[^/]+$/, '/podcasts'],
    ['R1-24', 'the coupons', /^\/gutscheine$/],
  ]
  it('R1-20 R1-21 R1-22 R1-23 R1-24 each kind is reached by links', { timeout: 120_000 }, async () => {
    const { page, leave } = await openReader()
    const linksOf = async (path: string) => {
      await page.goto(path)
      return page.evaluate(() =>
        [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map((anchor) => anchor.getAttribute('href')!),
      )
    }
    const fromHome = await linksOf('/')
    for (const [, kind, pattern, overview] of KINDS) {
      let href = fromHome.find((link) => pattern.test(link))
      if (href === undefined && overview !== undefined) {
        expect(fromHome, `${kind}: neither it nor ${overview} is linked from home`).toContain(overview)
        href = (await linksOf(overview)).find((link) => pattern.test(link))
      }
      expect(href, `${kind} is not reached`).toBeDefined()
      expect([kind, (await page.goto(href!))?.status()]).toEqual([kind, 200])
    }
    await leave()
  })
})

describe.each<DeviceName>(['phone', 'desk'])('a page on a %s', (device) => {
  it('is seen before it fetches its scripts, and comes alive then', async () => {
    const { page, errors, leave } = await openReader({ device })
    for (const path of ['/', kinds.article!]) {
      await page.goto(path)
      await untilAlive(page)
      const { painted, scripts } = await page.evaluate(() => ({
        painted: performance.getEntriesByName('first-paint')[0]!.startTime,
        scripts: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      }))
      expect(scripts.length).toBeGreaterThan(0)
      expect(Math.min(...scripts), path).toBeGreaterThanOrEqual(painted)
    }
    expect(errors).toEqual([])
    await leave()
  })

  it.each([
    ['is in the background', () => Object.defineProperty(document, 'hidden', { get: () => true })],
    ['cannot say when it has drawn', () => Reflect.deleteProperty(window, 'PerformanceObserver')],
  ])('comes alive where the browser %s', async (_name, prepare) => {
    const { page, leave } = await openReader({ device })
    await page.addInitScript(prepare)
    await page.goto('/')
    await untilAlive(page)
    await page.getByRole('button', { name: 'Menü', exact: true }).click()
    await expect.poll(() => page.locator('#sidebar').isVisible()).toBe(true)
    await leave()
  })
})

it('loses no press on a page, or in the form of a dialog, that comes before its scripts', async () => {
  // The service worker has the scripts at hand, and so has a page that frames another of the portal's.
  const { page, context, leave } = await openReader({ device: 'phone', context: { serviceWorkers: 'block' } })
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await context.route(/assets\/entry-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await context.route('**/framed', (route) =>
    route.fulfill({
      body: '<!doctype html><script>told = []; onmessage = ({ data }) => told.push(data)</script><iframe src="/__mein-portal/dialog-flow/login" style="width: 100%; height: 40rem"></iframe>',
      contentType: 'text/html',
    }),
  )
  const framing = await context.newPage()
  await Promise.all(
    [page, framing].map((each, index) => each.goto(['/', '/framed'][index]!, { waitUntil: 'domcontentloaded' })),
  )
  await page.getByRole('button', { name: 'Menü', exact: true }).click()
  const flow = framing.frameLocator('iframe')
  await flow.getByRole('button', { name: 'Passwort vergessen?' }).click()
  expect(await page.locator('html[data-early-menu]:not([data-hydrated])').count()).toBe(1)
  expect(await flow.locator('html[data-hydrated]').count()).toBe(0)
  letGo()
  await page.locator('#sidebar').waitFor()
  await expect
    .poll(() => framing.evaluate(() => JSON.stringify((window as unknown as { told: unknown[] }).told)))
    .toContain('forgot-password')
  await leave()
})
