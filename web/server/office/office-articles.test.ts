import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { OFFICE_ARTICLES } from '@lokalteil/contracts/office'
import { DEMO_PASSWORD } from '@lokalteil/services/accounts/demo-accounts'
import { incoming, SEED } from '@lokalteil/services/content/content.testing'
import { toStaffEmail } from '@lokalteil/services/office/people/demo-staff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'

const KEY = 'a-service-key-for-tests'
const MARKUP = `"'></script></title></textarea><script>alert(1)</script><img src=x onerror=alert(2)>`
/** Signs that a browser would take a text for markup or a script. */
const RAW = /<script>alert\(|<img src=x|<\/title><\/textarea>|(?:href|src)="?\s*(?:javascript|data:text)/i
const HANDLER = /<[a-z][^>]*\son[a-z]+\s*=/i

function findLive(html: string): string | undefined {
  const bare = html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '').replaceAll(/="[^"]*"/g, '=""')
  return (RAW.exec(html) ?? HANDLER.exec(bare))?.[0]
}

describe('articles of the office through the whole portal', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', CONTENT_SERVICE_KEY: KEY } })
  }, 240_000)
  afterAll(() => portal.close())

  const headers = () => ({ origin: `http://ak.localhost:${portal.port}`, 'content-type': 'application/json' })

  async function cookieOf(id: string): Promise<string> {
    const body = JSON.stringify({ email: toStaffEmail(id), password: DEMO_PASSWORD })
    const response = await portal.get('/redaktion/api/session', { method: 'POST', headers: headers(), body })
    const [cookie = ''] = response.headers.getSetCookie()
    return cookie.slice(0, cookie.indexOf(';'))
  }

  async function signIn(id: string) {
    const cookie = await cookieOf(id)
    return createTestClient(OFFICE_ARTICLES, {
      base: 'http://office.local/ak',
      fetch: async (request) =>
        portal.get(`/redaktion/api${new URL(request.url).pathname}${new URL(request.url).search}`, {
          method: request.method,
          headers: { ...headers(), cookie },
          ...(request.method === 'GET' ? {} : { body: await request.text() }),
        }),
    })
  }
  it('readers get each published, changed, undone and withdrawn state of a text', async () => {
    const desk = await signIn('desk')
    const begun = await get(desk.createArticle({ body: { sectionPath: 'politik' } }))
    const params = { id: begun.id }
    const draft = {
      ...begun.draft,
      title: 'Rat beschließt den Haushalt',
      body: [{ type: 'paragraph' as const, html: 'Der Rat stimmte am Abend zu.' }],
    }
    const saved = await get(desk.saveDraft({ params, body: { base: begun.revision, draft, isKept: true } }))
    expect(saved.checks.obstacles).toEqual([])
    const published = await get(desk.publish({ params, body: { revision: saved.revision } }))
    expect(published.shown).toBe('online')
    expect(await portal.html(published.path)).toContain('Der Rat stimmte am Abend zu.')
    expect(await portal.html('/politik')).toContain('Rat beschließt den Haushalt')

    const later = { ...draft, title: 'Rat lehnt den Haushalt ab' }
    const changed = await get(
      desk.saveDraft({ params, body: { base: published.revision, draft: later, isKept: false } }),
    )
    expect(await portal.html(published.path)).not.toContain('lehnt den Haushalt ab')
    const again = await get(desk.publish({ params, body: { revision: changed.revision, isUpdate: true } }))
    expect(await portal.html(again.path)).toContain('lehnt den Haushalt ab')
    const undone = await get(desk.undoPublish({ params }))
    expect(undone).toMatchObject({ shown: 'changed', draft: { title: 'Rat lehnt den Haushalt ab' } })
    expect(await portal.html(undone.path)).toContain('Rat beschließt den Haushalt')

    const chief = await signIn('chief')
    await get(chief.withdraw({ params, body: { reason: 'Falsch' } }))
    expect((await portal.get(undone.path)).status).toBe(410)
    const back = await get(chief.bringBack({ params }))
    expect((await portal.get(back.path)).status).toBe(200)
  })

  it('a person without an account reads the revision of a link, until it is revoked', async () => {
    const desk = await signIn('desk')
    const begun = await get(desk.createArticle({ body: { sectionPath: 'politik' } }))
    const params = { id: begun.id }
    const draft = {
      ...begun.draft,
      title: 'Wortlaut zur Freigabe',
      contentRestriction: 'paid' as const,
      body: ['Anfang.', 'Mitte.', 'Schluss für Abonnenten.'].map((html) => ({ type: 'paragraph' as const, html })),
    }
    const { revision } = await get(desk.saveDraft({ params, body: { base: begun.revision, draft, isKept: false } }))
    const link = await get(desk.createPreviewLink({ params, body: { revision } }))
    const later = { ...draft, title: 'Nach der Freigabe geändert' }
    await get(desk.saveDraft({ params, body: { base: revision, draft: later, isKept: false } }))

    const opened = await portal.get('/redaktion/api/preview-links/open', {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify({ token: link.path.split('#')[1] }),
    })
    const { page, title } = (await opened.json()) as { page: string; title: string }
    expect([opened.status, title]).toEqual([200, 'Wortlaut zur Freigabe'])
    const [cookie = ''] = opened.headers.getSetCookie()
    const read = () => portal.get(page, { headers: { cookie: cookie.slice(0, cookie.indexOf(';')) } })
    const shown = await read()
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    const html = await shown.text()
    expect(html).toContain('Wortlaut zur Freigabe')
    expect(html).toContain('Schluss für Abonnenten.')
    expect(html).not.toContain('Nach der Freigabe geändert')
    expect((await portal.get(page)).status).toBe(404)
    await get(desk.revokePreviewLink({ params: { ...params, link: link.id } }))
    expect((await read()).status).toBe(404)
  })

  it('hostile HTML in a draft is text or gone: on the page, in lists, feeds and previews', async () => {
    const desk = await signIn('desk')
    const begun = await get(desk.createArticle({ body: { sectionPath: 'politik' } }))
    const params = { id: begun.id }
    const link = `<a href="javascript:alert(3)" onclick="alert(4)">Verweis</a> <a href="data:text/html,x">Daten</a>`
    const html = `Harmlos ${MARKUP} ${link} <svg onload=alert(5)></svg><iframe src="javascript:alert(6)"></iframe>`
    const picture = {
      baseUrl: '/demo/deich.jpg',
      cropVal: '16:9',
      width: 1600,
      height: 900,
      colour: null,
      altText: MARKUP,
      credit: MARKUP,
      caption: MARKUP,
    }
    const draft = {
      ...begun.draft,
      title: `Rat ${MARKUP}`,
      frontTitle: `Front ${MARKUP}`,
      seoTitle: `Suche ${MARKUP}`,
      shareTitle: `Teilen ${MARKUP}`,
      titlePrefix: MARKUP.slice(0, 200),
      teaserTextHtml: html,
      source: MARKUP,
      authors: [{ id: null, name: `Ein Gast ${MARKUP}` }],
      provenance: { basis: [MARKUP], unclear: MARKUP },
      picture,
      body: [
        { type: 'paragraph' as const, html },
        { type: 'heading' as const, level: 2 as const, text: MARKUP },
        { type: 'list' as const, ordered: false, items: [html] },
        { type: 'image' as const, picture },
      ],
    }
    const saved = await get(desk.saveDraft({ params, body: { base: begun.revision, draft, isKept: true } }))
    const order = { id: begun.id, draft, reader: 'subscriber', device: 'desktop' }
    const own = { ...headers(), cookie: await cookieOf('desk') }
    const preview = await portal.get('/redaktion/api/ak/preview', {
      method: 'POST',
      headers: own,
      body: JSON.stringify(order),
    })
    const { url } = (await preview.json()) as { url: string }
    const drawn = await portal.html(url, { headers: own })
    expect(drawn).toContain('Harmlos')
    const published = await get(desk.publish({ params, body: { revision: saved.revision } }))
    const page = await portal.html(published.path)
    expect(page).toContain('Harmlos')
    expect(page).toContain('Verweis')
    // Of a feed only these are HTML; its titles and names are plain text.
    const inFeed = /<(?:description|content:encoded)>\s*<!\[CDATA\[(.*?)\]\]>/gs
    const feed = [...(await portal.html('/rss/politik')).matchAll(inFeed)].map(([, inner]) => inner).join('\n')
    expect(feed).toContain('Harmlos')
    const texts = [drawn, page, feed, await portal.html('/politik'), await portal.html('/')]
    for (const text of texts) {
      expect(findLive(text)).toBeUndefined()
      for (const [, json = ''] of text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g))
        JSON.parse(json)
    }
    await get((await signIn('chief')).withdraw({ params, body: { reason: 'Test' } }))
  })

  it('an agency update goes into the own text, and is dropped at will; a recall leaves it to the desk', async () => {
    const desk = await signIn('desk')
    const sourceId = 'urn:newsml:dpa.com:office'
    const p = (html: string) => ({ type: 'paragraph' as const, html })
    const deliver = (version: number, more: object = {}) =>
      get(
        createTestClient(CONTENT_INTERNAL, {
          base: 'http://content.local/ak',
          fetch: async (request) => portal.runtime.content!.app.fetch(request),
          headers: { authorization: `Bearer ${KEY}` },
        }).ingest({
          body: {
            documents: [
              incoming(sourceId, {
                version,
                title: 'Bahn streicht Halte',
                sectionPath: 'politik',
                contentItems: [p('Die Bahn streicht Halte.'), p('Das sagte sie am Abend.')],
                ...more,
              }),
            ],
            arrive: 'desk',
          },
        }),
      )
    const waits = async () =>
      (await get(desk.listArrivals({}))).arrivals
        .filter((one) => one.sourceId === sourceId)
        .map(({ version }) => version)
    await deliver(1)
    await expect.poll(waits, { timeout: 10_000 }).toEqual([1])
    const taken = await get(desk.takeArrival({ body: { sourceId } }))
    const params = { id: taken.id }
    const own = {
      ...taken.draft,
      title: 'Bahn lässt Tannau aus',
      body: [p('In Tannau wartet niemand mehr.'), ...taken.draft.body],
    }
    const saved = await get(desk.saveDraft({ params, body: { base: taken.revision, draft: own, isKept: true } }))
    const { path } = await get(desk.publish({ params, body: { revision: saved.revision } }))

    const state = async () => {
      const { hasUpdate, isRecalled } = await get(desk.getArticle({ params }))
      return { hasUpdate, isRecalled }
    }
    await deliver(2, {
      title: 'Bahn streicht viele Halte',
      contentItems: [p('Die Bahn streicht Halte.'), p('Das sagte sie am Montag.')],
    })
    await expect.poll(state, { timeout: 10_000 }).toEqual({ hasUpdate: true, isRecalled: false })
    expect(await portal.html(path)).toContain('am Abend')
    const merged = (await get(desk.mergeArrival({ body: { sourceId, version: 2, isDropped: false } })))!
    expect(merged.draft.body).toMatchObject([
      p('In Tannau wartet niemand mehr.'),
      p('Die Bahn streicht Halte.'),
      p('Das sagte sie am Montag.'),
    ])
    expect([merged.title, merged.conflicts]).toMatchObject([
      'Bahn lässt Tannau aus',
      [{ field: 'title', value: 'Bahn streicht viele Halte', by: null }],
    ])
    await get(desk.publish({ params, body: { revision: merged.revision } }))
    const page = await portal.html(path)
    expect([page.includes('am Montag'), page.includes('In Tannau wartet'), page.includes('lässt Tannau aus')]).toEqual([
      true,
      true,
      true,
    ])

    await deliver(3, { contentItems: [p('Alles war ein Irrtum.')] })
    await expect.poll(state, { timeout: 10_000 }).toEqual({ hasUpdate: true, isRecalled: false })
    const dropped = (await get(desk.mergeArrival({ body: { sourceId, version: 3, isDropped: true } })))!
    expect([dropped.hasUpdate, dropped.revision]).toEqual([false, merged.revision])
    expect(await portal.html(path)).not.toContain('Irrtum')

    // An own text no longer names the source: its recall is the desk's to decide.
    const free = { ...dropped.draft, source: '' }
    const freed = await get(desk.saveDraft({ params, body: { base: dropped.revision, draft: free, isKept: true } }))
    await get(desk.publish({ params, body: { revision: freed.revision } }))
    await deliver(4, { status: 'canceled' })
    await expect.poll(state, { timeout: 10_000 }).toEqual({ hasUpdate: true, isRecalled: true })
    expect((await portal.get(path)).status).toBe(200)
    await get(desk.mergeArrival({ body: { sourceId, version: 4, isDropped: true } }))
    expect(await state()).toEqual({ hasUpdate: false, isRecalled: false })
    expect((await portal.get(path)).status).toBe(200)
  })

  it('the index holds the articles of the content service, and one of them opens with its text', async () => {
    const desk = await signIn('desk')
    const list = () => get(desk.listArticles({ query: { ressort: 'lokales', stand: 'online' } }))
    await expect.poll(async () => (await list()).articles.length, { timeout: 15_000 }).toBeGreaterThan(0)
    const [row] = (await list()).articles
    const article = await get(desk.getArticle({ params: { id: row!.id } }))
    expect(article).toMatchObject({ shown: 'online', title: row!.title, conflicts: [] })
    expect(article.draft.body.length).toBeGreaterThan(0)
    const { suggestions } = await get(desk.listSuggestions({ query: { kind: 'section', q: 'fuß' } }))
    expect(suggestions.map(({ id }) => id)).toEqual(['sport/fussball'])
  })
})
