/** The account (S2.2-10): its owner, settings, and requests to the publisher. */
import { Suspense, useState } from 'react'
import { lazyPartOrWord } from '../../page/lazy-part.tsx'
import type { AccountView } from '@lokalteil/contracts/portal'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { AccountFrame } from '../../features/account/AccountFrame.tsx'
import { AccountHead, ShortActions } from '../../features/account/AccountHead.tsx'
import {
  loadAccount,
  useAccountState,
  type AccountQuestion,
  type AccountState,
} from '../../features/account/account-state.ts'
import { EmailSection } from '../../features/account/EmailSection.tsx'
import { ErasureDone, ErasurePending, ErasureSection } from '../../features/account/ErasureSection.tsx'
import { ConsentSection, ExportSection } from '../../features/account/PrivacySections.tsx'
import { PersonalPlaces } from '../../features/account/PersonalNav.tsx'
import { ProfileForm } from '../../features/account/ProfileForm.tsx'
import { Section } from '../../features/account/Section.tsx'
import { SignInSection } from '../../features/account/SignInSection.tsx'
import { useSession } from '../../browser/session/session.ts'
import { giftTexts } from '../../messages/access/access.ts'
import { accountTexts } from '../../messages/accounts/account.ts'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { Status } from '../../ui/Status.tsx'

const PurchasesSection = lazyPartOrWord(() => import('../../features/account/PurchasesSection.lazy.tsx'))
const ConsentReceipts = lazyPartOrWord(() => import('../../features/account/ConsentReceipts.lazy.tsx'))
const GiftList = lazyPartOrWord(() => import('../../features/share/GiftList.lazy.tsx'))

type Name = '__mein-portal-auth-account'

const question: AccountQuestion<AccountView> = (reader) => reader.getAccount()

function AccountPage({ data }: PageProps<Name, AccountState<AccountView>>) {
  const { state, isLoading, reload, setData } = useAccountState(data, question)
  const [erasedAt, setErasedAt] = useState<string | null>(null)
  const [isUndone, setUndone] = useState(false)
  const { isPlusUser } = useSession().view
  if (erasedAt !== null) return <ErasureDone eraseAt={erasedAt} />
  return (
    <AccountFrame
      current="account"
      state={state}
      isLoading={isLoading}
      onRetry={() => void reload()}
      tabsOf={({ tabs }) => tabs}
    >
      {(view) => (
        <>
          {view.eraseAt !== null && (
            <ErasurePending
              eraseAt={view.eraseAt}
              onUndone={() => {
                setData({ ...view, eraseAt: null })
                setUndone(true)
              }}
            />
          )}
          <Status outcome={isUndone ? { kind: 'good', text: accountTexts.erasureUndone } : { kind: 'none' }} />
          {view.isMailRefused === true && (
            <FormNotice title={accountTexts.mailRefusedTitle}>
              <p>{accountTexts.mailRefused(view.user.email)}</p>
            </FormNotice>
          )}
          <AccountHead view={view} />
          <ShortActions />
          <PersonalPlaces without={accountTexts.shortActionEntries.map(({ target }) => target)} />
          <ProfileForm view={view} onSaved={(user) => setData({ ...view, user })} />
          {view.isEditable && (
            <EmailSection view={view} onChanged={(pendingEmail) => setData({ ...view, pendingEmail })} />
          )}
          <SignInSection view={view} onEnded={(sessions) => setData({ ...view, sessions })} />
          <Suspense>
            <PurchasesSection />
          </Suspense>
          {isPlusUser && (
            <Section id="gifts" title={giftTexts.list.title}>
              <Suspense>
                <GiftList />
              </Suspense>
            </Section>
          )}
          <Suspense>
            <ConsentReceipts />
          </Suspense>
          {view.isEditable && (
            <>
              <ConsentSection view={view} />
              <ExportSection />
              {view.eraseAt === null && <ErasureSection view={view} onScheduled={setErasedAt} />}
            </>
          )}
        </>
      )}
    </AccountFrame>
  )
}

export const page = definePage('__mein-portal-auth-account', {
  load: loadAccount(question),
  Page: AccountPage,
  title: () => ({ title: accountTexts.documentTitle('account') }),
})
