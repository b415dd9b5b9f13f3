/** Framed: ask for a link to set a new password. */
import { definePage } from '../../page/define-page.ts'
import { ForgotPasswordForm } from '../../features/sign-on/ForgotPasswordForm.tsx'
import { DialogFlow } from '../../features/sign-on/DialogFlow.tsx'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'

function ForgotPasswordPage() {
  return (
    <DialogFlow name="__mein-portal/dialog-flow/forgot-password" heading={signOnTexts.forgot.heading}>
      <ForgotPasswordForm />
    </DialogFlow>
  )
}

export const page = definePage('__mein-portal/dialog-flow/forgot-password', {
  load: async () => ({ kind: 'ok', data: null }),
  Page: ForgotPasswordPage,
  title: () => ({ title: signOnTexts.forgot.heading }),
})
