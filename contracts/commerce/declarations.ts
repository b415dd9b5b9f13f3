/**
 * The two declarations that a reader may make without a login. An answer repeats the declaration, but never says
 * whether a contract exists.
 */
import { z } from 'zod'
import { CANCELLATION_KINDS, CONTRACT_RIGHTS, DECLARATION_LENGTH } from '@lokalteil/domain/commerce/contract-rights'
import { contractFor } from '../kernel/endpoint.ts'
import { Text } from './values.ts'

const Person = {
  name: Text(DECLARATION_LENGTH.name * 2),
  email: Text(254),
  contract: Text(DECLARATION_LENGTH.contract * 2),
}
export const WithdrawalDeclaration = z.object(Person)
export const CancellationDeclaration = z.object({
  ...Person,
  kind: z.enum(CANCELLATION_KINDS),
  /** Required only for an extraordinary termination, else ''. */
  reason: z.string().max(DECLARATION_LENGTH.reason * 2),
  /** `2026-12-31`; null: as early as possible. */
  endDate: z.iso.date().nullable(),
})

const Received = {
  /** Reference number for telephone and letter: `K-2026-7Q4F-MX2D`. */
  number: z.string().regex(/^[KW]-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/),
  receivedAt: z.iso.datetime(),
  /** Capability to open the receipt again: its holder may read it. */
  token: z.string().regex(/^[\w-]{22,64}$/),
}
export const Receipt = z.discriminatedUnion('right', [
  z.object({ ...Received, right: z.literal('cancellation'), declaration: CancellationDeclaration }),
  z.object({ ...Received, right: z.literal('withdrawal'), declaration: WithdrawalDeclaration }),
])
export type Receipt = z.infer<typeof Receipt>

/** The declaration in the view of the office. */
export const Declared = Receipt.and(
  z.object({
    sequence: z.number().int(),
    handledAt: z.iso.datetime().nullable().describe('When the office was done with it; null: it waits'),
    note: z.string().nullable(),
  }),
)
export type Declared = z.infer<typeof Declared>
const Typed = z.string().max(8000).optional()
/** As typed by the reader. The platform checks it and answers 422 with a code for each wrong field. */
export const TypedDeclaration = z.strictObject({
  name: Typed,
  email: Typed,
  contract: Typed,
  kind: Typed,
  reason: Typed,
  end: Typed,
  endDate: Typed,
})
const Filing = z.object({
  /** Idempotency key: the same key with the same input is filed once, however often it is sent. */
  idempotencyKey: z.string().regex(/^[\w-]{16,64}$/),
  /** A hash of the caller, for rate limits; never shown. */
  requester: z.string().regex(/^[\w-]{16,64}$/),
  input: TypedDeclaration,
})

export const DECLARATION_ENDPOINTS = contractFor('service-key', {
  fileCancellation: {
    method: 'POST',
    path: '/internal/cancellations',
    summary: 'Files the end of a contract and mails the receipt',
    body: Filing,
    answer: Receipt,
    problems: { 422: 'INCOMPLETE_DECLARATION', 429: 'TOO_MANY_DECLARATIONS' },
  },
  fileWithdrawal: {
    method: 'POST',
    path: '/internal/withdrawals',
    summary: 'Files a withdrawal from a contract and mails the receipt',
    body: Filing,
    answer: Receipt,
    problems: { 422: 'INCOMPLETE_DECLARATION', 429: 'TOO_MANY_DECLARATIONS' },
  },
  getReceipt: {
    method: 'GET',
    path: '/internal/receipts/{token}',
    summary: 'A receipt again, for 30 days',
    params: z.object({ token: z.string().max(64) }),
    answer: Receipt,
    problems: { 404: 'NOT_FOUND' },
  },
  listDeclarations: {
    method: 'GET',
    path: '/internal/declarations',
    summary: 'What was declared, oldest first, for the people who carry it out',
    query: z.object({
      right: z.enum(CONTRACT_RIGHTS).optional(),
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      open: z.enum(['true', 'false']).optional().describe('true: only what waits'),
    }),
    answer: z.array(Declared),
  },
  handleDeclaration: {
    method: 'POST',
    path: '/internal/declarations/{number}/handled',
    summary: 'The office is done with a declaration; said twice, the first note stays',
    params: z.object({ number: Received.number }),
    body: z.object({ note: Text(500) }),
    answer: Declared,
    problems: { 404: 'NOT_FOUND' },
  },
})
