/**
 * The subscription platform: what a publication sells, and the two declarations a reader may make without a login.
 * The catalogue is public and the same for everybody. Declarations are filed by the portal behind the service key; an
 * answer says what was declared and when it arrived, never whether a contract exists.
 * Base address: `{SUBSCRIPTION_URL}/{mandator}`. Source: specification 2.3; decisions S2.3-02, S2.3-08, S7.1-02.
 */
import { z } from 'zod'
import { CANCELLATION_KINDS, CONTRACT_RIGHTS, DECLARATION_LENGTH } from '@lokalteil/domain/contract-rights'
import { OFFER_KINDS } from '@lokalteil/domain/offers'
import { contract } from './endpoint.ts'

export const OfferId = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/).max(64)
const Cents = z.number().int().min(0).max(1_000_000)
const Months = z.number().int().min(1).max(24)
const Text = (most: number) => z.string().min(1).max(most)

/** The fields of `Offer` in the domain; a catalogue with an offer the law does not allow is refused as a whole. */
export const Offer = z.object({
  id: OfferId,
  kind: z.enum(OFFER_KINDS),
  name: Text(80),
  description: z.string().max(300),
  priceCents: Cents.describe('Cents for each period, value added tax included'),
  vatPercent: z.number().int().min(0).max(30),
  periodMonths: Months.nullable().describe('Months one price pays for; null: paid once'),
  trial: z.object({ months: Months, priceCents: Cents }).nullable(),
  termMonths: Months.nullable().describe('Months the reader is bound after a trial'),
  renewal: z.enum(['open-ended', 'none']),
  noticeMonths: z.number().int().min(0).max(12).nullable(),
  benefits: z.array(Text(160)).max(12),
  roles: z.array(z.string().regex(/^[A-Z][A-Z0-9-_]{1,63}$/)).max(12),
  coins: z.number().int().min(1).max(1000).nullable(),
  isRecommended: z.boolean(),
})
export type Offer = z.infer<typeof Offer>

/** Where people answer who know about orders and contracts. */
export const ReaderService = z.object({
  phone: Text(40).regex(/^\+?[\d /()-]+$/),
  hours: z.string().max(120),
  email: z.email().max(254),
})
export type ReaderService = z.infer<typeof ReaderService>

export const Catalogue = z.object({ offers: z.array(Offer).max(60), readerService: ReaderService.nullable() })
export type Catalogue = z.infer<typeof Catalogue>

const Person = {
  name: Text(DECLARATION_LENGTH.name * 2),
  email: Text(254),
  contract: Text(DECLARATION_LENGTH.contract * 2),
}
export const WithdrawalDeclaration = z.object(Person)
export const CancellationDeclaration = z.object({
  ...Person,
  kind: z.enum(CANCELLATION_KINDS),
  /** '' unless extraordinary. */
  reason: z.string().max(DECLARATION_LENGTH.reason * 2),
  /** `2026-12-31`; null: as early as possible. */
  endDate: z.iso.date().nullable(),
})

const Received = {
  /** For telephone and letter: `K-2026-7Q4F-MX2D`. */
  number: z.string().regex(/^[KW]-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/),
  receivedAt: z.iso.datetime(),
  /** Opens the receipt again; whoever has it may read it. */
  token: z.string().regex(/^[\w-]{22,64}$/),
}
export const Receipt = z.discriminatedUnion('right', [
  z.object({ ...Received, right: z.literal('cancellation'), declaration: CancellationDeclaration }),
  z.object({ ...Received, right: z.literal('withdrawal'), declaration: WithdrawalDeclaration }),
])
export type Receipt = z.infer<typeof Receipt>

const Typed = z.string().max(8000).optional()
/** As typed by the reader; the platform checks it and answers 422 with a code for each field that is wrong. */
const Input = z.strictObject({ name: Typed, email: Typed, contract: Typed, kind: Typed, reason: Typed, end: Typed, endDate: Typed })
const Filing = z.object({
  /** The same key with the same input is filed once, however often it is sent. */
  idempotencyKey: z.string().regex(/^[\w-]{16,64}$/),
  /** Who asks, unreadable: counted, never shown. */
  requester: z.string().regex(/^[\w-]{16,64}$/),
  input: Input,
})

export const SUBSCRIPTION = contract({
  listOffers: { method: 'GET', path: '/offers', summary: 'What the publication sells, in its order', answer: Catalogue },
  getOffer: {
    method: 'GET',
    path: '/offers/{id}',
    summary: 'One offer that can be ordered now',
    params: z.object({ id: OfferId }),
    answer: Offer,
    problems: { 404: 'NOT_FOUND' },
  },
})

export const SUBSCRIPTION_INTERNAL = contract({
  saveCatalogue: {
    method: 'PUT',
    path: '/internal/catalogue',
    summary: 'Replaces the catalogue; offers left out can no longer be ordered',
    security: 'service-key',
    body: Catalogue,
    answer: null,
    problems: { 422: 'UNLAWFUL_OFFER' },
  },
  fileCancellation: {
    method: 'POST',
    path: '/internal/cancellations',
    summary: 'Files the end of a contract and mails the receipt',
    security: 'service-key',
    body: Filing,
    answer: Receipt,
    problems: { 422: 'INCOMPLETE_DECLARATION', 429: 'TOO_MANY_DECLARATIONS' },
  },
  fileWithdrawal: {
    method: 'POST',
    path: '/internal/withdrawals',
    summary: 'Files a withdrawal from a contract and mails the receipt',
    security: 'service-key',
    body: Filing,
    answer: Receipt,
    problems: { 422: 'INCOMPLETE_DECLARATION', 429: 'TOO_MANY_DECLARATIONS' },
  },
  getReceipt: {
    method: 'GET',
    path: '/internal/receipts/{token}',
    summary: 'A receipt again, for 30 days',
    security: 'service-key',
    params: z.object({ token: z.string().max(64) }),
    answer: Receipt,
    problems: { 404: 'NOT_FOUND' },
  },
  listDeclarations: {
    method: 'GET',
    path: '/internal/declarations',
    summary: 'What was declared, oldest first, for the people who carry it out',
    security: 'service-key',
    query: z.object({
      right: z.enum(CONTRACT_RIGHTS).optional(),
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    answer: z.array(Receipt.and(z.object({ sequence: z.number().int() }))),
  },
})
