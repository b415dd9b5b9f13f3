import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { isRefusal } from '../../platform/serve.ts'
import { get, openTestOffice, ORIGIN, outcome, type TestBrowser, type TestOffice } from '../office.testing.ts'
import { NETWORK_HEADER, ORIGIN_HEADER } from '../people/visits.ts'
import { sweep } from './jobs.ts'
import { createRecordsDouble, toTestDraft } from './records.testing.ts'

const NOBODY = 'x'.repeat(43)

describe.each(ENGINES)('links to previews on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let office: TestOffice
  let editor: TestBrowser
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    const content = createRecordsDouble(() => office.clock.now)
    office = await openTestOffice(opened.database, {
      isDemo: true,
      recordsOf: () => content.records,
      internalOf: () => content.internal,
    })
  })
  beforeEach(async () => (editor = await signIn('editor')))
  afterEach(() => office.throwErrors())
  afterAll(async () => {
    await office.service.close()
    await opened.drop()
  })

  async function signIn(role: 'editor' | 'publisher', sections: string[] = []): Promise<TestBrowser> {
    const grant = { publication: '*' as const, role, mayPublish: false, sections }
    const { email } = await office.add([grant], { isDemo: true })
    const browser = office.browse()
    await browser.signIn(email)
    return browser
  }
  const desk = (browser = editor) => browser.articlesOf('ak')
  /** An article whose second revision has this headline. */
  async function begin(title = 'Wochenmarkt zieht um') {
    const { id } = await get(desk().createArticle({ body: { sectionPath: 'lokales' } }))
    await save(id, 1, title)
    return { id }
  }
  const save = (id: string, base: number, title: string) =>
    get(desk().saveDraft({ params: { id }, body: { base, draft: toTestDraft({ title }), isKept: false } }))
  async function link(params: { id: string }, revision = 2) {
    const made = await get(desk().createPreviewLink({ params, body: { revision } }))
    const [screen, token = ''] = made.path.split('#')
    expect(screen).toBe('/redaktion/einsicht')
    return { ...made, token }
  }
  /** An outsider: the cookie that the token gets, and the headline that it shows. */
  async function open(token: string, outsider = office.browse('203.0.113.9')): Promise<string> {
    const answer = await outsider.people.openPreviewLink({ body: { token } })
    if (!answer.ok) return `${answer.status} ${answer.problem.code}`
    return look(outsider, answer.data.page)
  }
  async function look({ cookies }: TestBrowser, page: string): Promise<string> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, [ORIGIN_HEADER]: ORIGIN, [NETWORK_HEADER]: '203.0.113.9' }
    const shared = await office.service.findPreviewPage(new Request(ORIGIN, { headers }), page.split('/').at(-1)!)
    return shared === null ? 'nothing' : isRefusal(shared) ? `${shared.status} ${shared.code}` : shared.draft.title
  }

  it('show the revision they were made for, whatever is saved later, and list who made them', async () => {
    const params = await begin('Freigegeben')
    const { token, path: _path, ...made } = await link(params)
    await save(params.id, 2, 'Später geändert')
    office.later(90)
    await sweep(office.service.context, ['ak'])
    expect(await open(token)).toBe('Freigegeben')
    expect((await get(desk().listPreviewLinks({ params }))).links).toEqual([made])
    expect(Date.parse(made.endsAt) - Date.parse(made.at)).toBe(7 * 86_400_000)
    const { revisions } = await get(desk().listRevisions({ params }))
    expect(revisions.find(({ number }) => number === 2)?.kind).toBe('kept')
  })

  it('open with a cookie for their page alone, out of reach of scripts and other sites, for an hour', async () => {
    const [one, other] = [await link(await begin('Eins')), await link(await begin('Zwei'))]
    const outsider = office.browse()
    const { page, publication, title } = await get(outsider.people.openPreviewLink({ body: { token: one.token } }))
    expect([page, title, publication.length > 0]).toEqual([`/redaktion/vorschau/${one.id}`, 'Eins', true])
    expect(outsider.set.at(-1)).toBe(
      `__Secure-office-preview=${one.token}; Path=${page}; Max-Age=3600; HttpOnly; Secure; SameSite=Strict`,
    )
    expect(await look(outsider, page)).toBe('Eins')
    expect(await look(outsider, `/redaktion/vorschau/${other.id}`)).toBe('nothing')
    expect(await look(office.browse(), page)).toBe('nothing')
  })

  it('end after seven days, when they are revoked and when the article is dropped', async () => {
    const params = await begin()
    const [ended, revoked] = [await link(params), await link(params)]
    const outsider = office.browse()
    const { page } = await get(outsider.people.openPreviewLink({ body: { token: revoked.token } }))
    expect(await outcome(desk().revokePreviewLink({ params: { ...params, link: revoked.id } }))).toBe('ok')
    expect([await look(outsider, page), await open(revoked.token)]).toEqual(['nothing', '404 NOT_FOUND'])
    expect(await outcome(desk().revokePreviewLink({ params: { ...params, link: revoked.id } }))).toBe('404 NOT_FOUND')
    await get(desk().changeState({ params, body: { state: 'dropped', note: '' } }))
    expect(await open(ended.token)).toBe('404 NOT_FOUND')
    expect(await outcome(desk().createPreviewLink({ params, body: { revision: 2 } }))).toBe('409 NOT_NOW')
    await get(desk().changeState({ params, body: { state: 'draft', note: '' } }))
    expect(await open(ended.token)).toBe('Wochenmarkt zieht um')
    office.later(7 * 24 * 60)
    expect(await open(ended.token)).toBe('404 NOT_FOUND')
    await sweep(office.service.context, ['ak'])
    editor = await signIn('editor')
    expect((await get(desk().listPreviewLinks({ params }))).links).toEqual([])
  })

  it('are stored as digests; making and revoking stand in the audit without the token', async () => {
    const params = await begin()
    const { token, id } = await link(params)
    await get(desk().revokePreviewLink({ params: { ...params, link: id } }))
    const second = await link(params)
    const { rows } = await sql<{ act: string; after: { link?: string } | null; before: { link?: string } | null }>`
      select act, before, after from office.audit where target = ${`Artikel ${params.id}`} order by id`.execute(
      office.db,
    )
    expect(rows.filter(({ act }) => act.endsWith('PreviewLink')).map(({ act }) => act)).toEqual([
      'createPreviewLink',
      'revokePreviewLink',
      'createPreviewLink',
    ])
    const stored = await sql`select * from office.preview_links`.execute(office.db)
    for (const secret of [token, second.token]) expect(JSON.stringify([rows, stored.rows])).not.toContain(secret)
  })

  it('are made by people who may write in the section, of a revision that makes a page, twenty at a time', async () => {
    const params = await begin()
    const make = (browser: TestBrowser, revision = 2) =>
      outcome(desk(browser).createPreviewLink({ params, body: { revision } }))
    expect(await make(await signIn('publisher'))).toBe('403 NOT_ALLOWED')
    expect(await make(await signIn('editor', ['sport']))).toBe('403 NOT_ALLOWED')
    expect(await outcome(desk(await signIn('publisher')).listPreviewLinks({ params }))).toBe('ok')
    expect(await make(editor, 99)).toBe('404 NOT_FOUND')
    // The first revision has no headline.
    expect(await make(editor, 1)).toBe('422 NOT_COMPLETE')
    const all = await Promise.all(Array.from({ length: 22 }, () => make(editor)))
    expect([
      all.filter((one) => one === 'ok').length,
      all.filter((one) => one === '409 TOO_MANY_LINKS').length,
    ]).toEqual([20, 2])
  })

  it('cannot be guessed at will: one network has 600 tries in a quarter of an hour', async () => {
    const guesser = office.browse('198.51.100.77')
    const tries = await Promise.all(Array.from({ length: 605 }, () => open(NOBODY, guesser)))
    expect(new Set(tries)).toEqual(new Set(['404 NOT_FOUND', '429 TOO_MANY_TRIES']))
    expect(tries.filter((one) => one === '429 TOO_MANY_TRIES').length).toBe(5)
  })
})
