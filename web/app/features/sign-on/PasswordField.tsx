/** A password field that can be shown, pasted into and filled by the browser; hidden again before it is sent. */
import { useEffect, useRef, useState } from 'react'
import { PASSWORD_STRENGTHS, toPasswordStrength } from '@lokalteil/domain/accounts/password-strength'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'
import { TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './DialogFlow.module.css'

type PasswordFieldProps = {
  id: string
  name: string
  fault: string | undefined
  label: string
  hint?: string
  isNew?: boolean
  hasStrength?: boolean
}

export function PasswordField({ isNew, hasStrength, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const [password, setPassword] = useState('')
  const place = useRef<HTMLDivElement>(null)

  // Browsers would store a visible text as an autocomplete suggestion.
  useEffect(() => {
    const form = place.current?.closest('form')
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])

  return (
    <div className={css.passwords} ref={place}>
      <TextField
        {...field}
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        onInput={hasStrength ? (event) => setPassword(event.currentTarget.value) : undefined}
        end={
          <button
            type="button"
            className={`js-only ${css.reveal}`}
            aria-pressed={isShown}
            aria-controls={field.id}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} label={signOnTexts.showPassword} />
          </button>
        }
      />
      {hasStrength && password !== '' && <Strength password={password} />}
    </div>
  )
}

function Strength({ password }: { password: string }) {
  const strength = toPasswordStrength(password)
  const steps = Math.max(1, PASSWORD_STRENGTHS.indexOf(strength))
  return (
    <div className={css.strength} data-strength={strength}>
      <span className={css.meter} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={step <= steps ? '' : undefined} />
        ))}
      </span>
      <span role="status">
        <span className="visually-hidden">{signOnTexts.strengthLabel}: </span>
        {signOnTexts.strengths[strength]}
      </span>
    </div>
  )
}
