/** Framed: log in, with our form or with a social provider. */
import { useState } from 'react'
import { definePage } from '../../page/define-page.ts'
import { DialogFlow } from '../../features/sign-on/DialogFlow.tsx'
import { LoginForm } from '../../features/sign-on/LoginForm.tsx'
import { RegistrationGate } from '../../features/sign-on/RegistrationGate.tsx'
import { LinkMailSent, SocialSignIn } from '../../features/sign-on/SocialSignIn.tsx'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'

function LoginPage() {
  const [isMailSent, setMailSent] = useState(false)
  return (
    <DialogFlow name="__mein-portal/dialog-flow/login" heading={signOnTexts.login.heading}>
      <RegistrationGate name="__mein-portal/dialog-flow/login" />
      {isMailSent ? (
        <LinkMailSent onBack={() => setMailSent(false)} />
      ) : (
        <LoginForm>
          <SocialSignIn onLinkMail={() => setMailSent(true)} />
        </LoginForm>
      )}
    </DialogFlow>
  )
}

export const page = definePage('__mein-portal/dialog-flow/login', {
  load: async () => ({ kind: 'ok', data: null }),
  Page: LoginPage,
  title: () => ({ title: signOnTexts.login.heading }),
})
