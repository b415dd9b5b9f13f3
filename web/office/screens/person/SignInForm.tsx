/** Address and password, then the second step; or a passkey at once. */
import { useState, type FormEvent } from 'react'
import { SIGN_IN } from '../../messages/person.ts'
import { useAct, useOffice } from '../../kit/office.tsx'
import { Button, Fault, Field, Stack } from '../../kit/parts.tsx'
import { askForPasskey, hasPasskeys, withPasskey } from './passkeys.ts'

type Step = 'password' | 'code' | 'passkey'

export function SignInForm({ email: known, onDone }: { email?: string; onDone: () => void }) {
  const office = useOffice()
  const [step, setStep] = useState<Step>('password')
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { run, isBusy, fault, clear } = useAct()

  const goOn = (next: 'in' | 'code' | 'passkey') => {
    if (next === 'in') onDone()
    else setStep(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const { next } =
        step === 'password'
          ? await office.ask('signIn', { body: { email, password } })
          : await office.ask('confirmCode', { body: { code } })
      goOn(next)
    })
  }
  const byPasskey = () =>
    void run(() =>
      withPasskey(async () => {
        const response = await askForPasskey(office)
        const { next } = await office.ask('signInByPasskey', { body: { response } })
        goOn(next)
      }),
    )
  const passkeyButton = hasPasskeys && (
    <Button disabled={isBusy} look={step === 'passkey' ? 'main' : undefined} onClick={byPasskey}>
      {SIGN_IN.passkey}
    </Button>
  )

  return (
    <form onSubmit={submit}>
      <Stack>
        {step === 'password' && (
          <>
            <Field
              label={SIGN_IN.email}
              type="email"
              autoComplete="username webauthn"
              required
              value={email}
              onChange={setEmail}
            />
            <Field
              label={SIGN_IN.password}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={setPassword}
            />
          </>
        )}
        {step === 'code' && (
          <Field
            label={SIGN_IN.code}
            hint={SIGN_IN.codeHint}
            autoComplete="one-time-code"
            inputMode="text"
            required
            isFirst
            value={code}
            onChange={setCode}
          />
        )}
        {step === 'passkey' && (
          <>
            <p>{SIGN_IN.secondPasskey}</p>
            {passkeyButton}
            <Field
              label={SIGN_IN.recovery}
              hint={SIGN_IN.recoveryHint}
              autoComplete="off"
              value={code}
              onChange={setCode}
            />
          </>
        )}
        <Fault>{fault}</Fault>
        <Button look={step === 'passkey' ? undefined : 'main'} type="submit" disabled={isBusy}>
          {step === 'password' ? SIGN_IN.enter : SIGN_IN.confirm}
        </Button>
        {step === 'password' && passkeyButton}
        {step !== 'password' && (
          <Button
            look="quiet"
            onClick={() => {
              clear()
              setCode('')
              setStep('password')
            }}
          >
            {SIGN_IN.back}
          </Button>
        )}
      </Stack>
    </form>
  )
}
