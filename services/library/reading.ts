/** Read and bought articles, the last visits of the feeds, and the onboarding status. */
import { decideFeedVisit } from '@lokalteil/domain/reading/personal-feed'
import { mergeReading, type ReadArticle } from '@lokalteil/domain/reading/read-articles'
import { problem } from '../platform/serve.ts'
import { change, Undo, type LibraryHandlers } from './context.ts'
import { getReader, setReader } from './store/readers.ts'
import * as store from './store/reading.ts'

export const READING_HANDLERS = {
  async listPurchases({ purchases }, { context: { publication, user }, body }) {
    const bought = await purchases.listPurchased(publication, user, [...new Set(body)])
    return Object.fromEntries(body.flatMap((id) => (bought.has(id) ? [[id, bought.get(id)!.toISOString()]] : [])))
  },
  isPurchased: async ({ purchases }, { context: { publication, user }, params: { articleId } }) =>
    (await purchases.listPurchased(publication, user, [articleId])).has(articleId),

  getOnboarding: async ({ db }, { context }) => ({
    isOnboardingCompleted: ((await getReader(db, context))?.onboarded_at ?? null) !== null,
  }),
  setOnboarding: (library, { context, body }) =>
    change(library, context, async (held) => {
      await setReader(held, { onboarded_at: body.isOnboardingCompleted ? (held.onboardedAt ?? held.at) : null })
      return body
    }),

  visitFeed: (library, { context, params: { feed } }) =>
    change(library, context, async (held) => {
      const visit = decideFeedVisit(await store.getFeedVisit(held, feed), held.at)
      await store.setFeedVisit(held, feed, visit)
      return { since: visit.since?.toISOString() ?? null }
    }),

  async getReading({ db }, { context }) {
    const isSynced = (await getReader(db, context))?.is_reading_synced === true
    return toReading(isSynced, isSynced ? await store.listReading(db, context) : [])
  },
  setReadingSync: (library, { context, body: { isSynced } }) =>
    change(library, context, async (held) => {
      await setReader(held, { is_reading_synced: isSynced })
      if (!isSynced) await store.clearReading(held)
      return toReading(isSynced, isSynced ? await store.listReading(held.within, held) : [])
    }),
  mergeReading: (library, { context, body }) =>
    change(library, context, async (held) => {
      if (!held.isReadingSynced)
        throw new Undo(problem(409, 'NOT_SYNCED', 'The reader did not ask for read articles to be kept'))
      const more = body.articles.map((article) => ({ ...article, ts: new Date(article.ts) }))
      const before = await store.listReading(held.within, held)
      const merged = mergeReading(before, more, await store.listRemovedReading(held), held.at)
      await store.saveReading(held, merged)
      return toReading(true, merged)
    }),
  removeReadArticle: (library, { context, params }) =>
    change(library, context, async (held) => {
      if (held.isReadingSynced) await store.removeReading(held, params.articleId)
      return undefined
    }),
  clearReading: (library, { context }) =>
    change(library, context, async (held) => {
      await store.clearReading(held)
      return undefined
    }),
} satisfies Partial<LibraryHandlers>

function toReading(isSynced: boolean, articles: readonly ReadArticle[]) {
  return { isSynced, articles: articles.map((article) => ({ ...article, ts: article.ts.toISOString() })) }
}
