/**
 * The reader's library (7.4) for pages and buttons: the same calls during rendering and in the browser, where they go to this
 * origin, which adds the access token. A call refused because the token expired is repeated once after a renewal. `status` 0:
 * no answer. Imports only types from the contract.
 */
import { toAddress } from '@lokalteil/contracts/kernel/address'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { toLibraryBase, LIBRARY_PATHS } from '@lokalteil/contracts/library/paths'
import type { LIBRARY } from '@lokalteil/contracts/library'
import { decideBookmarkFailure, type BookmarkCall, type RaisedBookmarkCall } from '@lokalteil/domain/reading/bookmarks'
import { portalClient, toStatus, type PortalClient } from './portal-client.ts'

export type LibraryAnswer<T> = { ok: true; data: T } | { ok: false; status: number; code: string }
export type LibraryCallName = keyof typeof LIBRARY
export type LibraryCall = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number>>
  body?: unknown
}
export type LibraryApi = {
  [K in LibraryCallName]: (call?: LibraryCall) => Promise<LibraryAnswer<AnswerOf<(typeof LIBRARY)[K]>>>
}

type Method<K extends LibraryCallName> = (typeof LIBRARY)[K]['method']
/** All others are GET. */
const METHODS: { readonly [K in LibraryCallName as Method<K> extends 'GET' ? never : K]: Method<K> } = {
  addBookmark: 'POST',
  removeBookmark: 'DELETE',
  listBookmarkedOf: 'POST',
  addRegionBookmark: 'POST',
  removeRegionBookmark: 'DELETE',
  addTagBookmark: 'POST',
  removeTagBookmark: 'DELETE',
  changeFollows: 'POST',
  listPurchases: 'POST',
  setOnboarding: 'PUT',
  muteTopic: 'POST',
  unmuteTopic: 'DELETE',
  muteWord: 'POST',
  unmuteWord: 'DELETE',
  visitFeed: 'POST',
  setReadingSync: 'PUT',
  mergeReading: 'POST',
  removeReadArticle: 'DELETE',
  clearReading: 'DELETE',
  mergeGameProgress: 'POST',
}

export const LIBRARY_MOUNT = '/__services/user'
const PATIENCE_MS = 10_000

export function createLibraryApi(publication: string, ssoId: string, client: PortalClient = portalClient): LibraryApi {
  const base = LIBRARY_MOUNT + toLibraryBase(publication, ssoId)

  async function call(name: LibraryCallName, { params, query, body }: LibraryCall): Promise<LibraryAnswer<never>> {
    const method = (METHODS as Partial<Record<LibraryCallName, string>>)[name] ?? 'GET'
    const result = await client.send<never>(method, base + toAddress(LIBRARY_PATHS[name], params, query), {
      as: 'reader',
      body,
      timeoutMs: PATIENCE_MS,
      // Sent even while the page is being left.
      keepalive: method !== 'GET',
    })
    if (result.kind === 'ok') return { ok: true, data: result.data }
    if (result.kind === 'unrenewed') return { ok: false, status: 0, code: 'NOT_LOGGED_IN' }
    const status = toStatus(result)
    if (status === 0) return { ok: false, status, code: 'UNREACHABLE' }
    const code = result.kind === 'refused' ? result.code : ''
    return { ok: false, status, code: code || (status === 401 ? 'NOT_LOGGED_IN' : 'UNKNOWN') }
  }

  return Object.fromEntries(
    (Object.keys(LIBRARY_PATHS) as LibraryCallName[]).map((name) => [
      name,
      (given: LibraryCall = {}) => call(name, given),
    ]),
  ) as LibraryApi
}

/** A failed call with its message of section 8, already logged. `answer` has status and code. */
export class BookmarkError extends Error {
  override name = 'BookmarkError'
  readonly answer: { status: number; code: string }
  constructor(message: string, answer: { status: number; code: string }) {
    super(message, { cause: answer })
    this.answer = answer
  }
}

/** The data of an answer; a failure is logged and thrown, or only logged, as section 8 says (S8-04). */
export function takeAnswer<T>(call: RaisedBookmarkCall, answer: LibraryAnswer<T>): T
export function takeAnswer<T, C extends BookmarkCall>(call: C, answer: LibraryAnswer<T>): T | false | null
export function takeAnswer<T>(call: BookmarkCall, answer: LibraryAnswer<T>): T | false | null {
  if (answer.ok) return answer.data
  const failure = decideBookmarkFailure(call)
  const { status, code } = answer
  const error = new BookmarkError(failure.kind === 'raise' ? failure.message : call, { status, code })
  // oxlint-disable-next-line no-console
  console.error(error.message, { status, code })
  if (failure.kind === 'raise') throw error
  return failure.result
}
