/**
 * Rare parts of a text: a score board, a chart, a recording. Rendered by the server; in the browser a lazy script that
 * no first view waits for.
 */
import type { Article, ContentItem } from '@lokalteil/contracts/content'
import { toChart } from '@lokalteil/domain/reading/chart'
import { articleInsertTexts as texts } from '../../messages/reading/article-insert.ts'
import { ArticleAudio } from './ArticleAudio.tsx'
import { ChartView } from './ChartView.tsx'
import css from './ArticlePage.module.css'

/** `item`: the item to draw; for a table its chart. */
export type ArticleInsertProps = { article: Article; item: ContentItem }

export default function ArticleInsert({ article, item }: ArticleInsertProps) {
  switch (item.type) {
    case 'match':
      return <ScoreBoard match={item} />
    case 'audio':
      return <ArticleAudio article={article} audio={item} />
    case 'table': {
      const chart = toChart(item)
      return chart && <ChartView chart={chart} title={item.caption} />
    }
    default:
      return null
  }
}

function ScoreBoard({ match }: { match: Extract<ContentItem, { type: 'match' }> }) {
  const { competition, home, away, halfTime, goals } = match
  const stands = { home: 0, away: 0 }
  return (
    <section className={css.match} aria-label={texts.match}>
      {competition !== '' && <p className={css.matchOf}>{competition}</p>}
      <p className={css.score}>
        <span>{home.name}</span> <b>{texts.score(home.goals, away.goals)}</b> <span>{away.name}</span>
      </p>
      {halfTime && <p className={css.matchOf}>{texts.halfTime(halfTime.home, halfTime.away)}</p>}
      {goals.length > 0 && (
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
      )}
    </section>
  )
}
