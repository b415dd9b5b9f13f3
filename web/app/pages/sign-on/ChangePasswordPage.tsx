/** Framed: set a new password, with the code of a mail or with the old password. */
import { definePage } from '../../page/define-page.ts'
import { NewPasswordForm } from '../../features/sign-on/NewPasswordForm.tsx'
import { DialogFlow } from '../../features/sign-on/DialogFlow.tsx'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'

function ChangePasswordPage() {
  return (
    <DialogFlow name="__mein-portal/dialog-flow/change-password" heading={signOnTexts.change.heading}>
      <NewPasswordForm />
    </DialogFlow>
  )
}

export const page = definePage('__mein-portal/dialog-flow/change-password', {
  load: async () => ({ kind: 'ok', data: null }),
  Page: ChangePasswordPage,
  title: () => ({ title: signOnTexts.change.heading }),
})
