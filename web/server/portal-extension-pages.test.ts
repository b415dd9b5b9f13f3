/** A page added by a publication, `/woche` of the demo: it exists only there. */
import { toDemoContent } from '@lokalteil/demo/demo.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: toDemoContent })
})
afterAll(() => portal.close())

describe('a page added by the publication', () => {
  it('is rendered by the server, with the head of every page', async () => {
    const answer = await portal.get('/woche')
    const html = await answer.text()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      200,
      (await portal.get('/lokales')).headers.get('cache-control'),
    ])
    expect(html).toContain('<title>Die Woche in Auenburg | ')
    expect(html).toMatch(/<meta name="description" content="Was in der Stadt und rundherum [^"]+">/)
    expect(html).toMatch(/<link rel="canonical" href="[^"]+\/woche"/)
    expect(html).toMatch(/<h1[^>]*>Die Woche in Auenburg<\/h1>/)
    const days = html.match(/<h2[^>]*>(?:Heute, |Gestern, )?\w+, \d{1,2}\. \w+<\/h2>/g) ?? []
    expect(days.length).toBeGreaterThan(3)
    expect(html.match(/data-document="/g)?.length ?? 0).toBeGreaterThan(days.length)
  })

  it('is cached like other pages', async () => {
    expect((await portal.stored('/woche')).headers.get('x-cache')).toBe('HIT')
  })

  it.each(['fb', 'ht', 'la'])('does not exist in %s', async (publication) => {
    expect((await portal.get('/woche', { publication })).status).toBe(404)
  })

  it('has no further pages, and one spelling', async () => {
    const [second, first, slash] = await Promise.all(
      ['/woche/2', '/woche/1', '/woche/'].map((path) => portal.get(path)),
    )
    expect([second!.status, first!.status, slash!.status]).toEqual([404, 200, 301])
    expect(await first!.text()).toMatch(/<link rel="canonical" href="[^"]+\/woche"/)
  })

  it('is in the sitemap of its publication and in its menu', async () => {
    const sitemap = (publication: string) => portal.html('/sitemaps/pages.xml', { publication })
    expect(await sitemap('ak')).toMatch(/<loc>[^<]+\/woche<\/loc><lastmod>/)
    expect(await sitemap('fb')).not.toContain('/woche')
    expect(await portal.html('/')).toContain('href="/woche"')
  })
})
