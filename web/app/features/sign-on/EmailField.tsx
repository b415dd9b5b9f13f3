/** The address that names an account; password keepers know it as the user name. */
import { signOnTexts } from '../../messages/sign-on.ts'
import { TextField } from '../../ui/Field.tsx'

export function EmailField(field: { id: string; name: string; fault: string | undefined }) {
  return (
    <TextField
      {...field}
      label={signOnTexts.email}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  )
}
