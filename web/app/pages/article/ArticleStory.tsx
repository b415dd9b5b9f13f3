/** Beside the text on a desktop, below it on a phone: earlier events, the story in steps, people, places. */
import type { Article, ArticleMap, ContentItem } from '@lokalteil/contracts/content'
import { formatDate, joinNames, MONTHS, toBerlinIso } from '@lokalteil/domain/german'
import { useMoment } from '../../page/portal.ts'
import { articleContextTexts as texts } from '../../messages/reading/article-context.ts'
import css from './ArticleStory.module.css'

type Of<T extends ContentItem['type']> = Extract<ContentItem, { type: T }>

export function ArticleStory({ article, items }: { article: Article; items: readonly ContentItem[] }) {
  return (
    <>
      <Earlier article={article} />
      {items.map((item, index) =>
        item.type === 'timeline' ? (
          <Timeline key={index} timeline={item} />
        ) : item.type === 'people' ? (
          <People key={index} people={item} />
        ) : null,
      )}
      {article.map && <PlaceMap map={article.map} />}
    </>
  )
}

function Earlier({ article }: { article: Article }) {
  const { earlier } = article.relatedArticles
  if (earlier === undefined) return null
  return (
    <section className={css.box} aria-labelledby="bisher">
      <h2 id="bisher">{texts.earlier}</h2>
      <ol className={css.earlier}>
        {earlier.map(({ id, title, path, publishDate }) => (
          <li key={id}>
            <time dateTime={publishDate}>{formatDate(new Date(publishDate))}</time> <a href={path}>{title}</a>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Timeline({ timeline: { entries } }: { timeline: Of<'timeline'> }) {
  const today = toBerlinIso(new Date(useMoment().now))
  return (
    <section className={css.box} aria-labelledby="zeitleiste" data-printed="">
      <h2 id="zeitleiste">{texts.timeline}</h2>
      <ol className={css.timeline}>
        {entries.map(({ date, text }) => (
          <li key={date + text} data-ahead={date > today.slice(0, date.length) ? '' : undefined}>
            <time dateTime={date}>{formatPartialDate(date)}</time> {text}
          </li>
        ))}
      </ol>
    </section>
  )
}

function People({ people: { people } }: { people: Of<'people'> }) {
  return (
    <section className={css.box} aria-labelledby="wer-ist-wer" data-printed="">
      <h2 id="wer-ist-wer">{texts.people}</h2>
      <dl className={css.people}>
        {people.map(({ name, role, path }) => (
          <div key={name}>
            <dt>{path === undefined ? name : <a href={path}>{name}</a>}</dt>
            {role !== '' && <dd>{role}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}

function PlaceMap({ map }: { map: ArticleMap }) {
  const { width, height, names, outlines, ground, points, credit, creditUrl } = map
  const others = points.filter(({ isMarked }) => !isMarked).map(({ name }) => name)
  const told = texts.mapOf(joinNames(names)) + (others.length === 0 ? '' : texts.mapWith(joinNames(others)))
  return (
    <section className={css.box} aria-labelledby="karte">
      <h2 id="karte">{texts.map}</h2>
      <figure className={css.map}>
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={told}>
          {ground.map(({ kind, path }, index) => (
            <path key={index} d={path} data-ground={kind} />
          ))}
          {outlines.map((path) => (
            <path key={path} d={path} data-outline="" />
          ))}
          {points.map(({ x, y, name, isMarked }) => (
            <g key={name} data-marked={isMarked ? '' : undefined} transform={`translate(${x} ${y})`}>
              <circle r={isMarked ? 5 : 2.5} />
              <text {...toNamePlace(x, width)} dy="0.35em">
                {name}
              </text>
            </g>
          ))}
        </svg>
        <figcaption>
          {texts.mapCredit} {creditUrl === undefined ? credit : <a href={creditUrl}>{credit}</a>}
        </figcaption>
      </figure>
    </section>
  )
}

/** The side of the label with more room. */
function toNamePlace(x: number, width: number) {
  return x > width * 0.6 ? ({ dx: -9, textAnchor: 'end' } as const) : ({ dx: 9 } as const)
}

/** 2024 → 2024, 2024-03 → März 2024, 2024-03-05 → 5. März 2024 */
function formatPartialDate(date: string): string {
  const [year = '', month, day] = date.split('-')
  const name = month === undefined ? '' : `${MONTHS[Number(month) - 1]} `
  return `${day === undefined ? '' : `${Number(day)}. `}${name}${year}`
}
