/** Turns an answer of the content service into the result of a page's `load`: missing is different from unavailable. */
import type { Read } from '../../page/content-api.ts'
import type { PageAnswer } from '../../page/define-extension-page.ts'

export function toLoaded<T, D = T>(
  read: Read<T>,
  toData: (data: T) => D = (data) => data as unknown as D,
): PageAnswer<D> {
  if (read.ok) return { kind: 'ok', data: toData(read.data) }
  if (read.status === 410) return { kind: 'gone' }
  // 400: a parameter the service refuses, e.g. a page number with seven digits.
  return read.status === 404 || read.status === 400 ? { kind: 'missing' } : { kind: 'unavailable', status: read.status }
}

/** For secondary content: an empty list instead of an error. */
export function orEmpty<T, I>(read: Read<T>, pick: (data: T) => readonly I[]): readonly I[] {
  return read.ok ? pick(read.data) : []
}
