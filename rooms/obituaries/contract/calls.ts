/** Calls of the pages of notices (R1-79). */
import { z } from 'zod'
import { MOST_NAME, MOST_PAGES, MOST_PLACE } from '../domain/obituaries.ts'
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import {
  DraftToKeep,
  KeptDraft,
  NewClosingRequest,
  NewEntry,
  WrittenDraft,
  OBITUARIES_INTERNAL,
} from './internal-endpoints.ts'
import { ObituaryFacets, ObituaryList, PersonPage } from './public-endpoints.ts'
import { Book, Obituary, ObituaryId, OwnEntry, OwnState } from './values.ts'
import { BasketReference } from '@lokalteil/contracts/commerce/sellers'
import { Text } from '@lokalteil/contracts/portal/values'

const Page = z.coerce.number().int().min(1).max(MOST_PAGES).default(1)
const EntryId = z.string().regex(/^[\w-]{1,60}$/)

/** Published notices, the same for all. Uses the query parameters of the pages' search. */
export const OBITUARY_CALLS = contract({
  listNotices: {
    method: 'GET',
    path: '/api/notices',
    summary: 'Notices of the publication, newest first, by name, place and time; the same for all',
    query: z.object({
      name: Text(MOST_NAME).optional(),
      ort: Text(MOST_PLACE).optional(),
      zeit: Text(10).optional(),
      page: Page,
    }),
    answer: ObituaryList,
    problems: { 404: 'NOT_FOUND' },
  },
  getNoticeFacets: {
    method: 'GET',
    path: '/api/notices/facets',
    summary: 'Places and years that the search can be narrowed to; the same for all',
    answer: ObituaryFacets,
    problems: { 404: 'NOT_FOUND' },
  },
  getNotice: {
    method: 'GET',
    path: '/api/notices/one/{notice}',
    summary: 'One notice; the same for all',
    params: z.object({ notice: ObituaryId }),
    answer: Obituary,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  getNoticePerson: {
    method: 'GET',
    path: '/api/notices/persons/{person}',
    summary: 'A person with all notices; the same for all',
    params: z.object({ person: ObituaryId }),
    answer: PersonPage,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  getNoticeBook: {
    method: 'GET',
    path: '/api/notices/persons/{person}/book',
    summary: 'The book of condolence, as far as a moderator has let it in; the same for all',
    params: z.object({ person: ObituaryId }),
    query: z.object({ page: Page }),
    answer: Book,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
})

/** Actions of the session's reader, and of any visitor. */
export const MOURNER_CALLS = contract({
  getOwnNoticeState: {
    method: 'GET',
    path: '/api/notices/persons/{person}/own',
    summary: 'What the reader wrote into the book, with what became of it, and whether there is a reminder',
    params: z.object({ person: ObituaryId }),
    answer: OwnState,
    problems: { 401: 'NOT_LOGGED_IN', 404: 'NOT_FOUND' },
  },
  addNoticeEntry: {
    method: 'POST',
    path: '/api/notices/persons/{person}/entries',
    summary: 'A condolence or a candle; shown when a moderator has let it in',
    params: z.object({ person: ObituaryId }),
    body: NewEntry,
    answer: OwnEntry,
    problems: {
      401: 'NOT_LOGGED_IN',
      403: 'EMAIL_NOT_VERIFIED',
      404: 'NOT_FOUND',
      409: 'BOOK_CLOSED',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ENTRIES',
    },
  },
  removeNoticeEntry: {
    method: 'POST',
    path: '/api/notices/entries/{entry}/withdraw',
    summary: 'The reader takes an own entry back',
    params: z.object({ entry: EntryId }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  setNoticeReminder: {
    method: 'POST',
    path: '/api/notices/persons/{person}/reminder',
    summary: 'A mail every year on the day of death, or no longer',
    params: z.object({ person: ObituaryId }),
    body: z.object({ isWanted: z.boolean() }),
    answer: OwnState,
    problems: { 401: 'NOT_LOGGED_IN', 403: 'EMAIL_NOT_VERIFIED', 404: 'NOT_FOUND', 409: 'NO_DAY' },
  },
  saveNoticeDraft: {
    method: 'POST',
    path: '/api/notices/drafts',
    summary: 'Keeps a notice as it is to be ordered; the checkout has its price under the reference. Also for guests',
    body: DraftToKeep,
    answer: KeptDraft,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_SOLD', 422: 'INVALID_FIELDS', 429: 'TOO_MANY_DRAFTS' },
  },
  getNoticeDraft: {
    method: 'GET',
    path: '/api/notices/drafts/{reference}',
    summary: 'A stored notice that is not bought yet, for the holder of its reference',
    params: z.object({ reference: BasketReference }),
    answer: WrittenDraft,
    problems: { 404: 'NOT_FOUND' },
  },
  requestNoticeClosing: {
    method: 'POST',
    path: '/api/notices/persons/{person}/requests',
    summary: 'A family asks that a book is closed, or opened again; the publisher decides',
    params: z.object({ person: ObituaryId }),
    body: NewClosingRequest,
    answer: z.object({ receipt: z.string() }),
    problems: { 404: 'NOT_FOUND', 422: 'INVALID_FIELDS', 429: 'TOO_MANY_REQUESTS' },
  },
})

/** Only for pages on the server: the address of such a page is never loaded by a navigation in the browser. */
export const REMINDER_CALLS = { getReminder: OBITUARIES_INTERNAL.getReminder }

/**
 * One-click unsubscribe of mail programs (RFC 8058), and the button of our page: POST with `?token=`, without a
 * session.
 */
export const REMINDER_ONE_CLICK = '/api/notices/reminders/end'
