/** Password, connected providers, and the devices with a session, each with its logout. */
import { useState } from 'react'
import type { AccountView } from '@lokalteil/contracts/portal'
import { formatAge } from '@lokalteil/domain/german'
import { usePortal } from '../../page/portal.ts'
import { session } from '../../browser/session/session.ts'
import { accountTexts } from '../../messages/accounts/account.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Status, type Outcome } from '../../ui/Status.tsx'
import { accountClient } from './account-client.ts'
import { toDeviceName } from './device-name.ts'
import { Section } from './Section.tsx'
import css from './Account.module.css'

type Session = AccountView['sessions'][number]

/** `onEnded` gets the sessions that are left. */
export function SignInSection({ view, onEnded }: { view: AccountView; onEnded: (sessions: Session[]) => void }) {
  const { now } = usePortal()
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })

  async function endSession(ended: Session, device: string): Promise<void> {
    if (outcome.kind === 'busy') return
    setOutcome({ kind: 'busy', text: '' })
    const result = await accountClient().endSession(ended.id)
    if (result.kind === 'ok') {
      setOutcome({ kind: 'good', text: accountTexts.sessionEnded(device) })
      return onEnded(view.sessions.filter(({ id }) => id !== ended.id))
    }
    setOutcome({ kind: 'bad', text: accountTexts.refusal(result.kind === 'refused' ? result.reason : 'UNAVAILABLE') })
  }

  async function logoutEverywhere(): Promise<void> {
    if (outcome.kind === 'busy') return
    setOutcome({ kind: 'busy', text: '' })
    const result = await accountClient().logoutEverywhere()
    // A session that has already ended counts as success.
    if (result.kind === 'ok' || (result.kind === 'refused' && result.reason === 'NOT_LOGGED_IN')) return void logout()
    setOutcome({ kind: 'bad', text: accountTexts.refusal(result.kind === 'refused' ? result.reason : 'UNAVAILABLE') })
  }

  async function logout(): Promise<void> {
    try {
      await session.logout()
    } catch {
      setOutcome({ kind: 'bad', text: accountTexts.refusal(navigator.onLine ? 'UNAVAILABLE' : 'OFFLINE') })
    }
  }

  return (
    <Section id="sign-in" title={accountTexts.signIn}>
      {view.isEditable && (
        <>
          <div className={css.block}>
            <h3 className={css.subTitle}>{accountTexts.password}</h3>
            {view.hasPassword ? (
              <>
                <p className={css.hint}>{accountTexts.passwordText}</p>
                <ButtonLink href="#change-password" variant="secondary">
                  {accountTexts.changePassword}
                </ButtonLink>
              </>
            ) : (
              <p className={css.hint}>{accountTexts.noPassword}</p>
            )}
          </div>
          <div className={css.block}>
            <h3 className={css.subTitle}>{accountTexts.providers}</h3>
            <p className={css.text}>
              {view.providers.length === 0
                ? accountTexts.noProviders
                : view.providers.map((provider) => accountTexts.providerNames[provider]).join(', ')}
            </p>
          </div>
          <div className={css.block}>
            <h3 className={css.subTitle}>{accountTexts.devices}</h3>
            <ul className={css.list}>
              {view.sessions.map((one) => {
                const { browser, system } = toDeviceName(one.userAgent)
                const device = accountTexts.device(browser, system)
                return (
                  <li key={one.id} className={css.entry}>
                    <span className={css.entryHead}>
                      {device}
                      {one.isCurrent && <span className={css.badge}>{accountTexts.thisDevice}</span>}
                    </span>
                    <span className={css.hint}>
                      {accountTexts.lastUsed(formatAge(new Date(one.usedAt), new Date(now)))}
                    </span>
                    {!one.isCurrent && (
                      <div className={css.buttons}>
                        <Button
                          variant="quiet"
                          className={css.busy}
                          aria-disabled={outcome.kind === 'busy' || undefined}
                          aria-label={accountTexts.endSessionOf(device)}
                          onClick={() => void endSession(one, device)}
                        >
                          {accountTexts.endSession}
                        </Button>
                      </div>
                    )}
                  </li>
                )
              })}
            </ul>
          </div>
        </>
      )}
      <div className={css.block}>
        <div className={css.buttons}>
          <Button onClick={() => void logout()}>{accountTexts.logout}</Button>
          {view.isEditable && (
            <Button
              variant="secondary"
              className={css.busy}
              aria-disabled={outcome.kind === 'busy' || undefined}
              aria-describedby="everywhere-hint"
              onClick={() => void logoutEverywhere()}
            >
              {accountTexts.logoutEverywhere}
            </Button>
          )}
        </div>
        {view.isEditable && (
          <p id="everywhere-hint" className={css.hint}>
            {accountTexts.logoutEverywhereText}
          </p>
        )}
        <Status outcome={outcome} />
      </div>
    </Section>
  )
}
