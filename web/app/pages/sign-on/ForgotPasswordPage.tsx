/** Framed: ask for a link to set a new password. */
import type { PageModule } from '../../page/page.ts'
import { ForgotPasswordForm } from '../../features/sign-on/ForgotPasswordForm.tsx'
import { DialogFlow } from '../../features/sign-on/DialogFlow.tsx'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'

const NAME = '__mein-portal/dialog-flow/forgot-password'

function ForgotPasswordPage() {
  return (
    <DialogFlow name={NAME} heading={signOnTexts.forgot.heading}>
      <ForgotPasswordForm />
    </DialogFlow>
  )
}

export const page: PageModule<typeof NAME, null> = {
  load: async () => ({ kind: 'ok', data: null }),
  Page: ForgotPasswordPage,
  title: () => ({ title: signOnTexts.forgot.heading }),
}
