/**
 * A page as a picture with links on its articles, in reading order. Works without scripts. An article is one link,
 * placed on its first zone and extended over the others.
 */
import type { IssueTeaser } from '../contract/epaper.ts'
import type { ReadingPage } from '../contract/calls.ts'
import type { IssueId } from '@lokalteil/domain/commerce/issues'
import { toIssueArticlePath } from '../domain/issues.ts'
import type { Zone } from '../domain/zones.ts'
import { epaperTexts } from './epaper-texts.ts'
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

/** On a phone the first picture is the small one; the larger replaces it once loaded. */
export const PHONE = '(max-width: 47.9375rem)'

export function PageSheet({ issue, page, articles, isCurrent, sharpness, onError }: PageSheetProps) {
  const { images, label, zones, number } = page
  const { width, height } = images.page
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
        {groupZones(zones, articles).map(({ article, areas }) => {
          const [first] = areas
          return (
            <li key={article.key}>
              <a
                href={toIssueArticlePath(issue, article.key)}
                className={css.link}
                style={toPlace(first.box)}
                draggable={false}
              >
                <span className="visually-hidden">{article.title}</span>
                {areas.map((zone, index) => (
                  <span key={index} className={css.zone} style={toArea(zone, first.box)} aria-hidden="true" />
                ))}
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type Linked = { article: IssueTeaser; areas: [Zone, ...Zone[]] }

/** Zones by article, in the order of the page; zones without an area are left out. */
function groupZones(zones: readonly Zone[], articles: ReadonlyMap<string, IssueTeaser>): Linked[] {
  const found = new Map<string, Linked>()
  for (const zone of zones) {
    const article = zone.articleKey === null ? undefined : articles.get(zone.articleKey)
    if (article === undefined || zone.box.width === 0 || zone.box.height === 0) continue
    const known = found.get(article.key)
    if (known === undefined) found.set(article.key, { article, areas: [zone] })
    else known.areas.push(zone)
  }
  return [...found.values()]
}

const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`

function toPlace({ x, y, width, height }: Zone['box']): React.CSSProperties {
  return { left: percent(x), top: percent(y), width: percent(width), height: percent(height) }
}

/** Position relative to the link. */
function toArea({ box, polygon }: Zone, link: Zone['box']): React.CSSProperties {
  const { x, y, width, height } = box
  const place = toPlace({
    x: (x - link.x) / link.width,
    y: (y - link.y) / link.height,
    width: width / link.width,
    height: height / link.height,
  })
  if (polygon === null) return place
  const corners = polygon.map(([px, py]) => `${percent((px - x) / width)} ${percent((py - y) / height)}`)
  return { ...place, clipPath: `polygon(${corners.join(', ')})` }
}
