/**
 * One page as a picture with its articles as links on it, in reading order. Works without scripts. Of an article's zones
 * one is in the order of the keyboard and has its name; the others are for the pointer.
 */
import type { IssueTeaser } from '@lokalteil/contracts/epaper'
import type { ReadingPage } from '@lokalteil/contracts/portal'
import { toIssueArticlePath, type IssueId } from '@lokalteil/domain/epaper/issues'
import type { Zone } from '@lokalteil/domain/epaper/zones'
import { epaperTexts } from '../../messages/rooms/epaper.ts'
import css from './Reader.module.css'

export type Sharpness = 'first' | 'page' | 'zoom'

type PageSheetProps = {
  issue: IssueId
  page: ReadingPage
  articles: ReadonlyMap<string, IssueTeaser>
  isCurrent: boolean
  sharpness: Sharpness
  onError: () => void
}

/** On a phone the first picture is the small one; the larger comes when it is there. */
export const PHONE = '(max-width: 47.99em)'

export function PageSheet({ issue, page, articles, isCurrent, sharpness, onError }: PageSheetProps) {
  const { images, label, zones, number } = page
  const { width, height } = images.page
  const known = new Set<string>()
  return (
    <div
      className={css.page}
      data-current={isCurrent ? '' : undefined}
      style={{ aspectRatio: `${width} / ${height}` }}
      data-page-number={number}
    >
      <picture>
        {sharpness === 'first' && <source media={PHONE} srcSet={images.small.src} />}
        <img
          className={css.image}
          src={sharpness === 'zoom' ? images.zoom.src : images.page.src}
          width={width}
          height={height}
          alt={epaperTexts.reader.imageOf(label)}
          fetchPriority={isCurrent ? 'high' : 'low'}
          loading={isCurrent ? 'eager' : 'lazy'}
          draggable={false}
          onError={onError}
        />
      </picture>
      <ul className={css.zones} aria-label={epaperTexts.reader.articlesOn(label)}>
        {zones.map((zone, index) => {
          const article = zone.articleKey === null ? undefined : articles.get(zone.articleKey)
          if (article === undefined) return null
          const isFirst = !known.has(article.key)
          known.add(article.key)
          return (
            <li key={index} aria-hidden={isFirst ? undefined : true}>
              <a
                href={toIssueArticlePath(issue, article.key)}
                className={css.zone}
                style={toPlace(zone)}
                tabIndex={isFirst ? undefined : -1}
                draggable={false}
              >
                <span className="visually-hidden">{article.title}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function toPlace({ box, polygon }: Zone): React.CSSProperties {
  const { x, y, width, height } = box
  const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`
  const place = { left: percent(x), top: percent(y), width: percent(width), height: percent(height) }
  if (polygon === null || width === 0 || height === 0) return place
  const corners = polygon.map(([px, py]) => `${percent((px - x) / width)} ${percent((py - y) / height)}`)
  return { ...place, clipPath: `polygon(${corners.join(', ')})` }
}
