/** The checkout of a basket, and the result of the purchase. */
import { useEffect } from 'react'
import type { PurchaseQuote, PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import type { ReaderService } from '@lokalteil/contracts/commerce'
import { useSession } from '../../browser/session/session.ts'
import { checkoutTexts } from '../../messages/commerce/checkout.ts'
import { purchaseTexts as texts } from '../../messages/commerce/purchase.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { CheckoutForm } from './CheckoutForm.tsx'
import { purchaseCalls } from './browser-client.ts'
import { Consents } from './CheckoutSteps.tsx'
import { Fact } from './Fact.tsx'
import { Done, LoginLink, OrderReturn } from './OrderOutcome.tsx'
import { PurchaseFacts, PurchaseLines, PurchaseSummary } from './PurchaseSummary.tsx'

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
  const { basket, refundedCents } = purchase
  return (
    <Done
      order={purchase}
      isEarlier={isEarlier}
      intro={[texts.done, basket.note].filter((text) => text !== '')}
      bought={
        <Fact name={texts.product}>
          <PurchaseLines {...purchase} />
        </Fact>
      }
      more={refundedCents > 0 && <Fact name={texts.refunded}>{texts.price(refundedCents)}</Fact>}
      actions={
        <>
          <ButtonLink href={basket.returnPath}>{basket.returnLabel}</ButtonLink>
          {isReader ? (
            <ButtonLink href="/account#einkaeufe" variant="secondary">
              {texts.toAccount}
            </ButtonLink>
          ) : (
            <LoginLink variant="secondary" />
          )}
        </>
      }
    />
  )
}
