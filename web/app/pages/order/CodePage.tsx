/** Redeems a code (S2.3-03). An error does not tell the reason; a code whose value would be lost is not used up. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Redeemed } from '@lokalteil/contracts/commerce/codes'
import { toCode } from '@lokalteil/domain/commerce/codes'
import { toDayKey } from '@lokalteil/domain/german'
import { definePage } from '../../page/define-page.ts'
import { usePortal } from '../../page/portal.ts'
import { session } from '../../browser/session/session.ts'
import { codeClient } from '../../features/codes/code-client.ts'
import css from '../../features/codes/Codes.module.css'
import { createKey, NeedsScript, NO_OUTCOME, Section, textOf } from '../../features/codes/ReaderPart.tsx'
import { codeTexts as texts, readerPartTexts } from '../../messages/commerce/codes.ts'
import { orderTexts } from '../../messages/commerce/order.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { Status, type Outcome } from '../../ui/Status.tsx'
import { inPersonalArea } from '../../features/account/PersonalNav.tsx'
import { PageHead } from '../lists/PageHead.tsx'

function CodePage() {
  const [redeemed, setRedeemed] = useState<Redeemed | null>(null)
  return (
    <>
      <PageHead
        title={texts.title}
        description={texts.intro}
        breadcrumb={[{ label: orderTexts.overviewTitle, target: '/order' }]}
      />
      <div className={`page ${css.page}`}>
        {redeemed === null ? (
          <CodeForm onRedeemed={setRedeemed} />
        ) : (
          <Done redeemed={redeemed} onAnother={() => setRedeemed(null)} />
        )}
        <NeedsScript />
      </div>
    </>
  )
}

function CodeForm({ onRedeemed }: { onRedeemed: (redeemed: Redeemed) => void }) {
  const [fault, setFault] = useState<string | undefined>()
  const [notice, setNotice] = useState<'invalid' | 'has-it' | null>(null)
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME)
  const tried = useRef({ code: '', key: '' })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice !== null) place.current?.focus()
  }, [notice])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (outcome.kind === 'busy') return
    const form = event.currentTarget
    const code = textOf(new FormData(form), 'code')
    setFault(code === '' ? texts.required : undefined)
    setNotice(null)
    setOutcome(NO_OUTCOME)
    if (code === '') return form.querySelector<HTMLElement>('[name="code"]')?.focus()
    // An impossible code is refused without a call.
    if (toCode(code) === null) return setNotice('invalid')
    setOutcome({ kind: 'busy', text: texts.sending })
    if (tried.current.code !== code) tried.current = { code, key: createKey() }
    const result = await codeClient().redeemCode(code, tried.current.key)
    setOutcome(NO_OUTCOME)
    if (result.kind === 'ok') {
      // The roles are in the next tokens (S6-07).
      if (result.data.kind !== 'voucher') await session.refresh(true).catch(() => {})
      return onRedeemed(result.data)
    }
    if (result.code === 'INVALID_CODE' || result.code === 'BAD_REQUEST') return setNotice('invalid')
    if (result.code === 'HAS_IT') return setNotice('has-it')
    setOutcome({ kind: 'bad', text: readerPartTexts.refusal(result.code) })
  }

  return (
    <Section title={texts.title}>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {notice === 'invalid' && <FormNotice title={texts.invalid} isAlert ref={place} />}
        {notice === 'has-it' && (
          <FormNotice title={texts.hasIt} isAlert ref={place}>
            <p>{texts.hasItAdvice}</p>
          </FormNotice>
        )}
        <TextField
          id="order-code"
          name="code"
          label={texts.label}
          hint={texts.hint}
          fault={fault}
          className={css.code}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          required
        />
        <div className={css.buttons}>
          <Button type="submit" aria-disabled={outcome.kind === 'busy' || undefined}>
            {texts.submit}
          </Button>
        </div>
        <Status outcome={outcome} />
      </form>
      <p className={css.hint}>
        {texts.noCode} <a href="/order/abo">{texts.offers}</a>
      </p>
    </Section>
  )
}

function Done({ redeemed, onAnother }: { redeemed: Redeemed; onAnother: () => void }) {
  const { now } = usePortal()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const isVoucher = redeemed.kind === 'voucher'
  return (
    <Section title={isVoucher ? texts.voucherDone : texts.done} titleRef={title} isDone>
      <p className={css.text}>{toText(redeemed, toDayKey(new Date(now)))}</p>
      <div className={css.buttons}>
        <ButtonLink href={isVoucher ? '/order/abo' : '/'}>{isVoucher ? texts.toOffers : texts.read}</ButtonLink>
        {redeemed.kind === 'access' && (
          <ButtonLink href="/account/abo" variant="secondary">
            {texts.toSubscriptions}
          </ButtonLink>
        )}
        {redeemed.kind === 'coins' && (
          <ButtonLink href="/account/coins" variant="secondary">
            {texts.toCoins}
          </ButtonLink>
        )}
        <Button variant="quiet" onClick={onAnother}>
          {texts.another}
        </Button>
      </div>
    </Section>
  )
}

function toText(redeemed: Redeemed, today: string): string {
  switch (redeemed.kind) {
    case 'access':
      return texts.access(redeemed.productName, redeemed.startsOn, redeemed.endsOn, today)
    case 'coins':
      return texts.coins(redeemed.count)
    case 'voucher':
      return texts.voucher(redeemed.voucher)
  }
}

export const page = definePage('order/code', {
  load: async () => ({ kind: 'ok', data: null }),
  Page: inPersonalArea('code', CodePage),
  title: () => ({ title: texts.title }),
})
