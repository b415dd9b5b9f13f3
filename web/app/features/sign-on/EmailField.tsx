/** The account's address; marked as user name for password managers. */
import { useEffect } from 'react'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'
import { TextField } from '../../ui/Field.tsx'
import { useAlive } from './DialogFlow.tsx'
import { openWays, takeTypedEmail } from './frame.ts'

export function EmailField(field: { id: string; name: string; fault: string | undefined }) {
  const isAlive = useAlive()
  const { id } = field
  useEffect(() => {
    const typed = isAlive ? takeTypedEmail(openWays()) : ''
    const input = document.getElementById(id)
    if (typed !== '' && input instanceof HTMLInputElement && input.value === '') input.value = typed
  }, [isAlive, id])
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
