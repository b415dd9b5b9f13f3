/**
 * Read articles beyond the list: how far the open one was read, the way back to there, the mark on teasers, and, for
 * readers who asked for it, the same list on all their devices. Comes once a page is loaded and holds nothing up.
 */
import { isReadThrough, toResumePosition } from '@lokalteil/domain/reading/read-articles'
import {
  advancePresence,
  isNewSince,
  parsePresence,
  writePresence,
  type Presence,
} from '@lokalteil/domain/reading/presence'
import type { Chrome } from '../../page/page.ts'
import { getSession, type ReaderPart } from '../../browser/session/session.ts'
import { createUserApi, type UserApi } from '../../page/user-api.ts'
import { markTexts } from '../../messages/reading/marks.ts'
import type { ReadArticle } from './read-list.ts'
import {
  clearReadArticles,
  isReadingRecorded,
  isReadingSynced,
  listReadArticles,
  recordProgress,
  recordReadArticle,
  saveReadArticles,
  setReadingSynced,
} from './record.ts'
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
    void syncReading()
  }
  window.addEventListener('scroll', onScroll, { passive: true })
  document.addEventListener('visibilitychange', onHide)
  return () => {
    clearTimeout(timer)
    closeOffer()
    window.removeEventListener('scroll', onScroll)
    document.removeEventListener('visibilitychange', onHide)
    void syncReading()
  }
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

// Teasers

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

// With the account

let chromeOf: (() => Chrome) | null = null

function getUserId(): string {
  const { status, view } = getSession()
  return status === 'reader' ? (view.userData?.ssoId ?? '') : ''
}

/** `publication`: of a page that cannot wait until the parts of the reader have come. */
function getUser(publication = chromeOf?.().publication.code): UserApi | null {
  const ssoId = getUserId()
  return publication === undefined || ssoId === '' ? null : createUserApi(publication, ssoId)
}

const toLocal = (articles: readonly { articleId: string; ts: string; progress: number }[]): ReadArticle[] =>
  articles.map(({ articleId, ts, progress }) => ({ id: articleId, ts: Date.parse(ts), progress }))

/** What this device knows goes to the account, what all know comes back; nothing unless the reader asked for it. */
export async function syncReading(publication?: string): Promise<void> {
  const user = isReadingSynced() && isReadingRecorded() ? getUser(publication) : null
  if (user === null) return
  const ssoId = getUserId()
  const articles = listReadArticles().flatMap(({ id, ts, progress = 0 }) =>
    id.length > 20 ? [] : [{ articleId: id, ts: new Date(ts).toISOString(), progress }],
  )
  const answer = await user.mergeReading({ body: { articles } })
  // The login has ended meanwhile, and with it the list.
  if (getUserId() !== ssoId) return
  if (answer.ok) saveReadArticles(toLocal(answer.data.articles))
  // Turned off on another device.
  else if (answer.code === 'NOT_SYNCED') setReadingSynced(false)
}

/** False when it could not be changed. */
export async function changeReadingSync(publication: string, isSynced: boolean): Promise<boolean> {
  const ssoId = getUserId()
  const answer = await getUser(publication)?.setReadingSync({ body: { isSynced } })
  if (answer?.ok !== true || getUserId() !== ssoId) return false
  setReadingSynced(isSynced)
  if (isSynced) await syncReading(publication)
  return true
}

/** Also from the account; null: from this device alone. */
export async function forgetReading(publication: string, articleId: string | null): Promise<void> {
  const user = isReadingSynced() ? getUser(publication) : null
  if (user === null) return
  if (articleId === null) await user.clearReading()
  else await user.removeReadArticle({ params: { articleId } })
}

export function createReadingPart(chrome: () => Chrome): ReaderPart {
  chromeOf = chrome
  // What was read without a connection; the merge counts nothing twice.
  addEventListener('online', () => void syncReading().catch(() => {}))
  return {
    async load({ isNewLogin }) {
      // Asked once a login: another device may have turned it on.
      if (isNewLogin) {
        const ssoId = getUserId()
        const answer = await getUser()?.getReading()
        if (answer?.ok === true && getUserId() === ssoId) setReadingSynced(answer.data.isSynced)
      }
      if (isNewLogin) await syncReading()
    },
    reset() {
      clearReadArticles()
      setReadingSynced(false)
    },
  }
}
