/** A list of articles with its side column, and its empty state. */
import type { ReactNode } from 'react'
import type { Teaser as TeaserData } from '@lokalteil/contracts/content'
import { AD_RULES, placeAfter } from '@lokalteil/domain/advertising/places'
import { isSensitiveTeaser } from '@lokalteil/domain/advertising/sensitive'
import { useSurroundings } from '../../page/portal.ts'
import { AdPlace } from '../../features/advertising/AdPlace.tsx'
import { Teaser, type TeaserWords } from '../../features/teaser/Teaser.tsx'
import { hasPicture, markBare } from '../../features/teaser/TeaserPicture.tsx'
import { listTexts } from '../../messages/reading/lists.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { BookmarkableTeaser } from '../blocks/BookmarkableTeaser.tsx'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import css from './TeaserList.module.css'

/** One column of rows; `aside` stands beside it in a wide window. */
export function ListLayout({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={`page ${css.layout}`} data-aside={aside ? '' : undefined}>
      <div className={css.main}>{children}</div>
      {aside && <aside className={css.aside}>{aside}</aside>}
    </div>
  )
}

export function TeaserRows({
  teasers,
  showSection,
  heading = 'h2',
  isOfDay,
  draw,
  hasAds = false,
  section,
}: {
  teasers: readonly TeaserData[]
  showSection?: boolean
  heading?: 'h2' | 'h3'
  isOfDay?: boolean
  draw?: TeaserWords
  /** Places for advertising stand between its rows, but not beside a sensitive article. */
  hasAds?: boolean
  /** Path of the section that it lists. */
  section?: string
}) {
  const { advertising } = useSurroundings()
  const places =
    hasAds && advertising !== undefined
      ? placeAfter(
          teasers.map(() => 1),
          advertising.rules?.lists ?? AD_RULES.lists,
          (index) =>
            !teasers.slice(index, index + 2).some((teaser) => isSensitiveTeaser(teaser, advertising.sensitive)),
        )
      : []
  const row = (teaser: TeaserData) => (
    <li key={teaser.documentId}>
      <BookmarkableTeaser
        teaser={teaser}
        size="row"
        heading={heading}
        showSection={showSection}
        isOfDay={isOfDay}
        draw={draw}
      />
    </li>
  )
  return (
    <ol className={css.rows} {...markBare(teasers)}>
      {teasers.flatMap((teaser, index) => {
        const at = places.indexOf(index)
        return at === -1
          ? [row(teaser)]
          : [
              row(teaser),
              <li key={`ad-${at}`} className={css.ad}>
                <AdPlace name={`list-${at + 1}`} section={section} />
              </li>,
            ]
      })}
    </ol>
  )
}

/** The opening page of a subject: one large teaser (of the first four one with a picture, if any), the rest in rows. */
export function OpeningList({ teasers, hasAds }: { teasers: readonly TeaserData[]; hasAds?: boolean }) {
  const lead = teasers.slice(0, 4).find(hasPicture) ?? teasers[0]
  if (lead === undefined || teasers.length < 4) return <TeaserRows teasers={teasers} hasAds={hasAds} />
  const others = teasers.filter((teaser) => teaser !== lead)
  return (
    <>
      <div className={css.opening}>
        <BookmarkableTeaser teaser={lead} size="large" heading="h2" isPriority />
      </div>
      <TeaserRows teasers={others} hasAds={hasAds} />
    </>
  )
}

export function MostRead({ teasers }: { teasers: readonly TeaserData[] }) {
  if (teasers.length === 0) return null
  return (
    <section>
      <SectionHeader title={listTexts.mostRead} target="" />
      <ol className={css.ranked}>
        {teasers.slice(0, 5).map((teaser, index) => (
          <li key={teaser.documentId}>
            <Teaser teaser={teaser} size="ranked" rank={index + 1} />
          </li>
        ))}
      </ol>
    </section>
  )
}

export function EmptyState({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className={css.empty}>
      <Icon name={icon} size="2.4rem" />
      <p className={css.emptyTitle}>{title}</p>
      {children}
    </div>
  )
}

/** Placeholder rows of the real size while loading. */
export function SkeletonRows({ count, label }: { count: number; label: string }) {
  return (
    <div role="status">
      <span className="visually-hidden">{label}</span>
      <ol className={css.rows} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <li key={index} className={css.skeleton}>
            <span className={css.skeletonPicture} />
            <span className={css.skeletonLines}>
              <span />
              <span />
              <span />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
