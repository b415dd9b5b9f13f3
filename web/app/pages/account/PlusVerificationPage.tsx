/** Plus for subscribers of the printed paper (S2.2-11). An error does not tell which of the two values was wrong. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { AccountTab } from '@lokalteil/contracts/portal'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { session } from '../../browser/session/session.ts'
import css from '../../features/account/Account.module.css'
import { accountClient } from '../../features/account/account-client.ts'
import { AccountFrame } from '../../features/account/AccountFrame.tsx'
import {
  loadAccount,
  useAccountState,
  type AccountQuestion,
  type AccountState,
} from '../../features/account/account-state.ts'
import { Section, textOf } from '../../features/account/Section.tsx'
import { accountTexts } from '../../messages/accounts/account.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Status, type Outcome } from '../../ui/Status.tsx'

type Name = '__mein-portal-auth-account-plus-verification'

const question: AccountQuestion<AccountTab[]> = (reader) => reader.listTabs()
const texts = accountTexts.plus

function PlusVerificationPage({ data }: PageProps<Name, AccountState<AccountTab[]>>) {
  const { state, isLoading, reload } = useAccountState(data, question)
  const [product, setProduct] = useState<string | null>(null)
  return (
    <AccountFrame
      current="plus-verification"
      state={state}
      isLoading={isLoading}
      onRetry={() => void reload()}
      tabsOf={(tabs) => tabs}
    >
      {() => (product === null ? <VerificationForm onVerified={setProduct} /> : <Verified product={product} />)}
    </AccountFrame>
  )
}

function VerificationForm({ onVerified }: { onVerified: (product: string) => void }) {
  const [missing, setMissing] = useState<readonly string[]>([])
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const [isNoMatch, setNoMatch] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNoMatch) place.current?.focus()
  }, [isNoMatch])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (outcome.kind === 'busy') return
    const form = event.currentTarget
    const values = new FormData(form)
    const typed = {
      customerNumber: textOf(values, 'customerNumber').trim(),
      postcode: textOf(values, 'postcode').trim(),
    }
    const empty = Object.entries(typed).flatMap(([name, value]) => (value === '' ? [name] : []))
    setMissing(empty)
    setNoMatch(false)
    if (empty.length > 0) return form.querySelector<HTMLElement>(`[name="${empty[0]}"]`)?.focus()
    setOutcome({ kind: 'busy', text: texts.sending })
    const result = await accountClient().verifyPlus(typed)
    if (result.kind === 'ok') {
      // The roles are in the next tokens (S2.2-11, S6-07).
      await session.refresh(true).catch(() => {})
      return onVerified(result.data.productName)
    }
    if (result.kind === 'no-match') {
      setOutcome({ kind: 'none' })
      setNoMatch(true)
      return
    }
    const reason = result.kind === 'refused' ? result.reason : 'UNAVAILABLE'
    setOutcome({ kind: 'bad', text: reason === 'TOO_MANY_ATTEMPTS' ? texts.tooMany : accountTexts.refusal(reason) })
  }

  const fault = (name: string) => (missing.includes(name) ? texts.required : undefined)
  return (
    <Section id="plus-verification" title={texts.title}>
      <p className={css.text}>{texts.intro}</p>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {isNoMatch && (
          <FormNotice title={texts.noMatch} isAlert ref={place}>
            <p>{texts.noMatchAdvice}</p>
          </FormNotice>
        )}
        <TextField
          id="plus-customerNumber"
          name="customerNumber"
          label={texts.customerNumber}
          hint={texts.customerNumberHint}
          fault={fault('customerNumber')}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <TextField
          id="plus-postcode"
          name="postcode"
          label={texts.postcode}
          hint={texts.postcodeHint}
          fault={fault('postcode')}
          autoComplete="postal-code"
          inputMode="numeric"
          required
        />
        <div className={css.buttons}>
          <Button type="submit" className={css.busy} aria-disabled={outcome.kind === 'busy' || undefined}>
            {texts.submit}
          </Button>
        </div>
        <Status outcome={outcome} />
      </form>
      <p className={css.hint}>
        {texts.noPaper} <a href="/order/abo">{texts.offers}</a>
      </p>
    </Section>
  )
}

function Verified({ product }: { product: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section className={css.notice}>
      <Icon name="unlocked" size="2.2rem" />
      <h2 ref={title} tabIndex={-1} className={css.noticeTitle}>
        {texts.done}
      </h2>
      <p>{texts.doneText(product)}</p>
      <div className={css.buttons}>
        <ButtonLink href="/">{texts.read}</ButtonLink>
        <ButtonLink href="/account/abo" variant="secondary">
          {texts.toSubscriptions}
        </ButtonLink>
      </div>
    </section>
  )
}

export const page = definePage('__mein-portal-auth-account-plus-verification', {
  load: loadAccount(question),
  Page: PlusVerificationPage,
  title: () => ({ title: accountTexts.documentTitle('plus-verification') }),
})
