/** The voluntary consent, and the copy of all personal data (Art. 7, 15 and 20 GDPR). */
import { useState, type MouseEvent } from 'react'
import type { AccountView } from '@lokalteil/contracts/portal'
import { accountTexts } from '../../messages/accounts/account.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { Status, type Outcome } from '../../ui/Status.tsx'
import { accountClient, EXPORT } from './account-client.ts'
import { Section } from './Section.tsx'
import css from './Account.module.css'

export function ConsentSection({ view }: { view: AccountView }) {
  const answer = view.consents.find(({ name }) => name === 'advertising')
  const terms = view.consents.find(({ name, isGiven }) => name === 'terms' && isGiven)
  const [isGiven, setGiven] = useState(answer?.isGiven ?? false)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })

  /** Optimistic update: the box changes at once and is reset if the server refuses. */
  async function change(wanted: boolean): Promise<void> {
    if (outcome.kind === 'busy') return
    setGiven(wanted)
    setOutcome({ kind: 'busy', text: '' })
    const result = await accountClient().updateAccount({ advertising: wanted })
    if (result.kind === 'ok') return setOutcome({ kind: 'good', text: accountTexts.consentSaved(wanted) })
    setGiven(!wanted)
    setOutcome({ kind: 'bad', text: accountTexts.refusal(result.kind === 'refused' ? result.reason : 'UNAVAILABLE') })
  }

  return (
    <Section id="consents" title={accountTexts.consents}>
      <Checkbox
        id="consent-advertising"
        label={accountTexts.advertising}
        hint={
          answer === undefined || answer.isGiven !== isGiven
            ? accountTexts.advertisingText
            : `${accountTexts.advertisingText} ${accountTexts.consentAt(answer.isGiven, new Date(answer.at))}.`
        }
        checked={isGiven}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      <Status outcome={outcome} />
      {terms !== undefined && (
        <p className={css.hint}>
          {accountTexts.terms.before} <a href="/agb">{accountTexts.terms.link}</a>{' '}
          {accountTexts.terms.after(new Date(terms.at))}
        </p>
      )}
    </Section>
  )
}

/** A link without JavaScript; with it a refusal is shown here instead of on a page of its own. */
export function ExportSection() {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })

  async function download(event: MouseEvent): Promise<void> {
    event.preventDefault()
    if (outcome.kind === 'busy') return
    setOutcome({ kind: 'busy', text: accountTexts.exporting })
    const result = await accountClient().exportData()
    if (result.kind !== 'ok') {
      const reason = result.kind === 'refused' ? result.reason : 'UNAVAILABLE'
      return setOutcome({
        kind: 'bad',
        text: reason === 'TOO_MANY_ATTEMPTS' ? accountTexts.exportTooOften : accountTexts.refusal(reason),
      })
    }
    const url = URL.createObjectURL(result.data.file)
    Object.assign(document.createElement('a'), { href: url, download: result.data.name }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    setOutcome({ kind: 'good', text: accountTexts.exported })
  }

  return (
    <Section id="data" title={accountTexts.data}>
      <p className={css.text}>{accountTexts.dataText}</p>
      <div className={css.buttons}>
        <ButtonLink
          href={EXPORT}
          variant="secondary"
          download
          className={css.busy}
          aria-disabled={outcome.kind === 'busy' || undefined}
          onClick={(event) => void download(event)}
        >
          {accountTexts.export}
        </ButtonLink>
      </div>
      <Status outcome={outcome} />
    </Section>
  )
}
