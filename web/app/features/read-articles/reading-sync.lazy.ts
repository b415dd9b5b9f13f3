/** Syncs read articles with the account, for readers who switched it on: the same list on all devices. */
import type { Chrome } from '../../page/page.ts'
import { getSession, type ReaderPart } from '../../browser/session/session.ts'
import { createLibraryApi, type LibraryApi } from '../../page/library-api.ts'
import type { ReadArticle } from './read-list.ts'
import {
  clearReadArticles,
  isReadingRecorded,
  isReadingSynced,
  listReadArticles,
  saveReadArticles,
  setReadingSynced,
} from './record.ts'

let chromeOf: (() => Chrome) | null = null

function getUserId(): string {
  const { status, view } = getSession()
  return status === 'reader' ? (view.userData?.ssoId ?? '') : ''
}

/** `publication`: for a page that cannot wait for the reader's parts. */
function getLibrary(publication = chromeOf?.().publication.code): LibraryApi | null {
  const ssoId = getUserId()
  return publication === undefined || ssoId === '' ? null : createLibraryApi(publication, ssoId)
}

const toLocal = (articles: readonly { articleId: string; ts: string; progress: number }[]): ReadArticle[] =>
  articles.map(({ articleId, ts, progress }) => ({ id: articleId, ts: Date.parse(ts), progress }))

/** Sends this device's list and takes the merged one; does nothing unless the reader switched it on. */
export async function syncReading(publication?: string): Promise<void> {
  const library = isReadingSynced() && isReadingRecorded() ? getLibrary(publication) : null
  if (library === null) return
  const ssoId = getUserId()
  const articles = listReadArticles().flatMap(({ id, ts, progress = 0 }) =>
    id.length > 20 ? [] : [{ articleId: id, ts: new Date(ts).toISOString(), progress }],
  )
  const answer = await library.mergeReading({ body: { articles } })
  // The login has ended meanwhile, and the list with it.
  if (getUserId() !== ssoId) return
  if (answer.ok) saveReadArticles(toLocal(answer.data.articles))
  // Switched off on another device.
  else if (answer.code === 'NOT_SYNCED') setReadingSynced(false)
}

/** False if it could not be changed. */
export async function changeReadingSync(publication: string, isSynced: boolean): Promise<boolean> {
  const ssoId = getUserId()
  const answer = await getLibrary(publication)?.setReadingSync({ body: { isSynced } })
  if (answer?.ok !== true || getUserId() !== ssoId) return false
  setReadingSynced(isSynced)
  if (isSynced) await syncReading(publication)
  return true
}

/** Deletes from the account, too; `articleId` null: the whole list. */
export async function forgetReading(publication: string, articleId: string | null): Promise<void> {
  const library = isReadingSynced() ? getLibrary(publication) : null
  if (library === null) return
  if (articleId === null) await library.clearReading()
  else await library.removeReadArticle({ params: { articleId } })
}

export function createReadingPart(chrome: () => Chrome): ReaderPart {
  chromeOf = chrome
  // Articles read offline; merging is idempotent.
  addEventListener('online', () => void syncReading().catch(() => {}))
  return {
    async load({ isNewLogin }) {
      // Once per login: another device may have switched it on.
      if (isNewLogin) {
        const ssoId = getUserId()
        const answer = await getLibrary()?.getReading()
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
