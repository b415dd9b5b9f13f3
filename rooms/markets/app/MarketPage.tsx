/** Homes and jobs: a search with filters, a page of hits, and the button that saves the search. */
import type { MarketView } from '../contract/calls.ts'
import { SAVED_SEARCHES_PATH, toMarketPath, toOrderPath } from '../domain/market-paths.ts'
import { parseMarketSearch, writeMarketSearch } from '../domain/market-search.ts'
import { describeSearch } from '../domain/market-words.ts'
import { MOST_PAGES, type MarketKind } from '../domain/markets.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import { inMarket } from './in-market.ts'
import { FORM_ACTIONS, type MarketData } from './market-forms.ts'
import type { LoadContext, Loaded } from '@lokalteil/web/app/page/page'
import { session } from '@lokalteil/web/app/browser/session/session'
import { marketTexts as texts } from './market-texts.ts'
import { ListingCards } from './ListingCards.tsx'
import { SearchForm } from './SearchForm.tsx'
import { Button, ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { FormNotice } from '@lokalteil/web/app/ui/FormNotice.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { Pagination } from '@lokalteil/web/app/pages/blocks/Pagination.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { EmptyState } from '@lokalteil/web/app/pages/lists/TeaserList.tsx'
import { listChosen } from './chosen-filters.ts'
import css from './MarketPages.module.css'

function MarketPage({ data }: { data: MarketData }) {
  const { kind, query, view, placeName } = data
  const search = parseMarketSearch(kind, new URLSearchParams(query))
  const chosen = listChosen(search, view.facets, placeName)
  if (view.total === 0 && query === '') return <NothingYet data={data} />
  return (
    <>
      <PageHead
        title={texts.titles[kind]}
        page={view.page > 1 ? texts.page(view.page) : undefined}
        description={query === '' && view.page === 1 ? texts.intros[kind] : undefined}
      />
      <div className={`page ${css.layout}`}>
        <SearchForm search={search} view={view} filterCount={chosen.length} />
        <div className={css.results}>
          <Outcome data={data} />
          <div className={css.bar}>
            <h2 className={css.total} aria-live="polite">
              {view.total === 0 ? texts.found0[kind] : texts.found(kind, view.total)}
            </h2>
            <SaveSearch kind={kind} query={query} />
          </div>
          {chosen.length > 0 && (
            <ul className={css.chosen} aria-label={texts.chosen}>
              {chosen.map(({ label, without }) => (
                <li key={label}>
                  <a href={toMarketPath(kind, writeMarketSearch(without))} aria-label={texts.remove(label)}>
                    {label} <Icon name="close" size="0.9em" />
                  </a>
                </li>
              ))}
            </ul>
          )}
          {view.total === 0 ? <NothingFound kind={kind} /> : <ListingCards listings={view.listings} />}
          <Pagination page={view.page} pages={view.pages} toPath={(number) => toMarketPath(kind, query, number)} />
          {view.canAdvertise && (
            <p className={css.advertise}>
              <ButtonLink href={toOrderPath(kind)} variant="quiet">
                <Icon name="plus" size="1em" /> {texts.advertise[kind]}
              </ButtonLink>
            </p>
          )}
        </div>
      </div>
    </>
  )
}

function SaveSearch({ kind, query }: { kind: MarketKind; query: string }) {
  return (
    <form method="post" action={toMarketPath(kind)} className={css.save}>
      <input type="hidden" name="suche" value={query} />
      <Button type="submit" variant="secondary" name="aktion" value={FORM_ACTIONS.save} aria-describedby="suche-merken">
        <Icon name="bell" size="1.1em" /> {texts.save}
      </Button>
      <span id="suche-merken" className="visually-hidden">
        {texts.saveHint}
      </span>
    </form>
  )
}

function Outcome({ data: { outcome, query, kind } }: { data: MarketData }) {
  if (outcome === null) return null
  if (outcome.kind === 'saved')
    return (
      <p role="status" className={css.saved}>
        <Icon name="check" /> <span>{texts.saved}</span> <a href={SAVED_SEARCHES_PATH}>{texts.manage}</a>
      </p>
    )
  const { reason } = outcome
  return (
    <FormNotice isAlert title={reason === 'too-many' ? texts.tooManySearches : texts.refusals[reason]}>
      {reason === 'logged-out' && (
        <p>
          <a href="#login" onClick={() => void session.openLogin(toMarketPath(kind, query)).catch(() => {})}>
            {texts.login}
          </a>
        </p>
      )}
      {(reason === 'too-many' || reason === 'unconfirmed') && (
        <p>
          <a href={reason === 'too-many' ? SAVED_SEARCHES_PATH : '/account'}>{texts.account}</a>
        </p>
      )}
    </FormNotice>
  )
}

/** Shown without filters, because there are no listings at all. */
function NothingYet({ data }: { data: MarketData }) {
  const { kind, view } = data
  return (
    <>
      <PageHead title={texts.titles[kind]} description={texts.intros[kind]} />
      <div className={`page ${css.nothing}`}>
        <Outcome data={data} />
        <EmptyState icon={ICONS[kind]} title={texts.nothingYet[kind]}>
          <p>{texts.nothingYetAdvice}</p>
          <SaveSearch kind={kind} query="" />
          {view.canAdvertise && (
            <p>
              <ButtonLink href={toOrderPath(kind)}>
                <Icon name="plus" size="1em" /> {texts.advertise[kind]}
              </ButtonLink>
            </p>
          )}
        </EmptyState>
      </div>
    </>
  )
}

function NothingFound({ kind }: { kind: MarketKind }) {
  return (
    <EmptyState icon={ICONS[kind]} title={texts.found0[kind]}>
      <p>{texts.emptyAdvice}</p>
      <ButtonLink href={toMarketPath(kind)}>{texts.resetAll}</ButtonLink>
    </EmptyState>
  )
}

const ICONS = { home: 'realestate', job: 'jobs' } as const satisfies Record<MarketKind, string>

async function loadMarket(kind: MarketKind, page: number, context: LoadContext): Promise<Loaded<MarketData>> {
  if (page > MOST_PAGES) return { kind: 'missing' }
  const search = parseMarketSearch(kind, context.query)
  const query = writeMarketSearch(search)
  const read = await toRoomApi(context).ask('GET /api/markets/{market}/search', {
    params: { market: kind },
    query: { query, page },
  })
  if (!read.ok) return read.status === 404 ? { kind: 'missing' } : { kind: 'unavailable', status: read.status }
  const view: MarketView = read.data
  if (page > Math.max(1, view.pages)) return { kind: 'missing' }
  const placeName = view.places.find(({ id }) => id === search.place)?.name ?? ''
  return { kind: 'ok', data: { kind, query, placeName, view, outcome: null } }
}

const titleOf = ({ kind, query, placeName }: MarketData) => ({
  title: texts.documentTitle(
    kind,
    query === '' ? '' : describeSearch(parseMarketSearch(kind, new URLSearchParams(query)), placeName),
  ),
})

export const page = definePage(['immobilien', 'jobs'], {
  load: inMarket<'immobilien' | 'jobs', MarketData>((kind, route, context) =>
    loadMarket(kind, route.page ?? 1, context),
  ),
  Page: MarketPage,
  title: titleOf,
})
