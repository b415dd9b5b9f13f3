/**
 * Three forms (S2.2-08): with the code of a mail sets a new password, logged in also asks for the old one, else
 * requests a mail. `/change-password/:code` left the code in this tab; it is deleted after use.
 */
import { useEffect, useState } from 'react'
import { checkNewPassword, type FieldErrors } from '@lokalteil/domain/accounts/registration'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'
import { Button } from '../../ui/Button.tsx'
import { useAlive } from './DialogFlow.tsx'
import { FlowAnswer } from './ForgotPasswordForm.tsx'
import type { FormValues } from './form-values.ts'
import { finishLogin, hasIdToken, openDialog, openWays, readAccountEmail, type Ways } from './frame.ts'
import { openCalls } from './open-client.ts'
import { PasswordField } from './PasswordField.tsx'
import type { NewPasswordInput } from './sign-on-client.ts'
import { FlowLink, SignOnForm, type FieldProps } from './SignOnForm.tsx'
import css from './DialogFlow.module.css'

const texts = signOnTexts.change
const CODE_KEY = 'changePasswordCode'

export type PasswordMode =
  | { kind: 'unknown' }
  | { kind: 'reset'; code: string }
  | { kind: 'change'; email: string }
  | { kind: 'none' }
  | { kind: 'done' }

export function decidePasswordMode(storage: Ways['storage'], cookies: string): PasswordMode {
  const code = storage?.getItem(CODE_KEY) ?? ''
  if (code !== '') return { kind: 'reset', code }
  return hasIdToken(cookies) ? { kind: 'change', email: readAccountEmail(cookies) } : { kind: 'none' }
}

type Change = NewPasswordInput & { currentPassword: string }

export function checkChange(input: Change, email: string): FieldErrors {
  return {
    ...(input.currentPassword === '' ? { currentPassword: 'REQUIRED' } : {}),
    ...checkNewPassword(input, { email }),
  }
}

const readNew = ({ text }: FormValues): NewPasswordInput => ({
  password: text('password'),
  passwordConfirmation: text('passwordConfirmation'),
})

export function NewPasswordForm() {
  const isAlive = useAlive()
  const [mode, setMode] = useState<PasswordMode>({ kind: 'unknown' })
  useEffect(() => {
    if (isAlive) setMode(decidePasswordMode(openWays().storage, document.cookie))
  }, [isAlive])

  function finish(answer: Parameters<typeof finishLogin>[0]): void {
    const ways = openWays()
    ways.storage?.removeItem(CODE_KEY)
    setMode({ kind: 'done' })
    finishLogin(answer, ways)
  }

  switch (mode.kind) {
    case 'unknown':
      return <div className={css.skeleton} role="status" aria-label={signOnTexts.wait} />
    case 'done':
      return (
        <FlowAnswer icon="check" heading={texts.doneHeading}>
          <p className={css.text}>{texts.done}</p>
          <div className={css.actions}>
            <Button className={css.submit} onClick={() => openWays().tell({ type: 'dialog-close' })}>
              {texts.close}
            </Button>
          </div>
        </FlowAnswer>
      )
    case 'none':
      return <RequestLink />
    case 'reset': {
      const another = <FlowLink onPress={requestAnother}>{texts.request}</FlowLink>
      return (
        <>
          <h2 className={css.heading}>{texts.resetHeading}</h2>
          <SignOnForm
            texts={texts}
            read={readNew}
            check={(input) => checkNewPassword(input, { email: '' })}
            send={(input) => openCalls().resetPassword({ ...input, code: mode.code })}
            onDone={finish}
            afterRefusal={{ INVALID_CODE: another, EXPIRED_CODE: another }}
          >
            {(field) => <NewPasswordFields field={field} />}
          </SignOnForm>
        </>
      )
    }
    case 'change':
      return (
        <SignOnForm
          texts={texts}
          read={(values): Change => ({ ...readNew(values), currentPassword: values.text('currentPassword') })}
          check={(input) => checkChange(input, mode.email)}
          send={(input) => openCalls().changePassword(input)}
          onDone={finish}
          afterRefusal={{
            NOT_LOGGED_IN: <FlowLink onPress={() => openDialog('login')}>{signOnTexts.login.submit}</FlowLink>,
          }}
        >
          {(field) => (
            <>
              {/* Tells the password manager which account this password belongs to. */}
              <input type="email" name="username" autoComplete="username" value={mode.email} readOnly hidden />
              <PasswordField {...field('currentPassword')} label={signOnTexts.currentPassword} />
              <NewPasswordFields field={field} />
            </>
          )}
        </SignOnForm>
      )
  }
}

function NewPasswordFields({ field }: { field: FieldProps }) {
  return (
    <>
      <PasswordField
        {...field('password')}
        label={signOnTexts.newPassword}
        hint={signOnTexts.passwordHint}
        isNew
        hasStrength
      />
      <PasswordField {...field('passwordConfirmation')} label={signOnTexts.repeatPassword} isNew />
      <p className={css.text}>{texts.note}</p>
    </>
  )
}

function RequestLink() {
  return (
    <>
      <p className={css.text}>{texts.none}</p>
      <div className={css.actions}>
        <Button className={css.submit} onClick={requestAnother}>
          {texts.request}
        </Button>
      </div>
    </>
  )
}

function requestAnother(): void {
  openWays().storage?.removeItem(CODE_KEY)
  openDialog('forgot-password')
}
