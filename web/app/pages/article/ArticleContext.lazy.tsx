/**
 * The context around a text: table of contents, corrections, sources, earlier articles, other articles. Rendered by the
 * server; in the browser a lazy script that no first view waits for.
 */
import { useEffect, useRef, type ReactNode } from 'react'
import type { Article, ContentItem, Correction, Teaser as TeaserData } from '@lokalteil/contracts/content'
import { formatDate, formatDateTime, formatLongDate, joinNames } from '@lokalteil/domain/german'
import { listContents } from '@lokalteil/domain/reading/contents'
import { toBylineName, toRelatedTopics } from '@lokalteil/domain/reading/teaser'
import { usePortal } from '../../page/portal.ts'
import { useReadingProgress } from '../../features/article/use-reading-progress.ts'
import { Teaser } from '../../features/teaser/Teaser.tsx'
import { articleContextTexts as texts } from '../../messages/reading/article-context.ts'
import { BookmarkableTeaser } from '../blocks/BookmarkableTeaser.tsx'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { ArticleStory } from './ArticleStory.tsx'
import css from './ArticlePage.module.css'

export type ContextPart = {
  part: 'contents' | 'account' | 'story' | 'related' | 'teaser' | 'card'
  article: Article
  /** The items of the text. */
  items?: readonly ContentItem[]
  /** Within the text, or as a card among others. */
  teaser?: TeaserData
}

const NONE: readonly ContentItem[] = []

export default function ArticleContext({ part, article, items = NONE, teaser }: ContextPart) {
  switch (part) {
    case 'contents':
      return <Contents article={article} items={items} />
    case 'account':
      return <Account article={article} />
    case 'story':
      return <ArticleStory article={article} items={items} />
    case 'related':
      return <RelatedArticles article={article} />
    case 'teaser':
      // h2, because the text may have no subheading before it.
      return teaser && <Teaser teaser={teaser} size="row" heading="h2" />
    case 'card':
      return teaser && <BookmarkableTeaser teaser={teaser} size="small" />
  }
}

function RelatedArticles({ article }: { article: Article }) {
  const { teasers, topicName } = article.relatedArticles
  const [topic] = toRelatedTopics(topicName)
  return (
    <>
      <SectionHeader
        title={topic === undefined ? texts.related : texts.relatedTo(topic)}
        target={article.maintag?.fullPath ?? ''}
      />
      <div className={css.relatedGrid}>
        {teasers.map((teaser) => (
          <BookmarkableTeaser key={teaser.documentId} teaser={teaser} size="small" />
        ))}
      </div>
    </>
  )
}

function Contents({ article, items }: { article: Article; items: readonly ContentItem[] }) {
  useReadingProgress('article')
  const [latest] = article.corrections ?? []
  const headings = listContents(items, article.readingMinutes)
  return (
    <>
      {latest && (
        <p className={css.corrected}>
          <a href="#korrektur">{texts.correctedOn(formatLongDate(new Date(latest.date)))}</a>
        </p>
      )}
      {headings.length > 0 && (
        <nav className={css.contents} aria-labelledby="in-diesem-text">
          <h2 id="in-diesem-text">{texts.contents}</h2>
          <ol>
            {headings.map(({ anchor, text }) => (
              <li key={anchor}>
                <a href={`#${anchor}`}>{text}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
    </>
  )
}

/** Authors, sources, open questions, use of AI, corrections. */
function Account({ article }: { article: Article }) {
  const { canonicalOrigin } = usePortal()
  const printed = <Printed address={canonicalOrigin + article.path} />
  const { source, provenance, aiUse } = article
  const corrections: readonly Correction[] = article.corrections ?? []
  const plain = corrections.length === 0 ? article.correction : ''
  if (source === '' && provenance === undefined && aiUse === 'none' && corrections.length === 0 && plain === '')
    return printed
  const authors = joinNames(article.authors.map(toBylineName))
  return (
    <section className={css.account} aria-label={texts.account}>
      {(provenance !== undefined || aiUse !== 'none' || source !== '') && (
        <>
          <h2>{texts.account}</h2>
          <dl>
            <Fact name={texts.writtenBy}>{authors}</Fact>
            <Fact name={texts.takenFrom}>{source}</Fact>
            <Fact name={texts.basis}>
              {provenance !== undefined && provenance.basis.length > 0 && (
                <ul>
                  {provenance.basis.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              )}
            </Fact>
            <Fact name={texts.unclear}>{provenance?.unclear}</Fact>
            <Fact name={texts.ai}>
              {aiUse === 'generated' ? texts.aiGenerated : aiUse === 'assisted' ? texts.aiAssisted : ''}
            </Fact>
          </dl>
          <p>
            <a href="/impressum#redaktion">{texts.standards}</a>
          </p>
        </>
      )}
      {(corrections.length > 0 || plain !== '') && (
        <div id="korrektur">
          <h2>{texts.corrections(corrections.length || 1)}</h2>
          {corrections.map(({ date, text }) => (
            <p key={date + text}>
              <time dateTime={date}>{formatDate(new Date(date))}:</time> {text}
            </p>
          ))}
          {plain !== '' && <p>{plain}</p>}
          <p>
            <a href="/impressum#korrekturen">{texts.correctionsPolicy}</a>
          </p>
        </div>
      )}
      {printed}
    </section>
  )
}

/** The foot of a printed article: its address and the date of printing. */
function Printed({ address }: { address: string }) {
  const day = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Set directly, because printing does not wait for a React render.
    const tell = () => day.current && (day.current.textContent = texts.printedOn(formatDateTime(new Date())))
    addEventListener('beforeprint', tell)
    return () => removeEventListener('beforeprint', tell)
  }, [])
  return (
    <p className={css.printed}>
      {address} <span ref={day} />
    </p>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === undefined || children === false || children === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
