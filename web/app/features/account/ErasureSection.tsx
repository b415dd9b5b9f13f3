/**
 * The erasure of an account (Art. 17 GDPR): lists deleted and retained data before the form. It can be undone for fourteen
 * days. Contracts end at the earliest day, unless the reader wants to keep them.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { AccountView } from '@lokalteil/contracts/portal'
import { session } from '../../browser/session/session.ts'
import { accountTexts } from '../../messages/accounts/account.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Status, type Outcome } from '../../ui/Status.tsx'
import { accountClient } from './account-client.ts'
import { Section } from './Section.tsx'
import css from './Account.module.css'

export function ErasureSection({ view, onScheduled }: { view: AccountView; onScheduled: (eraseAt: string) => void }) {
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const form = useRef<HTMLFormElement>(null)
  const hasContracts = view.kept.some(({ contract }) => contract !== undefined)
  useEffect(() => {
    if (isAsking) form.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [isAsking])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (outcome.kind === 'busy') return
    const typed = new FormData(event.currentTarget)
    const password = typed.get('password')
    if (view.hasPassword && (typeof password !== 'string' || password === '')) {
      setFault(accountTexts.nameFault('REQUIRED'))
      form.current?.querySelector('input')?.focus()
      return
    }
    setFault(undefined)
    setOutcome({ kind: 'busy', text: accountTexts.erasureSending })
    const result = await accountClient().requestErasure(
      typeof password === 'string' ? password : null,
      typed.get('keepsContracts') !== null,
    )
    if (result.kind === 'ok') return onScheduled(result.data.eraseAt)
    const reason = result.kind === 'refused' ? result.reason : 'UNAVAILABLE'
    if (reason === 'WRONG_PASSWORD') {
      setFault(accountTexts.refusal(reason))
      setOutcome({ kind: 'none' })
      form.current?.querySelector('input')?.focus()
    } else setOutcome({ kind: 'bad', text: accountTexts.refusal(reason) })
  }

  return (
    <Section id="erasure" title={accountTexts.erasure}>
      <p className={css.text}>{accountTexts.erasureText}</p>
      {hasContracts && <p className={css.text}>{accountTexts.erasureContracts}</p>}
      <div className={css.block}>
        <h3 className={css.subTitle}>{accountTexts.keptTitle}</h3>
        {view.kept.length === 0 ? (
          <p className={css.hint}>{accountTexts.keptNothing}</p>
        ) : (
          <ul className={css.list}>
            {view.kept.map(({ what, reason, until }) => (
              <li key={what} className={css.entry}>
                <span>{what}</span>
                <span className={css.hint}>{accountTexts.keptReason(reason, until)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {isAsking ? (
        <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
          {view.hasPassword && (
            <TextField
              id="erasure-password"
              name="password"
              type="password"
              label={accountTexts.erasurePassword}
              hint={accountTexts.erasurePasswordHint}
              fault={fault}
              autoComplete="current-password"
              required
            />
          )}
          {hasContracts && (
            <Checkbox
              id="erasure-keeps-contracts"
              name="keepsContracts"
              label={accountTexts.erasureKeepsContracts}
              hint={accountTexts.erasureKeepsContractsHint}
            />
          )}
          <div className={css.buttons}>
            <Button
              type="submit"
              variant="secondary"
              className={`${css.danger} ${css.busy}`}
              aria-disabled={outcome.kind === 'busy' || undefined}
            >
              {accountTexts.erasureConfirm}
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {accountTexts.erasureCancel}
            </Button>
          </div>
          <Status outcome={outcome} />
        </form>
      ) : (
        <div className={css.buttons}>
          <Button variant="secondary" className={css.danger} onClick={() => setAsking(true)}>
            {accountTexts.erasureStart}
          </Button>
        </div>
      )}
    </Section>
  )
}

/** Logged in during the fourteen days: the undo comes before everything else. */
export function ErasurePending({ eraseAt, onUndone }: { eraseAt: string; onUndone: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })

  async function undo(): Promise<void> {
    if (outcome.kind === 'busy') return
    setOutcome({ kind: 'busy', text: '' })
    const result = await accountClient().undoErasure()
    if (result.kind === 'ok') return onUndone()
    setOutcome({ kind: 'bad', text: accountTexts.refusal(result.kind === 'refused' ? result.reason : 'UNAVAILABLE') })
  }

  return (
    <Section id="erasure-pending" title={accountTexts.erasurePending(new Date(eraseAt))} tone="alert">
      <p className={css.text}>{accountTexts.erasurePendingText}</p>
      <div className={css.buttons}>
        <Button className={css.busy} aria-disabled={outcome.kind === 'busy' || undefined} onClick={() => void undo()}>
          {accountTexts.erasureUndo}
        </Button>
      </div>
      <Status outcome={outcome} />
    </Section>
  )
}

/** After the request: every session has ended, and this is the last page. */
export function ErasureDone({ eraseAt }: { eraseAt: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={`page ${css.page}`}>
      <section className={css.notice}>
        <Icon name="check" size="2.2rem" />
        <h1 ref={title} tabIndex={-1} className={css.noticeTitle}>
          {accountTexts.erasureDoneTitle(new Date(eraseAt))}
        </h1>
        <p>{accountTexts.erasureDone}</p>
        <Button
          onClick={() =>
            void session
              .recheck()
              .catch(() => {})
              .then(() => location.assign('/'))
          }
        >
          {accountTexts.home}
        </Button>
      </section>
    </div>
  )
}
