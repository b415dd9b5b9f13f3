/**
 * Rare parts of a text: a score board, a chart, a recording, a document. Rendered by the server; in the browser a lazy script that
 * no first view waits for.
 */
import type { Article, ContentItem } from '@lokalteil/contracts/content'
import { toChart } from '@lokalteil/domain/reading/chart'
import { articleInsertTexts as texts } from '../../messages/reading/article-insert.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ArticleAudio } from './ArticleAudio.tsx'
import { ChartView } from './ChartView.tsx'
import css from './ArticlePage.module.css'

/** `item`: the item to draw; for a table its chart. `isCourse`: the course of a match, without its score. */
export type ArticleInsertProps = { article: Article; item: ContentItem; isCourse?: boolean }

export default function ArticleInsert({ article, item, isCourse = false }: ArticleInsertProps) {
  switch (item.type) {
    case 'match':
      return isCourse ? <Course match={item} /> : <ScoreBoard match={item} />
    case 'audio':
      return <ArticleAudio article={article} audio={item} />
    case 'document':
      return <DocumentLink document={item} />
    case 'table': {
      const chart = toChart(item)
      return chart && <ChartView chart={chart} title={item.caption} />
    }
    default:
      return null
  }
}

/** An ordinary link, also in the native app: the server sends the file as a download, or says why not. */
function DocumentLink({ document: { src, title, bytes } }: { document: Extract<ContentItem, { type: 'document' }> }) {
  return (
    <div className={css.document}>
      <a href={src}>
        <Icon name="legal" size="1.6rem" />
        <span>
          <strong>{title}</strong> <small>{texts.pdf(bytes)}</small>
        </span>
      </a>
    </div>
  )
}

type MatchProps = { match: Extract<ContentItem, { type: 'match' }> }

/** Above the text. On a phone only the line with the score, so that the text begins on the first screen. */
function ScoreBoard({ match }: MatchProps) {
  const { competition, home, away } = match
  return (
    <section className={css.match} aria-label={texts.match}>
      {competition !== '' && <p className={css.matchOf}>{competition}</p>}
      <p className={css.score}>
        <span>{home.name}</span> <b>{texts.score(home.goals, away.goals)}</b> <span>{away.name}</span>
      </p>
      <HalfTime match={match} />
      <Goals match={match} />
    </section>
  )
}

/** Below the text, on a phone: the parts that the board leaves out there. */
function Course({ match }: MatchProps) {
  const { competition, halfTime, goals } = match
  if (competition === '' && halfTime === undefined && goals.length === 0) return null
  return (
    <section className={css.course} aria-label={texts.course}>
      {competition !== '' && <p className={css.matchOf}>{competition}</p>}
      <HalfTime match={match} />
      <Goals match={match} />
    </section>
  )
}

function HalfTime({ match: { halfTime } }: MatchProps) {
  return halfTime && <p className={css.matchOf}>{texts.halfTime(halfTime.home, halfTime.away)}</p>
}

function Goals({ match: { goals } }: MatchProps) {
  const stands = { home: 0, away: 0 }
  return (
    goals.length > 0 && (
      <ol className={css.goals} aria-label={texts.goals}>
        {goals.map(({ side, scorer, minute, note }, index) => {
          stands[side]++
          return (
            <li key={index} data-side={side}>
              <b>{texts.score(stands.home, stands.away)}</b>{' '}
              <span>
                {scorer} {texts.when(minute, note)}
              </span>
            </li>
          )
        })}
      </ol>
    )
  )
}
