/** The account's owner, whether the address is confirmed, and the most used links (2.13). */
import { useEffect, useState } from 'react'
import type { AccountView } from '@lokalteil/contracts/portal'
import { useSession } from '../../browser/session/session.ts'
import { useSurroundings } from '../../page/portal.ts'
import { accountTexts } from '../../messages/accounts/account.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Status, type Outcome } from '../../ui/Status.tsx'
import { accountClient } from './account-client.ts'
import { isPlaceThere } from './PersonalNav.tsx'
import css from './Account.module.css'

export function AccountHead({ view }: { view: AccountView }) {
  const { user, createdAt } = view
  // "Herr Lindner" or "Paul Lindner", never both: a salutation comes before a last name.
  const hasSalutation = (user.salutation === 'Frau' || user.salutation === 'Herr') && user.lastName !== ''
  const name = [hasSalutation ? user.salutation : user.firstName, user.lastName].filter((part) => part !== '').join(' ')
  return (
    <div className={css.head}>
      <p className={css.name}>{accountTexts.greeting(name)}</p>
      <p className={css.email}>
        <span>{user.email}</span>
        <span className={css.badge} data-tone={user.emailVerified ? undefined : 'alert'}>
          <Icon name={user.emailVerified ? 'check' : 'alert'} size="1em" />{' '}
          {user.emailVerified ? accountTexts.verified : accountTexts.unverified}
        </span>
      </p>
      {createdAt !== null && <p className={css.hint}>{accountTexts.memberSince(new Date(createdAt))}</p>}
      {!user.emailVerified && <Resend email={user.email} />}
    </div>
  )
}

/** Paused as long as the server's rate limit, because a second press would only be refused. */
function Resend({ email }: { email: string }) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const [pauseSeconds, setPauseSeconds] = useState(0)
  useEffect(() => {
    if (pauseSeconds === 0) return
    const timer = setTimeout(() => setPauseSeconds(0), pauseSeconds * 1000)
    return () => clearTimeout(timer)
  }, [pauseSeconds])

  async function send(): Promise<void> {
    if (outcome.kind === 'busy' || pauseSeconds > 0) return
    setOutcome({ kind: 'busy', text: '' })
    const result = await accountClient().sendEmailConfirmation(email)
    if (result.kind === 'ok') {
      setPauseSeconds(result.data.nextAfterSeconds)
      setOutcome({ kind: 'good', text: accountTexts.resent(result.data.email) })
    } else {
      const reason = result.kind === 'refused' ? result.reason : 'UNAVAILABLE'
      setOutcome({
        kind: 'bad',
        text: reason === 'TOO_MANY_ATTEMPTS' ? accountTexts.resendTooSoon : accountTexts.refusal(reason),
      })
    }
  }

  return (
    <div className={css.resend}>
      <p>{accountTexts.unverifiedText}</p>
      <Button
        variant="secondary"
        className={css.busy}
        aria-disabled={outcome.kind === 'busy' || pauseSeconds > 0 || undefined}
        onClick={() => void send()}
      >
        <Icon name="mail" /> {accountTexts.resend}
      </Button>
      <Status outcome={outcome} />
    </div>
  )
}

export function ShortActions() {
  const { bookmarkCount } = useSession()
  const surroundings = useSurroundings()
  const entries = accountTexts.shortActionEntries.filter(({ target }) => isPlaceThere(target, surroundings))
  return (
    <nav aria-label={accountTexts.shortActions}>
      <ul className={css.actions}>
        {entries.map(({ icon, label, target }) => (
          <li key={target}>
            <a href={target} className={css.action}>
              <Icon name={icon} />{' '}
              {icon === 'bookmark' && bookmarkCount !== null ? accountTexts.withCount(label, bookmarkCount) : label}{' '}
              <Icon name="chevron-right" size="1.1em" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
