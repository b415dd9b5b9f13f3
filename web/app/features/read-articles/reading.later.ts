/**
 * Reading progress of the open article, the offer to resume, and marks on teasers. Loaded after the page; the sync with
 * the account is `reading-sync.lazy`.
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
import { keepStored, readStored } from '../../browser/device-storage.ts'
import { isReadingRecorded, isReadingSynced, listReadArticles, recordProgress, recordReadArticle } from './record.ts'
import './reading.css'

const PAUSE_MS = 1000
const OFFER_MS = 8000

/** Tracks while the article is shown. Returns a function that ends it. */
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
    // Looking at the headline again does not reset the progress.
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

/** If syncing is on, its script was loaded with the reader's parts. */
function sync(): void {
  if (isReadingSynced()) void import('./reading-sync.lazy.ts').then(({ syncReading }) => syncReading()).catch(() => {})
}

/** Shows a button for some seconds; never scrolls unasked. */
function offerToResume(progress: number, element: HTMLElement): () => void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'resume-reading'
  button.textContent = markTexts.resume(Math.round(progress * 100))
  const close = () => button.remove()
  button.addEventListener('click', () => {
    const { top, height } = element.getBoundingClientRect()
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    // The line that was last read goes to the lower edge of the window, where it was measured.
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

/** Stored with the list of read articles: without the list there are no marks for new articles. */
function takePresence(): Presence | null {
  if (!isReadingRecorded()) return null
  const presence = advancePresence(parsePresence(readStored(PRESENCE)), Date.now())
  return keepStored(PRESENCE, writePresence(presence)) ? presence : null
}

/** Marks teasers with the reading progress and those new since the last visit; also for teasers added later. */
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
