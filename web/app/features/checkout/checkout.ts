/**
 * The store of one order in progress (S2.3-05): input, step, price, and result. Promises: going back, a refusal or a
 * lost connection lose no input; an attempt has one idempotency key until its result is known, so repeated clicks and
 * requests order once; a new price must be confirmed before an order. In memory only: input is gone with the page.
 */
import type { OrderView, Quote } from '@lokalteil/contracts/commerce/orders'
import type { OrderFaults, OrderField, PaymentKind } from '@lokalteil/domain/commerce/orders'
import { createListeners } from '../../page/listeners.ts'
import {
  BLANK,
  type CheckoutInput,
  type CheckoutState,
  FIELDS_OF,
  isAfter,
  listFaults,
  type Reader,
  type Step,
  type Subject,
  STEPS,
  takenCode,
  toBody,
  toFirstState,
  toPayment,
  toReaderChange,
} from './checkout-state.ts'
import type { CheckoutCalls, CheckoutQuote, OrderBody, PlacedOrder, PlaceResult } from './order-client.ts'
import { watchOrder } from './order-watch.ts'

export type CheckoutOptions<Q extends CheckoutQuote = Quote, O extends PlacedOrder = OrderView> = {
  offer: Subject
  /** From the address of the page, or ''. */
  voucherCode: string
  /** Preselected way to pay, if it is offered. */
  payment?: PaymentKind | null
  calls: CheckoutCalls<Q, O>
  createKey: () => string
  /** Navigates to the provider's page. */
  leave: (url: string) => void
  /** Called once an order is complete. */
  onCompleted: (order: O) => void
  pause: (milliseconds: number) => Promise<void>
}

export type Checkout<Q extends CheckoutQuote = Quote, O extends PlacedOrder = OrderView> = {
  get: () => CheckoutState<Q, O>
  subscribe: (listener: () => void) => () => void
  setReader: (reader: Reader | null) => Promise<void>
  set: (part: Partial<CheckoutInput>) => void
  go: (step: Step) => void
  proceed: () => Promise<void>
  applyVoucher: () => void
  dropVoucher: () => void
  askAgain: () => Promise<boolean>
  end: () => void
}
/** A checkout of any subject, for the steps they share. */
export type AnyCheckout = Checkout<CheckoutQuote, PlacedOrder>

/** `voucherCode` and `payment` are the first input only. */
class CheckoutStore<Q extends CheckoutQuote, O extends PlacedOrder> implements Checkout<Q, O> {
  private state: CheckoutState<Q, O>
  /** `sent`: bodies sent under this key without an answer. */
  private attempt: { key: string; sent: OrderBody[] }
  /** Counts quotes: only the last one is used. */
  private questions = 0
  private isEnded = false
  private readonly listeners = createListeners()
  private readonly options: CheckoutOptions<Q, O>

  constructor(options: CheckoutOptions<Q, O>) {
    this.options = options
    this.state = toFirstState(options.voucherCode, options.payment ?? null)
    this.attempt = { key: options.createKey(), sent: [] }
  }

  readonly get = () => this.state
  readonly subscribe = this.listeners.subscribe
  readonly applyVoucher = () => void this.checkVoucher()
  readonly dropVoucher = () => {
    this.change({ input: { ...this.state.input, voucherCode: '' } })
    void this.checkVoucher()
  }

  private change(part: Partial<CheckoutState<Q, O>>): void {
    if (this.isEnded) return
    this.state = { ...this.state, ...part }
    this.listeners.notify()
  }

  /** Updates the state and requests the focus. */
  private call(to: CheckoutState['attention']['to'], part: Partial<CheckoutState<Q, O>>): void {
    this.change({ ...part, attention: { count: this.state.attention.count + 1, to } })
  }

  // --- Input and steps

  /** Sets the reader from the session and quotes again, because a trial is for new customers only. */
  async setReader(reader: Reader | null): Promise<void> {
    const { state } = this
    const before = state.reader
    if (state.phase.kind !== 'form' || (state.quote !== null && before?.ssoId === reader?.ssoId)) return
    const isOther = before !== null && before.ssoId !== reader?.ssoId
    this.change(toReaderChange(state, reader, isOther))
    if (isOther) this.renewAttempt()
    await this.ask(takenCode(this.state) ?? (this.state.input.voucherCode.trim() || null))
  }

  /** The reader is typing: clears the fault of the field. */
  set(part: Partial<CheckoutInput>): void {
    const { state } = this
    const faults = { ...state.faults }
    for (const name of Object.keys(part)) delete faults[name as OrderField]
    const voucher: Partial<Pick<CheckoutState, 'voucher'>> =
      'voucherCode' in part && state.voucher.kind === 'refused' ? { voucher: { kind: 'none' } } : {}
    this.change({ input: { ...state.input, ...part }, faults, ...voucher })
  }

  /** Goes to a step that was open before. */
  go(step: Step): void {
    const { isSending, phase, step: current, reached } = this.state
    if (!isSending && phase.kind === 'form' && step !== current && !isAfter(step, reached)) this.open(step)
  }

  /** The button of the open step; in the last step it orders. */
  async proceed(): Promise<void> {
    const { isSending, phase, step } = this.state
    if (isSending || phase.kind !== 'form') return
    if (step === 'review') return this.order()
    const faults = listFaults(this.state, this.options.offer, step)
    if (Object.keys(faults).length > 0) return this.showFaults(faults)
    if (step === 'payment' && !(await this.checkVoucher())) {
      if (this.state.voucher.kind === 'refused') this.showFaults({ voucherCode: 'INVALID_VOUCHER' })
      return
    }
    if (step === 'payment' && (this.state.quote === null || this.state.input.payment === null)) return
    if (this.state.step === step) this.open(STEPS[STEPS.indexOf(step) + 1]!)
  }

  private showFaults(faults: OrderFaults): void {
    const step = STEPS.find((one) => FIELDS_OF[one].some((field) => field in faults)) ?? this.state.step
    const voucher: Partial<Pick<CheckoutState, 'voucher'>> =
      faults.voucherCode === undefined ? {} : { voucher: { kind: 'refused', reason: 'bad-voucher' } }
    this.call('fault', { faults, step, notice: null, ...voucher })
  }

  private open(step: Step): void {
    const { input, reached } = this.state
    // Most readers pay from their own account.
    const holder =
      step === 'payment' && input.holder === '' ? `${input.firstName} ${input.lastName}`.trim() : input.holder
    this.call('step', {
      step,
      faults: {},
      notice: null,
      ...(isAfter(step, reached) ? { reached: step } : {}),
      input: { ...input, holder },
    })
  }

  // --- Price

  /** Only the last request counts. False: the shown price is not current. */
  private async ask(code: string | null): Promise<boolean> {
    const question = ++this.questions
    const answer = await this.options.calls.quote(this.options.offer.id, code)
    if (question !== this.questions || this.isEnded) return false
    const { quote, voucher, input } = this.state
    switch (answer.kind) {
      case 'ok':
        this.change({
          quote: answer.quote,
          quoteTrouble: null,
          voucher: code !== null ? { kind: 'taken', code } : voucher.kind === 'refused' ? voucher : { kind: 'none' },
          input: { ...input, payment: toPayment(this.state, answer.quote.payments) },
        })
        return true
      case 'bad-voucher':
      case 'too-many':
        if (code === null) break
        this.change({ voucher: { kind: 'refused', reason: answer.kind } })
        // An invalid code in the address must not block the price.
        return quote === null || (quote.voucher ?? null) !== null ? this.ask(null) : false
      case 'unknown-offer':
      case 'not-selling':
        this.change({ quote: null, quoteTrouble: answer.kind })
        return false
      case 'unreachable':
        if (code !== null && quote !== null) this.change({ voucher: { kind: 'refused', reason: 'unreachable' } })
        else this.change({ quote: null, quoteTrouble: answer.isOffline ? 'offline' : 'unavailable' })
        return false
    }
    this.change({ quote: null, quoteTrouble: 'unavailable' })
    return false
  }

  private async checkVoucher(): Promise<boolean> {
    const { input, voucher, faults } = this.state
    const code = input.voucherCode.trim()
    if (voucher.kind === 'checking') return false
    if (code === (takenCode(this.state) ?? '')) return true
    const { voucherCode: _, ...others } = faults
    this.change({ voucher: { kind: 'checking' }, faults: others })
    const isGood = await this.ask(code === '' ? null : code)
    if (this.state.voucher.kind === 'checking') this.change({ voucher: { kind: 'none' } })
    return isGood && this.state.voucher.kind !== 'refused'
  }

  // --- The order

  private async order(): Promise<void> {
    const { state } = this
    const { calls, offer } = this.options
    const { quote } = state
    if (state.isSending || quote === null || state.phase.kind !== 'form') return
    const faults = listFaults(state, offer, 'review')
    if (Object.keys(faults).length > 0) return this.showFaults(faults)
    this.change({ isSending: true, notice: null, faults: {} })
    const body = toBody(this.state, offer, quote)
    let result = await calls.place({ ...body, idempotencyKey: this.attempt.key })
    let isEarlier = false
    if (result.kind === 'key-used') {
      result = await this.askForSent(body)
      isEarlier = result.kind === 'placed'
    }
    this.change({ isSending: false })
    await this.settle(result, body, quote, isEarlier)
  }

  /** The key is used up: one of the requests under it had arrived. Repeating that one returns its result. */
  private async askForSent(current: OrderBody): Promise<PlaceResult<O>> {
    for (const body of this.attempt.sent) {
      if (isSame(body, current)) continue
      const result = await this.options.calls.place({ ...body, idempotencyKey: this.attempt.key })
      if (result.kind !== 'key-used') return result
    }
    this.renewAttempt()
    return { kind: 'refused', reason: 'REFUSED' }
  }

  private renewAttempt(): void {
    this.attempt = { key: this.options.createKey(), sent: [] }
  }

  private async settle(result: PlaceResult<O>, body: OrderBody, quote: Q, isEarlier: boolean): Promise<void> {
    const { sent } = this.attempt
    if (result.kind === 'unanswered') {
      if (!sent.some((one) => isSame(one, body))) sent.push(body)
      return this.call('notice', { notice: { kind: 'unanswered', isOffline: result.isOffline } })
    }
    // As long as an unanswered request may exist under it, the key is kept.
    if (result.kind === 'placed' || sent.length === 0) this.renewAttempt()
    switch (result.kind) {
      case 'fields':
        return this.showFaults(result.faults)
      case 'price-changed':
        return this.confirmPrice(quote.dueCents)
      case 'placed':
        return this.follow(result.order, isEarlier)
      case 'refused':
        // Opens the step with the current ways to pay.
        if (result.reason === 'NO_PAYMENT' && (await this.ask(takenCode(this.state)))) this.open('payment')
        return this.call('notice', { notice: { kind: 'refused', reason: result.reason } })
      case 'key-used':
        return
    }
  }

  private async confirmPrice(beforeCents: number): Promise<void> {
    const isKnown = await this.ask(takenCode(this.state))
    const { quote, quoteTrouble } = this.state
    // A price that is known to be wrong is no longer shown.
    if (!isKnown || quote === null)
      return this.call('notice', { quote: null, quoteTrouble: quoteTrouble ?? 'unavailable' })
    this.call('notice', { notice: { kind: 'price', beforeCents, nowCents: quote.dueCents } })
  }

  private async follow(placed: O, isEarlier: boolean): Promise<void> {
    if (placed.state === 'failed') {
      const notice = { kind: 'failed' as const, failure: placed.failure }
      return this.call('notice', { phase: { kind: 'form' }, step: 'payment', notice })
    }
    if (placed.state === 'completed') return this.complete(placed, isEarlier)
    if (placed.redirectUrl !== null) {
      this.call('step', { phase: { kind: 'leaving' } })
      return this.options.leave(placed.redirectUrl)
    }
    this.call('step', { phase: { kind: 'waiting', order: placed, isOverdue: false } })
    const outcome = await watchOrder<O>(placed, {
      read: (number, token) => this.options.calls.read(number, token),
      pause: this.options.pause,
      isStopped: () => this.isEnded,
      onOverdue: () => this.change({ phase: { kind: 'waiting', order: placed, isOverdue: true } }),
    })
    if (outcome.kind === 'decided') await this.follow(outcome.order, isEarlier)
  }

  private complete(placed: O, isEarlier: boolean): void {
    if (this.isEnded) return
    // The input is no longer needed.
    this.call('step', { input: BLANK, phase: { kind: 'completed', order: placed, isEarlier } })
    this.options.onCompleted(placed)
  }

  askAgain(): Promise<boolean> {
    return this.ask(takenCode(this.state))
  }

  /** Call it when the page is left. */
  end(): void {
    this.isEnded = true
  }
}

export function createCheckout<Q extends CheckoutQuote = Quote, O extends PlacedOrder = OrderView>(
  options: CheckoutOptions<Q, O>,
): Checkout<Q, O> {
  return new CheckoutStore(options)
}

function isSame(a: OrderBody, b: OrderBody): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
