/**
 * Writes articles, podcasts and other seed content in one transaction with a mark at its end: a start that was killed
 * begins again, and a start that finds the mark leaves everything as it is, edits included.
 */
import { toArticleParts, toRecord } from './article-record.ts'
import { toCarriers, type ContentDb } from './schema.ts'
import type { ArticleSeed, ContentSeed } from './seed-input.ts'
import * as articleStore from './store/articles.ts'
import * as changeStore from './store/changes.ts'
import * as entryStore from './store/entries.ts'
import type { Entry } from './store/entries.ts'
import * as taxonomyStore from './store/taxonomy.ts'
import * as viewStore from './store/views.ts'
import { takeQuiz } from './take-quiz.ts'
import { createTaxonomy, type Taxonomy } from './taxonomy.ts'

const SEED_MARK = 'seed'
const HOUR = 3_600_000

export async function saveSeed(db: ContentDb, seed: ContentSeed, now: Date): Promise<'saved' | 'unchanged'> {
  if ((await changeStore.getMark(db, SEED_MARK)) === seed.version) return 'unchanged'
  return changeStore.write(db, async (trx) => {
    const taxonomies = new Map<string, Taxonomy>()
    for (const code of new Set([...seed.articles, ...seed.testReports].map(({ owner }) => owner)))
      taxonomies.set(code, createTaxonomy(await taxonomyStore.loadTaxonomy(trx, code)))
    const records = [
      ...seed.articles.map((article) => toRecord(article)),
      ...seed.testReports.map(({ product, rating, verdict, pros, cons, criteria, ...article }) =>
        toRecord(article, { product, rating, verdict, pros, cons, criteria }),
      ),
    ]
    await articleStore.saveArticles(
      trx,
      records.map((record) => toArticleParts(record, taxonomies.get(record.owner)!)),
      now,
    )
    await entryStore.replaceEntries(
      trx,
      'podcast',
      seed.podcasts.map(({ publications, ...podcast }) => toEntry(podcast.id, publications, podcast)),
    )
    await entryStore.replaceEntries(
      trx,
      'sport',
      seed.sport.map(({ publication, widget }) => toEntry(publication, [publication], widget)),
    )
    for (const { publication, quiz } of seed.quizzes ?? []) await takeQuiz(trx, publication, quiz)
    await saveViews(seed.articles)
    await changeStore.setMark(trx, SEED_MARK, seed.version)
    await changeStore.logChanges(trx, ['*'], 'all', now)
    return 'saved' as const

    async function saveViews(articles: readonly ArticleSeed[]): Promise<void> {
      const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR)
      for (const publication of new Set(articles.flatMap(({ publications }) => publications))) {
        const counts = articles
          .filter(({ publications, views }) => views > 0 && publications.includes(publication))
          .map(({ id, views }) => ({ id, views }))
        await viewStore.seedViews(trx, publication, hour, counts)
      }
    }
  })
}

function toEntry<T>(key: string, publications: readonly string[], data: T): Entry {
  return { key, ...toCarriers(publications), data }
}
