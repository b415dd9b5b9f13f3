/** The field of a new password. The hidden name tells password managers whose it is. */
import { Field } from '../../kit/parts.tsx'
import { INVITATION } from '../../messages/person.ts'

type NewPasswordProps = { label: string; email: string; value: string; onChange: (value: string) => void }

export function NewPassword({ label, email, value, onChange }: NewPasswordProps) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field
        label={label}
        hint={INVITATION.passwordHint}
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={256}
        required
        value={value}
        onChange={onChange}
      />
    </>
  )
}
