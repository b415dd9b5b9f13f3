/** The reader's single purchases, newest first; hidden if there are none. Loaded after the account. */
import { useEffect, useState } from 'react'
import type { PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import { portalClient } from '../../page/portal-client.ts'
import { toPurchasePath } from '@lokalteil/domain/commerce/order-paths'
import { purchaseTexts as texts } from '../../messages/commerce/purchase.ts'
import { contractTexts } from '../../messages/commerce/contracts.ts'
import { toDocumentPath } from './contract-client.ts'
import { Section } from './Section.tsx'
import css from './Account.module.css'

export default function PurchasesSection() {
  const [purchases, setPurchases] = useState<readonly PurchaseView[]>([])
  useEffect(() => {
    let isStopped = false
    void portalClient.call('GET /api/mein/account/purchases', { as: 'reader' }).then((result) => {
      if (!isStopped && result.kind === 'ok') setPurchases(result.data)
    })
    return () => {
      isStopped = true
    }
  }, [])
  if (purchases.length === 0) return null
  return (
    <Section id="einkaeufe" title={texts.bought}>
      <ul className={css.cards}>
        {purchases.map((purchase) => (
          <li key={purchase.number}>
            <Purchase purchase={purchase} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Purchase({ purchase }: { purchase: PurchaseView }) {
  const { number, payment, sentOn, declaredAt, takenBack, refundedCents, invoice, basket } = purchase
  return (
    <article className={css.card} aria-labelledby={`purchase-${number}`}>
      <div className={css.cardHead}>
        <h3 id={`purchase-${number}`} className={css.cardTitle}>
          {basket.about}
        </h3>
        <span className={css.badge} data-tone={payment.state === 'unpaid' ? 'alert' : undefined}>
          {takenBack.length > 0 ? texts.takenBack : texts.states[payment.state]}
        </span>
      </div>
      <p className={css.hint}>
        {texts.boughtOn(purchase.placedAt)} · {number}
      </p>
      {sentOn !== null && <p className={css.text}>{texts.sentOn(sentOn)}</p>}
      {declaredAt !== null && <p className={css.text}>{texts.declaredAt(declaredAt)}</p>}
      {refundedCents > 0 && (
        <p className={css.text}>
          {texts.refunded}: {texts.price(refundedCents)}
        </p>
      )}
      <ul className={css.text}>
        {basket.lines.map(({ key, quantity, title, detail, unitCents }) => (
          <li key={key}>
            {texts.times(quantity)} {[title, detail].filter((part) => part !== '').join(', ')} ·{' '}
            {texts.price(quantity * unitCents)}
            {takenBack.includes(key) && ` (${texts.takenBack})`}
          </li>
        ))}
      </ul>
      <p className={css.text}>
        <strong>{texts.total}:</strong> {texts.price(purchase.dueCents)}
      </p>
      <p className={css.downloads}>
        <a href={toPurchasePath(purchase)}>{texts.toOrder}</a>
        {invoice !== null && (
          <a href={toDocumentPath(invoice, 'pdf')} download aria-label={contractTexts.documentName('invoice', invoice)}>
            {contractTexts.documentName('invoice', invoice)}
          </a>
        )}
        <a href={toDocumentPath(number, 'txt')} download>
          {contractTexts.documentName('order', number)}
        </a>
        <a href="/widerrufen">{texts.withdraw}</a>
      </p>
    </article>
  )
}
