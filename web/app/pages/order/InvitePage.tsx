/** A reader's invitation link for friends, to copy or to send by mail with our text (S2.3-04). */
import { useState, type FormEvent } from 'react'
import type { Invitation } from '@lokalteil/contracts/commerce/codes'
import { checkInvitations } from '@lokalteil/domain/commerce/invitations'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { usePortal } from '../../page/portal.ts'
import {
  loadAccount,
  useAccountState,
  type AccountQuestion,
  type AccountState,
} from '../../features/account/account-state.ts'
import { codeClient } from '../../features/codes/code-client.ts'
import css from '../../features/codes/Codes.module.css'
import { CopyLink, NeedsScript, NO_OUTCOME, NoReader, Section, textOf } from '../../features/codes/ReaderPart.tsx'
import { invitationTexts as texts, readerPartTexts } from '../../messages/commerce/codes.ts'
import { orderTexts } from '../../messages/commerce/order.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { Status, type Outcome } from '../../ui/Status.tsx'
import { inPersonalArea } from '../../features/account/PersonalNav.tsx'
import { PageHead } from '../lists/PageHead.tsx'

const question: AccountQuestion<Invitation> = (reader) => reader.getInvitation()

function InvitePage({ data }: PageProps<'order/invite', AccountState<Invitation>>) {
  const { publication } = usePortal()
  const { state, isLoading, reload, setData } = useAccountState(data, question)
  return (
    <>
      <PageHead
        title={texts.title}
        description={texts.intro(publication.name)}
        breadcrumb={[{ label: orderTexts.overviewTitle, target: '/order' }]}
      />
      <div className={`page ${css.page}`}>
        {state.kind === 'ready' ? (
          <>
            <Section title={texts.linkTitle}>
              <p className={css.text}>{texts.linkText}</p>
              <CopyLink path={state.data.path} label={texts.link} />
              <p className={css.hint}>{texts.rewarded(state.data.rewarded)}</p>
            </Section>
            <MailForm mailsLeft={state.data.mailsLeft} onSent={setData} />
          </>
        ) : (
          <NoReader
            kind={state.kind === 'logged-out' ? 'logged-out' : 'failed'}
            isLoading={isLoading}
            onRetry={() => void reload()}
          />
        )}
        <NeedsScript />
      </div>
    </>
  )
}

function MailForm({ mailsLeft, onSent }: { mailsLeft: number; onSent: (invitation: Invitation) => void }) {
  const [fault, setFault] = useState<string | undefined>()
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (outcome.kind === 'busy') return
    const form = event.currentTarget
    // Only the server knows the reader's own address.
    const checked = checkInvitations(textOf(new FormData(form), 'emails').split(/[\s,;]+/u), '')
    const refuse = (code: string) => {
      setFault(texts.fault(code))
      setOutcome(NO_OUTCOME)
      form.querySelector<HTMLElement>('[name="emails"]')?.focus()
    }
    if (checked.kind === 'bad') return refuse(checked.fault)
    setFault(undefined)
    setOutcome({ kind: 'busy', text: texts.sending })
    const result = await codeClient().sendInvitations(checked.emails)
    if (result.kind === 'refused') {
      if (result.code === 'INVALID_FIELDS') return refuse(result.fields.emails ?? '')
      return setOutcome({ kind: 'bad', text: readerPartTexts.refusal(result.code) })
    }
    form.reset()
    setOutcome({ kind: 'good', text: texts.sent })
    onSent(result.data)
  }

  return (
    <Section title={texts.mailTitle}>
      <p className={css.text}>{texts.mailText}</p>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {mailsLeft > 0 ? (
          <>
            <TextArea
              id="invite-emails"
              name="emails"
              label={texts.emails}
              hint={texts.emailsHint(mailsLeft)}
              fault={fault}
              rows={5}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              inputMode="email"
              maxLength={1600}
              required
            />
            <div className={css.buttons}>
              <Button type="submit" aria-disabled={outcome.kind === 'busy' || undefined}>
                {texts.submit}
              </Button>
            </div>
          </>
        ) : (
          <p className={css.text}>{texts.noneLeft}</p>
        )}
        <Status outcome={outcome} />
      </form>
    </Section>
  )
}

export const page = definePage('order/invite', {
  load: loadAccount(question),
  Page: inPersonalArea('invite', InvitePage),
  title: () => ({ title: texts.title }),
})
