/** The result of an order: on the way to the payment, waiting, done, failed, or not found. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { OrderView } from '@lokalteil/contracts/commerce/orders'
import { session, useSession } from '../../browser/session/session.ts'
import { checkoutTexts as texts } from '../../messages/commerce/checkout.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { leaveFor, pause } from './browser-client.ts'
import { openLogin } from './CheckoutSteps.tsx'
import { Fact } from './Fact.tsx'
import type { CheckoutCalls, CheckoutQuote, PlacedOrder } from './order-client.ts'
import { watchOrder } from './order-watch.ts'
import { PriceLines } from './OrderSummary.tsx'
import css from './Checkout.module.css'

/** The page the reader came from. */
export type WayBack = { path: string; isArticle: boolean }

function Outcome({
  icon,
  title,
  tone,
  children,
}: {
  icon: IconName
  title: string
  tone?: 'alert'
  children?: ReactNode
}) {
  return (
    <section className={css.outcome} aria-labelledby="checkout-outcome">
      <span className={css.mark} data-tone={tone}>
        <Icon name={icon} size="1.9rem" />
      </span>
      <h2 id="checkout-outcome" className={css.outcomeTitle} tabIndex={-1} data-outcome="">
        {title}
      </h2>
      {children}
    </section>
  )
}

type DoneProps = {
  order: { number: string; payment: OrderView['payment'] }
  isEarlier: boolean
  intro: readonly string[]
  /** The bought things and the price. */
  bought: ReactNode
  /** Facts after the payment. */
  more?: ReactNode
  actions: ReactNode
}

/** A completed order. */
export function Done({ order: { number, payment }, isEarlier, intro, bought, more, actions }: DoneProps) {
  return (
    <Outcome icon="check" title={texts.doneTitle}>
      {isEarlier && <p className={css.notice}>{texts.doneEarlier}</p>}
      {intro.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <dl className={css.facts}>
        <Fact name={texts.orderNumber}>{number}</Fact>
        {bought}
        <Fact name={texts.payWith}>
          {[texts.payments[payment.kind].label, payment.label].filter((part) => part !== '').join(', ')}
        </Fact>
        {more}
      </dl>
      <div className={css.outcomeActions}>{actions}</div>
    </Outcome>
  )
}

export function LoginLink({ variant }: { variant?: 'secondary' }) {
  return (
    <ButtonLink href="#login" variant={variant} onClick={openLogin}>
      {texts.toLogin}
    </ButtonLink>
  )
}

export function OrderDone({ order, isEarlier, back }: { order: OrderView; isEarlier: boolean; back: WayBack | null }) {
  const isReader = useSession().status === 'reader'
  const { quote, offer } = order
  const isCoins = quote.coins !== null
  const actions = (
    <>
      {back !== null && isReader && (
        <ButtonLink href={back.path}>{back.isArticle ? texts.toArticle : texts.toPage}</ButtonLink>
      )}
      {isReader ? (
        <ButtonLink
          href={isCoins ? '/account/coins' : '/account/abo'}
          variant={back === null ? 'primary' : 'secondary'}
        >
          {isCoins ? texts.toCoins : texts.toAccount}
        </ButtonLink>
      ) : (
        <LoginLink />
      )}
      {(back === null || !isReader) && (
        <ButtonLink href={back?.path ?? '/'} variant="secondary">
          {back === null ? texts.toHome : texts.toPage}
        </ButtonLink>
      )}
    </>
  )
  return (
    <Done
      order={order}
      isEarlier={isEarlier}
      intro={[isReader ? (isCoins ? texts.doneCoins(quote.coins ?? 0) : texts.doneReader) : texts.doneGuest]}
      bought={
        <>
          <Fact name={texts.product}>{offer.name}</Fact>
          <Fact name={texts.price}>
            <PriceLines quote={quote} />
          </Fact>
        </>
      }
      actions={actions}
    />
  )
}

export function OrderLeaving() {
  return (
    <Outcome icon="external" title={texts.leavingTitle}>
      <p>{texts.leavingText}</p>
    </Outcome>
  )
}

export function OrderWaiting({ isOverdue, paymentUrl }: { isOverdue: boolean; paymentUrl: string | null }) {
  return (
    <Outcome icon="clock" title={texts.waitingTitle}>
      <p role="status">{isOverdue ? texts.overdueText : texts.waitingText}</p>
      <span className={css.progress} aria-hidden="true" />
      {paymentUrl !== null && (
        <Button variant="secondary" onClick={() => leaveFor(paymentUrl)}>
          {texts.backToPayment}
        </Button>
      )}
    </Outcome>
  )
}

type Seen<O> =
  | { kind: 'waiting'; order: O | null; isOverdue: boolean }
  | { kind: 'decided'; order: O }
  | { kind: 'missing' }

export type OrderReturnProps<O extends PlacedOrder> = {
  number: string
  token: string
  createCalls: () => Pick<CheckoutCalls<CheckoutQuote, O>, 'read'>
  renderDone: (order: O) => ReactNode
  /** Link to another order; `order` null: this one is unknown. */
  again: (order: O | null) => { path: string; label: string }
}

/** After the return from the provider's page, or a reload: polls until the order is decided. */
export function OrderReturn<O extends PlacedOrder>({
  number,
  token,
  createCalls,
  renderDone,
  again,
}: OrderReturnProps<O>) {
  const [seen, setSeen] = useState<Seen<O>>({ kind: 'waiting', order: null, isOverdue: false })
  const place = useRef<HTMLDivElement>(null)
  const create = useRef(createCalls)

  useEffect(() => {
    let isStopped = false
    const see = (next: Seen<O>) => {
      if (!isStopped) setSeen(next)
    }
    const calls = create.current()
    async function follow(): Promise<void> {
      const first = await calls.read(number, token)
      if (first.kind === 'missing') return see(first)
      if (first.kind === 'ok') {
        if (first.order.state !== 'pending') return decide(first.order)
        see({ kind: 'waiting', order: first.order, isOverdue: false })
      }
      let isOverdue = false
      const watched = await watchOrder<O>({ number, token } as Pick<O, 'number' | 'token'>, {
        read: (...asked) => calls.read(...asked),
        pause,
        isStopped: () => isStopped,
        onOverdue: () => {
          isOverdue = true
        },
        onSeen: (order) => see({ kind: 'waiting', order, isOverdue }),
      })
      if (watched.kind === 'missing') see(watched)
      if (watched.kind === 'decided') decide(watched.order)
    }
    function decide(order: O): void {
      see({ kind: 'decided', order })
      if (order.state === 'completed') void session.refresh(true).catch(() => {})
    }
    void follow()
    return () => {
      isStopped = true
    }
  }, [number, token])

  const isDecided = seen.kind !== 'waiting'
  useEffect(() => {
    if (isDecided) place.current?.querySelector<HTMLElement>('[data-outcome]')?.focus()
  }, [isDecided])

  const next = again(seen.kind === 'decided' ? seen.order : null)
  return (
    <div ref={place} className={`page ${css.layout}`} data-phase={seen.kind}>
      <noscript>
        <p className={css.notice}>{texts.needsScript}</p>
      </noscript>
      {seen.kind === 'waiting' && (
        <OrderWaiting isOverdue={seen.isOverdue} paymentUrl={seen.order?.redirectUrl ?? null} />
      )}
      {seen.kind === 'missing' && (
        <Outcome icon="alert" tone="alert" title={texts.missingTitle}>
          <p>{texts.missingText}</p>
          <div className={css.outcomeActions}>
            <ButtonLink href={next.path}>{next.label}</ButtonLink>
          </div>
        </Outcome>
      )}
      {seen.kind === 'decided' &&
        (seen.order.state === 'completed' ? (
          renderDone(seen.order)
        ) : (
          <Outcome icon="alert" tone="alert" title={texts.failedTitle}>
            <p>{texts.notices.failure(seen.order.failure)}</p>
            <div className={css.outcomeActions}>
              <ButtonLink href={next.path}>{next.label}</ButtonLink>
            </div>
          </Outcome>
        ))}
    </div>
  )
}
