/** Log in with address and password. */
import type { ReactNode } from 'react'
import { isEmail, type FieldErrors } from '@lokalteil/domain/accounts/registration'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'
import { EmailField } from './EmailField.tsx'
import { finishLogin, openDialog, openWays } from './frame.ts'
import { openCalls } from './open-client.ts'
import { PasswordField } from './PasswordField.tsx'
import { FlowLink, SignOnForm } from './SignOnForm.tsx'
import css from './DialogFlow.module.css'

const texts = signOnTexts.login

type Login = { email: string; password: string }

export function checkLogin({ email, password }: Login): FieldErrors {
  return { ...(isEmail(email) ? {} : { email: 'INVALID_EMAIL' }), ...(password === '' ? { password: 'REQUIRED' } : {}) }
}

/** `children` stand between the form and the link to registration. */
export function LoginForm({ children }: { children?: ReactNode }) {
  return (
    <>
      <SignOnForm
        texts={texts}
        read={({ text }): Login => ({ email: text('email').trim(), password: text('password') })}
        check={checkLogin}
        send={(input) => openCalls().login(input)}
        onDone={(answer) => finishLogin(answer, openWays())}
        beside={<FlowLink onPress={() => openDialog('forgot-password')}>{texts.forgot}</FlowLink>}
      >
        {(field) => (
          <>
            <EmailField {...field('email')} />
            <PasswordField {...field('password')} label={signOnTexts.password} />
          </>
        )}
      </SignOnForm>
      {children}
      <p className={css.more}>
        {texts.noAccount} <FlowLink onPress={() => openDialog('register')}>{texts.register}</FlowLink>
      </p>
    </>
  )
}
