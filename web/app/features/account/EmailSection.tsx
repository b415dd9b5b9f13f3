/**
 * The account's address and the form to change it: it needs the password, a pending change is shown until it is
 * confirmed by mail, and can be cancelled. The answer does not tell whether an address is taken.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { AccountView } from '@lokalteil/contracts/portal'
import { isEmail, type FieldCode } from '@lokalteil/domain/accounts/registration'
import { accountTexts } from '../../messages/accounts/account.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Status, type Outcome } from '../../ui/Status.tsx'
import { accountClient } from './account-client.ts'
import { Section, textOf } from './Section.tsx'
import css from './Account.module.css'

const texts = accountTexts.emailChange
type Pending = AccountView['pendingEmail']

export function EmailSection({ view, onChanged }: { view: AccountView; onChanged: (pending: Pending) => void }) {
  const [isAsking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const { pendingEmail } = view

  async function cancel(): Promise<void> {
    if (outcome.kind === 'busy') return
    setOutcome({ kind: 'busy', text: texts.cancelling })
    const result = await accountClient().cancelEmailChange()
    if (result.kind === 'ok') {
      setOutcome({ kind: 'good', text: texts.cancelled })
      return onChanged(null)
    }
    setOutcome({ kind: 'bad', text: accountTexts.refusal(result.kind === 'refused' ? result.reason : 'UNAVAILABLE') })
  }

  return (
    <Section id="email" title={accountTexts.email}>
      <p className={css.email}>{view.user.email}</p>
      {pendingEmail !== null && (
        <div className={css.matter}>
          <p className={css.text}>{texts.pending(pendingEmail.email, new Date(pendingEmail.expiresAt))}</p>
          <div className={css.buttons}>
            <Button
              variant="secondary"
              className={css.busy}
              aria-disabled={outcome.kind === 'busy' || undefined}
              onClick={() => void cancel()}
            >
              {texts.cancel}
            </Button>
          </div>
        </div>
      )}
      {isAsking ? (
        <EmailForm
          hasPassword={view.hasPassword}
          currentEmail={view.user.email}
          onClose={() => setAsking(false)}
          onSent={(pending) => {
            setAsking(false)
            setOutcome({ kind: 'good', text: texts.sent(pending.email) })
            onChanged(pending)
          }}
        />
      ) : (
        <>
          {pendingEmail === null && <p className={css.hint}>{texts.intro}</p>}
          <div className={css.buttons}>
            <Button
              variant="secondary"
              onClick={() => {
                setOutcome({ kind: 'none' })
                setAsking(true)
              }}
            >
              {pendingEmail === null ? texts.start : texts.other}
            </Button>
          </div>
        </>
      )}
      <Status outcome={outcome} />
    </Section>
  )
}

type Faults = { email?: FieldCode; password?: 'REQUIRED' | 'WRONG_PASSWORD' }

function EmailForm({
  hasPassword,
  currentEmail,
  onClose,
  onSent,
}: {
  hasPassword: boolean
  currentEmail: string
  onClose: () => void
  onSent: (pending: NonNullable<Pending>) => void
}) {
  const [faults, setFaults] = useState<Faults>({})
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function showFaults(found: Faults): void {
    setFaults(found)
    setOutcome({ kind: 'none' })
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (outcome.kind === 'busy') return
    const typed = new FormData(event.currentTarget)
    const [email, password] = [textOf(typed, 'newEmail').trim(), textOf(typed, 'password')]
    const found: Faults = {
      ...(email === '' ? { email: 'REQUIRED' as const } : isEmail(email) ? {} : { email: 'INVALID_EMAIL' as const }),
      ...(hasPassword && password === '' ? { password: 'REQUIRED' as const } : {}),
    }
    if (Object.keys(found).length > 0) return showFaults(found)
    setFaults({})
    setOutcome({ kind: 'busy', text: texts.sending })
    const result = await accountClient().changeEmail({ email, password: hasPassword ? password : null })
    if (result.kind === 'ok') return onSent(result.data)
    if (result.kind === 'fields') return showFaults({ email: result.faults.email ?? 'INVALID_EMAIL' })
    const reason = result.kind === 'refused' ? result.reason : 'UNAVAILABLE'
    if (reason === 'WRONG_PASSWORD') return showFaults({ password: 'WRONG_PASSWORD' })
    setOutcome({ kind: 'bad', text: accountTexts.refusal(reason) })
  }

  return (
    <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        id="new-email"
        name="newEmail"
        type="email"
        label={texts.newEmail}
        hint={texts.newEmailHint}
        fault={faults.email === undefined ? undefined : texts.fault(faults.email)}
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        required
      />
      {hasPassword && (
        <>
          {/* Tells the password manager which account the password belongs to. */}
          <input type="email" name="username" autoComplete="username" value={currentEmail} readOnly hidden />
          <TextField
            id="email-password"
            name="password"
            type="password"
            label={accountTexts.password}
            hint={accountTexts.erasurePasswordHint}
            fault={
              faults.password === undefined
                ? undefined
                : faults.password === 'REQUIRED'
                  ? texts.fault('REQUIRED')
                  : accountTexts.refusal('WRONG_PASSWORD')
            }
            autoComplete="current-password"
            required
          />
        </>
      )}
      <div className={css.buttons}>
        <Button type="submit" className={css.busy} aria-disabled={outcome.kind === 'busy' || undefined}>
          {texts.submit}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {accountTexts.erasureCancel}
        </Button>
      </div>
      <Status outcome={outcome} />
    </form>
  )
}
