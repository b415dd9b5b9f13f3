/**
 * An article teaser (2.12) in all its sizes. One link covers the card; author links and buttons lie above it.
 * Everything needed to decide is text.
 */
import type { ReactNode } from 'react'
import type { Teaser as TeaserData } from '@lokalteil/contracts/content'
import { formatAge, formatTime, toDayKey } from '@lokalteil/domain/german'
import { formatRating } from '@lokalteil/domain/german-numbers'
import { isLiveNow } from '@lokalteil/domain/reading/live'
import { decideTeaserMarks, decideTeaserParts, toTeaserTarget } from '@lokalteil/domain/reading/teaser'
import { useMoment } from '../../page/portal.ts'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import { Byline } from './Byline.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PlusMark } from './PlusMark.tsx'
import { hasPicture, mediumOf, TeaserPicture, type TeaserSize } from './TeaserPicture.tsx'
import { Words } from './Words.tsx'
import css from './Teaser.module.css'

export type TeaserProps = {
  teaser: TeaserData
  size: TeaserSize
  /** Only 'desc' has an effect (S2.12-04). */
  hiddenAttributes?: readonly string[] | undefined
  /** Only 'bookmark' has an effect (S2.12-04). */
  shownAttributes?: readonly string[]
  /** The bookmark button; shown if 'bookmark' is among the shown attributes. */
  bookmark?: ReactNode
  heading?: 'h2' | 'h3'
  rank?: number
  isPriority?: boolean
  /** Section label above the headline (setting `ressort_label_homemix_enabled`). */
  showSection?: boolean
  /** On a phone a row with a small picture, for blocks whose first teaser is large. */
  isRowOnPhone?: boolean
  /** The reason for showing it, e.g. "weil Sie Neustadt folgen". */
  reason?: string
  /** The publication's picture replaces a missing one (`needsFallback`). */
  hasFallback?: boolean
  /** Below a heading with the day, so only the time is shown. */
  isOfDay?: boolean
  /** Renders the words of headline and text; the search highlights its terms. */
  draw?: TeaserWords
}

export type TeaserWords = { title: (title: string) => ReactNode; html: (html: string) => string }

const WITH_TEXT: ReadonlySet<TeaserSize> = new Set(['lead', 'large', 'medium', 'row'])
const WITH_PICTURE: ReadonlySet<TeaserSize> = new Set(['lead', 'large', 'medium', 'small', 'row'])

export function Teaser({
  teaser,
  size,
  hiddenAttributes,
  shownAttributes,
  bookmark,
  heading = 'h3',
  rank,
  isPriority,
  showSection,
  isRowOnPhone,
  reason,
  hasFallback,
  isOfDay,
  draw,
}: TeaserProps) {
  const { now } = useMoment()
  const target = toTeaserTarget(teaser.targetPathOrUrl)
  const marks = decideTeaserMarks(teaser)
  const parts = decideTeaserParts(hiddenAttributes, shownAttributes)
  const Heading = heading
  const isPictured = WITH_PICTURE.has(size) && (hasFallback === true || hasPicture(teaser))
  const isBare = WITH_PICTURE.has(size) && !isPictured
  const hasText = (WITH_TEXT.has(size) || isBare) && parts.hasText && teaser.teaserTextHtml !== ''
  const medium = isBare ? mediumOf(teaser) : null
  const isLive = isLiveNow(teaser, new Date(now))
  const prefix = teaser.titlePrefix.trim()
  const hasKicker = prefix !== '' || isLive || (showSection === true && teaser.sectionName !== '')
  const published = new Date(teaser.publishDate)
  const external = target.kind === 'external' ? { target: '_blank', rel: 'noopener' } : {}
  const title = draw === undefined ? <Words text={teaser.title} /> : draw.title(teaser.title)
  return (
    <article
      className={css.teaser}
      data-size={size}
      data-document={teaser.documentId}
      data-about={[...teaser.tagIds, ...(teaser.tagAncestorIds ?? []), ...teaser.regionIds].join(' ')}
      data-opinion={teaser.isOpinion ? '' : undefined}
      data-phone={isRowOnPhone ? 'row' : undefined}
      data-bare={isBare ? '' : undefined}
    >
      {isPictured && (
        <div className={css.media}>
          <TeaserPicture teaser={teaser} size={size} isPriority={isPriority} isRowOnPhone={isRowOnPhone} />
        </div>
      )}
      {size === 'opinion' && <TeaserPicture teaser={teaser} size={size} />}
      {size === 'timeline' && (
        <time className={css.stamp} dateTime={teaser.publishDate}>
          {formatTime(published)}
        </time>
      )}
      {rank !== undefined && (
        <span className={css.rank} aria-hidden="true">
          {rank}
        </span>
      )}
      <div className={css.body}>
        {marks.isSold && <p className={css.sold}>{teaserTexts.soldContent}</p>}
        <Heading className={css.title}>
          {hasKicker && (
            <span className={css.kicker}>
              {showSection && teaser.sectionName !== '' && <span className={css.section}>{teaser.sectionName} </span>}
              {isLive && <span className={css.live}>{teaserTexts.live}</span>}
              {prefix && <span>{prefix}</span>}
            </span>
          )}{' '}
          {target.kind === 'none' ? (
            <span className={css.headline}>{title}</span>
          ) : (
            <a href={target.kind === 'internal' ? target.path : target.url} className={css.headline} {...external}>
              {title}
            </a>
          )}
        </Heading>
        {hasText && (
          <p
            className={css.text}
            dangerouslySetInnerHTML={{ __html: draw?.html(teaser.teaserTextHtml) ?? teaser.teaserTextHtml }}
          />
        )}
        {reason !== undefined && <p className={css.reason}>{reason}</p>}
        <div className={css.meta}>
          {marks.isPlus && <PlusMark id={teaser.documentId} tags={teaser} />}
          {medium !== null && (
            <span className={css.medium}>
              <Icon name={medium.icon} size="1.1em" /> {medium.label}
            </span>
          )}
          {teaser.rating !== null && (
            <span className={css.rating}>{teaserTexts.rating(formatRating(teaser.rating))}</span>
          )}
          {size !== 'timeline' && size !== 'ranked' && size !== 'text' && <Byline teaser={teaser} />}
          {size !== 'timeline' && size !== 'ranked' && size !== 'opinion' && (
            <span className={css.time}>
              <time dateTime={teaser.publishDate}>
                <Stamp published={published} now={new Date(now)} isOfDay={isOfDay === true} />
              </time>
              {(size === 'lead' || size === 'large' || size === 'medium') && teaser.readingMinutes > 0 && (
                <span title={teaserTexts.readingTimeLabel(teaser.readingMinutes)}>
                  {' '}
                  · {teaserTexts.readingTime(teaser.readingMinutes)}
                </span>
              )}
            </span>
          )}
          {parts.hasBookmark && bookmark}
        </div>
      </div>
    </article>
  )
}

/** A separate element for the part that a narrow row hides: "Uhr" and the current year. */
function Stamp({ published, now, isOfDay }: { published: Date; now: Date; isOfDay: boolean }) {
  const stamp = isOfDay ? `${formatTime(published)} Uhr` : formatAge(published, now)
  const [, short, rest] = /^(.*?)( Uhr| \d{4})$/.exec(stamp) ?? []
  if (short === undefined || (rest !== ' Uhr' && rest !== ` ${toDayKey(now).slice(0, 4)}`)) return stamp
  return (
    <>
      {short}
      <span className={css.rest}>{rest}</span>
    </>
  )
}
