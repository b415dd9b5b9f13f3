/** Salutation and name: validated by the server's rule, sent, and stored in the session so that the header shows it. */
import { useRef, useState, type FormEvent } from 'react'
import type { AccountView } from '@lokalteil/contracts/portal'
import { checkName, SALUTATIONS, toName, type FieldErrors } from '@lokalteil/domain/accounts/registration'
import { session } from '../../browser/session/session.ts'
import { accountTexts } from '../../messages/accounts/account.ts'
import { Button } from '../../ui/Button.tsx'
import { Select, TextField } from '../../ui/Field.tsx'
import { Status, type Outcome } from '../../ui/Status.tsx'
import { accountClient } from './account-client.ts'
import { Section, textOf } from './Section.tsx'
import css from './Account.module.css'

export function ProfileForm({ view, onSaved }: { view: AccountView; onSaved: (user: AccountView['user']) => void }) {
  const { user, isEditable } = view
  const [faults, setFaults] = useState<FieldErrors>({})
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const form = useRef<HTMLFormElement>(null)

  /** Focuses the first invalid field once it is marked. */
  function showFaults(found: FieldErrors): void {
    setFaults(found)
    setOutcome({ kind: 'none' })
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (outcome.kind === 'busy') return
    const typed = new FormData(event.currentTarget)
    const change = {
      salutation: textOf(typed, 'salutation'),
      firstName: toName(textOf(typed, 'firstName')),
      lastName: toName(textOf(typed, 'lastName')),
    }
    const wrong = (['firstName', 'lastName'] as const).flatMap((name) => {
      const code = checkName(change[name])
      return code === null ? [] : [[name, code] as const]
    })
    if (wrong.length > 0) return showFaults(Object.fromEntries(wrong))
    setFaults({})
    setOutcome({ kind: 'busy', text: accountTexts.saving })
    const result = await accountClient().updateAccount(change)
    if (result.kind === 'fields') return showFaults(result.faults)
    if (result.kind !== 'ok')
      return setOutcome({
        kind: 'bad',
        text: accountTexts.refusal(result.kind === 'refused' ? result.reason : 'UNAVAILABLE'),
      })
    setOutcome({ kind: 'good', text: accountTexts.saved })
    onSaved(result.data)
    void session.refresh(true).catch(() => {})
  }

  const fault = (name: string) => (faults[name] === undefined ? undefined : accountTexts.nameFault(faults[name]))
  if (!isEditable) {
    return (
      <Section id="profile" title={accountTexts.profile}>
        <p className={css.text}>{accountTexts.foreign}</p>
      </Section>
    )
  }
  return (
    <Section id="profile" title={accountTexts.profile}>
      <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <Select
          id="profile-salutation"
          name="salutation"
          label={accountTexts.salutation}
          defaultValue={user.salutation}
          fault={fault('salutation')}
          autoComplete="honorific-prefix"
        >
          {SALUTATIONS.map((salutation) => (
            <option key={salutation} value={salutation}>
              {accountTexts.salutations[salutation]}
            </option>
          ))}
        </Select>
        <div className={css.names}>
          <TextField
            id="profile-firstName"
            name="firstName"
            label={accountTexts.firstName}
            defaultValue={user.firstName}
            fault={fault('firstName')}
            autoComplete="given-name"
            required
          />
          <TextField
            id="profile-lastName"
            name="lastName"
            label={accountTexts.lastName}
            defaultValue={user.lastName}
            fault={fault('lastName')}
            autoComplete="family-name"
            required
          />
        </div>
        <div className={css.buttons}>
          <Button type="submit" className={css.busy} aria-disabled={outcome.kind === 'busy' || undefined}>
            {accountTexts.save}
          </Button>
        </div>
        <Status outcome={outcome} />
      </form>
    </Section>
  )
}
