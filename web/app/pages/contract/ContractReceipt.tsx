/** The receipt: everything declared, with date and time, to read and save; a copy goes by mail. */
import { toReceiptPath } from '../../page/contract-form.ts'
import { contractTexts } from '../../messages/commerce/contract.ts'
import type { Receipt } from '@lokalteil/contracts/commerce'
import { listReceiptFacts, type ContractReceipt as DomainReceipt } from '@lokalteil/domain/commerce/contract-rights'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './ContractForm.module.css'

/** Focused after a plain form. */
const ANSWER = { tabIndex: -1, autoFocus: true, 'data-answer': '' } as const

export function ContractReceipt({ receipt }: { receipt: Receipt }) {
  const texts = contractTexts.of(receipt.right)
  const facts = listReceiptFacts({ ...receipt, receivedAt: new Date(receipt.receivedAt) } as DomainReceipt)
  return (
    <div className={`page ${css.receipt}`}>
      <span className={css.done}>
        <Icon name="check" size="1.8rem" />
      </span>
      <h1 className={css.receiptTitle} {...ANSWER}>
        {texts.doneTitle}
      </h1>
      <p>{texts.done}</p>
      <dl className={css.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        {contractTexts.mailSent(receipt.declaration.email)} {texts.next}
      </p>
      <p className={css.hint}>{contractTexts.keep}</p>
      <p className={css.actions}>
        <ButtonLink href={toReceiptPath(receipt.token)} download={`${receipt.number}.txt`}>
          {contractTexts.download}
        </ButtonLink>
        <ButtonLink href="/" variant="secondary">
          {contractTexts.home}
        </ButtonLink>
      </p>
    </div>
  )
}
