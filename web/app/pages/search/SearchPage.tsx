/**
 * Search (S2.1-22): forms and links that work without scripts, twenty hits a page, spelling correction if there are
 * none.
 */
import type { SectionRef, Teaser } from '@lokalteil/contracts/content'
import { parseArticleSearch, toSearchMoments, type ArticleSearch } from '@lokalteil/domain/reading/article-search'
import { createMarks } from '@lokalteil/domain/reading/search-marks'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { usePortal } from '../../page/portal.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { searchTexts } from '../../messages/reading/search.ts'
import { useAds } from '../../features/advertising/use-ads.ts'
import type { TeaserWords } from '../../features/teaser/Teaser.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Words } from '../../features/teaser/Words.tsx'
import { Pagination } from '../blocks/Pagination.tsx'
import { orEmpty } from '../lists/read-answer.ts'
import { Chips, PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout, MostRead, TeaserRows } from '../lists/TeaserList.tsx'
import { SearchField } from './SearchField.tsx'
import { countFilters, NO_FILTERS, SearchFilters } from './SearchFilters.tsx'
import { countSearchPages, HITS_PER_PAGE, toSearchPath } from './search-paths.ts'
import css from './SearchPage.module.css'

export type SearchData = {
  search: ArticleSearch
  page: number
  pages: number
  total: number
  /** There are more hits than `total`. */
  isMore: boolean
  teasers: readonly Teaser[]
  /** The hits are for this spelling, because the typed one has none. */
  suggestion: string | null
  /** Sections to filter by. */
  sections: readonly SectionRef[]
  mostRead: readonly Teaser[]
}

function SearchPage({ data }: PageProps<'search', SearchData>) {
  const { search, page, pages, teasers, suggestion } = data
  const { term } = search
  const shown = { ...search, term: suggestion ?? term }
  const hasAds = useAds({ section: search.section, words: [shown.term] }) !== null
  return (
    <>
      <PageHead title={searchTexts.title} page={page > 1 ? listTexts.pageSuffix(page) : undefined}>
        <SearchField search={search} />
        {term === '' && <p className={css.hint}>{searchTexts.hint}</p>}
      </PageHead>
      <ListLayout aside={<MostRead teasers={data.mostRead} />}>
        {term !== '' && <Outcome data={data} />}
        {(teasers.length > 0 || countFilters(search) > 0) && <SearchFilters search={shown} sections={data.sections} />}
        {teasers.length > 0 && (
          <div className={css.hits}>
            <TeaserRows teasers={teasers} hasAds={hasAds} heading="h3" showSection draw={toMarkedWords(shown.term)} />
          </div>
        )}
        {teasers.length === 0 && countFilters(search) === 0 && <Popular />}
        <Pagination page={page} pages={pages} toPath={(number) => toSearchPath(shown, number)} />
      </ListLayout>
    </>
  )
}

/** Highlights the search terms in headlines and texts. */
function toMarkedWords(term: string): TeaserWords {
  const marks = createMarks(term)
  return {
    title: (title) =>
      marks(title).map(({ text, isHit }, index) =>
        isHit ? <mark key={index}>{text}</mark> : <Words key={index} text={text} />,
      ),
    html: marks.inHtml,
  }
}

function Outcome({ data: { search, total, isMore, suggestion } }: { data: SearchData }) {
  const { term } = search
  if (suggestion !== null) {
    return (
      <div className={css.outcome}>
        <h2 className={css.count}>{searchTexts.noHits(term)}</h2>
        <p>
          {searchTexts.didYouMean} <a href={toSearchPath({ ...search, term: suggestion })}>„{suggestion}“</a>?{' '}
          {searchTexts.shownInstead(total, suggestion)}
        </p>
      </div>
    )
  }
  if (total > 0) return <h2 className={`${css.count} ${css.outcome}`}>{searchTexts.hits(total, term, isMore)}</h2>
  if (countFilters(search) > 0)
    return (
      <div className={css.outcome}>
        <h2 className={css.count}>{searchTexts.noHitsFiltered(term)}</h2>
        <p>
          <a href={toSearchPath({ ...search, ...NO_FILTERS })}>{searchTexts.withoutFilters}</a>
        </p>
      </div>
    )
  return (
    <div className={css.nothing}>
      <EmptyState icon="search" title={searchTexts.noHits(term)}>
        <p>{searchTexts.advice}</p>
      </EmptyState>
    </div>
  )
}

function Popular() {
  const { site } = usePortal()
  const topics = site.menus[site.menuHandles.hotTopicsMenuHandle] ?? []
  if (topics.length === 0) return null
  return (
    <section className={css.popular}>
      <h2 className={css.popularTitle}>
        <Icon name="star" size="1em" /> {searchTexts.popular}
      </h2>
      <Chips label={searchTexts.popular} entries={topics.map(({ label, target }) => ({ label, target }))} />
    </section>
  )
}

export const page = definePage<'search', SearchData>('search', {
  async load(route, { content, query, now }) {
    const search = parseArticleSearch(query)
    const number = route.page ?? 1
    const mostRead = content.listMostRead().then((read) => orEmpty(read, ({ teasers }) => teasers.slice(0, 5)))
    const nothing = { search, page: 1, pages: 0, total: 0, isMore: false, teasers: [], suggestion: null, sections: [] }
    if (search.term === '') return { kind: 'ok', data: { ...nothing, mostRead: await mostRead } }
    if (number > countSearchPages(Infinity)) return { kind: 'missing' }
    const { since, before } = toSearchMoments(search, now)
    const read = await content.searchArticles(
      {},
      {
        q: search.term,
        offset: (number - 1) * HITS_PER_PAGE,
        limit: HITS_PER_PAGE,
        ...(search.order === 'neueste' ? { order: 'newest' } : {}),
        ...(since === null ? {} : { since: since.toISOString() }),
        ...(before === null ? {} : { before: before.toISOString() }),
        ...(search.section === '' ? {} : { section: search.section }),
      },
    )
    // 400: the section in the address does not exist.
    if (!read.ok) return read.status === 400 ? { kind: 'missing' } : { kind: 'unavailable', status: read.status }
    const { teasers, total, isMore = false, suggestion, sections = [] } = read.data
    const pages = countSearchPages(total)
    if (number > Math.max(1, pages)) return { kind: 'missing' }
    const found = { search, page: number, pages, total, isMore, teasers, suggestion, sections }
    return { kind: 'ok', data: { ...found, mostRead: await mostRead } }
  },
  Page: SearchPage,
  title: ({ search }) => ({ title: searchTexts.documentTitle(search.term) }),
})
