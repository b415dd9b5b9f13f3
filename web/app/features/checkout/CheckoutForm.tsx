/**
 * The form of an order: its steps one below the other, one open at a time, the others folded to a summary. Back in the
 * browser goes one step back. The focus moves to the opened step, the invalid field or the answer.
 */
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent, type ReactNode } from 'react'
import type { ReaderService } from '@lokalteil/contracts/commerce'
import type { OrderFault, OrderField, PaymentKind } from '@lokalteil/domain/commerce/orders'
import { session, useSession } from '../../browser/session/session.ts'
import { checkoutTexts as texts } from '../../messages/commerce/checkout.ts'
import { Button } from '../../ui/Button.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { createOrderKey, leaveFor, pause } from './browser-client.ts'
import { createCheckout, type AnyCheckout } from './checkout.ts'
import { STEPS, type AnyState, type CheckoutNotice, type Step, type Subject } from './checkout-state.ts'
import { AccountStep, DetailsStep, openLogin, toFieldId, VerifyLink } from './CheckoutSteps.tsx'
import type { CheckoutCalls, CheckoutQuote, PlacedOrder } from './order-client.ts'
import { OrderLeaving, OrderWaiting } from './OrderOutcome.tsx'
import { PaymentStep } from './PaymentStep.tsx'
import { ServiceContact } from './ServiceContact.tsx'
import css from './Checkout.module.css'

export type CheckoutFormProps<Q extends CheckoutQuote, O extends PlacedOrder> = {
  ordered: Subject
  calls: CheckoutCalls<Q, O>
  voucherCode?: string
  payment?: PaymentKind | null
  /** Whether voucher codes are accepted. */
  hasVoucher?: boolean
  readerService: ReaderService | null
  /** Link to choose another offer. */
  other: { path: string; label: string }
  /** Beside the form; null: the price is not known yet. */
  renderSummary: (quote: Q | null) => ReactNode
  /** Everything the law wants above the button. */
  renderReview: (props: { quote: Q; checkout: AnyCheckout; state: AnyState }) => ReactNode
  renderDone: (order: O, isEarlier: boolean) => ReactNode
  /** Address of the placed order. */
  toOrderPath: (order: O) => string
}

export function CheckoutForm<Q extends CheckoutQuote, O extends PlacedOrder>(props: CheckoutFormProps<Q, O>) {
  const {
    ordered,
    calls,
    voucherCode = '',
    payment = null,
    hasVoucher = false,
    readerService,
    other,
    toOrderPath,
  } = props
  const [checkout] = useState(() =>
    createCheckout<Q, O>({
      offer: ordered,
      voucherCode,
      payment,
      calls,
      createKey: createOrderKey,
      leave: leaveFor,
      pause,
      onCompleted: (order) => {
        // Replaces the address, so that a reload does not begin another order.
        history.replaceState(history.state, '', toOrderPath(order))
        void session.refresh(true).catch(() => {})
      },
    }),
  )
  const state = useSyncExternalStore(checkout.subscribe, checkout.get, checkout.get)
  const place = useRef<HTMLDivElement>(null)
  useReader(checkout)
  useStepsInAddress(checkout, state.step, state.phase.kind === 'form')
  useAttention(place, state.attention)
  useEffect(() => () => checkout.end(), [checkout])

  const { phase, quote, quoteTrouble } = state
  const isMissingBasket = quoteTrouble === 'unknown-offer' && ordered.kind === 'basket'
  const isAlive = useIsAlive()
  return (
    <div ref={place} className={`page ${css.layout}`} data-phase={phase.kind}>
      {phase.kind === 'completed' && props.renderDone(phase.order, phase.isEarlier)}
      {phase.kind === 'leaving' && <OrderLeaving />}
      {phase.kind === 'waiting' && <OrderWaiting isOverdue={phase.isOverdue} paymentUrl={null} />}
      {phase.kind === 'form' && (
        <>
          <aside className={css.aside}>{props.renderSummary(quote)}</aside>
          <div className={css.main}>
            <noscript>
              <p className={css.notice}>{texts.needsScript}</p>
            </noscript>
            {quoteTrouble !== null && (
              <FormNotice title={isMissingBasket ? texts.noBasket : texts.quoteTroubles[quoteTrouble]} isAlert>
                {isMissingBasket && state.reader === null && (
                  <p>
                    {texts.othersBasket}{' '}
                    <a href="#login" onClick={openLogin}>
                      {texts.login}
                    </a>
                  </p>
                )}
                {quoteTrouble === 'unknown-offer' || quoteTrouble === 'not-selling' ? (
                  <a href={other.path}>{other.label}</a>
                ) : (
                  <Button onClick={() => void checkout.askAgain()}>{texts.retry}</Button>
                )}
              </FormNotice>
            )}
            {isAlive && (quote !== null || quoteTrouble !== null) ? (
              <Steps
                checkout={checkout}
                state={state}
                hasVoucher={hasVoucher}
                review={quote === null ? null : props.renderReview({ quote, checkout, state })}
              />
            ) : (
              <Skeleton />
            )}
            <ServiceContact readerService={readerService} />
          </div>
        </>
      )}
    </div>
  )
}

type StepsProps = { checkout: AnyCheckout; state: AnyState; hasVoucher: boolean; review: ReactNode }

function Steps({ checkout, state, hasVoucher, review }: StepsProps) {
  const { step, reached, isSending, quote } = state
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void checkout.proceed()
  }
  return (
    // Never GET: typed data must not get into an address.
    <form method="post" noValidate className={css.steps} onSubmit={submit}>
      {STEPS.map((name, index) => {
        const isOpen = name === step
        const isReached = STEPS.indexOf(reached) >= index
        const id = texts.hashes[name]
        return (
          <section
            key={name}
            id={id}
            className={css.step}
            aria-labelledby={`${id}-title`}
            data-open={isOpen ? '' : undefined}
            data-reached={isReached ? '' : undefined}
          >
            <div className={css.stepHead}>
              <span className={css.number} aria-hidden="true">
                {isReached && !isOpen ? <Icon name="check" size="1.1em" /> : index + 1}
              </span>
              <h2 id={`${id}-title`} className={css.stepTitle} tabIndex={-1}>
                <span className="visually-hidden">{texts.stepOf(index + 1, STEPS.length)}: </span>
                {texts.steps[name]}
                {isReached && !isOpen && <span className="visually-hidden"> ({texts.isDone})</span>}
              </h2>
              {isReached && !isOpen && (
                <Button
                  variant="quiet"
                  className={css.changeStep}
                  aria-label={texts.changeOf(texts.steps[name])}
                  onClick={() => checkout.go(name)}
                >
                  {texts.change}
                </Button>
              )}
            </div>
            {isReached && !isOpen && name !== 'review' && <Folded step={name} state={state} />}
            {isOpen && (
              <div className={css.body}>
                {state.notice !== null && <Notice notice={state.notice} />}
                <Faults state={state} />
                <StepBody step={name} checkout={checkout} state={state} hasVoucher={hasVoucher} review={review} />
                <div className={css.actions}>
                  <Button
                    type="submit"
                    className={css.submit}
                    data-last={name === 'review' ? '' : undefined}
                    disabled={quote === null && name !== 'account' && name !== 'details'}
                    aria-disabled={isSending || undefined}
                  >
                    {name === 'review' ? texts.submit : texts.next[name]}
                  </Button>
                  {name === 'review' && (
                    <p className={css.hint} role="status">
                      {isSending ? texts.sending : texts.submitNote}
                    </p>
                  )}
                </div>
              </div>
            )}
          </section>
        )
      })}
    </form>
  )
}

function StepBody({ step, hasVoucher, review, ...props }: StepsProps & { step: Step }): ReactNode {
  switch (step) {
    case 'account':
      return <AccountStep {...props} />
    case 'details':
      return <DetailsStep {...props} />
    case 'payment':
      return <PaymentStep {...props} hasVoucher={hasVoucher} />
    case 'review':
      return review
  }
}

/** The summary of a folded step; of an account number only the last digits. */
function Folded({ step, state: { input, reader, quote } }: { step: Exclude<Step, 'review'>; state: AnyState }) {
  const name = `${input.firstName} ${input.lastName}`.trim()
  const hasDelivery = (quote?.basket?.delivery ?? null) !== null
  const lines: Readonly<Record<Exclude<Step, 'review'>, readonly string[]>> = {
    account: [reader === null ? input.email : reader.email],
    details: [
      input.company,
      name,
      input.street,
      `${input.postcode} ${input.city}`.trim(),
      input.country === 'DE' ? '' : texts.country(input.country),
      ...(input.isElsewhere && hasDelivery ? [texts.elsewhereFolded(input.recipientName, input.recipientCity)] : []),
    ],
    payment: [
      input.payment === null ? '' : texts.payments[input.payment].label,
      input.payment === 'sepa' ? `•••• ${input.iban.replace(/\s/g, '').slice(-4)}` : '',
    ],
  }
  return (
    <p className={css.folded}>
      {lines[step]
        .filter((line) => line !== '')
        .map((line) => (
          <span key={line}>{line}</span>
        ))}
    </p>
  )
}

function Faults({ state: { faults } }: { state: AnyState }) {
  const wrong = Object.entries(faults) as [OrderField, OrderFault][]
  if (wrong.length < 2) return null
  return (
    <FormNotice
      title={texts.faultsTitle(wrong.length)}
      links={wrong.map(([field, fault]) => ({ href: `#${toFieldId(field)}`, text: texts.faultLink(field, fault) }))}
    />
  )
}

function Notice({ notice }: { notice: CheckoutNotice }) {
  const { notices } = texts
  switch (notice.kind) {
    case 'price':
      return (
        <FormNotice title={notices.price(notice.beforeCents, notice.nowCents)} isAlert>
          <p>{notices.priceText}</p>
        </FormNotice>
      )
    case 'failed':
      return (
        <FormNotice title={notices.failed} isAlert>
          <p>
            {notices.failure(notice.failure)} {notices.failedText}
          </p>
        </FormNotice>
      )
    case 'unanswered':
      return (
        <FormNotice title={notices.unanswered(notice.isOffline)} isAlert>
          <p>{notices.unansweredText}</p>
          <p>
            <Button type="submit" variant="secondary">
              {notices.again}
            </Button>
          </p>
        </FormNotice>
      )
    case 'refused':
      return (
        <FormNotice title={notices.refused} isAlert>
          <p>{notices.refusal(notice.reason)}</p>
          {notice.reason === 'ALREADY_SUBSCRIBED' && (
            <p>
              <a href="/account/abo">{notices.toSubscriptions}</a>
            </p>
          )}
          {notice.reason === 'LOGIN_NEEDED' && (
            <p>
              <a href="#login" onClick={openLogin}>
                {texts.login}
              </a>
            </p>
          )}
          {notice.reason === 'EMAIL_NOT_VERIFIED' && <VerifyLink />}
        </FormNotice>
      )
  }
}

/** As high as the first step, so that nothing moves. */
function Skeleton() {
  return (
    <div className={css.skeleton} role="status">
      <span className="visually-hidden">{texts.loading}</span>
      {STEPS.map((step) => (
        <span key={step} className={css.skeletonStep} data-step={step} />
      ))}
    </div>
  )
}

/** True only in a browser and once the session is known. */
function useIsAlive(): boolean {
  const { status } = useSession()
  return status !== 'unknown'
}

function useReader(checkout: AnyCheckout): void {
  const { status, view } = useSession()
  const user = status === 'reader' ? view.userData : null
  useEffect(() => {
    if (status === 'unknown') return
    void checkout.setReader(
      user === null
        ? null
        : {
            ssoId: user.ssoId,
            email: user.email,
            salutation: user.salutation,
            firstName: user.firstName,
            lastName: user.lastName,
          },
    )
  }, [checkout, status, user])
}

/** Each step is a history entry. An address with a step starts at the first one, because nothing is stored. */
function useStepsInAddress(checkout: AnyCheckout, step: Step, isForm: boolean): void {
  const isFirst = useRef(true)
  useEffect(() => {
    const stepOf = (hash: string): Step | null => STEPS.find((name) => hash === `#${texts.hashes[name]}`) ?? null
    if (stepOf(location.hash) !== null) history.replaceState(history.state, '', location.pathname + location.search)
    const follow = () => {
      const first: Step = checkout.get().reader === null ? 'account' : 'details'
      const wanted = location.hash === '' ? first : stepOf(location.hash)
      if (wanted !== null) checkout.go(wanted)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [checkout])
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const hash = `#${texts.hashes[step]}`
    if (isForm && location.hash !== hash) location.hash = hash
  }, [step, isForm])
}

function useAttention(place: { current: HTMLElement | null }, { count, to }: AnyState['attention']): void {
  useEffect(() => {
    if (count === 0) return
    const targets = {
      step: '[data-open] h2, [data-outcome]',
      fault: '[aria-invalid="true"], [data-answer]',
      notice: '[data-answer]',
    }
    place.current?.querySelector<HTMLElement>(targets[to])?.focus()
  }, [place, count, to])
}
