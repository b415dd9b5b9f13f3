/** Stores read articles on this device. If storage is blocked, nothing is stored and nothing fails. */
import { keepStored, readStored } from '../../browser/device-storage.ts'
import {
  addReadArticle,
  parseReadArticles,
  READ_ARTICLES_KEY,
  READ_ARTICLES_OFF_KEY,
  READ_ARTICLES_SYNC_KEY,
  setProgress,
  type ReadArticle,
} from './read-list.ts'

export function recordReadArticle(id: string, ts: number = Date.now()): void {
  if (!isReadingRecorded()) return
  saveReadArticles(addReadArticle(listReadArticles(), id, ts))
}

export function recordProgress(id: string, progress: number, ts: number = Date.now()): void {
  if (!isReadingRecorded()) return
  saveReadArticles(setProgress(listReadArticles(), id, progress, ts))
}

export function listReadArticles(): ReadArticle[] {
  return parseReadArticles(readStored(READ_ARTICLES_KEY))
}

export function saveReadArticles(articles: readonly ReadArticle[]): void {
  keepStored(READ_ARTICLES_KEY, JSON.stringify(articles))
}

export function removeReadArticle(id: string): void {
  saveReadArticles(listReadArticles().filter((article) => article.id !== id))
}

/** On the reader's request, and at the logout. */
export function clearReadArticles(): void {
  keepStored(READ_ARTICLES_KEY, null)
}

export function isReadingRecorded(): boolean {
  return readStored(READ_ARTICLES_OFF_KEY) !== '1'
}

/** Switching it off also deletes the list. */
export function setReadingRecorded(isRecorded: boolean): void {
  keepStored(READ_ARTICLES_OFF_KEY, isRecorded ? null : '1')
  if (!isRecorded) clearReadArticles()
}

export function isReadingSynced(): boolean {
  return readStored(READ_ARTICLES_SYNC_KEY) === '1'
}

export function setReadingSynced(isSynced: boolean): void {
  keepStored(READ_ARTICLES_SYNC_KEY, isSynced ? '1' : null)
}
