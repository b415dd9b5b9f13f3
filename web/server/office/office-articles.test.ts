import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { OFFICE_ARTICLES } from '@lokalteil/contracts/office'
import { DEMO_PASSWORD } from '@lokalteil/services/accounts/demo-accounts'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toStaffEmail } from '@lokalteil/services/office/people/demo-staff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'

describe('articles of the office through the whole portal', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await openTestPortal({ seed: SEED, env: { DEMO: '1' } })
  }, 240_000)
  afterAll(() => portal.close())

  async function signIn(id: string) {
    const headers = { origin: `http://ak.localhost:${portal.port}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: toStaffEmail(id), password: DEMO_PASSWORD })
    const response = await portal.get('/redaktion/api/session', { method: 'POST', headers, body })
    const [cookie = ''] = response.headers.getSetCookie()
    return createTestClient(OFFICE_ARTICLES, {
      base: 'http://office.local/ak',
      fetch: async (request) =>
        portal.get(`/redaktion/api${new URL(request.url).pathname}${new URL(request.url).search}`, {
          method: request.method,
          headers: { ...headers, cookie: cookie.slice(0, cookie.indexOf(';')) },
          ...(request.method === 'GET' ? {} : { body: await request.text() }),
        }),
    })
  }
  it('a text that is published, changed, undone and withdrawn is what readers get each time', async () => {
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

  it('somebody without an account reads the revision of a link, until it is revoked', async () => {
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
      headers: { origin: `http://ak.localhost:${portal.port}`, 'content-type': 'application/json' },
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
