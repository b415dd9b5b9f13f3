import type { ArticleDraft } from '@lokalteil/contracts/content'
import type { OfficeArticle } from '@lokalteil/contracts/office'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { get, openTestArticles, PUBLICATION, refusalOf, type PersonName } from './articles.testing.ts'
import { follow } from './follow.ts'
import { startArticleJobs, sweep } from './jobs.ts'
import { plansOf } from './plans.ts'
import { toTestDraft } from './records.testing.ts'
import { listPage } from './store/list-store.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const p = (html: string) => ({ type: 'paragraph' as const, html })

describe.each(ENGINES)('articles of the office on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: Awaited<ReturnType<typeof openTestArticles>>

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    test = await openTestArticles(opened.database)
  })
  beforeEach(() => test.reset())
  afterEach(() => test.throwErrors())
  afterAll(() => opened.drop())

  const as = (person: PersonName) => test.as(person)
  async function begin(person: PersonName = 'mara', change: Partial<ArticleDraft> = {}) {
    const { id } = await get(as(person).createArticle({ body: { sectionPath: change.sectionPath ?? 'lokales' } }))
    const saved = await save(person, id, 1, toTestDraft(change))
    return { id, revision: saved.revision }
  }
  const save = (person: PersonName, id: string, base: number, draft: ArticleDraft, isKept = false) =>
    get(as(person).saveDraft({ params: { id }, body: { base, draft, isKept } }))
  const read = (id: string, person: PersonName = 'mara'): Promise<OfficeArticle> =>
    get(as(person).getArticle({ params: { id } }))
  const online = (id: string) => test.content.articles.get(id)
  async function publish(id: string, revision: number, person: PersonName = 'jonas') {
    return get(as(person).publish({ params: { id }, body: { revision } }))
  }

  async function followAll() {
    while (await follow(test.office, PUBLICATION, 2)) continue
  }

  describe('saving', () => {
    it('begins an article that readers do not have', async () => {
      const created = await get(as('mara').createArticle({ body: { kind: 'report', sectionPath: 'lokales' } }))
      expect(created).toMatchObject({
        desk: 'draft',
        shown: 'never',
        revision: 1,
        publishedRevision: null,
        path: '',
        changedBy: { id: 'mara', name: 'Mara Voss' },
        checks: { obstacles: ['noTitle', 'noText'] },
      })
      expect(created.draft.kind).toBe('report')
      expect(test.content.articles.size).toBe(0)
    })

    it('a save on the current revision is the next revision, unless it changes nothing', async () => {
      const { id, revision } = await begin()
      expect(revision).toBe(2)
      const draft = toTestDraft({ title: 'Neu' })
      expect(await save('mara', id, 2, draft)).toMatchObject({ revision: 3, draft: null, conflicts: [] })
      expect(await save('mara', id, 3, draft)).toMatchObject({ revision: 3, draft: null })
    })

    it('a save that is sent twice is one revision, also after others have saved', async () => {
      const { id } = await begin()
      const draft = toTestDraft({ title: 'Neu' })
      await save('mara', id, 2, draft)
      await save('jonas', id, 3, toTestDraft({ title: 'Neu', titlePrefix: 'Wetter' }))
      const again = await save('mara', id, 2, draft)
      expect([again.revision, again.draft?.titlePrefix]).toEqual([4, 'Wetter'])
      expect((await read(id)).revision).toBe(4)
    })

    it('a save from an older revision is merged', async () => {
      const { id } = await begin()
      await save('mara', id, 2, toTestDraft({ body: [p('Der Deich bricht.'), ...toTestDraft().body.slice(1)] }))
      const merged = await save(
        'jonas',
        id,
        2,
        toTestDraft({ title: 'Warnung', body: [...toTestDraft().body, p('Ende.')] }),
      )
      expect(merged).toMatchObject({ revision: 4, conflicts: [] })
      expect(merged.draft?.title).toBe('Warnung')
      expect(merged.draft?.body.map((item) => (item.type === 'paragraph' ? item.html : ''))).toEqual([
        'Der Deich bricht.',
        'Das Wasser sinkt.',
        'Die Feuerwehr bleibt.',
        'Ende.',
      ])
    })

    it('of a block that both changed, the earlier stays and the later waits for a choice', async () => {
      const { id } = await begin()
      const change = (html: string) => toTestDraft({ body: [p(html), ...toTestDraft().body.slice(1)] })
      await save('mara', id, 2, change('Der Deich bricht.'))
      const merged = await save('jonas', id, 2, change('Der Deich reißt.'))
      expect(merged.draft?.body[0]).toEqual(p('Der Deich bricht.'))
      expect(merged.conflicts).toMatchObject([
        { at: 0, count: 1, by: { id: 'jonas' }, theirs: [p('Der Deich reißt.')] },
      ])
      // The sent draft is a revision of its own, independent of the choice.
      const { revisions } = await get(as('mara').listRevisions({ params: { id } }))
      expect(revisions.map(({ kind }) => kind)).toEqual(['merged', 'auto', 'auto', 'kept'])

      const moved = await save(
        'mara',
        id,
        merged.revision,
        toTestDraft({ body: [p('Vorweg.'), ...merged.draft!.body] }),
      )
      expect(moved.conflicts).toMatchObject([{ at: 1, count: 1 }])
      const conflict = moved.conflicts[0]!.id
      const chosen = await get(as('mara').chooseBlock({ params: { id, conflict }, body: { choose: 'theirs' } }))
      expect([chosen.draft.body[1], chosen.conflicts]).toEqual([p('Der Deich reißt.'), []])
      expect(await refusalOf(as('mara').chooseBlock({ params: { id, conflict }, body: { choose: 'ours' } }))).toBe(
        '404 NOT_FOUND',
      )
    })

    it('automatic saves of five minutes are one revision in the list; kept ones stay', async () => {
      const { id } = await begin()
      const list = async () =>
        (await get(as('mara').listRevisions({ params: { id } }))).revisions.map(
          ({ number, kind }) => `${number} ${kind}`,
        )
      await save('mara', id, 2, toTestDraft({ title: 'Zwei' }))
      test.later(MINUTE)
      await save('mara', id, 3, toTestDraft({ title: 'Drei' }))
      expect(await list()).toEqual(['4 auto', '1 kept'])
      await save('mara', id, 4, toTestDraft({ title: 'Drei' }), true)
      expect(await list()).toEqual(['4 kept', '1 kept'])
      test.later(5 * MINUTE)
      await save('mara', id, 4, toTestDraft({ title: 'Vier' }))
      test.later(5 * MINUTE)
      await save('mara', id, 5, toTestDraft({ title: 'Fünf' }))
      expect(await list()).toEqual(['6 auto', '5 auto', '4 kept', '1 kept'])
    })

    it('a passed revision is a base for an hour; later the one before it is', async () => {
      const { id } = await begin()
      const body = toTestDraft().body
      await save('mara', id, 2, toTestDraft({ body: [p('Eins.'), ...body.slice(1)] }))
      await save('mara', id, 3, toTestDraft({ body: [p('Zwei.'), ...body.slice(1)] }))
      test.later(2 * 60 * MINUTE)
      await sweep(test.office, [PUBLICATION])
      const merged = await save('jonas', id, 3, toTestDraft({ body: [p('Eins.'), ...body.slice(1), p('Ende.')] }))
      // No text is lost, though the base is older than the save knows.
      expect(merged.draft?.body.at(-1)).toEqual(p('Ende.'))
      expect(merged.draft?.body[0]).toEqual(p('Zwei.'))
    })

    it('two saves in the same moment are two revisions, and no text is lost', async () => {
      const { id } = await begin()
      const body = toTestDraft().body
      const [one, other] = await Promise.all([
        save('mara', id, 2, toTestDraft({ body: [p('Vorweg.'), ...body] })),
        save('jonas', id, 2, toTestDraft({ title: 'Neu', body: [...body, p('Ende.')] })),
      ])
      expect(new Set([one!.revision, other!.revision])).toEqual(new Set([3, 4]))
      const { draft, revision, conflicts } = await read(id)
      expect([revision, draft.title, conflicts]).toEqual([4, 'Neu', []])
      expect(draft.body).toEqual([p('Vorweg.'), ...body, p('Ende.')])
    })

    it('of two saves of one block in the same moment one stays and the other waits', async () => {
      const { id } = await begin()
      const change = (html: string) => toTestDraft({ body: [p(html), ...toTestDraft().body.slice(1)] })
      const texts = ['Der Deich bricht.', 'Der Deich reißt.']
      await Promise.all([save('mara', id, 2, change(texts[0]!)), save('jonas', id, 2, change(texts[1]!))])
      const { draft, conflicts } = await read(id)
      expect(conflicts).toHaveLength(1)
      expect(
        [draft.body[0], ...conflicts[0]!.theirs].toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      ).toEqual(texts.map(p))
    })

    it('a link to an article that is gone, or not online, gives a hint; a link to an unknown one does not', async () => {
      const { id } = await begin()
      const gone = await begin('jonas', { title: 'Weg' })
      await publish(gone.id, gone.revision)
      const hintsOf = async (change: Partial<ArticleDraft>) => {
        const { checks } = await save('mara', id, (await read(id)).revision, toTestDraft(change))
        return [checks.hints.includes('deadLink'), checks.obstacles]
      }
      const body = (href: string) => [p(`Mehr <a href="${href}">hier</a>.`), ...toTestDraft().body]
      expect(await hintsOf({ body: body(`/weg-${gone.id}?seite=2`) })).toEqual([false, []])
      await get(as('jonas').withdraw({ params: { id: gone.id }, body: { reason: 'Falsch' } }))
      for (const change of [
        { body: body(`/weg-${gone.id}?seite=2`) },
        { body: [{ type: 'list' as const, ordered: false, items: [`<a href="/weg-${gone.id}">hier</a>`] }] },
        { body: [{ type: 'articleReference' as const, articleId: gone.id }, ...toTestDraft().body] },
        { relatedIds: [gone.id] },
        { relatedIds: [(await begin('mara', { title: 'Entwurf' })).id] },
      ])
        expect(await hintsOf(change)).toEqual([true, []])
      expect(await hintsOf({ body: body('/von-nebenan-77'), relatedIds: ['78'] })).toEqual([false, []])
      expect(await hintsOf({ body: body(`https://other.example/weg-${gone.id}`) })).toEqual([false, []])
    })

    it('automatic revisions go after thirty days; kept and published ones, and the current one, stay', async () => {
      const { id } = await begin()
      const list = async () =>
        (await get(as('mara').listRevisions({ params: { id } }))).revisions.map(
          ({ number, kind }) => `${number} ${kind}`,
        )
      await save('mara', id, 2, toTestDraft({ title: 'Drei' }), true)
      await publish(id, 3)
      test.later(10 * MINUTE)
      await save('mara', id, 3, toTestDraft({ title: 'Vier' }))
      test.later(10 * MINUTE)
      await save('mara', id, 4, toTestDraft({ title: 'Fünf' }))
      const before = await list()
      expect(before.filter((one) => one.endsWith('auto')).length).toBeGreaterThan(1)
      test.later(30 * DAY - 20 * MINUTE)
      await sweep(test.office, [PUBLICATION])
      expect(await list()).toEqual(before)
      test.later(40 * MINUTE)
      await sweep(test.office, [PUBLICATION])
      expect(await list()).toEqual(before.filter((one) => !one.endsWith('auto') || one === before[0]))
      expect((await read(id)).draft.title).toBe('Fünf')
    })

    it('only the sections of the person may be written', async () => {
      const { id } = await begin()
      const body = { base: 2, draft: toTestDraft({ title: 'Neu' }), isKept: false }
      expect(await refusalOf(as('tim').saveDraft({ params: { id }, body }))).toBe('403 NOT_ALLOWED')
      expect(await refusalOf(as('tim').createArticle({ body: { sectionPath: 'lokales' } }))).toBe('403 NOT_ALLOWED')
      expect(await refusalOf(as('tim').createArticle({ body: { sectionPath: 'sport/fussball' } }))).toBe('ok')
      expect(await refusalOf(as('tim').createArticle({ body: {} }))).toBe('ok')
      expect(await refusalOf(as('tim').getArticle({ params: { id } }))).toBe('ok')
    })

    it('writes an event and an entry of the audit without the text', async () => {
      const { id } = await begin()
      expect(await test.listEvents()).toContain(`article ${id}`)
      expect(test.audit.at(-1)).toMatchObject({
        act: 'saveDraft',
        by: 'mara',
        target: `Artikel ${id}`,
        before: { revision: 1 },
        after: { revision: 2 },
      })
      expect(JSON.stringify(test.audit)).not.toContain('Deich')
    })
  })

  describe('revisions', () => {
    it('are read, compared and restored', async () => {
      const { id } = await begin()
      await save('mara', id, 2, toTestDraft({ title: 'Neu', body: toTestDraft().body.slice(1) }))
      const found = await get(as('mara').getRevision({ params: { id, number: 2 } }))
      expect([found.revision.title, found.revision.words]).toEqual(['Deich bei Tannau hält', 9])
      const difference = await get(as('mara').compareRevisions({ params: { id }, query: { from: 2, to: 3 } }))
      expect(difference.fields).toEqual([{ name: 'title', before: 'Deich bei Tannau hält', after: 'Neu' }])
      expect(difference.blocks.map(({ kind }) => kind)).toEqual(['removed', 'same', 'same'])
      const restored = await get(as('mara').restoreRevision({ params: { id, number: 2 } }))
      expect([restored.revision, restored.draft.title]).toEqual([4, 'Deich bei Tannau hält'])
      expect(await refusalOf(as('mara').getRevision({ params: { id, number: 99 } }))).toBe('404 NOT_FOUND')
    })
  })

  describe('pen and presence', () => {
    it('the pen has who changes the text first; another may take it at once', async () => {
      const { id } = await begin()
      await read(id, 'jonas')
      const pens = async () =>
        (await read(id)).present.map(({ person, hasPen }) => `${person.id}${hasPen ? ' pen' : ''}`).toSorted()
      expect(await pens()).toEqual(['jonas', 'mara pen'])
      await get(as('jonas').takePen({ params: { id } }))
      expect(await pens()).toEqual(['jonas pen', 'mara'])
      // A save without the pen is taken all the same.
      const saved = await save('mara', id, 2, toTestDraft({ body: [p('Mehr.'), ...toTestDraft().body] }))
      expect(saved.revision).toBe(3)
      expect(await pens()).toEqual(['jonas pen', 'mara'])
    })

    it('live entries have no pen: two people write theirs at once, and the text stays with its writer', async () => {
      const { id } = await begin()
      const entry = (name: string, text: string) => ({
        type: 'liveEntry' as const,
        id: name,
        label: '14.05 Uhr',
        time: '2026-11-28T13:05:00.000Z',
        headline: '',
        paragraphs: [text],
        isImportant: false,
      })
      const pens = async () =>
        (await read(id)).present.map(({ person, hasPen }) => `${person.id}${hasPen ? ' pen' : ''}`).toSorted()
      const { body } = toTestDraft()
      test.later(61_000)
      // The pen is free now, and live entries do not take it.
      await save('jonas', id, 2, toTestDraft({ body: [entry('a', 'Anpfiff.'), ...body] }))
      await save('nele', id, 3, toTestDraft({ body: [entry('b', 'Tor.'), entry('a', 'Anpfiff!'), ...body] }))
      expect(await pens()).toEqual(['jonas', 'mara', 'nele'])
      const merged = await save('mara', id, 3, toTestDraft({ body: [entry('a', 'Anpfiff.'), ...body, p('Ende.')] }))
      expect(merged.conflicts).toEqual([])
      expect(merged.draft?.body).toEqual([entry('b', 'Tor.'), entry('a', 'Anpfiff!'), ...body, p('Ende.')])
      // A paragraph is text, and text gives the pen.
      expect(await pens()).toEqual(['jonas', 'mara pen', 'nele'])
    })

    it('who was not heard of for a minute is gone, and so is the pen', async () => {
      const { id } = await begin()
      test.later(61_000)
      expect((await read(id, 'jonas')).present.map(({ person }) => person.id)).toEqual(['jonas'])
      await save('jonas', id, 2, toTestDraft({ body: [p('Mehr.')] }))
      expect((await read(id, 'jonas')).present).toMatchObject([{ person: { id: 'jonas' }, hasPen: true }])
      expect(await test.listEvents()).toContain(`presence ${id}`)
    })
  })

  describe('the desk', () => {
    it('an article goes to review and to ready, and back with a note', async () => {
      const { id } = await begin()
      const move = (person: PersonName, state: 'draft' | 'review' | 'ready', note = '') =>
        refusalOf(as(person).changeState({ params: { id }, body: { state, note } }))
      expect(await move('mara', 'ready')).toBe('409 NOT_NOW')
      expect(await move('mara', 'review')).toBe('ok')
      expect(await move('jonas', 'draft')).toBe('422 NOTE_MISSING')
      expect(await move('jonas', 'draft', 'Bitte kürzen.')).toBe('ok')
      const { openNotes, desk } = await read(id)
      expect([desk, openNotes.map(({ text }) => text)]).toEqual(['draft', ['Bitte kürzen.']])
      expect(await move('jonas', 'ready')).toBe('ok')
    })

    it('the right to publish counts in its publication alone, also for an article without a section', async () => {
      const params = { id: (await get(as('ute').createArticle({ body: { sectionPath: '' } }))).id }
      expect(await refusalOf(as('ute').changeState({ params, body: { state: 'ready', note: '' } }))).toBe('409 NOT_NOW')
      expect(await refusalOf(as('tim').changeState({ params, body: { state: 'ready', note: '' } }))).toBe('ok')
    })

    it('shows own work, review, articles due today in Berlin, and notes to the person', async () => {
      const { id, revision } = await begin()
      await get(as('mara').changeState({ params: { id }, body: { state: 'review' } }))
      const note = await get(as('jonas').addNote({ params: { id }, body: { text: 'Wer sagt das?', block: 1 } }))
      const desk = await get(as('mara').getDesk({}))
      expect([desk.own, desk.review].map((rows) => rows.map((row) => row.id))).toEqual([[id], [id]])
      expect(desk.notes.map(({ article, note: one }) => [article.id, one.text])).toEqual([[id, 'Wer sagt das?']])
      expect(desk.counts).toEqual({ review: 1, ready: 0, arrivals: 0 })

      const params = { id, note: note.id }
      await get(as('mara').answerNote({ params, body: { text: 'Die Feuerwehr.', isDone: false } }))
      expect((await get(as('mara').getDesk({}))).notes).toEqual([])
      expect((await get(as('jonas').getDesk({}))).notes).toHaveLength(1)
      await get(as('jonas').answerNote({ params, body: { text: '', isDone: true } }))
      expect((await read(id)).notes).toBe(0)

      // 22:30 UTC is today in Berlin, 23:30 is tomorrow.
      await get(as('jonas').schedule({ params: { id }, body: { revision, at: '2026-11-28T22:30:00.000Z' } }))
      expect((await get(as('jonas').getDesk({}))).due.map((row) => row.id)).toEqual([id])
      await get(as('jonas').schedule({ params: { id }, body: { revision, at: '2026-11-28T23:30:00.000Z' } }))
      expect((await get(as('jonas').getDesk({}))).due).toEqual([])
    })

    it('a dropped article stands in the bin alone, and is gone after thirty days', async () => {
      const { id } = await begin()
      await get(as('mara').changeState({ params: { id }, body: { state: 'dropped' } }))
      const list = async (stand?: 'dropped') =>
        (await get(as('mara').listArticles({ query: { stand, wer: 'ich' } }))).articles.map((row) => row.id)
      expect([await list(), await list('dropped')]).toEqual([[], [id]])
      await get(as('mara').changeState({ params: { id }, body: { state: 'draft' } }))
      expect([await list(), await list('dropped')]).toEqual([[id], []])
      await get(as('mara').changeState({ params: { id }, body: { state: 'dropped' } }))
      test.later(29 * DAY)
      await sweep(test.office, [PUBLICATION])
      expect(await list('dropped')).toEqual([id])
      test.later(2 * DAY)
      await sweep(test.office, [PUBLICATION])
      expect(await list('dropped')).toEqual([])
      expect(await refusalOf(as('mara').getArticle({ params: { id } }))).toBe('404 NOT_FOUND')
    })
  })

  describe('publishing', () => {
    it('gives readers the revision; a later save is not visible until it is published', async () => {
      const { id, revision } = await begin()
      const published = await publish(id, revision)
      expect(published).toMatchObject({
        shown: 'online',
        desk: 'ready',
        publishedRevision: 2,
        path: `/artikel-${id}`,
        scheduledFor: null,
        undoMs: 10 * MINUTE,
      })
      expect(online(id)).toMatchObject({ revision: 2, updated: null })
      await save('mara', id, 2, toTestDraft({ title: 'Neu' }))
      expect(await read(id)).toMatchObject({ shown: 'changed', desk: 'draft' })
      expect(online(id)?.draft.title).toBe('Deich bei Tannau hält')
      test.later(MINUTE)
      await get(as('jonas').publish({ params: { id }, body: { revision: 3, isUpdate: true } }))
      expect(online(id)).toMatchObject({ revision: 3, updated: '2026-11-28T10:01:00.000Z' })
      await save('mara', id, 3, toTestDraft({ title: 'Neu!' }))
      test.later(MINUTE)
      await publish(id, 4)
      // The repair of a typo shows no other time.
      expect(online(id)).toMatchObject({ revision: 4, updated: '2026-11-28T10:01:00.000Z' })
      expect((await get(as('mara').listRevisions({ params: { id } }))).revisions[0]?.kind).toBe('published')
    })

    it('refuses an older revision, obstacles, and who may not', async () => {
      const { id } = await begin()
      expect(await refusalOf(as('jonas').publish({ params: { id }, body: { revision: 1 } }))).toBe('409 LATER_REVISION')
      const saved = await save('mara', id, 2, toTestDraft({ title: ' ', sectionPath: 'kultur' }))
      expect(saved.checks.obstacles).toEqual(['noTitle', 'noSection'])
      expect(await refusalOf(as('jonas').publish({ params: { id }, body: { revision: 3 } }))).toBe('422 OBSTACLES')
      const other = await begin('mara')
      expect(await refusalOf(as('tim').publish({ params: { id: other.id }, body: { revision: 2 } }))).toBe(
        '403 NOT_ALLOWED',
      )
      expect(test.content.articles.size).toBe(0)
    })

    it('a chief overrides an embargo, an editor does not', async () => {
      const { id, revision } = await begin('mara', { embargo: '2026-11-28T18:00:00.000Z' })
      const body = { revision, overridesEmbargo: true }
      expect(await refusalOf(as('jonas').publish({ params: { id }, body }))).toBe('422 OBSTACLES')
      expect(await get(as('nele').publish({ params: { id }, body }))).toMatchObject({ shown: 'online' })
      expect(online(id)?.draft.embargo).toBeNull()
    })

    it('a plan for a time after the embargo needs no override', async () => {
      const { id, revision } = await begin('mara', { embargo: '2026-11-28T18:00:00.000Z' })
      const at = (hour: number) => ({ revision, at: `2026-11-28T${hour}:00:00.000Z` })
      expect(await refusalOf(as('jonas').schedule({ params: { id }, body: at(17) }))).toBe('422 OBSTACLES')
      expect(await refusalOf(as('jonas').schedule({ params: { id }, body: at(18) }))).toBe('ok')
    })

    it('a plan is carried out at its time by any process, once', async () => {
      const { id, revision } = await begin()
      const planned = await get(
        as('jonas').schedule({ params: { id }, body: { revision, at: '2026-11-28T10:30:00.000Z' } }),
      )
      expect(planned).toMatchObject({ shown: 'scheduled', scheduledFor: '2026-11-28T10:30:00.000Z' })
      const other = test.createOffice()
      await plansOf(other).runDue()
      expect(online(id)).toBeUndefined()
      test.later(30 * MINUTE)
      await Promise.all([plansOf(other).runDue(), plansOf(test.createOffice()).runDue()])
      expect(online(id)?.revision).toBe(2)
      expect(await read(id)).toMatchObject({ shown: 'online', scheduledFor: null })
    })

    it('an article with a date ahead is scheduled until the content service shows it', async () => {
      const { id, revision } = await begin('mara', { publishDate: '2026-11-28T12:00:00.000Z' })
      expect(await publish(id, revision)).toMatchObject({
        shown: 'scheduled',
        scheduledFor: '2026-11-28T12:00:00.000Z',
      })
      test.later(2 * 60 * MINUTE)
      while (await follow(test.office, PUBLICATION)) continue
      expect(await read(id)).toMatchObject({ shown: 'online', scheduledFor: null })
    })

    it('a plan is ended', async () => {
      const { id, revision } = await begin()
      await get(as('jonas').schedule({ params: { id }, body: { revision, at: '2026-11-28T10:30:00.000Z' } }))
      expect(await get(as('jonas').schedule({ params: { id }, body: { revision, at: null } }))).toMatchObject({
        shown: 'never',
        scheduledFor: null,
      })
      test.later(60 * MINUTE)
      await plansOf(test.createOffice()).runDue()
      expect(online(id)).toBeUndefined()
    })

    it('a process that dies between the wish and the content service leaves a wish that the next fulfils', async () => {
      const { id, revision } = await begin()
      test.content.silent.add('saveRecord')
      const wanted = await publish(id, revision)
      expect(wanted).toMatchObject({ shown: 'scheduled', publishedRevision: null })
      expect(test.takeErrors()).toHaveLength(1)
      test.content.silent.clear()
      test.later(2 * MINUTE)
      await plansOf(test.createOffice()).runDue()
      expect(online(id)?.revision).toBe(2)
      expect(await read(id)).toMatchObject({ shown: 'online', publishedRevision: 2 })
    })

    it('a process that dies after the content service took the revision is finished by the next', async () => {
      const { id, revision } = await begin()
      test.content.silent.add('saveRecord, late')
      await publish(id, revision)
      expect(test.takeErrors()).toHaveLength(1)
      expect(online(id)?.revision).toBe(2)
      test.content.silent.clear()
      test.later(2 * MINUTE)
      await plansOf(test.createOffice()).runDue()
      expect(await read(id)).toMatchObject({ shown: 'online', publishedRevision: 2 })
      const { changes } = await get(test.content.internal.listChanges({ query: { after: 0 } }))
      expect(changes).toHaveLength(1)
    })

    it('a plan that the content service refuses for good says why', async () => {
      const { id, revision } = await begin()
      await get(as('jonas').schedule({ params: { id }, body: { revision, at: '2026-11-28T10:30:00.000Z' } }))
      test.content.articles.set(id, {
        draft: toTestDraft(),
        revision: 99,
        updated: null,
        publishDate: '2026-11-28T10:00:00.000Z',
        isRemoved: false,
        sourceId: null,
      })
      test.later(30 * MINUTE)
      await plansOf(test.office).runDue()
      expect(await read(id)).toMatchObject({ shown: 'never', planFailure: 'LATER_REVISION', scheduledFor: null })
    })

    it('the last publication is undone for ten minutes: readers get the revision before, the draft stays', async () => {
      const { id, revision } = await begin()
      await publish(id, revision)
      await save('mara', id, 2, toTestDraft({ title: 'Falsch' }))
      await publish(id, 3)
      const undone = await get(as('jonas').undoPublish({ params: { id } }))
      expect(online(id)?.draft.title).toBe('Deich bei Tannau hält')
      expect(undone).toMatchObject({ shown: 'changed', undoMs: 0, draft: { title: 'Falsch' }, revision: 3 })
      expect(await refusalOf(as('jonas').undoPublish({ params: { id } }))).toBe('409 NOT_NOW')
      // The draft can be published again.
      await publish(id, 3)
      expect(online(id)?.draft.title).toBe('Falsch')
      test.later(11 * MINUTE)
      expect(await refusalOf(as('jonas').undoPublish({ params: { id } }))).toBe('409 NOT_NOW')
    })

    it('a first publication that is undone is withdrawn, and may be published again', async () => {
      const { id, revision } = await begin()
      await publish(id, revision)
      expect(await get(as('jonas').undoPublish({ params: { id } }))).toMatchObject({
        shown: 'withdrawn',
        publishedRevision: null,
      })
      expect(online(id)?.isRemoved).toBe(true)
      expect(await publish(id, revision)).toMatchObject({ shown: 'online' })
      expect(online(id)?.isRemoved).toBe(false)
    })

    it('a correction says the reason, the newest first, and shows the time', async () => {
      const { id, revision } = await begin()
      const correct = (at: number, reason: string) =>
        as('jonas').correct({ params: { id }, body: { revision: at, reason } })
      expect(await refusalOf(correct(revision, 'Zu früh'))).toBe('409 NOT_NOW')
      await publish(id, revision)
      test.later(MINUTE)
      const first = await get(correct(2, 'Der Pegel war 4,10 Meter.'))
      await get(correct(first.revision, 'Der Ort heißt Tannau.'))
      expect(online(id)?.draft.corrections.map(({ text }) => text)).toEqual([
        'Der Ort heißt Tannau.',
        'Der Pegel war 4,10 Meter.',
      ])
      expect(online(id)?.updated).toBe('2026-11-28T10:01:00.000Z')
      expect((await read(id)).draft.corrections).toHaveLength(2)
    })

    it('an editor withdraws the own text within an hour, a chief any; only a chief brings it back', async () => {
      const { id, revision } = await begin('jonas')
      await publish(id, revision)
      const withdraw = (person: PersonName) =>
        refusalOf(as(person).withdraw({ params: { id }, body: { reason: 'Falsch' } }))
      test.later(61 * MINUTE)
      expect(await withdraw('jonas')).toBe('403 NOT_ALLOWED')
      expect(await withdraw('nele')).toBe('ok')
      expect([online(id)?.isRemoved, (await read(id)).shown]).toEqual([true, 'withdrawn'])
      expect(await withdraw('nele')).toBe('409 NOT_NOW')
      expect(await refusalOf(as('jonas').publish({ params: { id }, body: { revision } }))).toBe('409 NOT_NOW')
      expect(await get(as('nele').bringBack({ params: { id } }))).toMatchObject({ shown: 'online' })
      expect(online(id)?.isRemoved).toBe(false)
      expect(await refusalOf(as('nele').bringBack({ params: { id } }))).toBe('409 NOT_NOW')
    })

    it('leads an address to the article', async () => {
      const { id, revision } = await begin()
      const lead = () => as('nele').leadTo({ params: { id }, body: { from: '/alt' } })
      expect(await refusalOf(lead())).toBe('404 NOT_FOUND')
      await publish(id, revision)
      expect(await get(lead())).toEqual({ from: '/alt', path: `/artikel-${id}` })
    })
  })

  describe('lists', () => {
    type Query = Parameters<ReturnType<typeof as>['listArticles']>[0]['query']
    const list = async (query: Query, person: PersonName = 'mara') => {
      const { articles, next } = await get(as(person).listArticles({ query }))
      return { titles: articles.map(({ title }) => title), next }
    }

    it('are filtered by state, section, person, source and words, newest first', async () => {
      await begin('mara', { title: 'Deich hält' })
      test.later(1000)
      await begin('jonas', { title: 'Pokal im Regen', sectionPath: 'sport/fussball' })
      test.later(1000)
      const agency = await begin('jonas', { title: 'Deiche im Norden', source: 'dpa' })
      await publish(agency.id, agency.revision)
      const titles = async (query: Query) => (await list(query)).titles
      expect(await titles({})).toEqual(['Deiche im Norden', 'Pokal im Regen', 'Deich hält'])
      expect(await titles({ stand: 'online' })).toEqual(['Deiche im Norden'])
      expect(await titles({ ressort: 'sport' })).toEqual(['Pokal im Regen'])
      expect(await titles({ ressort: 'spor' })).toEqual([])
      expect(await titles({ wer: 'ich' })).toEqual(['Deich hält'])
      expect(await titles({ wer: 'jonas', quelle: 'eigen' })).toEqual(['Pokal im Regen'])
      expect(await titles({ quelle: 'dpa', stand: 'online', ressort: 'lokales' })).toEqual(['Deiche im Norden'])
      expect(await titles({ quelle: 'dpa', ressort: 'sport' })).toEqual([])
      expect(await titles({ q: 'deich' })).toEqual(['Deiche im Norden', 'Deich hält'])
      expect(await titles({ q: 'Regen pok' })).toEqual(['Pokal im Regen'])
      expect(await titles({ q: 'deich', quelle: 'eigen' })).toEqual(['Deich hält'])
      expect(await titles({ q: agency.id })).toEqual(['Deiche im Norden'])
    })

    it('go on page by page, with words and combined filters as well, however few entries a call may read', async () => {
      for (let index = 0; index < 60; index++)
        test.content.importArticle(
          String(1000 + index),
          toTestDraft({
            title: index % 3 === 0 ? `Hafen ${index}` : `Wetter ${index}`,
            sectionPath: index % 2 === 0 ? 'lokales' : 'sport',
          }),
          new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString(),
        )
      while (await follow(test.office, PUBLICATION)) continue
      const first = await list({})
      expect(first.titles).toHaveLength(50)
      const second = await list({ after: first.next ?? '' })
      expect([second.titles.length, second.next, new Set([...first.titles, ...second.titles]).size]).toEqual([
        10,
        null,
        60,
      ])
      const walk = async (lists: string[], q: string) => {
        const ids: string[] = []
        let after: string | null = null
        do {
          const page = await listPage(
            test.office.db,
            PUBLICATION,
            { lists, q, after, limit: 4 },
            {
              counted: 5,
              walked: 7,
              searched: 5,
            },
          )
          ids.push(...page.ids)
          after = page.next
        } while (after !== null)
        return ids
      }
      const expected = (matches: (index: number) => boolean) =>
        Array.from({ length: 60 }, (_one, index) => 59 - index)
          .filter(matches)
          .map((index) => String(1000 + index))
      expect(await walk(['section:lokales', 'state:online'], '')).toEqual(expected((index) => index % 2 === 0))
      expect(await walk(['all'], 'hafen')).toEqual(expected((index) => index % 3 === 0))
      expect(await walk(['section:sport', 'source:'], 'hafen')).toEqual(
        expected((index) => index % 3 === 0 && index % 2 === 1),
      )
    })

    it('words are found in every kind of list, also where the newest entries have none of them', async () => {
      const sections = ['lokales', 'sport', 'sport/fussball', 'sport/fussball/kreis']
      for (let index = 0; index < 24; index++)
        test.content.importArticle(
          String(1000 + index),
          toTestDraft({
            title: index % 3 === 0 ? 'Hafen' : 'Hagel',
            sectionPath: sections[index % 4],
            source: index % 2 === 0 ? '' : 'dpa',
          }),
          new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString(),
        )
      while (await follow(test.office, PUBLICATION)) continue
      const draft = (await begin('mara', { title: 'Hafen im Winter' })).id
      const dropped = (await begin('mara', { title: 'Hafen im Sommer' })).id
      await get(as('mara').changeState({ params: { id: dropped }, body: { state: 'dropped', note: '' } }))
      const find = async (lists: string[], q: string, publication = PUBLICATION) => {
        const bounds = { counted: 5, walked: 7, searched: 1 }
        return (await listPage(test.office.db, publication, { lists, q, after: null, limit: 50 }, bounds)).ids
      }
      const imported = (matches: (index: number) => boolean) =>
        Array.from({ length: 24 }, (_one, index) => 23 - index)
          .filter(matches)
          .map((index) => String(1000 + index))
      const isHarbour = (index: number) => index % 3 === 0
      for (const [lists, q, expected] of [
        [['all'], 'hafen', [draft, ...imported(isHarbour)]],
        [['section:sport'], 'hafen', imported((index) => isHarbour(index) && index % 4 > 0)],
        [['section:sport/fussball'], 'hafen', imported((index) => isHarbour(index) && index % 4 > 1)],
        [['section:sport/fussball/kreis'], 'hafen', imported((index) => isHarbour(index) && index % 4 === 3)],
        [['section:sport/fussball/kreis'], 'ha', imported((index) => index % 4 === 3)],
        [['section:spor'], 'ha', []],
        [['section:sport', 'source:dpa'], 'hafen', imported((index) => isHarbour(index) && index % 2 === 1)],
        [['state:online', 'source:'], 'ha', imported((index) => index % 2 === 0)],
        [['state:draft'], 'ha', [draft]],
        [['state:withdrawn'], 'ha', []],
        [['person:mara', 'section:lokales'], 'hafen', [draft]],
        [['bin:all'], 'hafen', [dropped]],
        [['bin:person:mara', 'bin:section:lokales'], 'ha', [dropped]],
      ] as const)
        expect([lists, q, await find([...lists], q)]).toEqual([lists, q, expected])
      expect(await find(['all'], 'hafen', 'fb' as typeof PUBLICATION)).toEqual([])
    })

    it('an article is suggested by its number and by words anywhere in its headline, also while the last is typed', async () => {
      const weir = 'Ein Wehr wird hundert Jahre alt'
      const { id } = await begin('mara', { title: weir })
      test.later(1000)
      const roofs = `Versicherung zahlt für Dächer in Groß Tannau (${id})`
      await begin('jonas', { title: roofs })
      test.later(1000)
      const back = 'Wir sind wieder da'
      await begin('jonas', { title: back })
      for (const [q, expected] of [
        ['Wehr wird hundert', [weir]],
        ['JAHRE wehr', [weir]],
        ['wehr wi', [weir]],
        ['wehr wird', [weir]],
        ['wehr tannau', []],
        ['versicheru', [roofs]],
        ['tannau versicherungen', [roofs]],
        ['DACH', [roofs]],
        ['Daecher gros', [roofs]],
        ['gross dächer', [roofs]],
        ['sind wied', [back]],
        ['wir', [back, weir]],
        [id, [weir, roofs]],
        [` ${id} `, [weir, roofs]],
      ] as const) {
        const { suggestions } = await get(as('mara').listSuggestions({ query: { kind: 'article', q } }))
        expect([q, suggestions.map(({ name }) => name)]).toEqual([q, expected])
      }
    })

    it('suggestions are found by the beginning of a word', async () => {
      const { id } = await begin()
      const suggest = async (kind: 'section' | 'tag' | 'region' | 'author' | 'article' | 'person', q: string) =>
        (await get(as('mara').listSuggestions({ query: { kind, q } }))).suggestions.map(
          (one) => `${one.id} ${one.name}`,
        )
      expect(await suggest('section', 'fuss')).toEqual(['sport/fussball Fußball'])
      expect(await suggest('tag', 'ha')).toEqual(['hafen Hafen'])
      expect(await suggest('region', 'tan')).toEqual(['tannau Tannau'])
      expect(await suggest('author', 'vogt')).toEqual(['lena-vogt Lena Vogt'])
      expect(await suggest('person', 'ker')).toEqual(['jonas Jonas Kern'])
      expect(await suggest('article', 'tannau dei')).toEqual([`${id} Deich bei Tannau hält`])
    })
  })

  describe('articles of the content service', () => {
    it('are indexed batch by batch, then by the change log', async () => {
      for (const id of ['11', '12', '13', '14', '15'])
        test.content.importArticle(id, toTestDraft({ title: `Text ${id}` }))
      await followAll()
      const titles = async () => (await get(as('mara').listArticles({ query: {} }))).articles.map(({ title }) => title)
      expect((await titles()).toSorted()).toEqual(['Text 11', 'Text 12', 'Text 13', 'Text 14', 'Text 15'])
      test.later(1000)
      test.content.importArticle('12', toTestDraft({ title: 'Neuer Text 12' }))
      test.content.importArticle('16', toTestDraft({ title: 'Text 16' }))
      await test.content.internal.withdrawArticle({ params: { id: '11' }, body: {} })
      await followAll()
      expect((await titles()).slice(0, 2).toSorted()).toEqual(['Neuer Text 12', 'Text 16'])
      const withdrawn = await get(as('mara').listArticles({ query: { stand: 'withdrawn' } }))
      expect(withdrawn.articles.map(({ id, title }) => [id, title])).toEqual([['11', 'Text 11']])
    })

    it('gets each change, also while it follows another', async () => {
      const jobs = startArticleJobs(test.createOffice(), () => [PUBLICATION])
      const list = async () => (await get(as('mara').listArticles({ query: {} }))).articles.map(({ id }) => id)
      for (const id of ['11', '12', '13']) {
        test.content.importArticle(id, toTestDraft())
        test.announce()
      }
      await expect.poll(list, { timeout: 5000 }).toHaveLength(3)
      await jobs.close()
      test.content.importArticle('14', toTestDraft())
      test.announce()
      expect(await list()).toHaveLength(3)
    })

    it('get their first revision when they are opened', async () => {
      test.content.importArticle('11', toTestDraft())
      await followAll()
      const { rows } = await sql`select from office.drafts`.execute(opened.database.db)
      expect(rows).toEqual([])
      expect(await read('11')).toMatchObject({ revision: 1, publishedRevision: 1, shown: 'online', desk: 'ready' })
      const { revisions } = await get(as('mara').listRevisions({ params: { id: '11' } }))
      expect(revisions.map(({ number, kind, by }) => [number, kind, by])).toEqual([[1, 'imported', null]])
      expect(await refusalOf(as('mara').getArticle({ params: { id: '99' } }))).toBe('404 NOT_FOUND')
      await save('mara', '11', 1, toTestDraft({ title: 'Besser' }))
      await publish('11', 2)
      expect(online('11')).toMatchObject({ revision: 2, draft: { title: 'Besser' } })
    })

    it('an import after the opening is merged into the draft', async () => {
      test.content.importArticle('11', toTestDraft())
      await followAll()
      await read('11')
      await save('mara', '11', 1, toTestDraft({ title: 'Besser' }))
      test.later(1000)
      test.content.importArticle('11', toTestDraft({ body: [...toTestDraft().body, p('Nachtrag.')] }))
      await followAll()
      const merged = await read('11')
      expect([merged.draft.title, merged.draft.body.at(-1), merged.conflicts]).toEqual(['Besser', p('Nachtrag.'), []])
      expect(merged.shown).toBe('changed')
    })
  })

  describe('arrivals', () => {
    const SOURCE = 'urn:newsml:dpa.com:1'
    const text = (change: Partial<ArticleDraft> = {}) =>
      toTestDraft({ source: 'dpa', title: 'Bahn streicht Halte', ...change })

    it('an agency text is taken over once, and waits no more', async () => {
      test.content.propose(SOURCE, 1, text())
      const { arrivals } = await get(as('mara').listArrivals({}))
      expect(arrivals).toMatchObject([{ sourceId: SOURCE, version: 1, kind: 'new', articleId: null, source: 'dpa' }])
      expect((await get(as('mara').getDesk({}))).counts.arrivals).toBe(1)
      const taken = await get(as('mara').takeArrival({ body: { sourceId: SOURCE } }))
      expect(taken).toMatchObject({ title: 'Bahn streicht Halte', shown: 'never', revision: 1 })
      const again = await get(as('jonas').takeArrival({ body: { sourceId: SOURCE } }))
      expect([again.id, test.content.listWaiting()]).toEqual([taken.id, []])
      expect((await get(as('mara').getDesk({}))).counts.arrivals).toBe(0)
      expect(await refusalOf(as('mara').takeArrival({ body: { sourceId: 'urn:none' } }))).toBe('404 NOT_FOUND')
    })

    it('a text that was dropped leaves nothing behind', async () => {
      const count = async () =>
        (await test.office.db.selectFrom('office.arrivals').where('source_id', '=', SOURCE).selectAll().execute())
          .length
      test.content.propose(SOURCE, 1, text())
      await get(as('mara').listArrivals({}))
      await sweep(test.office, [PUBLICATION])
      expect(await count()).toBe(1)
      await get(as('jonas').mergeArrival({ body: { sourceId: SOURCE, version: 1, isDropped: true } }))
      await sweep(test.office, [PUBLICATION])
      expect(await count()).toBe(0)
    })

    it('two people who take it over at once get one article', async () => {
      test.content.propose(SOURCE, 1, text())
      const [one, other] = await Promise.all(
        (['mara', 'jonas'] as const).map((person) => get(as(person).takeArrival({ body: { sourceId: SOURCE } }))),
      )
      expect(one!.id).toBe(other!.id)
    })

    it('an update is merged into the desk’s text; the base is the version merged last', async () => {
      test.content.propose(SOURCE, 1, text())
      const { id } = await get(as('mara').takeArrival({ body: { sourceId: SOURCE } }))
      await save('mara', id, 1, text({ title: 'Bahn lässt Tannau aus' }))
      test.content.propose(SOURCE, 2, text({ body: [...text().body, p('Die Bahn bedauert.')] }), { articleId: id })
      await get(as('mara').listArrivals({}))
      expect((await read(id)).hasUpdate).toBe(true)
      expect((await get(as('mara').getDesk({}))).updates.map((row) => row.id)).toEqual([id])
      const body = { sourceId: SOURCE, version: 2, isDropped: false }
      const merged = await get(as('mara').mergeArrival({ body }))
      expect(merged).toMatchObject({ title: 'Bahn lässt Tannau aus', hasUpdate: false, conflicts: [] })
      expect(merged!.draft.body.at(-1)).toEqual(p('Die Bahn bedauert.'))
      expect((await get(as('mara').mergeArrival({ body })))!.revision).toBe(merged!.revision)

      test.content.propose(SOURCE, 3, text({ title: 'Bahn hält doch' }), { articleId: id })
      const third = await get(as('mara').mergeArrival({ body: { ...body, version: 3 } }))
      expect(third!.title).toBe('Bahn lässt Tannau aus')
      expect(third!.conflicts).toMatchObject([{ field: 'title', value: 'Bahn hält doch', by: null }])
    })

    describe('an update whose source may put it online by itself', () => {
      const update = text({ body: [...text().body, p('Die Bahn bedauert.')] })
      const online1 = async () => {
        // From here on proposals are signs in the change log.
        await followAll()
        test.content.propose(SOURCE, 1, text())
        const { id, revision } = await get(as('jonas').takeArrival({ body: { sourceId: SOURCE } }))
        await publish(id, revision)
        test.later(MINUTE)
        return id
      }
      const send = async (id: string, draft = update) => {
        test.content.propose(SOURCE, 2, draft, { articleId: id, isAutomatic: true })
        await followAll()
      }

      it('reaches readers, once, with an entry of the audit', async () => {
        const id = await online1()
        await send(id)
        await followAll()
        expect(online(id)?.draft.body.at(-1)).toEqual(p('Die Bahn bedauert.'))
        expect(await read(id)).toMatchObject({ shown: 'online', hasUpdate: false, publishedRevision: 3 })
        expect(test.content.listWaiting()).toEqual([])
        expect(test.audit.filter(({ by }) => by === 'dpa')).toMatchObject([
          { act: 'publish', target: `Artikel ${id}`, after: { revision: 3, sourceId: SOURCE, version: 2 } },
        ])
      })

      it('waits where the desk has begun to change the article', async () => {
        const id = await online1()
        await save('mara', id, 1, text({ title: 'Bahn lässt Tannau aus' }))
        await send(id)
        expect([online(id)?.draft.body.length, (await read(id)).hasUpdate]).toEqual([text().body.length, true])
      })

      it('waits where a check blocks it, and where another block of the same place is online', async () => {
        const id = await online1()
        await send(id, { ...update, embargo: '2026-12-24T00:00:00.000Z' })
        expect([online(id)?.revision, (await read(id)).hasUpdate]).toEqual([1, true])
        await save('jonas', id, 1, text({ title: 'Bahn lässt Tannau aus' }))
        await publish(id, 2)
        await send(id, { ...update, title: 'Bahn hält doch' })
        expect([online(id)?.draft.title, (await read(id)).hasUpdate]).toEqual(['Bahn lässt Tannau aus', true])
      })

      it('continues from the desk’s published text', async () => {
        const id = await online1()
        await save('jonas', id, 1, text({ title: 'Bahn lässt Tannau aus' }))
        await publish(id, 2)
        test.later(10 * MINUTE)
        await send(id)
        expect([online(id)?.draft.title, online(id)?.draft.body.at(-1)]).toEqual([
          'Bahn lässt Tannau aus',
          p('Die Bahn bedauert.'),
        ])
      })
    })

    it('a withdrawal by the source is a sign of its own at the article', async () => {
      await followAll()
      test.content.propose(SOURCE, 1, text())
      const { id } = await get(as('mara').takeArrival({ body: { sourceId: SOURCE } }))
      test.content.propose(SOURCE, 2, text(), { articleId: id, kind: 'withdrawal', isAutomatic: true })
      await followAll()
      expect(await read(id)).toMatchObject({ hasUpdate: true, isRecalled: true })
      await get(as('mara').mergeArrival({ body: { sourceId: SOURCE, version: 2, isDropped: true } }))
      expect(await read(id)).toMatchObject({ hasUpdate: false, isRecalled: false })
    })

    it('an update or a new text is dropped', async () => {
      test.content.propose(SOURCE, 1, text())
      const dropped = await get(as('mara').mergeArrival({ body: { sourceId: SOURCE, version: 1, isDropped: true } }))
      expect([dropped, test.content.listWaiting()]).toEqual([null, []])
    })

    it('a settlement that did not reach the content service is made up for', async () => {
      test.content.propose(SOURCE, 1, text())
      test.content.silent.add('settleProposal')
      const { id } = await get(as('mara').takeArrival({ body: { sourceId: SOURCE } }))
      expect(test.takeErrors()).toHaveLength(1)
      test.content.silent.clear()
      const again = await get(as('jonas').takeArrival({ body: { sourceId: SOURCE } }))
      expect([again.id, again.revision, test.content.listWaiting()]).toEqual([id, 1, []])
    })
  })
})
