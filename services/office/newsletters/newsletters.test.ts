import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Result } from '@lokalteil/contracts/kernel/client'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { OFFICE_NEWSLETTERS } from '@lokalteil/contracts/office'
import { NEWSLETTER_DESK, type DeskIssue } from '@lokalteil/contracts/newsletter-issues'
import { setPublications, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEmptyDatabase } from '../../platform/database/database.testing.ts'
import type { Database } from '../../platform/database.ts'
import { problem, serveContract, type Handlers, type Refusal } from '../../platform/serve.ts'
import { insertArticle, toNewRow } from '../articles/store/article-store.ts'
import { get, openTestOffice, outcome, type TestOffice } from '../office.testing.ts'

const PARAMS = { slug: 'hafenpost', issue: '20261124-1500' }
const DRAFT = { subject: 'Sturm', preheader: '', introduction: '', items: [{ type: 'article' as const, id: '4711' }] }
const ISSUE: DeskIssue = {
  slug: 'hafenpost',
  newsletter: 'Hafenpost',
  sender: 'Henrik Petersen',
  issue: {
    id: PARAMS.issue,
    isSpecial: false,
    dueAt: '2026-11-24T15:00:00.000Z',
    state: 'begun',
    subject: 'Sturm',
    revision: 2,
    changedAt: null,
    changedBy: '',
  },
  draft: DRAFT,
  released: null,
  proposal: ['1'],
  articles: [
    { id: '4711', title: '', prefix: '', isPaid: false, publishDate: null, state: 'missing' },
    { id: '1', title: 'Kran fällt', prefix: '', isPaid: false, publishDate: null, state: 'ready' },
  ],
  recipients: 2,
  passed: null,
}

describe('newsletters in the office', () => {
  let database: Database
  let office: TestOffice
  let refused: Refusal | null = null
  const asked: [name: string, publication: string, body: unknown][] = []

  const noted = <T>(name: string, answer: T) =>
    (({ context, body }: { context: string; body?: unknown }) => {
      asked.push([name, context, body])
      return refused ?? answer
    }) as never
  const handlers = {
    listDesk: noted('listDesk', { newsletters: [] }),
    createIssue: noted('createIssue', ISSUE),
    openIssue: () => ISSUE,
    saveIssue: noted('saveIssue', { revision: 1, savedAt: '2026-11-28T08:00:00.000Z', articles: ISSUE.articles }),
    dropIssue: noted('dropIssue', undefined),
    previewIssue: noted('previewIssue', { subject: 'Sturm', html: '<p>Sturm</p>', text: 'Sturm' }),
    testIssue: noted('testIssue', undefined),
    releaseIssue: noted('releaseIssue', {
      ...ISSUE,
      issue: { ...ISSUE.issue, state: 'released' },
      released: { revision: 2, at: '2026-11-28T08:00:00.000Z', by: 'Helene' },
    }),
    stopIssue: noted('stopIssue', { ...ISSUE, issue: { ...ISSUE.issue, state: 'stopped' } }),
    resumeIssue: noted('resumeIssue', ISSUE),
  } as Handlers<typeof NEWSLETTER_DESK, string>
  const served = serveContract(NEWSLETTER_DESK, handlers, {
    base: '/:publication',
    toContext: ({ publication = '' }) => publication,
    serviceKey: 'key',
    checkAnswers: true,
  })
  const newslettersOf = (publication: PublicationCode, key = 'key') =>
    createTestClient(NEWSLETTER_DESK, {
      fetch: (request) => served.fetch(request),
      base: `http://newsletter.local/${publication}`,
      headers: { authorization: `Bearer ${key}` },
    })

  beforeAll(async () => {
    setPublications(TEST_PUBLICATIONS)
    database = await openEmptyDatabase(createTestDatabase)
    office = await openTestOffice(database, {
      isDemo: true,
      newslettersOf: (publication) => newslettersOf(publication),
    })
  })
  beforeEach(() => {
    refused = null
    asked.length = 0
  })
  afterAll(async () => {
    office.throwErrors()
    await office.service.close()
    await database.close()
  })

  async function enter() {
    const person = await office.add(['chief'], { isDemo: true })
    const browser = office.browse()
    await browser.signIn(person.email)
    const newsletters = createTestClient(OFFICE_NEWSLETTERS, {
      fetch: browser.fetch,
      base: 'http://office.local/ak',
    })
    const audit = () =>
      office.db
        .selectFrom('office.audit')
        .select(['act', 'publication', 'target', 'before', 'after'])
        .where('staff', '=', person.id)
        .where('act', 'like', '%Issue')
        .orderBy('id')
        .execute()
    return { ...person, newsletters, audit }
  }

  it('names who saves, and shows the headline of an article that readers cannot see yet', async () => {
    await office.db
      .transaction()
      .execute((trx) =>
        insertArticle(trx, { ...toNewRow({ publication: 'ak', id: '4711' }, office.clock.now), title: 'Kommt morgen' }),
      )
    const { newsletters, name, audit } = await enter()
    const issue = await get(newsletters.getIssue({ params: PARAMS }))
    expect(issue.articles.map(({ title, state }) => [title, state])).toEqual([
      ['Kommt morgen', 'missing'],
      ['Kran fällt', 'ready'],
    ])
    const saved = await get(newsletters.saveIssue({ params: PARAMS, body: { base: 0, draft: DRAFT } }))
    expect(saved.articles[0]!.title).toBe('Kommt morgen')
    await get(newsletters.saveIssue({ params: PARAMS, body: { base: 1, draft: DRAFT } }))
    expect(asked).toEqual([
      ['saveIssue', 'ak', { base: 0, draft: DRAFT, by: name }],
      ['saveIssue', 'ak', { base: 1, draft: DRAFT, by: name }],
    ])
    // The beginning of a draft stands in the audit, not each save.
    expect(await audit()).toMatchObject([{ act: 'saveIssue', target: 'Newsletter hafenpost 20261124-1500' }])
    const { kind, target } = await office.db
      .selectFrom('office.events')
      .select(['kind', 'target'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([kind, target]).toEqual(['newsletter', 'hafenpost/20261124-1500'])
  })

  it('sends a test to the own address alone, whatever the body says', async () => {
    const { newsletters, email } = await enter()
    const body = { email: 'fremd@example.org' }
    expect(await get(newsletters.testIssue({ params: PARAMS, body } as never))).toEqual({ email })
    expect(asked).toEqual([['testIssue', 'ak', { email }]])
  })

  it('writes release and stop to the audit, with the states before and after', async () => {
    const { newsletters, audit } = await enter()
    await get(newsletters.releaseIssue({ params: PARAMS, body: { revision: 2, at: null } }))
    await get(newsletters.stopIssue({ params: PARAMS }))
    expect(await audit()).toMatchObject([
      {
        act: 'releaseIssue',
        publication: 'ak',
        before: { state: 'begun', released: null },
        after: { state: 'released', released: { revision: 2 } },
      },
      { act: 'stopIssue', after: { state: 'stopped' } },
    ])
  })

  it('writes every other act to the audit as well', async () => {
    const { newsletters, audit } = await enter()
    await get(newsletters.createIssue({ params: { slug: PARAMS.slug }, body: { from: null } }))
    await get(newsletters.saveIssue({ params: PARAMS, body: { base: 0, draft: DRAFT } }))
    await get(newsletters.testIssue({ params: PARAMS }))
    await get(newsletters.dropIssue({ params: PARAMS }))
    await get(newsletters.releaseIssue({ params: PARAMS, body: { revision: 2, at: null } }))
    await get(newsletters.stopIssue({ params: PARAMS }))
    await get(newsletters.resumeIssue({ params: PARAMS }))
    const writes = Object.entries(OFFICE_NEWSLETTERS).filter(([, { method }]) => method !== 'GET')
    const acts = (await audit()).map(({ act }) => act)
    expect(acts.toSorted()).toEqual(writes.map(([name]) => name).toSorted())
  })

  it.each<[string, Refusal, string]>([
    ['a later revision', problem(409, 'LATER_REVISION', ''), '409 LATER_REVISION'],
    ['too many tests', problem(429, 'TOO_MANY_TESTS', ''), '429 TOO_MANY_TESTS'],
    ['the content service being away', problem(502, 'NO_CONTENT', ''), '502 NO_NEWSLETTERS'],
    // Else the screen would ask the person to sign in.
    ['a wrong key', problem(401, 'UNAUTHORISED', ''), '502 NO_NEWSLETTERS'],
  ])('passes %s on, and writes no act', async (_what, refusal, expected) => {
    const { newsletters, audit } = await enter()
    refused = refusal
    const call: Promise<Result<unknown>> = newsletters.releaseIssue({ params: PARAMS, body: { revision: 2, at: null } })
    expect(await outcome(call)).toBe(expected)
    expect(await audit()).toEqual([])
  })

  it('takes no draft of a megabyte', async () => {
    const { newsletters } = await enter()
    const draft = { ...DRAFT, introduction: 'x'.repeat(1_000_000) }
    expect(await outcome(newsletters.saveIssue({ params: PARAMS, body: { base: 0, draft } }))).toBe('413 TOO_LARGE')
  })
})
