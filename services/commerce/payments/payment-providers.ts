/**
 * The interface of payment providers. Promises: every request has an idempotency key, and one key never makes a reader pay
 * twice; the answer is one of five outcomes; messages (webhooks) count only with a valid signature, and their amount and
 * currency are compared with the charge. `test-bank` is built in, deterministic, and moves no money: its numbers are below.
 * `sepa` is direct debit by the publisher, `invoice` a transfer by the reader: both give access before the money arrives. Cards
 * are typed on the provider's page, never here.
 */
import { createHmac } from 'node:crypto'
import type { OrderFailure, PaymentProvider } from '@lokalteil/contracts/commerce/orders'
import { TEST_BANK_STEP } from '@lokalteil/contracts/portal'
import type { PaymentInput, PaymentKind } from '@lokalteil/domain/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isSameText } from '../../platform/signed-text.ts'

export type CollectRequest = {
  publication: PublicationCode
  chargeId: string
  /** Idempotency key: the same for every attempt until the provider refuses one. */
  key: string
  amountCents: number
  /** The product, for the reader's bank statement. */
  description: string
  method: { kind: PaymentKind; providerReference: string | null }
  /** Decrypts the IBAN; null: there is none, or it cannot be decrypted. */
  openAccount: () => string | null
  /** URL to which the reader returns; null: a charge without a reader, such as a renewal. */
  returnUrl: string | null
}

export type CollectOutcome =
  | { kind: 'paid'; reference: string | null; methodReference?: string }
  /** The money comes later; access is given now. */
  | { kind: 'promised'; reference: string | null }
  /** The reader must act at `url`, or (null) the provider needs time. */
  | { kind: 'waiting'; reference: string; url: string | null }
  | { kind: 'failed'; reason: OrderFailure }
  /** No answer: ask again with the same key. */
  | { kind: 'unknown' }

export type LookRequest = {
  reference: string
  amountCents: number
  publication: PublicationCode
  chargeId: string
  url: string | null
}

/** `reference`: of the payment. */
export type RefundRequest = {
  publication: PublicationCode
  refundId: string
  reference: string | null
  amountCents: number
}

/** `methodReference`: of the contract's present payment method, if it is at the same provider. */
export type SetupRequest = {
  publication: PublicationCode
  methodId: string
  methodReference: string | null
  returnUrl: string
}
export type SetupLookRequest = { publication: PublicationCode; methodId: string; reference: string }
export type SetupOutcome =
  | { kind: 'kept'; methodReference: string; label: string }
  | { kind: 'waiting' }
  | { kind: 'failed' }
  | { kind: 'unknown' }

export type PaymentEvent = { id: string } & (
  | {
      kind: 'paid'
      publication: PublicationCode
      chargeId: string
      reference: string
      amountCents: number
      currency: string
      methodReference?: string
    }
  | { kind: 'failed'; publication: PublicationCode; chargeId: string; reason: OrderFailure }
  /** The provider had accepted the refund, which failed later. */
  | { kind: 'refund-failed'; publication: PublicationCode; refundId: string; reason: string }
  | { kind: 'card-kept'; publication: PublicationCode; methodId: string }
  | { kind: 'ignored' }
)

export type Provider = {
  name: PaymentProvider
  kinds: readonly PaymentKind[]
  isTest: boolean
  leavesSite: boolean
  /** Label and reference from the reader's input; null: not a card number of the test bank. */
  toMethodReference: (payment: PaymentInput) => { label: string | null; reference: string | null } | null
  collect: (request: CollectRequest) => Promise<CollectOutcome>
  /** Collects on a page of the provider where the reader confirms (3-D Secure); absent if there is no such page. */
  collectWithReader?: (request: CollectRequest) => Promise<CollectOutcome>
  /** The state of a waiting charge; absent if the provider cannot be asked. */
  look?: (asked: LookRequest) => Promise<CollectOutcome>
  /** A full or partial refund, once per `refundId`. `by-hand`: the office must transfer it. Absent: it cannot refund. */
  refund?: (asked: RefundRequest) => Promise<'refunded' | 'by-hand' | 'unknown'>
  /** A page of the provider where the reader types another card for later payments; null: the provider did not answer. */
  openSetup?: (asked: SetupRequest) => Promise<{ reference: string; url: string } | null>
  /** The state of such a page. */
  lookSetup?: (asked: SetupLookRequest) => Promise<SetupOutcome>
  /** Null: not signed by the provider. */
  readEvent?: (payload: string, signature: string, now: Date) => PaymentEvent | null
}

// --- The built-in test bank

export const TEST_IBANS = {
  paid: 'DE93999999990000000001',
  closed: 'DE66999999990000000002',
  noFunds: 'DE39999999990000000003',
  later: 'DE12999999990000000004',
} as const
export const TEST_CARDS = {
  paid: '9999000000000012',
  declined: '9999000000000020',
  noFunds: '9999000000000038',
  step: '9999000000000046',
  later: '9999000000000053',
} as const
/** Milliseconds until the number `later` has paid. */
export const TEST_BANK_DELAY = 3000

export type TestBank = Provider & {
  /** The reader's decision on the page of the test bank, as a signed message; null: an unknown payment. */
  toEvent: (
    reference: string,
    isConfirmed: boolean,
    amountCents: number,
  ) => { payload: string; signature: string } | null
  readReference: (reference: string) => { publication: PublicationCode; chargeId: string } | null
}

type Scenario = 'paid' | 'closed' | 'noFunds' | 'declined' | 'step' | 'later'
const REFUSALS: Readonly<Partial<Record<Scenario, OrderFailure>>> = {
  closed: 'ACCOUNT_CLOSED',
  noFunds: 'INSUFFICIENT_FUNDS',
  declined: 'CARD_DECLINED',
}

export function createTestBank({ secret, now }: { secret: string; now: () => Date }): TestBank {
  const sign = (text: string) => createHmac('sha256', secret).update(`test-bank ${text}`).digest('base64url')
  const isSigned = (text: string, signature: string) => isSameText(sign(text), signature)
  const toReference = (publication: PublicationCode, chargeId: string) =>
    `${publication}.${chargeId}.${sign(`${publication}.${chargeId}`).slice(0, 22)}`

  function readReference(reference: string): { publication: PublicationCode; chargeId: string } | null {
    const [publication, chargeId, ...rest] = reference.split('.')
    return publication !== undefined &&
      chargeId !== undefined &&
      rest.length === 1 &&
      isSameText(reference, toReference(publication as PublicationCode, chargeId))
      ? { publication: publication as PublicationCode, chargeId }
      : null
  }

  function toScenario({ method, openAccount }: CollectRequest): Scenario {
    if (method.kind === 'card')
      return toKey(TEST_CARDS, method.providerReference?.replace(/^test-/, '') ?? '') ?? 'declined'
    const iban = openAccount()
    if (iban === null) return 'closed'
    return (
      (Object.entries(TEST_IBANS).find(([, known]) => known === iban)?.[0] as keyof typeof TEST_IBANS | undefined) ??
      'paid'
    )
  }

  return {
    name: 'test-bank',
    kinds: ['sepa', 'card'],
    isTest: true,
    leavesSite: false,
    toMethodReference(payment) {
      if (payment.kind !== 'card') return { label: null, reference: null }
      const number = (payment.number ?? '').replace(/[\s-]/g, '')
      const found = Object.entries(TEST_CARDS).find(([, known]) => known === number)
      return found === undefined ? null : { label: `Testkarte •••• ${number.slice(-4)}`, reference: `test-${found[0]}` }
    },
    async collect(request) {
      const scenario = toScenario(request)
      const reason = REFUSALS[scenario]
      if (reason !== undefined) return { kind: 'failed', reason }
      if (scenario === 'later') return { kind: 'waiting', reference: `test-later-${now().getTime()}`, url: null }
      // Without a return URL (a renewal) no reader is there to confirm.
      if (scenario === 'step' && request.returnUrl !== null) {
        return {
          kind: 'waiting',
          reference: `test-step-${request.key}`,
          url: `${TEST_BANK_STEP}?reference=${toReference(request.publication, request.chargeId)}`,
        }
      }
      return { kind: 'paid', reference: `test-${request.key}` }
    },
    async look({ reference, url }) {
      const since = /^test-later-(\d+)$/.exec(reference)?.[1]
      return since !== undefined && now().getTime() - Number(since) >= TEST_BANK_DELAY
        ? { kind: 'paid', reference }
        : { kind: 'waiting', reference, url }
    },
    refund: async () => 'refunded',
    readReference,
    toEvent(reference, isConfirmed, amountCents) {
      const found = readReference(reference)
      if (found === null) return null
      const payload = JSON.stringify({
        id: `${found.chargeId}-${isConfirmed ? 'yes' : 'no'}`,
        mandator: found.publication,
        chargeId: found.chargeId,
        isConfirmed,
        amountCents,
        currency: 'eur',
      })
      return { payload, signature: sign(payload) }
    },
    readEvent(payload, signature) {
      if (!isSigned(payload, signature)) return null
      const {
        id,
        mandator: publication,
        chargeId,
        isConfirmed,
        amountCents,
        currency,
      } = JSON.parse(payload) as {
        id: string
        mandator: PublicationCode
        chargeId: string
        isConfirmed: boolean
        amountCents: number
        currency: string
      }
      return isConfirmed
        ? { id, kind: 'paid', publication, chargeId, reference: `test-${id}`, amountCents, currency }
        : { id, kind: 'failed', publication, chargeId, reason: 'PAYMENT_CANCELLED' }
    },
  }
}

// --- Direct debit and invoice of the publisher

/** Direct debit: the next file for the bank collects the charge. */
export function createOwnCollection(): Provider {
  return {
    name: 'sepa',
    kinds: ['sepa'],
    isTest: false,
    leavesSite: false,
    toMethodReference: () => ({ label: null, reference: null }),
    collect: async () => ({ kind: 'promised', reference: null }),
  }
}

export function createInvoicePayment(): Provider {
  return {
    name: 'invoice',
    kinds: ['invoice'],
    isTest: false,
    leavesSite: false,
    toMethodReference: () => ({ label: '', reference: null }),
    collect: async () => ({ kind: 'promised', reference: null }),
  }
}

function toKey<T extends object>(table: T, name: string): keyof T | null {
  return name in table ? (name as keyof T) : null
}
