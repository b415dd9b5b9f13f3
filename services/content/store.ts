/**
 * Every query of the content service. Times and publications are parameters; "visible" always means: not withdrawn,
 * carried by the publication, and its moment has come. Writes that readers see leave a row in the change log and are
 * serialised among processes, so that a follower of the log misses none.
 */
import type { ContentItem, MenuEntry, Picture, SportWidget } from '@lokalteil/contracts/content'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { ArticleParts } from './article-record.ts'
import { listMedia, type MediaUses } from './media-uses.ts'
import type { ArticleRow, ContentDb, ContentTables } from './schema.ts'
import type { SearchQuery } from './search-text.ts'
import type { AuthorRecord, TaxonomyInput } from './taxonomy.ts'

export type Trx = Transaction<ContentTables>
export type Sealed = { text: string; seal: string }
/** What one reader may see: a publication's bit and the time. */
export type View = { mask: number; now: Date }

export type EntryKind = 'podcast' | 'coupon' | 'newsletter' | 'document' | 'menu' | 'sport'
export type Entry = { key: string; publications: number; data: unknown }
export type StoredPodcast = {
  id: string
  title: string
  description: string
  picture: Picture | null
  episodes: {
    id: string
    title: string
    description: string
    publishDate: string
    audio: ContentItem & { type: 'audio' }
    transcript: string[]
    picture: Picture | null
    bytes: number
  }[]
}
export type StoredCoupon = {
  id: string
  partner: string
  title: string
  description: string
  discount: string
  code: string
  validUntil: string
  target: string
}
export type StoredNewsletter = {
  slug: string
  title: string
  description: string
  rhythm: string
  sender: string
  picture: Picture | null
  sampleSections: string[]
}
export type StoredDocument = { id: string; title: string; updated: string; contentItems: ContentItem[] }
export type StoredMenu = { handle: string; entries: MenuEntry[] }
export type StoredSport = SportWidget

export type SitemapRow = Pick<
  ArticleRow,
  'path' | 'title' | 'is_own' | 'is_test_report' | 'keywords' | 'picture' | 'shown' | 'changed' | 'owner'
>
export type KnownArticle = Pick<ArticleRow, 'id' | 'source_id' | 'source_version' | 'removed' | 'publications'> & {
  was_free: boolean
  published: string | null
  /** Of a source without versions; null where none was told. */
  digest: string | null
  taken_at: Date | null
}

const CHANGES_LOCK = 7_423_001
const KEPT_CHANGES = 20_000
const ROWS_AT_ONCE = 50

export type ContentStore = ReturnType<typeof createContentStore>

export function createContentStore(database: Database) {
  const db = database.db as ContentDb

  const visible = ({ mask, now }: View) =>
    sql<boolean>`not a.removed and a.publications & ${mask} <> 0 and a.shown <= ${now}`

  return {
    /** Everything the service holds in memory. */
    async loadTaxonomy(trx: ContentDb = db): Promise<TaxonomyInput> {
      const [sections, tags, topics, regions, authors] = await Promise.all([
        trx.selectFrom('content.sections').selectAll().orderBy('position').execute(),
        trx.selectFrom('content.tags').selectAll().orderBy('position').orderBy('id').execute(),
        trx.selectFrom('content.topics').selectAll().execute(),
        trx.selectFrom('content.regions').selectAll().orderBy('position').execute(),
        trx.selectFrom('content.authors').selectAll().orderBy('position').execute(),
      ])
      return {
        sections: sections.map((row) => ({
          path: row.path,
          name: row.name,
          seoTitle: row.seo_title,
          description: row.description,
          publications: row.publications,
        })),
        tags: tags.map((row) => ({
          id: row.id,
          slug: row.slug,
          name: row.name,
          parentId: row.parent_id,
          isCurated: row.curated,
        })),
        topics: topics.map((row) => ({
          id: row.id,
          title: row.title,
          description: row.description,
          tagIds: row.tag_ids,
          picture: row.picture as Picture | null,
          publications: row.publications,
        })),
        regions: regions.map((row) => ({
          id: row.id,
          label: row.label,
          sectionPath: row.section_path,
          parentId: row.parent_id,
        })),
        authors: authors.map((row): AuthorRecord => ({ ...row, portrait: row.portrait as Picture | null })),
      }
    },

    async listEntries(kind: EntryKind): Promise<Entry[]> {
      return db
        .selectFrom('content.entries')
        .select(['key', 'publications', 'data'])
        .where('kind', '=', kind)
        .orderBy('position')
        .execute()
    },

    /** Null: never there, not carried, or its time has not come. Withdrawn ones are told. */
    async getArticle(
      id: string,
      view: View,
    ): Promise<{ removed: boolean; isTestReport: boolean; article: Sealed } | null> {
      const { rows } = await sql<{ removed: boolean; is_test_report: boolean; article: string; article_seal: string }>`
        select removed, is_test_report, article, article_seal from content.articles
        where id = ${id} and (removed or (publications & ${view.mask} <> 0 and shown <= ${view.now}))`.execute(db)
      const row = rows[0]
      return row === undefined
        ? null
        : {
            removed: row.removed,
            isTestReport: row.is_test_report,
            article: { text: row.article, seal: row.article_seal },
          }
    },

    async getFullArticle(
      id: string,
      view: View,
    ): Promise<{ removed: boolean; isTestReport: boolean; article: Sealed } | null> {
      const { rows } = await sql<{ removed: boolean; is_test_report: boolean; text: string; seal: string }>`
        select removed, is_test_report, coalesce(full_article, article) as text, case when full_article is null then article_seal else full_article_seal end as seal
        from content.articles where id = ${id} and (removed or (publications & ${view.mask} <> 0 and shown <= ${view.now}))`.execute(
        db,
      )
      const row = rows[0]
      return row === undefined
        ? null
        : { removed: row.removed, isTestReport: row.is_test_report, article: { text: row.text, seal: row.seal } }
    },

    async isRemoved(id: string): Promise<boolean> {
      const row = await db.selectFrom('content.articles').select('removed').where('id', '=', id).executeTakeFirst()
      return row?.removed ?? false
    },

    async listTeasersById(ids: readonly string[], view: View): Promise<Map<string, Sealed>> {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{ id: string } & Sealed>`
        select a.id, a.teaser as text, a.teaser_seal as seal from content.articles a where a.id = any(${[...ids]}::text[]) and ${visible(view)}`.execute(
        db,
      )
      return new Map(rows.map(({ id, text, seal }) => [id, { text, seal }]))
    },

    /** A page of one list, newest first: one walk along the index. */
    async listTeasers(list: string, view: View, limit: number, offset = 0): Promise<Sealed[]> {
      const { rows } = await sql<Sealed>`
        select a.teaser as text, a.teaser_seal as seal
        from (
          select article_id, shown from content.lists
          where list = ${list} and shown <= ${view.now} and publications & ${view.mask} <> 0
          order by shown desc, article_id desc limit ${limit} offset ${offset}
        ) l join content.articles a on a.id = l.article_id
        order by l.shown desc, l.article_id desc`.execute(db)
      return rows
    },

    /** The newest of several lists in one query. */
    async listTeasersOfLists(lists: readonly string[], view: View, each: number): Promise<Map<string, Sealed[]>> {
      if (lists.length === 0) return new Map()
      const { rows } = await sql<Sealed & { list: string }>`
        select wanted.list, a.teaser as text, a.teaser_seal as seal from unnest(${[...lists]}::text[]) as wanted(list)
        cross join lateral (
          select article_id, shown from content.lists
          where list = wanted.list and shown <= ${view.now} and publications & ${view.mask} <> 0
          order by shown desc, article_id desc limit ${each}
        ) l join content.articles a on a.id = l.article_id
        order by wanted.list, l.shown desc, l.article_id desc`.execute(db)
      const found = new Map<string, Sealed[]>(lists.map((list) => [list, []]))
      for (const { list, text, seal } of rows) found.get(list)?.push({ text, seal })
      return found
    },

    async countList(list: string, view: View): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from content.lists where list = ${list} and shown <= ${view.now} and publications & ${view.mask} <> 0`.execute(
        db,
      )
      return rows[0]?.count ?? 0
    },

    async countLists(lists: readonly string[], view: View): Promise<Map<string, number>> {
      const { rows } = await sql<{ list: string; count: number }>`
        select list, count(*)::int as count from content.lists
        where list = any(${[...lists]}::text[]) and shown <= ${view.now} and publications & ${view.mask} <> 0 group by list`.execute(
        db,
      )
      return new Map(rows.map(({ list, count }) => [list, count]))
    },

    /**
     * Articles of any of the lists, newest first, each once. Reads only as far into every list as the page asks, and
     * `ahead` further; the total is exact up to there and a lower bound beyond.
     */
    async listFeed(
      lists: readonly string[],
      view: View,
      limit: number,
      offset: number,
      ahead = 100,
    ): Promise<{ teasers: Sealed[]; total: number }> {
      if (lists.length === 0) return { teasers: [], total: 0 }
      const { rows } = await sql<Sealed & { total: number }>`
        with found as materialized (
          select distinct l.shown, l.article_id from unnest(${[...new Set(lists)]}::text[]) as wanted(list)
          cross join lateral (
            select shown, article_id from content.lists
            where list = wanted.list and shown <= ${view.now} and publications & ${view.mask} <> 0
            order by shown desc, article_id desc limit ${offset + limit + ahead}
          ) l
        ), page as (select shown, article_id from found order by shown desc, article_id desc limit ${limit} offset ${offset})
        select a.teaser as text, a.teaser_seal as seal, (select count(*)::int from found) as total
        from page join content.articles a on a.id = page.article_id order by page.shown desc, page.article_id desc`.execute(
        db,
      )
      if (rows.length > 0 || (offset === 0 && limit > 0)) return { teasers: rows, total: rows[0]?.total ?? 0 }
      const { rows: counted } = await sql<{ total: number }>`
        select count(distinct article_id)::int as total from content.lists
        where list = any(${[...lists]}::text[]) and shown <= ${view.now} and publications & ${view.mask} <> 0`.execute(
        db,
      )
      return { teasers: [], total: counted[0]?.total ?? 0 }
    },

    async getBreakingNews(view: View, since: Date): Promise<{ title: string; path: string; shown: Date } | null> {
      const { rows } = await sql<{ title: string; path: string; shown: Date }>`
        select a.title, a.path, a.shown from content.articles a
        where a.urgency <= 2 and a.shown > ${since} and ${visible(view)} order by a.shown desc, a.id desc limit 1`.execute(
        db,
      )
      return rows[0] ?? null
    },

    async listMostRead(publication: string, view: View, since: Date, limit: number): Promise<Sealed[]> {
      const { rows } = await sql<Sealed>`
        select a.teaser as text, a.teaser_seal as seal from (
          select article_id, sum(views) as views from content.views where publication = ${publication} and hour >= ${since} group by article_id order by 2 desc limit ${limit * 3}
        ) v join content.articles a on a.id = v.article_id where ${visible(view)} order by v.views desc, a.shown desc limit ${limit}`.execute(
        db,
      )
      return rows
    },

    async addViews(publication: string, hour: Date, counts: ReadonlyMap<string, number>): Promise<void> {
      await sql`
        insert into content.views (publication, hour, article_id, views)
        select ${publication}, ${hour}, id, views from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as given(id, views)
        where exists (select from content.articles where articles.id = given.id)
        on conflict (publication, hour, article_id) do update set views = content.views.views + excluded.views`.execute(
        db,
      )
    },

    async dropViewsBefore(time: Date): Promise<void> {
      await db.deleteFrom('content.views').where('hour', '<', time).execute()
    },

    /**
     * Hits are found by all words; ranked are the newest `ranked` of them and the newest of those that carry all words
     * in headline, teaser or names, by relevance times freshness; everything behind follows by date. So a common word
     * costs what its newest hits cost.
     */
    async search(
      query: SearchQuery,
      view: View,
      limit: number,
      offset: number,
      ranked = 200,
    ): Promise<{ teasers: Sealed[]; total: number }> {
      const { rows } = await sql<Sealed & { total: number }>`
        with asked as materialized (select ${toTsQuery(query)} as q),
        hits as materialized (
          select s.article_id, s.shown from content.search s, asked
          where s.words @@ asked.q and s.publications & ${view.mask} <> 0 and s.shown <= ${view.now}
        ),
        candidates as materialized (
          (select article_id from hits order by shown desc limit ${ranked})
          union
          (select s.article_id from content.search s, asked
           where s.head @@ asked.q and s.publications & ${view.mask} <> 0 and s.shown <= ${view.now} order by s.shown desc limit ${ranked})
        ),
        scored as (
          select s.article_id, (0.03 + ts_rank('{0.05, 0.15, 0.4, 1.0}', s.head, asked.q))
            / (1 + 0.15 * ln(1 + greatest(extract(epoch from ${view.now}::timestamptz - s.shown), 0) / 86400)) as score
          from candidates join content.search s using (article_id), asked
        ),
        page as (
          select hits.article_id, hits.shown, coalesce(scored.score, 0) as score from hits left join scored using (article_id)
          order by score desc, hits.shown desc, hits.article_id desc limit ${limit} offset ${offset}
        )
        select a.teaser as text, a.teaser_seal as seal, (select count(*)::int from hits) as total
        from page join content.articles a on a.id = page.article_id order by page.score desc, page.shown desc, page.article_id desc`.execute(
        db,
      )
      if (rows.length > 0 || offset === 0) return { teasers: rows, total: rows[0]?.total ?? 0 }
      return { teasers: [], total: (await this.search(query, view, 1, 0)).total }
    },

    /** Headlines that begin words with the typed prefix, newest first. */
    async listHeadlinesLike(query: SearchQuery, view: View, limit: number): Promise<{ title: string; path: string }[]> {
      const { rows } = await sql<{ title: string; path: string }>`
        select a.title, a.path from content.search s join content.articles a on a.id = s.article_id
        where s.head @@ ${toTsQuery(query)} and ${visible(view)} order by s.shown desc limit ${limit}`.execute(db)
      return rows
    },

    /** Known words that look like `spelling` or begin like it; the caller counts the edits. */
    async listSimilarWords(spelling: string, limit: number): Promise<{ word: string; spelling: string }[]> {
      const { rows } = await sql<{ word: string; spelling: string }>`
        (select word, spelling from content.words where spelling % ${spelling} order by similarity(spelling, ${spelling}) desc, spelling limit ${limit})
        union
        (select word, spelling from content.words where spelling like ${`${spelling.slice(0, 2)}%`}
         and length(spelling) between ${spelling.length - 1} and ${spelling.length + 1} limit ${limit * 10})`.execute(
        db,
      )
      return rows
    },

    /** Whether any visible article holds the word. */
    async isWordUsed(word: string, view: View): Promise<boolean> {
      const { rows } = await sql`
        select from content.search s where s.words @@ ${toTsQuery({ words: [word], prefix: '' })} and s.publications & ${view.mask} <> 0 and s.shown <= ${view.now} limit 1`.execute(
        db,
      )
      return rows.length > 0
    },

    async listSitemapArticles(
      view: View,
      since: Date | null,
      newsOnly: boolean,
      limit: number,
      offset: number,
    ): Promise<SitemapRow[]> {
      const { rows } = await sql<SitemapRow>`
        select a.path, a.title, a.is_own, a.is_test_report, a.keywords, a.picture, a.shown, a.changed, a.owner from content.articles a
        where ${visible(view)} and a.shown >= ${since ?? new Date(0)} and not (a.is_test_report and ${newsOnly}) order by a.shown desc, a.id desc limit ${limit} offset ${offset}`.execute(
        db,
      )
      return rows
    },

    async countSitemapArticles(view: View, since: Date | null, newsOnly: boolean): Promise<number> {
      const { rows } = await sql<{
        count: number
      }>`select count(*)::int as count from content.articles a where ${visible(view)} and a.shown >= ${since ?? new Date(0)} and not (a.is_test_report and ${newsOnly})`.execute(
        db,
      )
      return rows[0]?.count ?? 0
    },

    /** When each list last showed something new; for sitemaps. */
    async listLatest(lists: readonly string[], view: View): Promise<Map<string, Date>> {
      const { rows } = await sql<{ list: string; shown: Date }>`
        select wanted.list, l.shown from unnest(${[...lists]}::text[]) as wanted(list)
        cross join lateral (
          select shown from content.lists where list = wanted.list and shown <= ${view.now} and publications & ${view.mask} <> 0
          order by shown desc, article_id desc limit 1
        ) l`.execute(db)
      return new Map(rows.map(({ list, shown }) => [list, shown]))
    },

    async getLastSequence(): Promise<number> {
      const { rows } = await sql<{ last: number | null }>`select max(sequence) as last from content.changes`.execute(db)
      return rows[0]?.last ?? 0
    },

    /** `isComplete` is false when the log no longer reaches back to `after`. */
    async listChanges(
      after: number,
      limit: number,
    ): Promise<{ changes: { sequence: number; id: string; kind: string }[]; isComplete: boolean }> {
      const { rows } = await sql<{ sequence: number; id: string; kind: string }>`
        select sequence, id, kind from content.changes where sequence > ${after} order by sequence limit ${limit}`.execute(
        db,
      )
      const { rows: first } = await sql<{
        first: number | null
      }>`select min(sequence) as first from content.changes`.execute(db)
      return { changes: rows, isComplete: after === 0 || (first[0]?.first ?? 0) <= after + 1 }
    },

    /** Files of this site that only paid texts show. */
    async listPaidMedia(): Promise<string[]> {
      const { rows } = await sql<{
        name: string
      }>`select name from content.media_uses group by name having ${isPaidMedia}`.execute(db)
      return rows.map(({ name }) => name)
    },

    /** The same of all files that these articles show or showed, each with what it is now. */
    async listMediaOf(articleIds: readonly string[]): Promise<{ name: string; isPaid: boolean }[]> {
      const { rows } = await sql<{ name: string; is_paid: boolean }>`
        select name, ${isPaidMedia} as is_paid from content.media_uses
        where name in (select name from content.media_uses where used_by = any(${[...articleIds]}::text[])) group by name`.execute(
        db,
      )
      return rows.map(({ name, is_paid }) => ({ name, isPaid: is_paid }))
    },

    async getMark(name: string): Promise<string | null> {
      const row = await db.selectFrom('content.marks').select('value').where('name', '=', name).executeTakeFirst()
      return row?.value ?? null
    },

    /** One transaction of writes that readers see. */
    write<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
      return db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${CHANGES_LOCK})`.execute(trx)
        return work(trx)
      })
    },

    async setMark(trx: Trx, name: string, value: string): Promise<void> {
      await trx
        .insertInto('content.marks')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
    },

    async replaceTaxonomy(trx: Trx, input: TaxonomyInput): Promise<void> {
      const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
      await upsert(
        trx,
        'content.sections',
        'path',
        input.sections.map((row, position) => ({
          path: row.path,
          position,
          name: row.name,
          seo_title: row.seoTitle,
          description: row.description,
          publications: row.publications,
        })),
      )
      await upsert(
        trx,
        'content.tags',
        'id',
        input.tags.map((row, position) => ({
          id: row.id,
          position,
          slug: row.slug,
          name: row.name,
          parent_id: row.parentId,
          curated: row.isCurated,
        })),
      )
      await upsert(
        trx,
        'content.topics',
        'id',
        input.topics.map((row, position) => ({
          id: row.id,
          position,
          title: row.title,
          description: row.description,
          tag_ids: row.tagIds,
          picture: json(row.picture),
          publications: row.publications,
        })),
      )
      await upsert(
        trx,
        'content.regions',
        'id',
        input.regions.map((row, position) => ({
          id: row.id,
          position,
          label: row.label,
          section_path: row.sectionPath,
          parent_id: row.parentId,
        })),
      )
      await upsert(
        trx,
        'content.authors',
        'id',
        input.authors.map(({ portrait, ...row }, position) => ({ ...row, position, portrait: json(portrait) })),
      )
      await saveMediaUses(trx, [
        {
          usedBy: 'taxonomy',
          media: {
            free: listMedia([
              input.topics.map(({ picture }) => ({ picture })),
              input.authors.map(({ portrait }) => ({ portrait })),
            ]),
            paid: [],
          },
        },
      ])
    },

    async replaceEntries(trx: Trx, kind: EntryKind, entries: readonly Entry[]): Promise<void> {
      await trx.deleteFrom('content.entries').where('kind', '=', kind).execute()
      const rows = entries.map(({ key, publications, data }, position) => ({
        kind,
        key,
        position,
        publications,
        data: JSON.stringify(data),
      }))
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
        await trx
          .insertInto('content.entries')
          .values(rows.slice(start, start + ROWS_AT_ONCE))
          .execute()
      await saveMediaUses(trx, [
        { usedBy: `entries:${kind}`, media: { free: listMedia(entries.map(({ data }) => ({ data }))), paid: [] } },
      ])
    },

    async listKnownArticles(trx: Trx, owner: string, sourceIds: readonly string[]): Promise<KnownArticle[]> {
      const { rows } = await sql<KnownArticle>`
        select id, source_id, source_version, removed, publications, not removed and full_article is null as was_free,
          case when removed then null else article::json ->> 'publishDate' end as published, digest, taken_at
        from content.articles left join content.source_states on article_id = id
        where owner = ${owner} and source_id = any(${[...sourceIds]}::text[])`.execute(trx)
      return rows
    },

    async takeArticleIds(trx: Trx, count: number): Promise<string[]> {
      if (count === 0) return []
      const { rows } = await sql<{
        id: string
      }>`select nextval('content.article_id')::text as id from generate_series(1, ${count}::int)`.execute(trx)
      return rows.map(({ id }) => id)
    },

    async takeTagIds(trx: Trx, count: number): Promise<string[]> {
      if (count === 0) return []
      const { rows } = await sql<{
        id: string
      }>`select nextval('content.tag_id')::text as id from generate_series(1, ${count}::int)`.execute(trx)
      return rows.map(({ id }) => id)
    },

    async addTags(trx: Trx, tags: readonly { id: string; slug: string; name: string }[]): Promise<void> {
      if (tags.length === 0) return
      const rows = tags.map(({ id, slug, name }) => ({
        id,
        slug,
        name,
        position: 1_000_000,
        parent_id: null,
        curated: false,
      }))
      await trx
        .insertInto('content.tags')
        .values(rows)
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .execute()
    },

    async addSections(
      trx: Trx,
      sections: readonly { path: string; name: string; publications: number }[],
    ): Promise<void> {
      if (sections.length === 0) return
      const rows = sections.map((section, index) => ({
        ...section,
        position: 1000 + index,
        seo_title: '',
        description: '',
      }))
      await trx
        .insertInto('content.sections')
        .values(rows)
        .onConflict((conflict) =>
          // A section of another publication is one of these from now on.
          conflict.column('path').doUpdateSet({
            publications: sql`content.sections.publications | excluded.publications`,
          }),
        )
        .execute()
    },

    async saveSourceStates(
      trx: Trx,
      states: readonly { articleId: string; digest: string; takenAt: Date }[],
    ): Promise<void> {
      if (states.length === 0) return
      await trx
        .insertInto('content.source_states')
        .values(states.map(({ articleId, digest, takenAt }) => ({ article_id: articleId, digest, taken_at: takenAt })))
        .onConflict((conflict) =>
          conflict.column('article_id').doUpdateSet((eb) => ({
            digest: eb.ref('excluded.digest'),
            taken_at: eb.ref('excluded.taken_at'),
          })),
        )
        .execute()
    },

    async saveArticles(trx: Trx, articles: readonly ArticleParts[], at: Date): Promise<void> {
      for (let start = 0; start < articles.length; start += ROWS_AT_ONCE)
        await saveBatch(trx, articles.slice(start, start + ROWS_AT_ONCE))
      await logChanges(
        trx,
        articles.map(({ row }) => row.id),
        'article',
        at,
      )
    },

    /** The rows stay, without any text, so that readers get 410 and an older version cannot come back. */
    async removeArticles(
      trx: Trx,
      ids: readonly string[],
      version: ReadonlyMap<string, number>,
      at: Date,
    ): Promise<void> {
      if (ids.length === 0) return
      const versions = ids.map((id) => version.get(id) ?? 0)
      await sql`
        update content.articles set removed = true, source_version = given.version, changed = ${at}, title = '', keywords = '{}', picture = null,
          teaser = '{}', teaser_seal = '', article = '{}', article_seal = '', full_article = null, full_article_seal = ''
        from unnest(${[...ids]}::text[], ${versions}::bigint[]) as given(id, version) where articles.id = given.id`.execute(
        trx,
      )
      await deleteIndexes(trx, ids)
      await endFreeUses(trx, ids)
      await sql`delete from content.views where article_id = any(${[...ids]}::text[])`.execute(trx)
      await logChanges(trx, ids, 'removed', at)
    },

    /** A withdrawal that came before its document. */
    async addTombstones(
      trx: Trx,
      tombstones: readonly { id: string; owner: string; sourceId: string; version: number }[],
      at: Date,
    ): Promise<void> {
      if (tombstones.length === 0) return
      const rows = tombstones.map(({ id, owner, sourceId, version }) => ({
        id,
        owner,
        publications: 0,
        source_id: sourceId,
        source_version: version,
        removed: true,
        is_test_report: false,
        kind: 'news',
        section_path: '',
        shown: at,
        changed: at,
        urgency: 8,
        is_own: false,
        path: '',
        title: '',
        keywords: [],
        picture: null,
        teaser: '{}',
        teaser_seal: '',
        article: '{}',
        article_seal: '',
        full_article: null,
        full_article_seal: '',
      }))
      await trx.insertInto('content.articles').values(rows).execute()
    },

    async logChanges(trx: Trx, ids: readonly string[], kind: string, at: Date): Promise<void> {
      await logChanges(trx, ids, kind, at)
    },

    async seedViews(
      trx: Trx,
      publication: string,
      hour: Date,
      counts: readonly { id: string; views: number }[],
    ): Promise<void> {
      if (counts.length === 0) return
      await sql`
        insert into content.views (publication, hour, article_id, views)
        select ${publication}, ${hour}, id, views from unnest(${counts.map(({ id }) => id)}::text[], ${counts.map(({ views }) => views)}::int[]) as given(id, views)
        on conflict (publication, hour, article_id) do update set views = excluded.views`.execute(trx)
    },

    async countArticles(): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from content.articles`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** The embedded engine has nobody who does this by itself. */
    async tidyUp(): Promise<void> {
      if (database.engine !== 'embedded') return
      await database.withoutTimeout(async (connection) => {
        for (const table of ['articles', 'lists', 'search', 'words', 'views', 'changes'])
          await sql.raw(`vacuum (analyze) content.${table}`).execute(connection)
      })
    },
  }
}

function toTsQuery({ words, prefix }: SearchQuery) {
  const parts = []
  // The words hold only letters and digits (toSearchText), so that "&" and ":*" are the only operators.
  if (words.length > 0) parts.push(sql`to_tsquery('german', ${words.join(' & ')})`)
  // A stop word at the end ("Zug fährt wieder") asks for nothing, so nothing may begin with it either.
  if (prefix !== '') {
    parts.push(
      sql`(to_tsquery('german', ${prefix}) || case when numnode(to_tsquery('german', ${prefix})) > 0 then to_tsquery('simple', ${`${prefix}:*`}) else ''::tsquery end)`,
    )
  }
  return parts.length === 2 ? sql`(${parts[0]} && ${parts[1]})` : parts[0]!
}

async function saveBatch(trx: Trx, articles: readonly ArticleParts[]): Promise<void> {
  const ids = articles.map(({ row }) => row.id)
  await trx
    .insertInto('content.articles')
    .values(articles.map(({ row }) => row))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => {
        const columns = Object.keys(articles[0]!.row).filter((column) => column !== 'id') as (keyof ArticleRow)[]
        return Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}` as never)]))
      }),
    )
    .execute()
  await deleteIndexes(trx, ids)
  const lists = articles.flatMap(({ row, lists: names }) => names.map((list) => ({ list, row })))
  await sql`
    insert into content.lists (list, shown, article_id, publications)
    select * from unnest(${lists.map(({ list }) => list)}::text[], ${lists.map(({ row }) => row.shown)}::timestamptz[], ${lists.map(({ row }) => row.id)}::text[], ${lists.map(({ row }) => row.publications)}::int[])`.execute(
    trx,
  )
  await sql`
    insert into content.search (article_id, shown, publications, head, words)
    select id, shown, publications,
      setweight(to_tsvector('german', title), 'A') || setweight(to_tsvector('german', teaser), 'B') || setweight(to_tsvector('german', names), 'C'),
      strip(to_tsvector('german', title || ' ' || teaser || ' ' || names || ' ' || body))
    from unnest(${ids}::text[], ${articles.map(({ row }) => row.shown)}::timestamptz[], ${articles.map(({ row }) => row.publications)}::int[],
      ${articles.map(({ search }) => search.title)}::text[], ${articles.map(({ search }) => search.teaser)}::text[],
      ${articles.map(({ search }) => search.names)}::text[], ${articles.map(({ search }) => search.body)}::text[])
      as given(id, shown, publications, title, teaser, names, body)`.execute(trx)
  const words = new Map(
    articles.flatMap((article) => article.words.map(({ spelling, word }) => [spelling, word] as const)),
  )
  await saveMediaUses(
    trx,
    articles.map(({ row, media }) => ({ usedBy: row.id, media })),
  )
  if (words.size === 0) return
  await sql`
    insert into content.words (spelling, word) select * from unnest(${[...words.keys()]}::text[], ${[...words.values()]}::text[]) as given(spelling, word)
    on conflict (spelling) do nothing`.execute(trx)
}

async function deleteIndexes(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`delete from content.lists where article_id = any(${[...ids]}::text[])`.execute(trx)
  await sql`delete from content.search where article_id = any(${[...ids]}::text[])`.execute(trx)
}

const isPaidMedia = sql<boolean>`bool_or(use = 'paid') and not bool_or(use = 'free')`

async function saveMediaUses(trx: Trx, users: readonly { usedBy: string; media: MediaUses }[]): Promise<void> {
  await endFreeUses(
    trx,
    users.map(({ usedBy }) => usedBy),
  )
  const uses = users.flatMap(({ usedBy, media }) => [
    ...media.free.map((name) => ({ usedBy, name, use: 'free' })),
    ...media.paid.map((name) => ({ usedBy, name, use: 'paid' })),
  ])
  await sql`
    insert into content.media_uses (used_by, name, use)
    select * from unnest(${uses.map(({ usedBy }) => usedBy)}::text[], ${uses.map(({ name }) => name)}::text[], ${uses.map(({ use }) => use)}::text[])
    on conflict (used_by, name) do update set use = excluded.use`.execute(trx)
}

/** The rows stay, so that who follows the changes of an article hears of what it shows no more. */
async function endFreeUses(trx: Trx, users: readonly string[]): Promise<void> {
  await sql`update content.media_uses set use = 'former' where used_by = any(${[...users]}::text[]) and use = 'free'`.execute(
    trx,
  )
}

async function logChanges(trx: Trx, ids: readonly string[], kind: string, at: Date): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ last: number }>`
    insert into content.changes (id, kind, at) select id, ${kind}, ${at} from unnest(${[...ids]}::text[]) as given(id) returning sequence as last`.execute(
    trx,
  )
  const last = Math.max(...rows.map((row) => row.last))
  if (last % 1000 < ids.length)
    await trx
      .deleteFrom('content.changes')
      .where('sequence', '<', last - KEPT_CHANGES)
      .execute()
}

async function upsert<Table extends keyof ContentTables>(
  trx: Trx,
  table: Table,
  key: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const batch = rows.slice(start, start + ROWS_AT_ONCE)
    await trx
      .insertInto(table)
      .values(batch as never)
      .onConflict((conflict) =>
        conflict.column(key as never).doUpdateSet(((eb: { ref: (name: string) => unknown }) =>
          Object.fromEntries(
            Object.keys(batch[0]!)
              .filter((column) => column !== key)
              .map((column) => [column, eb.ref(`excluded.${column}`)]),
          )) as never),
      )
      .execute()
  }
}
