/** The articles on this device, with an offline full-text search. */
import { useDeferredValue, useEffect, useState } from 'react'
import { formatAge } from '@lokalteil/domain/german'
import { searchEdition } from '@lokalteil/domain/reading/offline-edition'
import { listKeptArticles, type KeptPage } from '../../browser/offline/kept-pages.ts'
import { offlineTexts } from '../../messages/reading/offline.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './OfflineEdition.module.css'

const FIRST = 12

type KeptArticlesProps = {
  /** Changes when the articles may have changed. */
  version?: number
  /** Text above the articles, if there are any. */
  intro?: string
  /** Absent: articles cannot be removed here. */
  onRemove?: (path: string) => void
}

export function KeptArticles({ version = 0, intro, onRemove }: KeptArticlesProps) {
  const [articles, setArticles] = useState<readonly KeptPage[] | null>(null)
  const [now, setNow] = useState(0)
  const [question, setQuestion] = useState('')
  const [isWhole, setWhole] = useState(false)
  const asked = useDeferredValue(question)
  useEffect(() => {
    let isLeft = false
    void listKeptArticles().then((found) => {
      if (isLeft) return
      setNow(Date.now())
      setArticles(found)
    })
    return () => {
      isLeft = true
    }
  }, [version])
  if (articles === null) return null
  const found = searchEdition(articles, asked)
  const shown = isWhole || asked !== '' ? found : found.slice(0, FIRST)
  return (
    <section className={css.kept} aria-labelledby="kept-articles">
      <h2 id="kept-articles" className={css.heading}>
        {offlineTexts.onDevice}{' '}
        {articles.length > 0 && <span className={css.count}>{offlineTexts.onDeviceCount(articles.length)}</span>}
      </h2>
      {articles.length === 0 ? (
        <p className={css.note}>{offlineTexts.nothingKept}</p>
      ) : (
        intro !== undefined && <p className={css.note}>{intro}</p>
      )}
      {articles.length > 3 && (
        <div className={css.search}>
          <Icon name="search" />
          <input
            type="search"
            aria-label={offlineTexts.search}
            placeholder={offlineTexts.search}
            maxLength={200}
            autoComplete="off"
            value={question}
            onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
          />
        </div>
      )}
      <p aria-live="polite" className={asked === '' ? 'visually-hidden' : css.note}>
        {asked !== '' && offlineTexts.found(found.length)}
      </p>
      <ul className={css.articles}>
        {shown.map(({ path, title, kicker, section, publishedAt, isTaken }) => (
          <li key={path} className={css.article}>
            <div>
              <h3 className={css.title}>
                {kicker !== '' && <span className={css.kicker}>{kicker} </span>}
                {/* A full page load: offline the worker has pages, not their data. */}
                <a href={path}>{title}</a>
              </h3>
              <p className={css.meta}>
                {[section, formatAge(new Date(publishedAt), new Date(now)), ...(isTaken ? [] : [offlineTexts.visited])]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {isTaken && onRemove !== undefined && (
              <button
                type="button"
                className={css.remove}
                aria-label={offlineTexts.removeOne(title)}
                onClick={() => onRemove(path)}
              >
                <Icon name="close" size="1.1em" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <button type="button" className={css.more} onClick={() => setWhole(true)}>
          {offlineTexts.more}
        </button>
      )}
    </section>
  )
}
