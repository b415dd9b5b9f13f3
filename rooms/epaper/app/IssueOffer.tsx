/** Shown instead of a locked issue: log in, buy it for coins, subscribe (S1-08). */
import { useRef, useState } from 'react'
import type { IssueCard } from '../contract/epaper.ts'
import type { IssueRight } from '../contract/calls.ts'
import { epaperTexts } from './epaper-texts.ts'
import { portalClient, toStatus } from '@lokalteil/web/app/page/portal-client'
import { usePortal } from '@lokalteil/web/app/page/portal'
import { Button, ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import css from './Epaper.module.css'

type Locked = Extract<IssueRight, { kind: 'locked' }>
type Failure = keyof typeof epaperTexts.offer.errors | 'consent'
type Step = { kind: 'asking' } | { kind: 'buying' } | { kind: 'bought' } | { kind: 'failed'; error: Failure }

const texts = epaperTexts.offer
/** Milliseconds before an unanswered purchase is sent again. */
const RETRIES = [400, 1500] as const

export function IssueOffer({ issue, right: { remedies, availableCreditCount } }: { issue: IssueCard; right: Locked }) {
  const { coins } = issue
  const orders = `/order/abo?return=${encodeURIComponent(usePortal().path)}`
  return (
    <section className={css.offer} aria-labelledby="epaper-offer">
      <Icon name="lock" size="1.6rem" />
      <h2 id="epaper-offer" className={css.offerTitle}>
        {texts.title}
      </h2>
      <p>{texts.text}</p>
      <div className={css.offerButtons}>
        <ButtonLink href={orders}>{texts.subscribe}</ButtonLink>
        {remedies.includes('login') && (
          <ButtonLink href="#login" variant="secondary">
            {texts.login}
          </ButtonLink>
        )}
      </div>
      {remedies.includes('coin') && coins !== null && (
        <BuyIssue issue={issue} price={coins} balance={availableCreditCount} />
      )}
      {remedies.includes('coins') && coins !== null && (
        <p className={css.hint}>
          {texts.coinsText(coins)} <a href={orders}>{texts.coins}</a>
        </p>
      )}
    </section>
  )
}

function BuyIssue({ issue: { edition, day }, price, balance }: { issue: IssueCard; price: number; balance: number }) {
  const [step, setStep] = useState<Step>({ kind: 'asking' })
  const consent = useRef<HTMLInputElement>(null)
  /** The idempotency key of this purchase, for all its attempts. */
  const key = useRef('')

  async function buy(): Promise<void> {
    if (step.kind === 'buying' || step.kind === 'bought') return
    if (consent.current?.checked !== true) {
      setStep({ kind: 'failed', error: 'consent' })
      consent.current?.focus()
      return
    }
    setStep({ kind: 'buying' })
    key.current ||= createKey()
    const error = await sendPurchase({ edition, day }, price, key.current)
    if (error !== null) return setStep({ kind: 'failed', error })
    setStep({ kind: 'bought' })
    // The server decides again and includes the pages.
    location.reload()
  }

  return (
    <div className={css.single}>
      <h3 className={css.singleTitle}>
        <Icon name="coins" size="1.2em" /> {texts.single(price)}
      </h3>
      <p className={css.hint}>{texts.balance(balance)}</p>
      <label className={css.consent}>
        <input
          ref={consent}
          type="checkbox"
          required
          aria-invalid={step.kind === 'failed' && step.error === 'consent'}
          aria-describedby="epaper-buy-status"
        />
        <span>{texts.consent}</span>
      </label>
      <Button variant="secondary" onClick={() => void buy()} aria-disabled={step.kind === 'buying'} className="js-only">
        {texts.buy(price)}
      </Button>
      <p id="epaper-buy-status" role="status" className={css.status} data-kind={step.kind}>
        {toStatusText(step)}
      </p>
    </div>
  )
}

/** Null: it was bought. */
async function sendPurchase(
  params: { edition: string; day: string },
  coins: number,
  idempotencyKey: string,
): Promise<keyof typeof texts.errors | null> {
  const send = () =>
    portalClient.call('POST /api/epaper/issues/{edition}/{day}/purchase', {
      as: 'reader',
      params,
      body: { coins, idempotencyKey },
    })
  let answer = await send()
  for (const wait of RETRIES) {
    const status = answer.kind === 'ok' ? 200 : toStatus(answer)
    if (status !== 0 && status < 500) break
    await new Promise((resolve) => setTimeout(resolve, wait))
    answer = await send()
  }
  if (answer.kind === 'ok') return null
  const code = answer.kind === 'refused' ? answer.code : ''
  if (code === 'ALREADY_BOUGHT' || code === 'ALREADY_READABLE') return null
  const status = toStatus(answer)
  if (status === 401) return 'logged-out'
  if (status === 402) return 'no-credits'
  if (code === 'WRONG_AMOUNT') return 'price-changed'
  return status === 0 || status >= 500 ? 'unreachable' : 'refused'
}

function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function toStatusText(step: Step): string {
  if (step.kind === 'asking') return ''
  if (step.kind === 'buying') return texts.buying
  if (step.kind === 'bought') return texts.bought
  return step.error === 'consent' ? texts.consentMissing : texts.errors[step.error]
}
