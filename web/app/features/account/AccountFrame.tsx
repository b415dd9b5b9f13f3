/** The frame of every page of the account: title, the tabs this reader may open, and the parts that need no data. */
import type { ReactNode } from 'react'
import type { AccountTab } from '@lokalteil/domain/commerce/subscriptions'
import { session } from '../../browser/session/session.ts'
import { accountTexts } from '../../messages/accounts/account.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import type { AccountState } from './account-state.ts'
import css from './Account.module.css'
import { PersonalNav, TAB_PATHS } from './PersonalNav.tsx'

type AccountFrameProps<T> = {
  current: AccountTab
  state: AccountState<T>
  isLoading: boolean
  onRetry: () => void
  tabsOf: (data: T) => readonly AccountTab[]
  children: (data: T) => ReactNode
}

export function AccountFrame<T>({ current, state, isLoading, onRetry, tabsOf, children }: AccountFrameProps<T>) {
  return (
    <>
      <PersonalNav
        area="account"
        current={TAB_PATHS[current]}
        {...(state.kind === 'ready' ? { tabs: tabsOf(state.data) } : {})}
      />
      <div className={`page ${css.page}`}>
        <h1 className={css.title}>{accountTexts.title}</h1>
        <div role="status" className="visually-hidden">
          {isLoading ? accountTexts.loading : ''}
        </div>
        {state.kind === 'ready' ? (
          <div className={css.content}>{children(state.data)}</div>
        ) : (
          <NoData state={state} isLoading={isLoading} onRetry={onRetry} />
        )}
        <noscript>
          <p className={css.hint}>{accountTexts.needsScript}</p>
        </noscript>
      </div>
    </>
  )
}

function NoData({
  state,
  isLoading,
  onRetry,
}: {
  state: Exclude<AccountState<never>, { kind: 'ready' }>
  isLoading: boolean
  onRetry: () => void
}) {
  switch (state.kind) {
    case 'logged-out':
      return (
        <Notice icon="lock" title={accountTexts.loggedOutTitle} text={accountTexts.loggedOut}>
          <ButtonLink href="#login" onClick={() => void session.openLogin(location.pathname).catch(() => {})}>
            {accountTexts.login}
          </ButtonLink>
        </Notice>
      )
    case 'no-access':
      return (
        <Notice icon="user" title={accountTexts.noAccessTitle} text={accountTexts.noAccess}>
          <ButtonLink href="/account">{accountTexts.toAccount}</ButtonLink>
        </Notice>
      )
    case 'failed':
      return (
        <Notice icon="alert" title={accountTexts.failedTitle} text={accountTexts.refusal('UNAVAILABLE')}>
          <Button onClick={onRetry} aria-disabled={isLoading || undefined}>
            {accountTexts.retry}
          </Button>
        </Notice>
      )
  }
}

function Notice({ icon, title, text, children }: { icon: IconName; title: string; text: string; children: ReactNode }) {
  return (
    <section className={css.notice}>
      <Icon name={icon} size="2.2rem" />
      <h2 className={css.noticeTitle}>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  )
}
