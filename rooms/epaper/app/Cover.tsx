/** The front page of an issue, the only page picture that is public. */
import type { IssueCard } from '../contract/epaper.ts'
import { epaperTexts } from './epaper-texts.ts'
import { toCoverAddress } from './addresses.ts'
import css from './Epaper.module.css'

export function Cover({ issue, isFirst }: { issue: IssueCard; isFirst?: boolean }) {
  const { edition, day, version, editionName, cover } = issue
  return (
    <img
      className={css.cover}
      src={toCoverAddress({ edition, day, version })}
      width={cover.width}
      height={cover.height}
      alt={epaperTexts.coverOf(editionName, day)}
      loading={isFirst === true ? 'eager' : 'lazy'}
      fetchPriority={isFirst === true ? 'high' : undefined}
      decoding="async"
    />
  )
}
