/** A list of articles with what stands beside it, and what stands there when the list is empty. */
import type { ReactNode } from 'react'
import type { Teaser as TeaserData } from '@lokalteil/contracts/content'
import { Teaser } from '../../features/teaser/Teaser.tsx'
import { listTexts } from '../../messages/reading/lists.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { BookmarkableTeaser } from '../blocks/BookmarkableTeaser.tsx'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import css from './TeaserList.module.css'

/** One column of rows; beside it, on a wide window, what `aside` holds. */
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
}: {
  teasers: readonly TeaserData[]
  showSection?: boolean
  heading?: 'h2' | 'h3'
}) {
  return (
    <ol className={css.rows}>
      {teasers.map((teaser) => (
        <li key={teaser.documentId}>
          <BookmarkableTeaser teaser={teaser} size="row" heading={heading} showSection={showSection} />
        </li>
      ))}
    </ol>
  )
}

/** The first with a large picture, three beside it, the rest in rows: the opening page of a subject. */
export function OpeningList({ teasers }: { teasers: readonly TeaserData[] }) {
  const leadIndex = teasers.slice(0, 4).findIndex((teaser) => teaser.img !== null)
  const lead = teasers[leadIndex]
  if (lead === undefined || teasers.length < 4) return <TeaserRows teasers={teasers} />
  const others = teasers.filter((teaser) => teaser !== lead)
  return (
    <>
      <div className={css.opening}>
        <BookmarkableTeaser teaser={lead} size="large" heading="h2" isPriority />
      </div>
      <TeaserRows teasers={others} />
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

/** Rows of the size of the real ones, while these are on their way. */
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
