/**
 * The content service in memory, for tests of the office: it keeps the promises of `RECORDS` and of the calls of
 * `CONTENT_INTERNAL` that the office makes.
 */
import { createDraft } from '@lokalteil/contracts/content/records'
import type {
  ArticleDraft,
  BreakingBar,
  Proposal,
  RecordSummary,
  RECORDS,
  Vocabulary,
} from '@lokalteil/contracts/content'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { OfficeContext } from '../context.ts'
import { createFrontsDouble } from '../fronts/fronts.testing.ts'
import { createQuizzesDouble } from '../quizzes/quizzes.testing.ts'

type Stored = {
  draft: ArticleDraft
  revision: number | null
  updated: string | null
  publishDate: string
  isRemoved: boolean
  sourceId: string | null
}
type Internal = ReturnType<OfficeContext['internalOf']>

const VOCABULARY: Vocabulary = {
  sections: [
    { path: 'lokales', name: 'Lokales' },
    { path: 'sport', name: 'Sport' },
    { path: 'sport/fussball', name: 'Fußball' },
  ],
  tags: [
    { id: 'deich', name: 'Deich' },
    { id: 'hafen', name: 'Hafen' },
  ],
  regions: [{ id: 'tannau', name: 'Tannau' }],
  authors: [{ id: 'lena-vogt', name: 'Lena Vogt' }],
}

export function toTestDraft(change: Partial<ArticleDraft> = {}): ArticleDraft {
  return {
    ...createDraft('news', 'lokales'),
    title: 'Deich bei Tannau hält',
    body: [
      { type: 'paragraph', html: 'Der Deich hält.' },
      { type: 'paragraph', html: 'Das Wasser sinkt.' },
      { type: 'paragraph', html: 'Die Feuerwehr bleibt.' },
    ],
    ...change,
  }
}

/** `now` is read at each call. */
export function createRecordsDouble(now: () => Date) {
  const articles = new Map<string, Stored>()
  const given = new Set<string>()
  const changes: { sequence: number; id: string; kind: string }[] = []
  const redirects: { from: string; to: string }[] = []
  const pictureEnds = new Map<string, string>()
  let proposals: Proposal[] = []
  let bar: BreakingBar | null = null
  let lastId = 900_000
  /** Calls that do not answer; `saveRecord, late` answers nothing although it was done. */
  const silent = new Set<string>()

  const ok = <T>(data: T): Result<T> => ({ ok: true, data, headers: new Headers() })
  const refuse = (status: number, code: string): Result<never> => ({
    ok: false,
    status,
    problem: { status, code, title: code },
    headers: null,
  })
  const log = (id: string, kind: string) => void changes.push({ sequence: changes.length + 1, id, kind })
  const toPath = (id: string) => `/artikel-${id}`

  function toSummary(id: string): RecordSummary {
    const { draft, revision, updated, publishDate, isRemoved } = articles.get(id)!
    return {
      id,
      title: isRemoved ? '' : draft.title,
      sectionPath: draft.sectionPath,
      path: toPath(id),
      contentRestriction: draft.contentRestriction,
      source: draft.source,
      authorIds: [],
      tagIds: draft.tagIds,
      state: isRemoved ? 'withdrawn' : new Date(publishDate) > now() ? 'waiting' : 'shown',
      publishDate,
      updateDate: updated,
      urgency: draft.urgency,
      revision,
    }
  }

  const fronts = createFrontsDouble(now, silent, refuse)
  const quizzes = createQuizzesDouble(now, silent, refuse)
  const records: Client<typeof RECORDS> = {
    ...fronts.calls,
    ...quizzes.calls,
    takeArticleId: async () => {
      if (silent.has('takeArticleId')) return refuse(0, 'UNREACHABLE')
      const id = String(++lastId)
      given.add(id)
      return ok({ id })
    },
    getRecord: async ({ params: { id } }) => {
      const stored = articles.get(id)
      if (stored === undefined) return refuse(404, 'NOT_FOUND')
      return ok({ ...toSummary(id), draft: stored.draft, sourceId: stored.sourceId, sourceVersion: 1 })
    },
    saveRecord: async ({ params: { id }, body: { revision, draft, updated } }) => {
      if (silent.has('saveRecord')) return refuse(0, 'UNREACHABLE')
      const stored = articles.get(id)
      if (stored === undefined && !given.has(id)) return refuse(404, 'NOT_FOUND')
      if (stored !== undefined && (stored.revision ?? 0) > revision) return refuse(409, 'LATER_REVISION')
      if (draft.title.trim() === '' || VOCABULARY.sections.every(({ path }) => path !== draft.sectionPath))
        return refuse(422, 'NOT_COMPLETE')
      const publishDate = stored?.publishDate ?? draft.publishDate ?? now().toISOString()
      const isSame = stored !== undefined && stored.revision === revision && !stored.isRemoved
      if (!isSame) {
        articles.set(id, {
          draft,
          revision,
          updated,
          publishDate,
          isRemoved: false,
          sourceId: stored?.sourceId ?? null,
        })
        log(id, 'article')
      }
      if (silent.has('saveRecord, late')) return refuse(0, 'UNREACHABLE')
      return ok({ path: toPath(id), publishDate, isNew: stored === undefined })
    },
    listRecords: async ({ query = {} }) => {
      const { ids = '', after = '', limit = 200 } = query
      const all = [...articles.keys()].toSorted((a, b) => Number(a) - Number(b))
      const asked = new Set(ids.split(','))
      const found =
        ids === '' ? all.filter((id) => after === '' || Number(id) > Number(after)) : all.filter((id) => asked.has(id))
      const most = ids === '' ? Number(limit) : found.length
      return ok({ records: found.slice(0, most).map(toSummary), isLast: found.length <= most })
    },
    listMediaUses: async ({ body: { names, after = '', limit = 200 } }) => {
      if (silent.has('listMediaUses')) return refuse(0, 'UNREACHABLE')
      const users = [...articles].filter(
        ([id, { isRemoved, draft }]) =>
          id > after && !isRemoved && names.some((name) => JSON.stringify(draft).includes(name)),
      )
      const page = users.toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, limit)
      return ok({
        uses: page.flatMap(([articleId, { draft }]) =>
          names
            .filter((name) => JSON.stringify(draft).includes(name))
            .map((name) => ({ name, articleId, isLead: draft.picture?.baseUrl === `/${name}` })),
        ),
        elsewhere: [],
        next: page.length === limit ? page.at(-1)![0] : null,
      })
    },
    setPictureEnds: async ({ body: { ends } }) => {
      if (silent.has('setPictureEnds')) return refuse(0, 'UNREACHABLE')
      for (const { name, until } of ends)
        if (until === null) pictureEnds.delete(name)
        else pictureEnds.set(name, until)
      return ok(undefined)
    },
    getVocabulary: async () => (silent.has('getVocabulary') ? refuse(0, 'UNREACHABLE') : ok(VOCABULARY)),
    previewRecord: async ({ body: { draft } }) =>
      draft.title.trim() === '' ? refuse(422, 'NOT_COMPLETE') : ok({} as never),
    listProposals: async () => ok({ proposals }),
    settleProposal: async ({ body: { sourceId, version } }) => {
      if (silent.has('settleProposal')) return refuse(0, 'UNREACHABLE')
      const before = proposals.length
      proposals = proposals.filter((one) => one.sourceId !== sourceId || one.version > version)
      return proposals.length === before ? refuse(404, 'NOT_FOUND') : ok(undefined)
    },
    getBreaking: async () => (silent.has('getBreaking') ? refuse(0, 'UNREACHABLE') : ok({ bar, behind: null })),
    setBreaking: async ({ body: { articleId, line, until, seen, by } }) => {
      const stored = articles.get(articleId)
      if (stored === undefined || stored.isRemoved) return refuse(404, 'NOT_SHOWN')
      const before = bar
      if (before !== null && before.articleId !== seen && before.articleId !== articleId)
        return refuse(409, 'OTHER_BAR')
      const { title, sectionPath, path } = toSummary(articleId)
      bar = { articleId, title, line, path, sectionPath, since: now().toISOString(), until, by }
      return ok({ bar, behind: null, before })
    },
    endBreaking: async ({ body: { seen } }) => {
      const before = bar
      if (before !== null && before.articleId !== seen) return refuse(409, 'OTHER_BAR')
      bar = null
      return ok({ bar, behind: null, before })
    },
  }

  const internal: Internal = {
    withdrawArticle: async ({ params: { id } }) => {
      const stored = articles.get(id)
      if (stored === undefined) return refuse(404, 'NOT_FOUND')
      if (!stored.isRemoved) log(id, 'removed')
      stored.isRemoved = true
      return ok({ path: toPath(id) })
    },
    restoreArticle: async ({ params: { id } }) => {
      const stored = articles.get(id)
      if (stored === undefined) return refuse(404, 'NOT_FOUND')
      if (!stored.isRemoved) return refuse(409, 'SHOWN')
      stored.isRemoved = false
      log(id, 'article')
      return ok({ path: toPath(id) })
    },
    leadTo: async ({ body: { from, to } }) => {
      const stored = articles.get(to)
      if (stored === undefined || stored.isRemoved) return refuse(404, 'NOT_FOUND')
      redirects.push({ from, to })
      return ok({ from, path: toPath(to) })
    },
    listChanges: async ({ query = {} }) => {
      const after = Number(query.after ?? 0)
      const later = changes.slice(after)
      return ok({ last: later.at(-1)?.sequence ?? after, changes: later })
    },
  }

  return {
    records,
    internal,
    articles,
    fronts,
    quizzes,
    redirects,
    pictureEnds,
    silent,
    /** An import writes an article; the office has not published it. */
    importArticle(id: string, draft: ArticleDraft, publishDate = now().toISOString()): void {
      const before = articles.get(id)
      articles.set(id, {
        draft,
        revision: null,
        updated: before === undefined ? null : now().toISOString(),
        publishDate: before?.publishDate ?? publishDate,
        isRemoved: false,
        sourceId: `urn:${id}`,
      })
      log(id, 'article')
    },
    propose(sourceId: string, version: number, draft: ArticleDraft, more: Partial<Proposal> = {}): void {
      proposals = [
        {
          sourceId,
          version,
          kind: more.articleId === undefined ? 'new' : 'update',
          articleId: null,
          isAutomatic: false,
          arrived: now().toISOString(),
          document: toDocument(sourceId, version, draft),
          draft,
          ...more,
        },
        ...proposals.filter((one) => one.sourceId !== sourceId),
      ]
      log(more.articleId ?? sourceId, 'proposal')
    },
    listWaiting: () => proposals.map(({ sourceId, version }) => `${sourceId} ${version}`),
  }
}

function toDocument(sourceId: string, version: number, draft: ArticleDraft): Proposal['document'] {
  return {
    sourceId,
    version,
    status: 'usable',
    embargo: draft.embargo,
    publishDate: '2026-11-28T10:00:00.000Z',
    updateDate: null,
    language: 'de',
    urgency: draft.urgency,
    kind: draft.kind,
    title: draft.title,
    titlePrefix: '',
    teaserTextHtml: draft.teaserTextHtml,
    contentRestriction: draft.contentRestriction,
    sectionPath: draft.sectionPath,
    tags: [],
    regions: [],
    authors: [],
    source: draft.source,
    isOpinion: false,
    correction: '',
    picture: null,
    contentItems: [],
  }
}
