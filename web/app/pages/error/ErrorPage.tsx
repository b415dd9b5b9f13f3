/** The error page (2.11): the message, a link home, a search, similar articles, and the way back when online again. */
import { useEffect, useReducer, useState, type FormEvent } from 'react'
import type { Teaser as TeaserData } from '@lokalteil/contracts/content'
import {
  advanceConnection,
  ERROR_COUNTDOWN,
  toErrorMessage,
  toErrorStatus,
  toErrorSearchPath,
  toErrorTarget,
  toInitialConnection,
  type ErrorConnection,
} from '@lokalteil/domain/routing/error-page'
import { findSimilar, SIMILAR_ARTICLES } from '@lokalteil/domain/reading/similar-articles'
import { contentBase, createBrowserFetch, createContentApi } from '../../page/content-api.ts'
import { portalClient } from '../../page/portal-client.ts'
import type { PageError } from '../../page/page.ts'
import { AdPlace } from '../../features/advertising/AdPlace.tsx'
import { KeptArticles } from '../../features/offline-edition/KeptArticles.tsx'
import { Teaser } from '../../features/teaser/Teaser.tsx'
import { errorTexts } from '../../messages/routing/errors.ts'
import { pwaTexts } from '../../messages/display/pwa.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './ErrorPage.module.css'

export function ErrorPage({ error }: { error: PageError }) {
  const connection = useConnection(error)
  const similar = useSimilarArticles(error.url)
  const isMissing = error.status === 404
  const isUnanswered = error.status === NOBODY_ANSWERED
  const isOutage = error.status === 503
  return (
    <div className={`page ${css.page}`}>
      <p className={css.status} aria-hidden="true">
        {isUnanswered ? <Icon name="offline" size="0.8em" /> : toErrorStatus({ statusCode: error.status })}
      </p>
      <h1 className={css.title}>
        {connection.kind === 'offline'
          ? errorTexts.offline
          : isUnanswered
            ? errorTexts.online
            : isOutage
              ? errorTexts.outageTitle
              : isMissing
                ? errorTexts.notFound
                : error.status === 410
                  ? errorTexts.goneTitle
                  : errorTexts.unexpectedTitle}
      </h1>
      <div role="status" className={css.connection}>
        {connection.kind === 'offline' && (
          <p>
            {!isUnanswered && <Icon name="offline" />} {errorTexts.autoRedirect}
          </p>
        )}
        {connection.kind === 'counting' && (
          <p>
            {errorTexts.online} {errorTexts.backOnline(connection.seconds)}
          </p>
        )}
      </div>
      <p className={css.message}>{toErrorMessage({ statusCode: error.status, statusMessage: error.message })}</p>
      {!isUnanswered && <p className={css.advice}>{isOutage ? errorTexts.outageAdvice : errorTexts.advice}</p>}
      {isOutage && (
        <p className={css.again}>
          <a href={error.url} className={css.home}>
            {errorTexts.tryAgain}
          </a>
        </p>
      )}
      {!isUnanswered && !isOutage && (
        <form className={css.search} role="search" action="/suche" onSubmit={goToSearch}>
          <input type="search" name="q" aria-label={errorTexts.searchLabel} maxLength={200} />
          <button type="submit">{errorTexts.searchButton}</button>
        </form>
      )}
      <p>
        <a href="/" className={css.home}>
          {errorTexts.backHome}
        </a>
      </p>
      {isUnanswered && <KeptArticles intro={pwaTexts.offlinePageAdvice} />}
      {similar.length > 0 && (
        <section className={css.similar} aria-labelledby="similar">
          <h2 id="similar">{errorTexts.similar}</h2>
          <div className={css.grid}>
            {similar.map((teaser) => (
              <Teaser key={teaser.documentId} teaser={teaser} size="medium" />
            ))}
          </div>
        </section>
      )}
      <AdPlace name="error" />
    </div>
  )
}

/** Status of the page that a service worker shows when there is neither network nor copy. */
const NOBODY_ANSWERED = 0
const PROBE_MS = 5000

/** A full page load, only for a term that is not blank (R5-20, S2.11-07). */
function goToSearch(event: FormEvent<HTMLFormElement>) {
  event.preventDefault()
  const term = new FormData(event.currentTarget).get('q')
  const path = toErrorSearchPath(typeof term === 'string' ? term : '')
  if (path !== null) location.assign(path)
}

function useConnection(error: PageError): ErrorConnection {
  const [connection, dispatch] = useReducer(advanceConnection, toInitialConnection(error.status !== NOBODY_ANSWERED))
  useEffect(() => {
    if (!navigator.onLine) dispatch('offline')
    const onOnline = () => dispatch('online')
    const onOffline = () => dispatch('offline')
    window.addEventListener('online', onOnline)
    window.addEventListener('offline', onOffline)
    return () => {
      window.removeEventListener('online', onOnline)
      window.removeEventListener('offline', onOffline)
    }
  }, [])
  useEffect(() => {
    // The device is online but our server did not answer, so poll it until it does.
    if (connection.kind !== 'offline' || error.status !== NOBODY_ANSWERED) return
    const timer = setInterval(() => {
      if (navigator.onLine) void isServerThere().then((isThere) => isThere && dispatch('online'))
    }, PROBE_MS)
    return () => clearInterval(timer)
  }, [connection.kind, error.status])
  useEffect(() => {
    if (connection.kind === 'counting') {
      const timer = setTimeout(() => dispatch('tick'), ERROR_COUNTDOWN.tickMs)
      return () => clearTimeout(timer)
    }
    if (connection.kind === 'redirect')
      location.assign(
        toErrorTarget({ statusCode: error.status, message: error.message, url: error.url }, location.origin),
      )
  }, [connection, error])
  return connection
}

async function isServerThere(): Promise<boolean> {
  const init = { cache: 'no-store', credentials: 'omit' } as const
  return (await portalClient.exchange(`/builds/latest.json?${Date.now()}`, init)).kind === 'ok'
}

function useSimilarArticles(url: string): readonly TeaserData[] {
  const [teasers, setTeasers] = useState<readonly TeaserData[]>([])
  useEffect(() => {
    let isLeft = false
    const content = createContentApi(contentBase(), createBrowserFetch())
    const search = async (searchTerms: string) => {
      const answer = await content.searchArticles(
        {},
        { offset: SIMILAR_ARTICLES.offset, limit: SIMILAR_ARTICLES.limit, searchTerms },
      )
      return answer.ok ? answer.data.teasers : []
    }
    void findSimilar(url, navigator.onLine, search).then((found) => isLeft || setTeasers(found))
    return () => {
      isLeft = true
    }
  }, [url])
  return teasers
}
