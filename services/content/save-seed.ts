/**
 * Writes a whole content at once: one transaction with a mark at its end, so that a start that was killed in the middle
 * begins again and a start that finds the mark leaves everything as it is, edits included.
 */
import { toArticleParts, toRecord } from './article-record.ts'
import { toMask, type ContentDb } from './schema.ts'
import type { ArticleSeed, ContentSeed } from './seed-input.ts'
import { saveTexts } from './save-publication.ts'
import * as articleStore from './store/articles.ts'
import * as changeStore from './store/changes.ts'
import * as entryStore from './store/entries.ts'
import type { Entry, StoredCoupon, StoredNewsletter } from './store/entries.ts'
import * as taxonomyStore from './store/taxonomy.ts'
import * as viewStore from './store/views.ts'
import { createTaxonomy, type TaxonomyInput } from './taxonomy.ts'

export const SEED_MARK = 'seed'
const HOUR = 3_600_000

export async function saveSeed(db: ContentDb, seed: ContentSeed, now: Date): Promise<'saved' | 'unchanged'> {
  if ((await changeStore.getMark(db, SEED_MARK)) === seed.version) return 'unchanged'
  return changeStore.write(db, async (trx) => {
    const input = toTaxonomyInput(seed)
    await taxonomyStore.replaceTaxonomy(trx, input)
    const taxonomy = createTaxonomy(input)
    const records = [
      ...seed.articles.map((article) => toRecord(article)),
      ...seed.testReports.map(({ product, rating, verdict, pros, cons, criteria, ...article }) =>
        toRecord(article, { product, rating, verdict, pros, cons, criteria }),
      ),
    ]
    await articleStore.saveArticles(
      trx,
      records.map((record) => toArticleParts(record, taxonomy)),
      now,
    )
    await entryStore.replaceEntries(
      trx,
      'podcast',
      seed.podcasts.map(({ publications, ...podcast }) => toEntry(podcast.id, publications, podcast)),
    )
    await entryStore.replaceEntries(
      trx,
      'coupon',
      seed.coupons.map(({ publications, ...coupon }) =>
        toEntry<StoredCoupon>(coupon.id, publications, { ...coupon, validUntil: coupon.validUntil.toISOString() }),
      ),
    )
    await entryStore.replaceEntries(
      trx,
      'newsletter',
      seed.newsletters.map(({ publications, sampleSections, ...newsletter }) =>
        toEntry<StoredNewsletter>(newsletter.slug, publications, {
          ...newsletter,
          sampleSections: [...sampleSections],
        }),
      ),
    )
    for (const code of publicationsOf(seed))
      await saveTexts(trx, {
        code,
        documents: seed.documents.filter(({ publication }) => publication === code),
        menus: seed.menus.filter(({ publication }) => publication === code),
      })
    await entryStore.replaceEntries(
      trx,
      'sport',
      seed.sport.map(({ publication, widget }) => toEntry(publication, [publication], widget)),
    )
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

/** Documents and menus of others are not the seed's to take away. */
function publicationsOf({ documents, menus }: ContentSeed): Set<string> {
  return new Set([...documents, ...menus].map(({ publication }) => publication))
}

function toEntry<T>(key: string, publications: readonly string[], data: T): Entry {
  return { key, publications: toMask(publications), data }
}

function toTaxonomyInput({ sections, tags, topics, regions, authors }: ContentSeed): TaxonomyInput {
  return {
    sections: sections.map(({ publications, ...section }) => ({ ...section, publications: toMask(publications) })),
    tags: tags.map(({ id, slug, name, parentId }) => ({ id, slug, name, parentId, isCurated: true })),
    topics: topics.map(({ publications, tagIds, ...topic }) => ({
      ...topic,
      tagIds: [...tagIds],
      publications: toMask(publications),
    })),
    regions: regions.map((region) => ({ ...region })),
    authors: authors.map(({ shortname, ...author }) => ({ ...author, shortname: shortname ?? null })),
  }
}
