/** Search (S2.1-22): a form that works without script, twenty hits a page, another spelling where there are none. */
import type { Teaser } from '@lokalteil/contracts/content'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { usePortal } from '../../page/portal.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { searchTexts } from '../../messages/reading/search.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Pagination } from '../blocks/Pagination.tsx'
import { orEmpty } from '../lists/read-answer.ts'
import { Chips, PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout, MostRead, TeaserRows } from '../lists/TeaserList.tsx'
import { SearchField } from './SearchField.tsx'
import { countSearchPages, HITS_PER_PAGE, toSearchPath } from './search-paths.ts'
import css from './SearchPage.module.css'

export type SearchData = {
  term: string
  page: number
  pages: number
  total: number
  teasers: readonly Teaser[]
  /** The hits are those of this spelling; for the typed one there are none. */
  suggestion: string | null
  mostRead: readonly Teaser[]
}

function SearchPage({ data }: PageProps<'search', SearchData>) {
  const { term, page, pages, teasers, suggestion } = data
  const shownTerm = suggestion ?? term
  return (
    <>
      <PageHead title={searchTexts.title} page={page > 1 ? listTexts.pageSuffix(page) : undefined}>
        <SearchField term={term} />
        {term === '' && <p className={css.hint}>{searchTexts.hint}</p>}
      </PageHead>
      <ListLayout aside={<MostRead teasers={data.mostRead} />}>
        {term !== '' && <Outcome data={data} />}
        {teasers.length > 0 && <TeaserRows teasers={teasers} heading="h3" showSection />}
        {teasers.length === 0 && <Popular />}
        <Pagination page={page} pages={pages} toPath={(number) => toSearchPath(shownTerm, number)} />
      </ListLayout>
    </>
  )
}

function Outcome({ data: { term, total, suggestion } }: { data: SearchData }) {
  if (suggestion !== null) {
    return (
      <div className={css.outcome}>
        <h2 className={css.count}>{searchTexts.noHits(term)}</h2>
        <p>
          {searchTexts.didYouMean} <a href={toSearchPath(suggestion, 1)}>„{suggestion}“</a>?{' '}
          {searchTexts.shownInstead(total, suggestion)}
        </p>
      </div>
    )
  }
  if (total > 0) return <h2 className={`${css.count} ${css.outcome}`}>{searchTexts.hits(total, term)}</h2>
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
  async load(route, { content, query }) {
    const term = query.get('q') ?? ''
    const number = route.page ?? 1
    const mostRead = content.listMostRead().then((read) => orEmpty(read, ({ teasers }) => teasers.slice(0, 5)))
    const nothing = { term, page: 1, pages: 0, total: 0, teasers: [], suggestion: null }
    if (term === '') return { kind: 'ok', data: { ...nothing, mostRead: await mostRead } }
    if (number > countSearchPages(Infinity)) return { kind: 'missing' }
    const read = await content.searchArticles(
      {},
      { q: term, offset: (number - 1) * HITS_PER_PAGE, limit: HITS_PER_PAGE },
    )
    if (!read.ok) return { kind: 'unavailable', status: read.status }
    const { teasers, total, suggestion } = read.data
    const pages = countSearchPages(total)
    if (number > Math.max(1, pages)) return { kind: 'missing' }
    return { kind: 'ok', data: { term, page: number, pages, total, teasers, suggestion, mostRead: await mostRead } }
  },
  Page: SearchPage,
  title: (data) => ({ title: searchTexts.documentTitle(data.term) }),
})
