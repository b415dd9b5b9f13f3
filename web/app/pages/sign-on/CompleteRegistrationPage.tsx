/** Framed: answer the consents an account still needs. */
import type { PageModule } from '../../page/page.ts'
import { CompletionForm } from '../../features/sign-on/CompletionForm.tsx'
import { DialogFlow } from '../../features/sign-on/DialogFlow.tsx'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'

const NAME = '__mein-portal/dialog-flow/complete-registration'

function CompleteRegistrationPage() {
  return (
    <DialogFlow name={NAME} heading={signOnTexts.completion.heading}>
      <CompletionForm />
    </DialogFlow>
  )
}

export const page: PageModule<typeof NAME, null> = {
  load: async () => ({ kind: 'ok', data: null }),
  Page: CompleteRegistrationPage,
  title: () => ({ title: signOnTexts.completion.heading }),
}
