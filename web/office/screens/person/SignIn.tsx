/** The screen of a visitor who is not signed in. */
import { SIGN_IN } from '../../messages/person.ts'
import { SHELL } from '../../messages/shell.ts'
import { useAddress } from '../../kit/navigation.ts'
import { useWays } from '../../kit/office.tsx'
import { LinkButton } from '../../kit/parts.tsx'
import { Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import { providerPath } from './provider-trip.ts'
import { SignInForm } from './SignInForm.tsx'
import css from './person.module.css'

export function SignIn({ onDone }: { onDone: () => void }) {
  const { data: ways, isPending, error, refetch } = useWays()
  const { pathname, search } = useAddress()
  return (
    <main className={css.door}>
      <div>
        <p className={css.house}>{SHELL.office}</p>
        <ScreenTitle title={SIGN_IN.title} />
      </div>
      {isPending && <Loading />}
      {error !== null && ways === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {ways?.hasProvider && (
        <LinkButton look="main" href={providerPath('sign-in', pathname + search)}>
          {SIGN_IN.provider}
        </LinkButton>
      )}
      {ways?.hasPasswords && <SignInForm onDone={onDone} />}
    </main>
  )
}
