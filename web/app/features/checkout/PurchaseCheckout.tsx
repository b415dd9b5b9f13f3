/** The checkout of a basket, and the result of the purchase. */
import { useEffect } from 'react'
import type { PurchaseQuote, PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import type { ReaderService } from '@lokalteil/contracts/commerce'
import { useSession } from '../../browser/session/session.ts'
import { checkoutTexts } from '../../messages/commerce/checkout.ts'
import { purchaseTexts as texts } from '../../messages/commerce/purchase.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { CheckoutForm } from './CheckoutForm.tsx'
import { Consents, openLogin } from './CheckoutSteps.tsx'
import { Fact, OrderReturn, Outcome } from './OrderOutcome.tsx'
import { purchaseCalls } from './purchase-client.ts'
import { PurchaseFacts, PurchaseLines, PurchaseSummary } from './PurchaseSummary.tsx'
import css from './Checkout.module.css'

/** Called every time the page of a completed purchase is shown. */
type OnBought = (purchase: PurchaseView) => void
type Chosen = { seller: string; reference: string }

export function PurchaseCheckout({
  chosen: { seller, reference },
  readerService,
  otherPath,
  toOrderPath,
  onBought,
}: {
  chosen: Chosen
  readerService: ReaderService | null
  otherPath: string
  toOrderPath: (purchase: PurchaseView) => string
  onBought: OnBought
}) {
  return (
    <CheckoutForm<PurchaseQuote, PurchaseView>
      ordered={{ kind: 'basket', id: reference, needsLapse: false }}
      calls={purchaseCalls(seller)}
      readerService={readerService}
      other={{ path: otherPath, label: texts.back }}
      renderSummary={(quote) => <PurchaseSummary quote={quote} />}
      renderReview={({ quote, ...props }) => (
        <>
          <Consents {...props} lapse={quote.needsLapse ? texts.lapse(quote.basket.lines) : null} />
          <PurchaseFacts quote={quote} />
        </>
      )}
      renderDone={(purchase, isEarlier) => (
        <PurchaseDone purchase={purchase} isEarlier={isEarlier} onBought={onBought} />
      )}
      toOrderPath={toOrderPath}
    />
  )
}

export function PurchaseReturn({ number, token, onBought }: { number: string; token: string; onBought: OnBought }) {
  return (
    <OrderReturn<PurchaseView>
      number={number}
      token={token}
      createCalls={() => purchaseCalls('')}
      renderDone={(purchase) => <PurchaseDone purchase={purchase} isEarlier={false} onBought={onBought} />}
      again={(purchase) =>
        purchase === null
          ? { path: '/', label: checkoutTexts.toHome }
          : { path: purchase.basket.returnPath, label: purchase.basket.returnLabel }
      }
    />
  )
}

function PurchaseDone({
  purchase,
  isEarlier,
  onBought,
}: {
  purchase: PurchaseView
  isEarlier: boolean
  onBought: OnBought
}) {
  useEffect(() => onBought(purchase), [onBought, purchase])
  const isReader = useSession().status === 'reader'
  const { basket, payment } = purchase
  return (
    <Outcome icon="check" title={checkoutTexts.doneTitle}>
      {isEarlier && <p className={css.notice}>{checkoutTexts.doneEarlier}</p>}
      <p>{texts.done}</p>
      {basket.note !== '' && <p>{basket.note}</p>}
      <dl className={css.facts}>
        <Fact name={checkoutTexts.orderNumber} value={purchase.number} />
        <div>
          <dt>{texts.product}</dt>
          <dd>
            <PurchaseLines {...purchase} />
          </dd>
        </div>
        <Fact
          name={checkoutTexts.payWith}
          value={[checkoutTexts.payments[payment.kind].label, payment.label].filter((part) => part !== '').join(', ')}
        />
        {purchase.refundedCents > 0 && <Fact name={texts.refunded} value={texts.price(purchase.refundedCents)} />}
      </dl>
      <div className={css.outcomeActions}>
        <ButtonLink href={basket.returnPath}>{basket.returnLabel}</ButtonLink>
        {isReader ? (
          <ButtonLink href="/account#einkaeufe" variant="secondary">
            {texts.toAccount}
          </ButtonLink>
        ) : (
          <ButtonLink href="#login" variant="secondary" onClick={openLogin}>
            {checkoutTexts.toLogin}
          </ButtonLink>
        )}
      </div>
    </Outcome>
  )
}
