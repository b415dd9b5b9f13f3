/**
 * One order being made (S2.3-05): what was typed, how far the reader is, what it costs, and what became of it. Promises:
 * nothing typed is lost by going back, by a refusal or without a connection; an attempt has one key, kept until it is
 * known what became of it, so that a second press and sending again order once; a new price is shown and asked about
 * before anything is ordered. Lives in memory only: what was typed is forgotten with the page.
 */
import type { OrderFailure, OrderView, PaymentOption, Quote } from '@lokalteil/contracts/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import {
  listOrderFaults,
  type Buyer,
  type OrderFaults,
  type OrderField,
  type PaymentInput,
  type PaymentKind,
} from '@lokalteil/domain/commerce/orders'
import { createListeners } from '../../page/listeners.ts'
import { toIbanState } from './iban.ts'
import type { OrderBody, OrderClient, OrderRefusal, PlaceResult } from './order-client.ts'
import { watchOrder } from './order-watch.ts'

export const STEPS = ['account', 'details', 'payment', 'review'] as const
export type Step = (typeof STEPS)[number]

export type CheckoutInput = Buyer & {
  /** Of a guest. */
  email: string
  payment: PaymentKind | null
  iban: string
  holder: string
  mandate: boolean
  /** Of the built-in test bank only. */
  cardNumber: string
  voucherCode: string
  terms: boolean
  withdrawalLapses: boolean
}

export type Reader = { ssoId: string; email: string; salutation: string; firstName: string; lastName: string }

/** What has to be said above the form. */
export type CheckoutNotice =
  | { kind: 'price'; beforeCents: number; nowCents: number }
  /** A payment came to nothing; nothing was bought. */
  | { kind: 'failed'; failure: OrderFailure | null }
  | { kind: 'refused'; reason: OrderRefusal }
  /** Whether it was placed is not known; sent again with the same key. */
  | { kind: 'unanswered'; isOffline: boolean }

export type Phase =
  | { kind: 'form' }
  /** On the way to the provider's page. */
  | { kind: 'leaving' }
  | { kind: 'waiting'; order: OrderView; /** Longer than it usually takes. */ isOverdue: boolean }
  /** `isEarlier`: the first sending had arrived, what was changed afterwards had not. */
  | { kind: 'completed'; order: OrderView; isEarlier: boolean }

export type VoucherState =
  | { kind: 'none' }
  | { kind: 'checking' }
  | { kind: 'taken'; code: string }
  | { kind: 'refused'; reason: 'bad-voucher' | 'too-many' | 'unreachable' }

export type CheckoutState = {
  input: CheckoutInput
  reader: Reader | null
  step: Step
  /** The furthest that was opened. */
  reached: Step
  /** Null while it is asked for, or where it could not be had. */
  quote: Quote | null
  quoteTrouble: 'unknown-offer' | 'offline' | 'unavailable' | null
  voucher: VoucherState
  faults: OrderFaults
  notice: CheckoutNotice | null
  isSending: boolean
  phase: Phase
  /** Where the reader's attention belongs; counted, so that focus moves once for each. */
  attention: { count: number; to: 'step' | 'fault' | 'notice' }
}

const FIELDS_OF: Readonly<Record<Step, readonly OrderField[]>> = {
  account: ['email'],
  details: ['salutation', 'firstName', 'lastName', 'company', 'vatId', 'street', 'postcode', 'city', 'country'],
  payment: ['iban', 'holder', 'mandate', 'cardNumber', 'voucherCode'],
  review: ['terms', 'withdrawalLapses'],
}

const BLANK: CheckoutInput = {
  salutation: '',
  firstName: '',
  lastName: '',
  company: '',
  vatId: '',
  street: '',
  postcode: '',
  city: '',
  country: 'DE',
  email: '',
  payment: null,
  iban: '',
  holder: '',
  mandate: false,
  cardNumber: '',
  voucherCode: '',
  terms: false,
  withdrawalLapses: false,
}

export type CheckoutOptions = {
  offer: Offer
  /** From the address of the page; '' for none. */
  voucherCode: string
  calls: OrderClient
  createKey: () => string
  /** To the provider's page. */
  leave: (url: string) => void
  /** Once, when an order is through. */
  onCompleted: (order: OrderView) => void
  pause: (milliseconds: number) => Promise<void>
}

export type Checkout = ReturnType<typeof createCheckout>

export function createCheckout({ offer, voucherCode, calls, createKey, leave, onCompleted, pause }: CheckoutOptions) {
  let state: CheckoutState = {
    input: { ...BLANK, voucherCode },
    reader: null,
    step: 'account',
    reached: 'account',
    quote: null,
    quoteTrouble: null,
    voucher: { kind: 'none' },
    faults: {},
    notice: null,
    isSending: false,
    phase: { kind: 'form' },
    attention: { count: 0, to: 'step' },
  }
  /** `sent`: went out under this key without an answer. */
  let attempt: { key: string; sent: OrderBody[] } = { key: createKey(), sent: [] }
  let questions = 0
  let isEnded = false
  const { subscribe, notify } = createListeners()

  function change(part: Partial<CheckoutState>): void {
    if (isEnded) return
    state = { ...state, ...part }
    notify()
  }
  const calling = (to: CheckoutState['attention']['to']) => ({ attention: { count: state.attention.count + 1, to } })

  // --- What it costs

  /** Only the last question counts. False: what is shown is not today's price. */
  async function ask(code: string | null): Promise<boolean> {
    const question = ++questions
    const answer = await calls.quote(offer.id, code)
    if (question !== questions || isEnded) return false
    switch (answer.kind) {
      case 'ok':
        change({
          quote: answer.quote,
          quoteTrouble: null,
          voucher: code === null ? withoutVoucher() : { kind: 'taken', code },
          input: { ...state.input, payment: toPayment(answer.quote.payments) },
        })
        return true
      case 'bad-voucher':
      case 'too-many':
        if (code === null) break
        change({ voucher: { kind: 'refused', reason: answer.kind } })
        // A code of the address must not stand in the way of the price.
        return state.quote === null || isTaken() ? ask(null) : false
      case 'unknown-offer':
        change({ quote: null, quoteTrouble: 'unknown-offer' })
        return false
      case 'unreachable':
        if (code !== null && state.quote !== null) change({ voucher: { kind: 'refused', reason: 'unreachable' } })
        else change({ quote: null, quoteTrouble: answer.isOffline ? 'offline' : 'unavailable' })
        return false
    }
    change({ quote: null, quoteTrouble: 'unavailable' })
    return false
  }

  const isTaken = () => state.quote?.voucher !== null && state.quote !== null
  const withoutVoucher = (): VoucherState => (state.voucher.kind === 'refused' ? state.voucher : { kind: 'none' })
  const voucherKind = (): VoucherState['kind'] => state.voucher.kind
  const takenCode = () => (state.voucher.kind === 'taken' ? state.voucher.code : null)

  function toPayment(payments: readonly PaymentOption[]): PaymentKind | null {
    const { payment } = state.input
    return payments.some(({ kind }) => kind === payment) ? payment : (payments[0]?.kind ?? null)
  }

  async function applyVoucher(): Promise<boolean> {
    const code = state.input.voucherCode.trim()
    if (voucherKind() === 'checking') return false
    if (code === (takenCode() ?? '')) return true
    change({ voucher: { kind: 'checking' }, faults: without(state.faults, 'voucherCode') })
    const isGood = await ask(code === '' ? null : code)
    if (voucherKind() === 'checking') change({ voucher: { kind: 'none' } })
    return isGood && voucherKind() !== 'refused'
  }

  // --- Steps

  /** What of the steps up to this one is wrong. */
  function check(upTo: Step): OrderFaults {
    const { input, reader } = state
    const found = listOrderFaults(
      {
        buyer: toBuyer(input),
        payment: toPaymentInput(),
        consents: toConsents(),
        ...(reader === null ? { email: input.email } : {}),
      },
      offer,
      { isGuest: reader === null },
    )
    if (input.payment === 'sepa' && found.iban === undefined && toIbanState(input.iban) !== 'good')
      found.iban = 'INVALID_IBAN'
    if (isTestCard() && input.cardNumber.trim() === '') found.cardNumber = 'REQUIRED'
    const asked = new Set(STEPS.slice(0, STEPS.indexOf(upTo) + 1).flatMap((step) => FIELDS_OF[step]))
    return Object.fromEntries(Object.entries(found).filter(([field]) => asked.has(field as OrderField)))
  }

  const optionOf = (kind: PaymentKind | null) => state.quote?.payments.find((option) => option.kind === kind)
  const isTestCard = () => state.input.payment === 'card' && optionOf('card')?.leavesSite === false

  function toPaymentInput(): PaymentInput {
    const { payment, iban, holder, mandate, cardNumber } = state.input
    if (payment === 'sepa') return { kind: 'sepa', iban, holder, mandate }
    return payment === 'card' ? { kind: 'card', ...(isTestCard() ? { number: cardNumber } : {}) } : { kind: 'invoice' }
  }

  const toConsents = () => ({
    terms: state.input.terms,
    withdrawalLapses: offer.kind === 'coins' && state.input.withdrawalLapses,
  })

  function showFaults(faults: OrderFaults): void {
    const step = STEPS.find((one) => FIELDS_OF[one].some((field) => field in faults)) ?? state.step
    const voucher: Partial<CheckoutState> =
      faults.voucherCode === undefined ? {} : { voucher: { kind: 'refused', reason: 'bad-voucher' } }
    change({ faults, step, notice: null, ...voucher, ...calling('fault') })
  }

  function open(step: Step): void {
    const isForward = STEPS.indexOf(step) > STEPS.indexOf(state.reached)
    const { input } = state
    // Most readers pay from their own account.
    const holder =
      step === 'payment' && input.holder === '' ? `${input.firstName} ${input.lastName}`.trim() : input.holder
    change({
      step,
      faults: {},
      notice: null,
      ...(isForward ? { reached: step } : {}),
      input: { ...input, holder },
      ...calling('step'),
    })
  }

  // --- The order

  function toBody(quote: Quote): OrderBody {
    const code = takenCode()
    return {
      offerId: offer.id,
      ...(code === null ? {} : { voucherCode: code }),
      confirmedCents: quote.dueCents,
      buyer: toBuyer(state.input),
      payment: toPaymentInput(),
      consents: toConsents(),
      ...(state.reader === null ? { email: state.input.email.trim() } : {}),
    }
  }

  async function order(): Promise<void> {
    const { quote } = state
    if (state.isSending || quote === null || state.phase.kind !== 'form') return
    const faults = check('review')
    if (Object.keys(faults).length > 0) return showFaults(faults)
    change({ isSending: true, notice: null, faults: {} })
    const body = toBody(quote)
    let result = await calls.place({ ...body, idempotencyKey: attempt.key })
    let isEarlier = false
    if (result.kind === 'key-used') {
      result = await askForSent(body)
      isEarlier = result.kind === 'placed'
    }
    change({ isSending: false })
    await settle(result, body, quote, isEarlier)
  }

  /** The key is used up: one of the orders that went out under it had arrived. Sent once more, it says what became of it. */
  async function askForSent(current: OrderBody): Promise<PlaceResult> {
    for (const body of attempt.sent) {
      if (isSame(body, current)) continue
      const result = await calls.place({ ...body, idempotencyKey: attempt.key })
      if (result.kind !== 'key-used') return result
    }
    attempt = { key: createKey(), sent: [] }
    return { kind: 'refused', reason: 'REFUSED' }
  }

  async function settle(result: PlaceResult, body: OrderBody, quote: Quote, isEarlier: boolean): Promise<void> {
    if (result.kind === 'unanswered') {
      if (!attempt.sent.some((one) => isSame(one, body))) attempt.sent.push(body)
      return change({ notice: { kind: 'unanswered', isOffline: result.isOffline }, ...calling('notice') })
    }
    // While one without an answer may still stand under it, the key is kept.
    if (result.kind === 'placed' || attempt.sent.length === 0) attempt = { key: createKey(), sent: [] }
    switch (result.kind) {
      case 'fields':
        return showFaults(result.faults)
      case 'price-changed':
        return confirmPrice(quote.dueCents)
      case 'placed':
        return follow(result.order, isEarlier)
      case 'refused':
        return change({ notice: { kind: 'refused', reason: result.reason }, ...calling('notice') })
      case 'key-used':
        return
    }
  }

  async function confirmPrice(beforeCents: number): Promise<void> {
    // A price that is known to be wrong is not shown any longer.
    if (!(await ask(takenCode())) || state.quote === null)
      return change({ quote: null, quoteTrouble: state.quoteTrouble ?? 'unavailable', ...calling('notice') })
    change({ notice: { kind: 'price', beforeCents, nowCents: state.quote.dueCents }, ...calling('notice') })
  }

  async function follow(placed: OrderView, isEarlier: boolean): Promise<void> {
    if (placed.state === 'failed') {
      change({
        phase: { kind: 'form' },
        step: 'payment',
        notice: { kind: 'failed', failure: placed.failure },
        ...calling('notice'),
      })
      return
    }
    if (placed.state === 'completed') return complete(placed, isEarlier)
    if (placed.redirectUrl !== null) {
      change({ phase: { kind: 'leaving' }, ...calling('step') })
      return leave(placed.redirectUrl)
    }
    change({ phase: { kind: 'waiting', order: placed, isOverdue: false }, ...calling('step') })
    const outcome = await watchOrder(placed, {
      read: (number, token) => calls.read(number, token),
      pause,
      isStopped: () => isEnded,
      onOverdue: () => change({ phase: { kind: 'waiting', order: placed, isOverdue: true } }),
    })
    if (outcome.kind === 'decided') await follow(outcome.order, isEarlier)
  }

  function complete(placed: OrderView, isEarlier: boolean): void {
    if (isEnded) return
    // Nothing that was typed is needed any more.
    change({ input: BLANK, phase: { kind: 'completed', order: placed, isEarlier }, ...calling('step') })
    onCompleted(placed)
  }

  return {
    get: () => state,
    subscribe,

    /** Who orders, as the session knows; asked anew what it costs, because a trial is for the first time only. */
    async setReader(reader: Reader | null): Promise<void> {
      const before = state.reader
      if (state.phase.kind !== 'form' || (state.quote !== null && before?.ssoId === reader?.ssoId)) return
      const isOther = before !== null && before.ssoId !== reader?.ssoId
      // What one person typed is not for the next one at the same device.
      const input = isOther ? { ...BLANK, voucherCode: state.input.voucherCode } : state.input
      const step =
        reader === null ? (isOther ? 'account' : state.step) : state.step === 'account' ? 'details' : state.step
      change({
        reader,
        step,
        reached:
          isOther && reader === null
            ? 'account'
            : STEPS.indexOf(step) > STEPS.indexOf(state.reached)
              ? step
              : state.reached,
        faults: {},
        input:
          reader === null
            ? input
            : {
                ...input,
                salutation: input.salutation || reader.salutation,
                firstName: input.firstName || reader.firstName,
                lastName: input.lastName || reader.lastName,
              },
        ...(isOther ? { notice: null } : {}),
      })
      if (isOther) attempt = { key: createKey(), sent: [] }
      await ask(takenCode() ?? (state.input.voucherCode.trim() || null))
    },

    /** The reader is typing: what was wrong with the field is being mended. */
    set(part: Partial<CheckoutInput>): void {
      const faults = { ...state.faults }
      for (const name of Object.keys(part)) delete faults[name as OrderField]
      const voucher: Partial<CheckoutState> =
        'voucherCode' in part && state.voucher.kind === 'refused' ? { voucher: { kind: 'none' } } : {}
      change({ input: { ...state.input, ...part }, faults, ...voucher })
    },

    /** To a step that was open before. */
    go(step: Step): void {
      if (
        state.isSending ||
        state.phase.kind !== 'form' ||
        step === state.step ||
        STEPS.indexOf(step) > STEPS.indexOf(state.reached)
      )
        return
      open(step)
    },

    /** The button of the open step; the last one orders. */
    async proceed(): Promise<void> {
      if (state.isSending || state.phase.kind !== 'form') return
      const { step } = state
      if (step === 'review') return order()
      const faults = check(step)
      if (Object.keys(faults).length > 0) return showFaults(faults)
      if (step === 'payment' && !(await applyVoucher())) {
        if (voucherKind() === 'refused') showFaults({ voucherCode: 'INVALID_VOUCHER' })
        return
      }
      if (step === 'payment' && (state.quote === null || state.input.payment === null)) return
      if (state.step === step) open(STEPS[STEPS.indexOf(step) + 1]!)
    },

    applyVoucher: () => void applyVoucher(),
    dropVoucher: (): void => {
      change({ input: { ...state.input, voucherCode: '' } })
      void applyVoucher()
    },
    askAgain: () => ask(takenCode()),
    /** The page is left. */
    end(): void {
      isEnded = true
    },
  }
}

function toBuyer({
  salutation,
  firstName,
  lastName,
  company,
  vatId,
  street,
  postcode,
  city,
  country,
}: CheckoutInput): Buyer {
  return { salutation, firstName, lastName, company, vatId, street, postcode, city, country }
}

function without(faults: OrderFaults, field: OrderField): OrderFaults {
  const { [field]: _, ...others } = faults
  return others
}

function isSame(a: OrderBody, b: OrderBody): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
