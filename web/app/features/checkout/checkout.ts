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

type CheckoutContext<Q extends CheckoutQuote, O extends PlacedOrder> = Omit<
  CheckoutOptions<Q, O>,
  'voucherCode' | 'payment'
> & {
  state: CheckoutState<Q, O>
  /** `sent`: bodies sent under this key without an answer. */
  attempt: { key: string; sent: OrderBody[] }
  /** Counts quotes: only the last one is used. */
  questions: number
  isEnded: boolean
  notify: () => void
}

export function createCheckout<Q extends CheckoutQuote = Quote, O extends PlacedOrder = OrderView>({
  voucherCode,
  payment = null,
  ...options
}: CheckoutOptions<Q, O>): Checkout<Q, O> {
  const { subscribe, notify } = createListeners()
  const context: CheckoutContext<Q, O> = {
    ...options,
    state: toFirstState(voucherCode, payment),
    attempt: { key: options.createKey(), sent: [] },
    questions: 0,
    isEnded: false,
    notify,
  }
  return {
    get: () => context.state,
    subscribe,
    setReader: (reader: Reader | null) => setReader(context, reader),
    set: (part: Partial<CheckoutInput>) => setInput(context, part),
    go: (step: Step) => go(context, step),
    proceed: () => proceed(context),
    applyVoucher: () => void applyVoucher(context),
    dropVoucher: () => dropVoucher(context),
    askAgain: () => ask(context, takenCode(context.state)),
    /** Call it when the page is left. */
    end(): void {
      context.isEnded = true
    },
  }
}

function change<Q extends CheckoutQuote, O extends PlacedOrder>(
  context: CheckoutContext<Q, O>,
  part: Partial<CheckoutState<Q, O>>,
): void {
  if (context.isEnded) return
  context.state = { ...context.state, ...part }
  context.notify()
}

/** Updates the state and requests the focus. */
function call<Q extends CheckoutQuote, O extends PlacedOrder>(
  context: CheckoutContext<Q, O>,
  to: CheckoutState['attention']['to'],
  part: Partial<CheckoutState<Q, O>>,
): void {
  change(context, { ...part, attention: { count: context.state.attention.count + 1, to } })
}

// --- Input and steps

/** Sets the reader from the session and quotes again, because a trial is for new customers only. */
async function setReader<Q extends CheckoutQuote, O extends PlacedOrder>(
  context: CheckoutContext<Q, O>,
  reader: Reader | null,
): Promise<void> {
  const { state } = context
  const before = state.reader
  if (state.phase.kind !== 'form' || (state.quote !== null && before?.ssoId === reader?.ssoId)) return
  const isOther = before !== null && before.ssoId !== reader?.ssoId
  change(context, toReaderChange(state, reader, isOther))
  if (isOther) renewAttempt(context)
  await ask(context, takenCode(context.state) ?? (context.state.input.voucherCode.trim() || null))
}

/** The reader is typing: clears the fault of the field. */
function setInput<Q extends CheckoutQuote, O extends PlacedOrder>(
  context: CheckoutContext<Q, O>,
  part: Partial<CheckoutInput>,
): void {
  const { state } = context
  const faults = { ...state.faults }
  for (const name of Object.keys(part)) delete faults[name as OrderField]
  const voucher: Partial<Pick<CheckoutState, 'voucher'>> =
    'voucherCode' in part && state.voucher.kind === 'refused' ? { voucher: { kind: 'none' } } : {}
  change(context, { input: { ...state.input, ...part }, faults, ...voucher })
}

/** Goes to a step that was open before. */
function go<Q extends CheckoutQuote, O extends PlacedOrder>(context: CheckoutContext<Q, O>, step: Step): void {
  const { isSending, phase, step: current, reached } = context.state
  if (!isSending && phase.kind === 'form' && step !== current && !isAfter(step, reached)) open(context, step)
}

/** The button of the open step; in the last step it orders. */
async function proceed<Q extends CheckoutQuote, O extends PlacedOrder>(context: CheckoutContext<Q, O>): Promise<void> {
  const { isSending, phase, step } = context.state
  if (isSending || phase.kind !== 'form') return
  if (step === 'review') return order(context)
  const faults = listFaults(context.state, context.offer, step)
  if (Object.keys(faults).length > 0) return showFaults(context, faults)
  if (step === 'payment' && !(await applyVoucher(context))) {
    if (context.state.voucher.kind === 'refused') showFaults(context, { voucherCode: 'INVALID_VOUCHER' })
    return
  }
  if (step === 'payment' && (context.state.quote === null || context.state.input.payment === null)) return
  if (context.state.step === step) open(context, STEPS[STEPS.indexOf(step) + 1]!)
}

function showFaults<Q extends CheckoutQuote, O extends PlacedOrder>(
  context: CheckoutContext<Q, O>,
  faults: OrderFaults,
): void {
  const step = STEPS.find((one) => FIELDS_OF[one].some((field) => field in faults)) ?? context.state.step
  const voucher: Partial<Pick<CheckoutState, 'voucher'>> =
    faults.voucherCode === undefined ? {} : { voucher: { kind: 'refused', reason: 'bad-voucher' } }
  call(context, 'fault', { faults, step, notice: null, ...voucher })
}

function open<Q extends CheckoutQuote, O extends PlacedOrder>(context: CheckoutContext<Q, O>, step: Step): void {
  const { input, reached } = context.state
  // Most readers pay from their own account.
  const holder =
    step === 'payment' && input.holder === '' ? `${input.firstName} ${input.lastName}`.trim() : input.holder
  call(context, 'step', {
    step,
    faults: {},
    notice: null,
    ...(isAfter(step, reached) ? { reached: step } : {}),
    input: { ...input, holder },
  })
}

// --- Price

/** Only the last request counts. False: the shown price is not current. */
async function ask<Q extends CheckoutQuote, O extends PlacedOrder>(
  context: CheckoutContext<Q, O>,
  code: string | null,
): Promise<boolean> {
  const question = ++context.questions
  const answer = await context.calls.quote(context.offer.id, code)
  if (question !== context.questions || context.isEnded) return false
  const { quote, voucher, input } = context.state
  switch (answer.kind) {
    case 'ok':
      change(context, {
        quote: answer.quote,
        quoteTrouble: null,
        voucher: code !== null ? { kind: 'taken', code } : voucher.kind === 'refused' ? voucher : { kind: 'none' },
        input: { ...input, payment: toPayment(context.state, answer.quote.payments) },
      })
      return true
    case 'bad-voucher':
    case 'too-many':
      if (code === null) break
      change(context, { voucher: { kind: 'refused', reason: answer.kind } })
      // An invalid code in the address must not block the price.
      return quote === null || (quote.voucher ?? null) !== null ? ask(context, null) : false
    case 'unknown-offer':
    case 'not-selling':
      change(context, { quote: null, quoteTrouble: answer.kind })
      return false
    case 'unreachable':
      if (code !== null && quote !== null) change(context, { voucher: { kind: 'refused', reason: 'unreachable' } })
      else change(context, { quote: null, quoteTrouble: answer.isOffline ? 'offline' : 'unavailable' })
      return false
  }
  change(context, { quote: null, quoteTrouble: 'unavailable' })
  return false
}

async function applyVoucher<Q extends CheckoutQuote, O extends PlacedOrder>(
  context: CheckoutContext<Q, O>,
): Promise<boolean> {
  const { input, voucher, faults } = context.state
  const code = input.voucherCode.trim()
  if (voucher.kind === 'checking') return false
  if (code === (takenCode(context.state) ?? '')) return true
  const { voucherCode: _, ...others } = faults
  change(context, { voucher: { kind: 'checking' }, faults: others })
  const isGood = await ask(context, code === '' ? null : code)
  if (voucherKind(context) === 'checking') change(context, { voucher: { kind: 'none' } })
  return isGood && voucherKind(context) !== 'refused'
}

function dropVoucher<Q extends CheckoutQuote, O extends PlacedOrder>(context: CheckoutContext<Q, O>): void {
  change(context, { input: { ...context.state.input, voucherCode: '' } })
  void applyVoucher(context)
}

/** Read again after an await. */
const voucherKind = ({ state }: { state: Pick<CheckoutState, 'voucher'> }): CheckoutState['voucher']['kind'] =>
  state.voucher.kind

// --- The order

async function order<Q extends CheckoutQuote, O extends PlacedOrder>(context: CheckoutContext<Q, O>): Promise<void> {
  const { state, calls, offer } = context
  const { quote } = state
  if (state.isSending || quote === null || state.phase.kind !== 'form') return
  const faults = listFaults(state, offer, 'review')
  if (Object.keys(faults).length > 0) return showFaults(context, faults)
  change(context, { isSending: true, notice: null, faults: {} })
  const body = toBody(context.state, offer, quote)
  let result = await calls.place({ ...body, idempotencyKey: context.attempt.key })
  let isEarlier = false
  if (result.kind === 'key-used') {
    result = await askForSent(context, body)
    isEarlier = result.kind === 'placed'
  }
  change(context, { isSending: false })
  await settle(context, result, body, quote, isEarlier)
}

/** The key is used up: one of the requests under it had arrived. Repeating that one returns its result. */
async function askForSent<Q extends CheckoutQuote, O extends PlacedOrder>(
  context: CheckoutContext<Q, O>,
  current: OrderBody,
): Promise<PlaceResult<O>> {
  for (const body of context.attempt.sent) {
    if (isSame(body, current)) continue
    const result = await context.calls.place({ ...body, idempotencyKey: context.attempt.key })
    if (result.kind !== 'key-used') return result
  }
  renewAttempt(context)
  return { kind: 'refused', reason: 'REFUSED' }
}

function renewAttempt<Q extends CheckoutQuote, O extends PlacedOrder>(context: CheckoutContext<Q, O>): void {
  context.attempt = { key: context.createKey(), sent: [] }
}

async function settle<Q extends CheckoutQuote, O extends PlacedOrder>(
  context: CheckoutContext<Q, O>,
  result: PlaceResult<O>,
  body: OrderBody,
  quote: Q,
  isEarlier: boolean,
): Promise<void> {
  const { sent } = context.attempt
  if (result.kind === 'unanswered') {
    if (!sent.some((one) => isSame(one, body))) sent.push(body)
    return call(context, 'notice', { notice: { kind: 'unanswered', isOffline: result.isOffline } })
  }
  // As long as an unanswered request may exist under it, the key is kept.
  if (result.kind === 'placed' || sent.length === 0) renewAttempt(context)
  switch (result.kind) {
    case 'fields':
      return showFaults(context, result.faults)
    case 'price-changed':
      return confirmPrice(context, quote.dueCents)
    case 'placed':
      return follow(context, result.order, isEarlier)
    case 'refused':
      // Opens the step with the current ways to pay.
      if (result.reason === 'NO_PAYMENT' && (await ask(context, takenCode(context.state)))) open(context, 'payment')
      return call(context, 'notice', { notice: { kind: 'refused', reason: result.reason } })
    case 'key-used':
      return
  }
}

async function confirmPrice<Q extends CheckoutQuote, O extends PlacedOrder>(
  context: CheckoutContext<Q, O>,
  beforeCents: number,
): Promise<void> {
  const isKnown = await ask(context, takenCode(context.state))
  const { quote, quoteTrouble } = context.state
  // A price that is known to be wrong is no longer shown.
  if (!isKnown || quote === null)
    return call(context, 'notice', { quote: null, quoteTrouble: quoteTrouble ?? 'unavailable' })
  call(context, 'notice', { notice: { kind: 'price', beforeCents, nowCents: quote.dueCents } })
}

async function follow<Q extends CheckoutQuote, O extends PlacedOrder>(
  context: CheckoutContext<Q, O>,
  placed: O,
  isEarlier: boolean,
): Promise<void> {
  if (placed.state === 'failed') {
    const notice = { kind: 'failed' as const, failure: placed.failure }
    return call(context, 'notice', { phase: { kind: 'form' }, step: 'payment', notice })
  }
  if (placed.state === 'completed') return complete(context, placed, isEarlier)
  if (placed.redirectUrl !== null) {
    call(context, 'step', { phase: { kind: 'leaving' } })
    return context.leave(placed.redirectUrl)
  }
  call(context, 'step', { phase: { kind: 'waiting', order: placed, isOverdue: false } })
  const outcome = await watchOrder<O>(placed, {
    read: (number, token) => context.calls.read(number, token),
    pause: context.pause,
    isStopped: () => context.isEnded,
    onOverdue: () => change(context, { phase: { kind: 'waiting', order: placed, isOverdue: true } }),
  })
  if (outcome.kind === 'decided') await follow(context, outcome.order, isEarlier)
}

function complete<Q extends CheckoutQuote, O extends PlacedOrder>(
  context: CheckoutContext<Q, O>,
  placed: O,
  isEarlier: boolean,
): void {
  if (context.isEnded) return
  // The input is no longer needed.
  call(context, 'step', { input: BLANK, phase: { kind: 'completed', order: placed, isEarlier } })
  context.onCompleted(placed)
}

function isSame(a: OrderBody, b: OrderBody): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
