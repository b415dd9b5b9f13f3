/** Search in the issues of the e-paper: titles and teasers for everybody, full texts for its readers. */
import type { SearchHit } from '../contract/epaper.ts'
import type { IssueSearchView } from '../contract/calls.ts'
import { toIssueArticlePath } from '../domain/issues.ts'
import { IssueSearchForm } from './IssueSearchForm.tsx'
import { epaperTexts } from './epaper-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { asReader } from '@lokalteil/web/app/page/rooms/as-reader'
import { inRoom } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { EmptyState } from '@lokalteil/web/app/pages/lists/TeaserList.tsx'
import css from './EpaperPages.module.css'

const texts = epaperTexts.search

function IssueSearchPage({
  data: { term, edition, editions, found, isWhole },
}: PageProps<'epaper/suche', IssueSearchView>) {
  return (
    <>
      <PageHead
        title={texts.title}
        breadcrumb={[{ label: epaperTexts.title, target: '/epaper' }]}
        {...(found === null ? {} : { meta: texts.found(found.total) })}
      >
        <IssueSearchForm term={term} edition={edition} />
      </PageHead>
      <div className={`page ${css.page}`}>
        {found !== null && found.hits.length === 0 && (
          <EmptyState icon="search" title={texts.found(0)}>
            <p>{texts.nothing}</p>
          </EmptyState>
        )}
        {found !== null && found.hits.length > 0 && (
          <ol className={css.hits}>
            {found.hits.map((hit) => (
              <Hit key={`${hit.edition} ${hit.day} ${hit.article.key}`} hit={hit} hasEditions={editions.length > 1} />
            ))}
          </ol>
        )}
        {found !== null && found.hits.length > 0 && !isWhole && <p className={css.note}>{texts.teasersOnly}</p>}
        {found !== null && found.pages > 1 && (
          <nav className={css.neighbours} aria-label={texts.pages}>
            {found.page > 1 && (
              <a rel="prev" href={toSearchPath(term, edition, found.page - 1)}>
                {texts.earlier}
              </a>
            )}
            {found.page < found.pages && (
              <a rel="next" href={toSearchPath(term, edition, found.page + 1)}>
                {texts.later}
              </a>
            )}
          </nav>
        )}
      </div>
    </>
  )
}

function Hit({ hit, hasEditions }: { hit: SearchHit; hasEditions: boolean }) {
  const { article, snippet, day, editionName } = hit
  const where = texts.on(day, article.pages)
  return (
    <li className={css.hit}>
      <p className={css.note}>{hasEditions ? `${editionName} · ${where}` : where}</p>
      <h2 className={css.hitTitle}>
        <a href={toIssueArticlePath(hit, article.key)}>{article.title}</a>
      </h2>
      {snippet.length > 0 && (
        <p className={css.snippet}>
          {snippet.map(({ text, isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : text))}
        </p>
      )}
    </li>
  )
}

function toSearchPath(term: string, edition: string | null, page: number): string {
  const query = new URLSearchParams({ q: term, ...(edition === null ? {} : { ausgabe: edition }) })
  if (page > 1) query.set('seite', String(page))
  return `/epaper/suche?${query}`
}

export const page = definePage('epaper/suche', {
  load: inRoom<'epaper/suche', IssueSearchView>('epaper', async (_route, context) => {
    const { query } = context
    const number = Number(query.get('seite') ?? '1')
    return toLoaded(
      await asReader(context)('GET /api/epaper/search', {
        query: {
          q: (query.get('q') ?? '').slice(0, 200),
          edition: query.get('ausgabe') || undefined,
          page: Number.isInteger(number) && number > 0 && number <= 500 ? number : 1,
        },
      }),
    )
  }),
  Page: IssueSearchPage,
  title: ({ term }) => ({ title: term === '' ? texts.title : `${term}: ${texts.title}` }),
  canonical: () => '/epaper/suche',
})
