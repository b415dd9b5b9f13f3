/**
 * The two contract rights: one page, one button, no login (§ 312k and § 356a BGB). A plain form: without JavaScript the
 * same page returns with faults or the receipt.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { createBlankForm, createFormKey, sendDeclaration, type ContractFormData } from '../../page/contract-form.ts'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { contractTexts } from '../../messages/commerce/contract.ts'
import {
  checkCancellation,
  checkWithdrawal,
  type ContractRight,
  type DeclarationInput,
} from '@lokalteil/domain/commerce/contract-rights'
import { PageHead } from '../lists/PageHead.tsx'
import { ContractForm } from './ContractForm.tsx'
import { ContractReceipt } from './ContractReceipt.tsx'
import css from './ContractForm.module.css'

function ContractPage({ right, initial }: { right: ContractRight; initial: ContractFormData }) {
  const [data, setData] = useState(initial)
  const [isSending, setSending] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  const texts = contractTexts.of(right)

  // Focuses the receipt, the first field with a fault, or the refusal.
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else place.current?.querySelector<HTMLElement>('[data-answer], [aria-invalid="true"]')?.focus()
  }, [data])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSending) return
    const values: DeclarationInput = Object.fromEntries(
      [...new FormData(event.currentTarget)].filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'key',
      ),
    )
    const checked = right === 'cancellation' ? checkCancellation(values, new Date()) : checkWithdrawal(values)
    if (checked.kind === 'incomplete') return setData({ ...data, values, faults: checked.faults, refusal: null })
    setSending(true)
    const answer = await sendDeclaration(right, data.key, values)
    setSending(false)
    setData(answer.refusal === 'foreign' ? { ...answer, key: createFormKey() } : answer)
  }

  return (
    <div ref={place}>
      {data.receipt === null ? (
        <>
          <PageHead title={texts.title} description={texts.intro} />
          <div className={`page ${css.layout}`}>
            <ContractForm right={right} data={data} isSending={isSending} onSubmit={(event) => void submit(event)} />
            <Aside right={right} />
          </div>
        </>
      ) : (
        <ContractReceipt receipt={data.receipt} />
      )}
    </div>
  )
}

function Aside({ right }: { right: ContractRight }) {
  return (
    <aside className={css.aside}>
      <p>
        {contractTexts.other[right]}{' '}
        <a href={right === 'cancellation' ? '/widerrufen' : '/kuendigen'}>{contractTexts.otherLink[right]}</a>.
      </p>
      <p>
        {contractTexts.contact}: <a href="/impressum">{contractTexts.imprint}</a>
      </p>
    </aside>
  )
}

const load = async () => ({ kind: 'ok' as const, data: createBlankForm() })

export const cancellation = definePage('kuendigen', {
  load,
  Page: ({ data }: PageProps<'kuendigen', ContractFormData>) => <ContractPage right="cancellation" initial={data} />,
  title: () => ({ title: contractTexts.of('cancellation').title }),
})

export const withdrawal = definePage('widerrufen', {
  load,
  Page: ({ data }: PageProps<'widerrufen', ContractFormData>) => <ContractPage right="withdrawal" initial={data} />,
  title: () => ({ title: contractTexts.of('withdrawal').title }),
})
