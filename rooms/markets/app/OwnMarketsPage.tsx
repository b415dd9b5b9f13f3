/** The reader's saved searches and advertisements, loaded in the browser by the session. */
import { useCallback, useEffect, useState } from 'react'
import type { Ad, SavedSearch } from '../contract/markets.ts'
import type { OwnMarkets } from '../contract/calls.ts'
import { formatDate } from '@lokalteil/domain/german'
import { toCheckoutPath, toListingPath, toMarketPath, toOrderPath } from '../domain/market-paths.ts'
import { parseMarketSearch } from '../domain/market-search.ts'
import { describeSearch, formatEuros, MARKET_NAMES } from '../domain/market-words.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { FORM_ACTIONS } from './market-forms.ts'
import { portalClient, toStatus } from '@lokalteil/web/app/page/portal-client'
import { session, useSession } from '@lokalteil/web/app/browser/session/session'
import { inPersonalArea } from '@lokalteil/web/app/features/account/PersonalNav.tsx'
import { adTexts, ownMarketTexts as texts } from './ad-texts.ts'
import { Button, ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { EmptyState, ListLayout } from '@lokalteil/web/app/pages/lists/TeaserList.tsx'
import css from './OwnMarketsPage.module.css'

type State = { kind: 'loading' | 'logged-out' | 'failed' } | { kind: 'ready'; data: OwnMarkets }

function OwnMarketsPage() {
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [told, setTold] = useState('')
  const hasLogin = useSession().status === 'reader'

  const load = useCallback(async () => {
    const result = await portalClient.call('GET /api/mein/markets', { as: 'reader' })
    setState(
      result.kind === 'ok'
        ? { kind: 'ready', data: result.data }
        : { kind: toStatus(result) === 401 ? 'logged-out' : 'failed' },
    )
  }, [])
  // Loads again after a login.
  useEffect(() => void load(), [load, hasLogin])

  async function end(call: Promise<{ kind: string }>, done: string): Promise<void> {
    const result = await call
    setTold(result.kind === 'ok' ? done : texts.failed)
    await load()
  }
  const endSearch = ({ id }: SavedSearch) =>
    void end(portalClient.call('DELETE /api/mein/markets/searches/{id}', { as: 'reader', params: { id } }), texts.ended)
  const endAd = ({ id, state: adState }: Ad) => {
    if (adState === 'live' && !confirm(texts.takeOffSure)) return
    void end(portalClient.call('DELETE /api/mein/markets/ads/{id}', { as: 'reader', params: { id } }), texts.adEnded)
  }

  return (
    <>
      <PageHead title={texts.title} />
      <ListLayout>
        <p role="status" className={told === '' ? 'visually-hidden' : css.told}>
          {state.kind === 'loading' ? texts.loading : told}
        </p>
        {state.kind === 'ready' ? (
          <>
            <Searches searches={state.data.searches} onEnd={endSearch} />
            <Ads ads={state.data.ads} onEnd={endAd} />
          </>
        ) : (
          state.kind !== 'loading' && (
            <EmptyState
              icon={state.kind === 'logged-out' ? 'lock' : 'alert'}
              title={state.kind === 'logged-out' ? texts.loggedOutTitle : texts.failed}
            >
              {state.kind === 'logged-out' ? (
                <>
                  <p>{texts.loggedOut}</p>
                  <ButtonLink href="#login" onClick={() => void session.openLogin(location.pathname).catch(() => {})}>
                    {texts.login}
                  </ButtonLink>
                </>
              ) : (
                <Button onClick={() => void load()}>{texts.retry}</Button>
              )}
            </EmptyState>
          )
        )}
        <noscript>
          <p>{texts.needsScript}</p>
        </noscript>
      </ListLayout>
    </>
  )
}

function Searches({ searches, onEnd }: { searches: readonly SavedSearch[]; onEnd: (search: SavedSearch) => void }) {
  return (
    <section className={css.part}>
      <h2 className={css.title}>{texts.searches}</h2>
      <p className={css.hint}>{texts.searchesIntro}</p>
      {searches.length === 0 ? (
        <p className={css.none}>
          {texts.noSearches} {texts.noSearchesHint}
        </p>
      ) : (
        <ul className={css.list}>
          {searches.map((search) => {
            const { market, query, placeName, since, lastMail } = search
            const words = describeSearch(parseMarketSearch(market, new URLSearchParams(query)), placeName)
            return (
              <li key={search.id} className={css.entry}>
                <div>
                  <p className={css.name}>
                    <a href={toMarketPath(market, query)}>{words}</a>
                  </p>
                  <p className={css.hint}>
                    {MARKET_NAMES[market]} · {texts.since(formatDate(new Date(since)))}
                    {lastMail === null ? '' : ` · ${texts.lastMail(formatDate(new Date(lastMail)))}`}
                  </p>
                </div>
                <Button variant="secondary" aria-label={texts.endOf(words)} onClick={() => onEnd(search)}>
                  {texts.end}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function Ads({ ads, onEnd }: { ads: readonly Ad[]; onEnd: (ad: Ad) => void }) {
  return (
    <section className={css.part}>
      <h2 className={css.title}>{texts.ads}</h2>
      {ads.length === 0 ? (
        <p className={css.none}>{texts.noAds}</p>
      ) : (
        <ul className={css.list}>
          {ads.map((ad) => (
            <li key={ad.id} className={css.entry}>
              <div>
                <p className={css.name}>{ad.text.title}</p>
                <p className={css.hint}>
                  {MARKET_NAMES[ad.market]} · <strong>{texts.states[ad.state]}</strong>
                  {ad.state === 'live' && ad.validUntil !== null
                    ? ` ${texts.until(formatDate(new Date(ad.validUntil)))}`
                    : ''}
                  {' · '}
                  {ad.package.name}, {formatEuros(ad.package.cents)}
                </p>
                {ad.reason !== '' && <p className={css.hint}>{texts.reason(ad.reason)}</p>}
              </div>
              <AdActions ad={ad} onEnd={onEnd} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function AdActions({ ad, onEnd }: { ad: Ad; onEnd: (ad: Ad) => void }) {
  const { id, state, market, listing, text } = ad
  return (
    <div className={css.actions}>
      {state === 'draft' && (
        <>
          <ButtonLink href={toCheckoutPath(id)}>{adTexts.toCheckout}</ButtonLink>
          <form method="post" action={toOrderPath(market)}>
            <input type="hidden" name="entwurf" value={id} />
            <Button type="submit" variant="secondary" name="aktion" value={FORM_ACTIONS.edit}>
              {texts.edit}
            </Button>
          </form>
        </>
      )}
      {listing !== null && (
        <ButtonLink href={toListingPath({ kind: market, id: listing, title: text.title })} variant="secondary">
          {texts.view}
        </ButtonLink>
      )}
      {(state === 'draft' || state === 'live') && (
        <Button
          variant="secondary"
          aria-label={`${state === 'draft' ? texts.discard : texts.takeOff}: ${text.title}`}
          onClick={() => onEnd(ad)}
        >
          {state === 'draft' ? texts.discard : texts.takeOff}
        </Button>
      )}
    </div>
  )
}

export const page = definePage('__mein-portal-auth-markets', {
  load: async () => ({ kind: 'ok' as const, data: null }),
  Page: inPersonalArea<'__mein-portal-auth-markets', null>('markets', OwnMarketsPage),
  title: () => ({ title: texts.title }),
})
