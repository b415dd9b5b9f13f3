/** The offer in a locked article for a reader with coins: price, balance, one button (S4.5-02). */
import { useEffect, useRef, useState } from 'react'
import { toCreditCount } from '@lokalteil/domain/commerce/coins'
import { usePortal } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import { walletTexts } from '../../messages/commerce/wallet.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './BuyLayer.module.css'

type Step =
  | { kind: 'asking' }
  | { kind: 'buying' }
  | { kind: 'failed'; error: keyof typeof walletTexts.errors | 'consent' }

export function BuyLayer({ articleId }: { articleId: string }) {
  const { wallet } = useSession()
  const offers = `/order/abo?return=${encodeURIComponent(usePortal().path)}`
  const [step, setStep] = useState<Step>({ kind: 'asking' })
  const consent = useRef<HTMLInputElement>(null)
  const layer = useRef<HTMLElement>(null)
  const isBought = wallet?.articleCreditPurchasesIds.includes(articleId) === true
  const [wasBought] = useState(isBought)

  useEffect(() => {
    if (!isBought) return
    // The article was already bought when the page was drawn; a purchase made here requests the text itself.
    if (wasBought) askForText(articleId)
    const text = layer.current?.closest<HTMLElement>('[data-access]') ?? null
    // The button disappears with the focus, so keyboard and screen reader continue with the text.
    return () => {
      if (text === null || !text.isConnected) return
      text.tabIndex = -1
      text.focus({ preventScroll: true })
    }
  }, [isBought, wasBought, articleId])

  if (wallet === null) return null
  const { price } = wallet
  const count = toCreditCount(wallet.wallet?.availableCreditCount)

  async function buy(): Promise<void> {
    if (step.kind === 'buying' || wallet === null) return
    if (consent.current?.checked !== true) {
      setStep({ kind: 'failed', error: 'consent' })
      consent.current?.focus()
      return
    }
    setStep({ kind: 'buying' })
    const outcome = await wallet.buy(articleId)
    setStep(outcome.kind === 'bought' ? { kind: 'asking' } : outcome)
  }

  return (
    <section ref={layer} className={`paywall ${css.layer}`} aria-labelledby="buy-title" data-layer="buy">
      <Icon name={isBought ? 'check' : 'lock'} size="1.8rem" />
      <h2 id="buy-title" className={css.title}>
        {walletTexts.title(price)}
      </h2>
      {isBought ? (
        <>
          <p className={css.text} role="status">
            {walletTexts.bought(count)}
          </p>
          <Button variant="secondary" onClick={() => askForText(articleId)}>
            {walletTexts.showText}
          </Button>
        </>
      ) : (
        <>
          <p className={css.text}>
            {walletTexts.balance(count)} {walletTexts.stays}
            {count === price && <strong className={css.last}>{walletTexts.nearlyOut(price)}</strong>}
          </p>
          <label className={css.consent}>
            <input
              ref={consent}
              type="checkbox"
              required
              aria-invalid={step.kind === 'failed' && step.error === 'consent'}
              aria-describedby="buy-status"
            />
            <span>{walletTexts.consent}</span>
          </label>
          <Button onClick={() => void buy()} aria-disabled={step.kind === 'buying'}>
            {walletTexts.buy(price)}
          </Button>
          <p id="buy-status" className={css.status} role="status" data-kind={step.kind}>
            {toStatus(step, price)}
          </p>
          {step.kind === 'failed' && step.error === 'logged-out' && <a href="#login">{walletTexts.login}</a>}
          {step.kind === 'failed' && step.error === 'no-credits' && <a href={offers}>{walletTexts.moreCoins}</a>}
        </>
      )}
      <a href={offers} className={css.more}>
        {walletTexts.subscribe}
      </a>
    </section>
  )
}

function askForText(articleId: string): void {
  document.dispatchEvent(new CustomEvent('ARTICLE_BOUGHT', { detail: { articleId } }))
}

function toStatus(step: Step, price: number): string {
  if (step.kind === 'asking') return ''
  if (step.kind === 'buying') return walletTexts.buying
  if (step.error === 'consent') return walletTexts.consentMissing
  return step.error === 'price-changed' ? walletTexts.errors['price-changed'](price) : walletTexts.errors[step.error]
}
