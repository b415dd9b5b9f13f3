/**
 * Calls of the portal on behalf of a reader, of a publisher's feed, and of the office (`npx lokalteil notices`), all with the
 * service key. `reader` is the `sub` of the session; a body never says who writes.
 */
import { z } from 'zod'
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { ENTRY_KINDS, MOST_CONDOLENCE, MOST_SIGNATURE } from '../domain/condolences.ts'
import { MOST_PAGES } from '../domain/obituaries.ts'
import { ReaderPicture, ReaderPictureId, SentPicture } from '@lokalteil/contracts/content/reader-pictures'
import { CASE_OFFICE, CASES, DecisionInput, Raw, TextState } from '@lokalteil/contracts/community/moderation'
import { contract, contractFor } from '@lokalteil/contracts/kernel/endpoint'
import { BasketReference, PurchaseNumber } from '@lokalteil/contracts/commerce/sellers'
import {
  ClosingRequest,
  Count,
  IncomingObituary,
  ModeratedEntry,
  ObituaryDraft,
  ObituaryId,
  ObituaryOrder,
  OwnEntry,
  OwnState,
  PersonHead,
} from './values.ts'

const Reader = z.string().min(1).max(200)
/** A hash of the request's origin; does not identify a person. */
const Requester = z.string().min(16).max(64)
const EntryId = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[\w-]+$/)
const ReaderAndPerson = z.object({ reader: Reader, person: ObituaryId })
const Address = z.string().max(254).refine(isEmail, 'must be an e-mail address')
const Page = z.coerce.number().int().min(1).max(MOST_PAGES).default(1)

export const NewEntry = z.object({
  kind: z.enum(ENTRY_KINDS),
  name: Raw(MOST_SIGNATURE),
  /** '' for a candle. */
  text: Raw(MOST_CONDOLENCE),
})
export type NewEntry = z.infer<typeof NewEntry>
export const NewClosingRequest = z.object({
  wish: z.enum(['close', 'open']),
  name: z.string().max(200),
  contact: z.string().max(300),
  relation: z.string().max(300),
})
export type NewClosingRequest = z.infer<typeof NewClosingRequest>

/** A notice to be ordered, and its state. `reference` null: a new one. */
export const DraftToKeep = z.object({
  draft: ObituaryDraft,
  reference: BasketReference.nullable(),
  portrait: ReaderPictureId.nullable().default(null),
})
export const KeptDraft = z.object({ reference: BasketReference, cents: Count, portrait: ReaderPicture.nullable() })
export const WrittenDraft = z.object({ draft: ObituaryDraft, portrait: ReaderPicture.nullable() })

const READERS = contractFor('service-key', {
  getOwnState: {
    method: 'GET',
    path: '/internal/readers/{reader}/persons/{person}',
    summary: 'What a reader wrote into a book, with what became of it, and whether there is a reminder',
    params: ReaderAndPerson,
    answer: OwnState,
    problems: { 404: 'NOT_FOUND' },
  },
  addEntry: {
    method: 'POST',
    path: '/internal/readers/{reader}/persons/{person}/entries',
    summary:
      'A condolence or a candle of a reader with a confirmed address; hidden until it is approved. 422: `fields`',
    params: ReaderAndPerson,
    /** `address`: receives the message about a refusal. */
    body: NewEntry.extend({ address: Address }),
    answer: OwnEntry,
    creates: true,
    problems: { 404: 'NOT_FOUND', 409: 'BOOK_CLOSED', 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ENTRIES' },
  },
  removeOwnEntry: {
    method: 'DELETE',
    path: '/internal/readers/{reader}/entries/{entry}',
    summary: 'A reader withdraws an entry of their own; a missing one is not an error',
    params: z.object({ reader: Reader, entry: EntryId }),
    answer: null,
  },
  setReminder: {
    method: 'PUT',
    path: '/internal/readers/{reader}/persons/{person}/reminder',
    summary: 'A mail every year on the day of death, to a confirmed address; or no longer',
    params: ReaderAndPerson,
    body: z.discriminatedUnion('isWanted', [
      z.object({ isWanted: z.literal(true), address: Address }),
      z.object({ isWanted: z.literal(false) }),
    ]),
    answer: OwnState,
    problems: { 404: 'NOT_FOUND', 409: 'NO_DAY', 429: 'TOO_MANY_REMINDERS' },
  },
  changeAddress: {
    method: 'POST',
    path: '/internal/readers/{reader}/address',
    summary: 'The account has another confirmed address: reminders and refusals go there from now on',
    params: z.object({ reader: Reader }),
    body: z.object({ to: Address }),
    answer: null,
  },
  saveDraft: {
    method: 'POST',
    path: '/internal/drafts',
    summary:
      'Stores a reader’s notice under an unguessable reference; an existing one is replaced until it is bought. 422: `fields`',
    body: DraftToKeep.extend({ reader: Reader.nullable(), requester: Requester }),
    answer: KeptDraft,
    problems: { 409: 'NOT_SOLD', 422: 'INVALID_FIELDS', 429: 'TOO_MANY_DRAFTS' },
  },
  getDraft: {
    method: 'GET',
    path: '/internal/drafts/{reference}',
    summary: 'A notice that was kept and is not bought yet; one of another reader is not there',
    params: z.object({ reference: BasketReference }),
    query: z.object({ reader: Reader.optional() }),
    answer: WrittenDraft,
    problems: { 404: 'NOT_FOUND' },
  },
  addPortrait: {
    method: 'POST',
    path: '/internal/portraits',
    summary: 'Takes a picture for a notice; it belongs to none until one is saved with it, and is erased after a day',
    body: SentPicture.extend({ reader: Reader.nullable(), requester: Requester }),
    answer: z.object({ id: ReaderPictureId }),
    problems: { 409: 'NOT_SOLD', 422: 'NO_PICTURE', 429: 'TOO_MANY_PICTURES' },
  },
  getOwnPortrait: {
    method: 'GET',
    path: '/internal/portraits/{id}',
    summary: 'A portrait as it was sent; one of another reader is not there',
    params: z.object({ id: ReaderPictureId }),
    query: z.object({ reader: Reader.optional() }),
    answer: SentPicture,
    problems: { 404: 'NOT_FOUND' },
  },
  getReminder: {
    method: 'GET',
    path: '/internal/reminders/{token}',
    summary: 'Whose anniversary the link of a mail is about; uses nothing up',
    params: z.object({ token: z.string().max(60) }),
    answer: z.object({ person: PersonHead }),
    problems: { 404: 'NOT_FOUND' },
  },
  endReminder: {
    method: 'DELETE',
    path: '/internal/reminders/{token}',
    summary: 'Ends a reminder by the link of its mail; once more is no error',
    params: z.object({ token: z.string().max(60) }),
    answer: null,
  },
  addClosingRequest: {
    method: 'POST',
    path: '/internal/persons/{person}/requests',
    summary: 'A family asks to close a book, or to open it again; the office decides',
    params: z.object({ person: ObituaryId }),
    body: NewClosingRequest.extend({ requester: Requester }),
    answer: z.object({ receipt: z.string() }),
    problems: { 404: 'NOT_FOUND', 422: 'INVALID_FIELDS', 429: 'TOO_MANY_REQUESTS' },
  },
})

const OFFICE = contractFor('service-key', {
  listEntries: {
    method: 'GET',
    path: '/internal/entries',
    summary: 'Entries by state and words in text, name or person, the oldest that wait first; 50 a page',
    query: z.object({ state: TextState.default('pending'), term: z.string().max(200).optional(), page: Page }),
    answer: z.object({ entries: z.array(ModeratedEntry), total: Count, page: Count, pages: Count }),
  },
  decideEntry: {
    method: 'POST',
    path: '/internal/entries/{entry}/decision',
    summary: 'Lets an entry in, or takes it out on a ground that its writer is told',
    params: z.object({ entry: EntryId }),
    body: DecisionInput,
    answer: ModeratedEntry,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_POSSIBLE', 422: 'REASONS_MISSING' },
  },
  listRequests: {
    method: 'GET',
    path: '/internal/requests',
    summary: 'What families ask for, those that wait first; 50 a page',
    query: z.object({ page: Page }),
    answer: z.object({ requests: z.array(ClosingRequest), total: Count, page: Count, pages: Count }),
  },
  decideRequest: {
    method: 'POST',
    path: '/internal/requests/{request}/decision',
    summary: 'Does what a family asked for, or declines; who asked is forgotten ninety days later',
    params: z.object({ request: EntryId }),
    body: z.object({ outcome: z.enum(['done', 'declined']) }),
    answer: ClosingRequest,
    problems: { 404: 'NOT_FOUND' },
  },
  listOrders: {
    method: 'GET',
    path: '/internal/orders',
    summary: 'Notices that were bought, those first that are paid and wait to be looked at; 50 a page',
    query: z.object({ page: Page }),
    answer: z.object({ orders: z.array(ObituaryOrder), total: Count, page: Count, pages: Count }),
  },
  getPortraitToDecide: {
    method: 'GET',
    path: '/internal/orders/portraits/{id}',
    summary: 'The portrait of a notice, for the reviewer',
    params: z.object({ id: ReaderPictureId }),
    answer: SentPicture,
    problems: { 404: 'NOT_FOUND' },
  },
  decideOrder: {
    method: 'POST',
    path: '/internal/orders/{number}/decision',
    summary:
      'Publishes a notice that is paid, or declines it: then all that was paid goes back, and the buyer is told why',
    params: z.object({ number: PurchaseNumber }),
    body: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('published') }),
      z.object({ outcome: z.literal('declined'), facts: z.string().min(1).max(1000) }),
    ]),
    answer: ObituaryOrder,
    problems: { 404: 'NOT_FOUND', 409: 'NO_SUCH_STEP' },
  },
  setBook: {
    method: 'PUT',
    path: '/internal/persons/{person}/book',
    summary: 'Closes a book or opens it again; what stands in it stays',
    params: z.object({ person: ObituaryId }),
    body: z.object({ isOpen: z.boolean() }),
    answer: z.object({ isOpen: z.boolean() }),
    problems: { 404: 'NOT_FOUND' },
  },
})

export const OBITUARIES_INTERNAL = contract({
  ingest: {
    method: 'POST',
    path: '/internal/deliveries',
    summary: 'Takes a notice; idempotent, and states older than the stored one change nothing',
    security: 'service-key',
    body: z.object({ notice: IncomingObituary }),
    answer: z.object({
      outcome: z.enum(['created', 'updated', 'unchanged', 'removed']),
      /** Path on the site. */
      path: z.string(),
      reason: z.string(),
    }),
  },
  ...READERS,
  ...OFFICE,
  ...CASES,
  ...CASE_OFFICE,
})
