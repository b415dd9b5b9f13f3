/**
 * Read articles beyond the list: how far the open one was read, the way back to there, and the mark on teasers. Comes once a
 * page is loaded and holds nothing up; the list with the account is `reading-sync.lazy`.
 */
import { isReadThrough, toResumePosition } from '@lokalteil/domain/reading/read-articles'
import {
  advancePresence,
  isNewSince,
  parsePresence,
  writePresence,
  type Presence,
} from '@lokalteil/domain/reading/presence'
import { markTexts } from '../../messages/reading/marks.ts'
import { isReadingRecorded, isReadingSynced, listReadArticles, recordProgress, recordReadArticle } from './record.ts'
import './reading.css'

const PAUSE_MS = 1000
const OFFER_MS = 8000

/** For as long as the article is shown. Returns how to end it. */
export function followReading(articleId: string, element: HTMLElement): () => void {
  const before = listReadArticles().find(({ id }) => id === articleId)
  recordReadArticle(articleId)
  let reached = before?.progress ?? 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const position = before?.progress === undefined ? null : toResumePosition(before.progress)
  const closeOffer =
    position === null || !isReadingRecorded() || window.scrollY > window.innerHeight
      ? () => {}
      : offerToResume(position, element)

  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    const { top, height } = element.getBoundingClientRect()
    const progress = Math.min(1, Math.max(0, (window.innerHeight - top) / Math.max(1, height)))
    // Who only looks at the headline again has not lost the place.
    if (window.scrollY === 0 || Math.abs(progress - reached) < 0.01) return
    reached = progress
    recordProgress(articleId, progress)
  }
  const onScroll = () => {
    timer ??= setTimeout(keep, PAUSE_MS)
  }
  const onHide = () => {
    if (document.visibilityState !== 'hidden') return
    if (timer !== undefined) keep()
    sync()
  }
  window.addEventListener('scroll', onScroll, { passive: true })
  document.addEventListener('visibilitychange', onHide)
  return () => {
    clearTimeout(timer)
    closeOffer()
    window.removeEventListener('scroll', onScroll)
    document.removeEventListener('visibilitychange', onHide)
    sync()
  }
}

/** Where it is wanted, its script came with the reader's parts. */
function sync(): void {
  if (isReadingSynced()) void import('./reading-sync.lazy.ts').then(({ syncReading }) => syncReading()).catch(() => {})
}

/** A button for some seconds; nobody is moved unasked. */
function offerToResume(progress: number, element: HTMLElement): () => void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'resume-reading'
  button.textContent = markTexts.resume(Math.round(progress * 100))
  const close = () => button.remove()
  button.addEventListener('click', () => {
    const { top, height } = element.getBoundingClientRect()
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    // Where it was measured: what was read last stands at the lower edge.
    window.scrollTo({ top: window.scrollY + top + height * progress - window.innerHeight, behavior })
    close()
  })
  document.body.append(button)
  const timer = setTimeout(close, OFFER_MS)
  return () => {
    clearTimeout(timer)
    close()
  }
}

const PRESENCE = 'lastVisit'

/** Kept with what was read: who wants no list has no marks of new articles either. */
function takePresence(): Presence | null {
  if (!isReadingRecorded()) return null
  try {
    const presence = advancePresence(parsePresence(localStorage.getItem(PRESENCE)), Date.now())
    localStorage.setItem(PRESENCE, writePresence(presence))
    return presence
  } catch {
    return null
  }
}

/** Draws under its teasers how far an article was read, and which are new since the last visit; now and when more come. */
export function watchTeasers(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const presence = takePresence()
  const draw = () => {
    const now = Date.now()
    const progress = new Map(listReadArticles().map((article) => [article.id, article.progress ?? 0]))
    for (const teaser of document.querySelectorAll<HTMLElement>('[data-document]')) {
      const read = progress.get(teaser.dataset.document!)
      const published = Date.parse(teaser.querySelector('time')?.dateTime ?? '')
      const isNew = read === undefined && presence !== null && isNewSince(published, presence, now)
      teaser.toggleAttribute('data-new', isNew)
      if (read === undefined) delete teaser.dataset.read
      else {
        teaser.dataset.read = isReadThrough(read) ? 'through' : 'part'
        teaser.style.setProperty('--read', String(read))
      }
    }
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(draw, 150)
  }
  draw()
  new MutationObserver(later).observe(document.getElementById('app')!, { childList: true, subtree: true })
}
