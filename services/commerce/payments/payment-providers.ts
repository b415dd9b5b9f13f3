/**
 * Who brings the money, behind one interface. Promises: an adapter is asked with a key, and the same key never costs a
 * reader twice; what it answers is one of five outcomes; its messages count only with a good signature, and amount and
 * currency in them are compared with the charge. `test-bank` is built in, always answers the same and moves no money:
 * its numbers are below. `sepa` is the publisher's own collection, `invoice` a transfer by the reader: both are promises,
 * access is given at once. Cards of real providers are typed at the provider's, never here.
 */
import { createHmac } from 'node:crypto'
import type { OrderFailure, PaymentProvider } from '@lokalteil/contracts/commerce/orders'
import { TEST_BANK_STEP } from '@lokalteil/contracts/portal'
import type { PaymentInput, PaymentKind } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { isSameText } from '../../platform/signed-text.ts'

export type CollectRequest = {
  mandator: Mandator
  chargeId: string
  /** The same for every attempt until one was refused. */
  key: string
  amountCents: number
  /** Of the product, for the reader's statement. */
  description: string
  method: { kind: PaymentKind; providerReference: string | null }
  /** The IBAN; null: there is none, or it cannot be read. */
  openAccount: () => string | null
  /** Where the reader comes back to; null for charges no reader waits for. */
  returnUrl: string | null
}

export type CollectOutcome =
  | { kind: 'paid'; reference: string | null; methodReference?: string }
  /** The money comes later; what was ordered is given now. */
  | { kind: 'promised'; reference: string | null }
  /** The reader has something to do at `url`, or the provider needs time. */
  | { kind: 'waiting'; reference: string; url: string | null }
  | { kind: 'failed'; reason: OrderFailure }
  /** Nobody knows; asked again with the same key. */
  | { kind: 'unknown' }

export type LookRequest = {
  reference: string
  amountCents: number
  mandator: Mandator
  chargeId: string
  url: string | null
}

/** `reference`: of the payment. */
export type RefundRequest = { mandator: Mandator; refundId: string; reference: string | null; amountCents: number }

/** `methodReference`: of what the contract is paid with so far, where it is the same provider's. */
export type SetupRequest = { mandator: Mandator; methodId: string; methodReference: string | null; returnUrl: string }
export type SetupLookRequest = { mandator: Mandator; methodId: string; reference: string }
export type SetupOutcome =
  | { kind: 'kept'; methodReference: string; label: string }
  | { kind: 'waiting' }
  | { kind: 'failed' }
  | { kind: 'unknown' }

export type PaymentEvent = { id: string } & (
  | {
      kind: 'paid'
      mandator: Mandator
      chargeId: string
      reference: string
      amountCents: number
      currency: string
      methodReference?: string
    }
  | { kind: 'failed'; mandator: Mandator; chargeId: string; reason: OrderFailure }
  /** It was taken on, and came to nothing later. */
  | { kind: 'refund-failed'; mandator: Mandator; refundId: string; reason: string }
  | { kind: 'card-kept'; mandator: Mandator; methodId: string }
  | { kind: 'ignored' }
)

export type Provider = {
  name: PaymentProvider
  kinds: readonly PaymentKind[]
  isTest: boolean
  leavesSite: boolean
  /** Takes what is needed of what a reader typed; null: the card number is none of the test bank's. */
  toMethodReference: (payment: PaymentInput) => { label: string | null; reference: string | null } | null
  collect: (request: CollectRequest) => Promise<CollectOutcome>
  /** The same with the reader at the provider's page, because the bank wants to see who pays; absent where there is none. */
  collectWithReader?: (request: CollectRequest) => Promise<CollectOutcome>
  /** What has become of a charge that waits; absent where there is nobody to ask. */
  look?: (asked: LookRequest) => Promise<CollectOutcome>
  /** Whole or in part, once for each `refundId`. `by-hand`: somebody has to transfer it. Absent where nobody can be asked. */
  refund?: (asked: RefundRequest) => Promise<'refunded' | 'by-hand' | 'unknown'>
  /** A page of the provider's where the reader types another card for later payments; null: nobody knows whether there is one. */
  openSetup?: (asked: SetupRequest) => Promise<{ reference: string; url: string } | null>
  /** What has become of it. */
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
/** Milliseconds after which `later` has paid. */
export const TEST_BANK_DELAY = 3000

export type TestBank = Provider & {
  /** What the reader decided on the test bank's own page, as a signed message; null: no payment of ours. */
  toEvent: (
    reference: string,
    isConfirmed: boolean,
    amountCents: number,
  ) => { payload: string; signature: string } | null
  readReference: (reference: string) => { mandator: Mandator; chargeId: string } | null
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
  const toReference = (mandator: Mandator, chargeId: string) =>
    `${mandator}.${chargeId}.${sign(`${mandator}.${chargeId}`).slice(0, 22)}`

  function readReference(reference: string): { mandator: Mandator; chargeId: string } | null {
    const [mandator, chargeId, ...rest] = reference.split('.')
    return mandator !== undefined &&
      chargeId !== undefined &&
      rest.length === 1 &&
      isSameText(reference, toReference(mandator as Mandator, chargeId))
      ? { mandator: mandator as Mandator, chargeId }
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
      // Nobody is there to press the button when a renewal is due.
      if (scenario === 'step' && request.returnUrl !== null) {
        return {
          kind: 'waiting',
          reference: `test-step-${request.key}`,
          url: `${TEST_BANK_STEP}?reference=${toReference(request.mandator, request.chargeId)}`,
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
        ...found,
        isConfirmed,
        amountCents,
        currency: 'eur',
      })
      return { payload, signature: sign(payload) }
    },
    readEvent(payload, signature) {
      if (!isSigned(payload, signature)) return null
      const { id, mandator, chargeId, isConfirmed, amountCents, currency } = JSON.parse(payload) as {
        id: string
        mandator: Mandator
        chargeId: string
        isConfirmed: boolean
        amountCents: number
        currency: string
      }
      return isConfirmed
        ? { id, kind: 'paid', mandator, chargeId, reference: `test-${id}`, amountCents, currency }
        : { id, kind: 'failed', mandator, chargeId, reason: 'PAYMENT_CANCELLED' }
    },
  }
}

// --- The publisher's own ways

/** The next file for the bank takes what was promised and is in none yet. */
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
