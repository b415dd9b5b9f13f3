/** Framed: set a new password, with the code of a mail or with the old password. */
import type { PageModule } from '../../page/page.ts'
import { NewPasswordForm } from '../../features/sign-on/NewPasswordForm.tsx'
import { DialogFlow } from '../../features/sign-on/DialogFlow.tsx'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'

const NAME = '__mein-portal/dialog-flow/change-password'

function ChangePasswordPage() {
  return (
    <DialogFlow name={NAME} heading={signOnTexts.change.heading}>
      <NewPasswordForm />
    </DialogFlow>
  )
}

export const page: PageModule<typeof NAME, null> = {
  load: async () => ({ kind: 'ok', data: null }),
  Page: ChangePasswordPage,
  title: () => ({ title: signOnTexts.change.heading }),
}
