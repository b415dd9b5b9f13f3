/** The screen of whoever is not signed in. */
import { SIGN_IN } from '../../messages/person.ts'
import { SHELL } from '../../messages/shell.ts'
import { ScreenTitle } from '../../kit/screen.tsx'
import { SignInForm } from './SignInForm.tsx'
import css from './person.module.css'

export function SignIn({ onDone }: { onDone: () => void }) {
  return (
    <main className={css.door}>
      <div>
        <p className={css.house}>{SHELL.office}</p>
        <ScreenTitle title={SIGN_IN.title} />
      </div>
      <SignInForm onDone={onDone} />
    </main>
  )
}
