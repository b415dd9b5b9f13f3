/**
 * The chapters of a recording. Links, because a browser can open a file at a second without a script; with the player
 * they seek in it, and the current one is marked.
 */
import type { MouseEvent } from 'react'
import type { Chapter } from '@lokalteil/contracts/content'
import { formatDuration } from '@lokalteil/domain/german-numbers'
import { mediaTexts } from '../../messages/reading/media.ts'
import css from './Chapters.module.css'

/** `position`: seconds, 0 before playback. Without `onJump` the links open the file. */
export type ChaptersProps = {
  src: string
  chapters: readonly Chapter[]
  position?: number
  onJump?: (seconds: number) => void
}

export function Chapters({ src, chapters, position = 0, onJump }: ChaptersProps) {
  if (chapters.length === 0) return null
  const current = position > 0 ? chapters.findLastIndex(({ start }) => start <= position) : -1
  const jump = (event: MouseEvent, seconds: number) => {
    if (onJump === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onJump(seconds)
  }
  return (
    <nav className={css.chapters} aria-label={mediaTexts.chapters}>
      <p className={css.title} aria-hidden="true">
        {mediaTexts.chapters}
      </p>
      <ol>
        {chapters.map(({ start, title }, index) => (
          <li key={index}>
            <a
              href={`${src}#t=${start}`}
              className={css.chapter}
              aria-current={index === current ? 'true' : undefined}
              target={onJump === undefined ? '_blank' : undefined}
              rel="noopener"
              onClick={(event) => jump(event, start)}
            >
              <span className={css.time}>{formatDuration(start)}</span> <span>{title}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
