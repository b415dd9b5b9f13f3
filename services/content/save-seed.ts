/**
 * Writes a whole content at once: one transaction with a mark at its end, so that a start that was killed in the middle
 * begins again and a start that finds the mark leaves everything as it is, edits included.
 */
import { toArticleParts, toRecord } from './article-record.ts'
import { toMask } from './schema.ts'
import type { ArticleSeed, ContentSeed } from './seed-input.ts'
import type { ContentStore, Entry, StoredCoupon, StoredDocument, StoredMenu, StoredNewsletter } from './store.ts'
import { createTaxonomy, type TaxonomyInput } from './taxonomy.ts'

export const SEED_MARK = 'seed'
const HOUR = 3_600_000

export async function saveSeed(store: ContentStore, seed: ContentSeed, now: Date): Promise<'saved' | 'unchanged'> {
  if ((await store.getMark(SEED_MARK)) === seed.version) return 'unchanged'
  return store.write(async (trx) => {
    const input = toTaxonomyInput(seed)
    await store.replaceTaxonomy(trx, input)
    const taxonomy = createTaxonomy(input)
    const records = [
      ...seed.articles.map((article) => toRecord(article)),
      ...seed.testReports.map(({ product, rating, verdict, pros, cons, criteria, ...article }) =>
        toRecord(article, { product, rating, verdict, pros, cons, criteria }),
      ),
    ]
    await store.saveArticles(
      trx,
      records.map((record) => toArticleParts(record, taxonomy)),
      now,
    )
    await store.replaceEntries(
      trx,
      'podcast',
      seed.podcasts.map(({ publications, ...podcast }) => toEntry(podcast.id, publications, podcast)),
    )
    await store.replaceEntries(
      trx,
      'coupon',
      seed.coupons.map(({ publications, ...coupon }) =>
        toEntry<StoredCoupon>(coupon.id, publications, { ...coupon, validUntil: coupon.validUntil.toISOString() }),
      ),
    )
    await store.replaceEntries(
      trx,
      'newsletter',
      seed.newsletters.map(({ publications, sampleSections, ...newsletter }) =>
        toEntry<StoredNewsletter>(newsletter.slug, publications, {
          ...newsletter,
          sampleSections: [...sampleSections],
        }),
      ),
    )
    await store.replaceEntries(
      trx,
      'document',
      seed.documents.map(({ publication, ...document }) =>
        toEntry<StoredDocument>(`${publication}/${document.id}`, [publication], {
          ...document,
          updated: document.updated.toISOString(),
          contentItems: [...document.contentItems],
        }),
      ),
    )
    await store.replaceEntries(
      trx,
      'menu',
      seed.menus.map(({ publication, handle, entries }) =>
        toEntry<StoredMenu>(`${publication}/${handle}`, [publication], { handle, entries: [...entries] }),
      ),
    )
    await store.replaceEntries(
      trx,
      'sport',
      seed.sport.map(({ publication, widget }) => toEntry(publication, [publication], widget)),
    )
    await saveViews(seed.articles)
    await store.setMark(trx, SEED_MARK, seed.version)
    await store.logChanges(trx, ['*'], 'all', now)
    return 'saved' as const

    async function saveViews(articles: readonly ArticleSeed[]): Promise<void> {
      const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR)
      for (const publication of new Set(articles.flatMap(({ publications }) => publications))) {
        const counts = articles
          .filter(({ publications, views }) => views > 0 && publications.includes(publication))
          .map(({ id, views }) => ({ id, views }))
        await store.seedViews(trx, publication, hour, counts)
      }
    }
  })
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
