/** Framed: open an account, with our form or with a social provider. */
import { useState } from 'react'
import { definePage } from '../../page/define-page.ts'
import { DialogFlow } from '../../features/sign-on/DialogFlow.tsx'
import { RegistrationForm } from '../../features/sign-on/RegistrationForm.tsx'
import { RegistrationGate } from '../../features/sign-on/RegistrationGate.tsx'
import { LinkMailSent, SocialSignIn } from '../../features/sign-on/SocialSignIn.tsx'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'

function RegistrationPage() {
  const [isMailSent, setMailSent] = useState(false)
  return (
    <DialogFlow name="__mein-portal/dialog-flow/registration" heading={signOnTexts.registration.heading}>
      <RegistrationGate name="__mein-portal/dialog-flow/registration" />
      {isMailSent ? (
        <LinkMailSent onBack={() => setMailSent(false)} />
      ) : (
        <RegistrationForm>
          <SocialSignIn onLinkMail={() => setMailSent(true)} />
        </RegistrationForm>
      )}
    </DialogFlow>
  )
}

export const page = definePage('__mein-portal/dialog-flow/registration', {
  load: async () => ({ kind: 'ok', data: null }),
  Page: RegistrationPage,
  title: () => ({ title: signOnTexts.registration.heading }),
})
