/** Framed: answer the consents an account still needs. */
import { definePage } from '../../page/define-page.ts'
import { CompletionForm } from '../../features/sign-on/CompletionForm.tsx'
import { DialogFlow } from '../../features/sign-on/DialogFlow.tsx'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'

function CompleteRegistrationPage() {
  return (
    <DialogFlow name="__mein-portal/dialog-flow/complete-registration" heading={signOnTexts.completion.heading}>
      <CompletionForm />
    </DialogFlow>
  )
}

export const page = definePage('__mein-portal/dialog-flow/complete-registration', {
  load: async () => ({ kind: 'ok', data: null }),
  Page: CompleteRegistrationPage,
  title: () => ({ title: signOnTexts.completion.heading }),
})
