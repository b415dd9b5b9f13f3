/** Signing in again and confirming who is there, above the screen. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '@lokalteil/contracts/office/people'
import { PROOF, PROVIDER, SIGN_IN } from '../../messages/person.ts'
import { SHELL } from '../../messages/shell.ts'
import type { Question } from '../../kit/asking.ts'
import { useAct, useOffice } from '../../kit/office.tsx'
import { Button, Dialog, Ends, Fault, Field, FieldsDialog, LinkButton, Stack } from '../../kit/parts.tsx'
import { providerPath, useReturn, type Trip } from './provider-trip.ts'
import { askForPasskey, hasPasskeys, withPasskey } from './passkeys.ts'
import { SignInForm } from './SignInForm.tsx'

type Props = { question: Question | null; me: Me; onSettle: (isAnswered: boolean) => void }

export function Questions({ question, me, onSettle }: Props) {
  if (question === 'signIn') return <SignInAgain me={me} onSettle={onSettle} />
  if (question !== 'proof') return null
  return me.byProvider ? <ProofAtProvider onSettle={onSettle} /> : <Proof me={me} onSettle={onSettle} />
}

function SignInAgain({ me, onSettle }: Omit<Props, 'question'>) {
  const office = useOffice()
  const queries = useQueryClient()
  const { run, fault } = useAct()
  const [isOther, setOther] = useState(false)
  const takeOver = (now: Me) => {
    // Somebody else's calls must not carry on this person's work.
    if (now.id !== me.id) {
      setOther(true)
      setTimeout(() => location.reload(), 2500)
      return
    }
    queries.setQueryData(['me'], now)
    onSettle(true)
  }
  const done = () => void run(async () => takeOver(await office.askMe()))
  return (
    <Dialog title={SIGN_IN.again}>
      {isOther ? <p>{SIGN_IN.otherPerson}</p> : <p>{SIGN_IN.againText}</p>}
      <Fault>{fault}</Fault>
      {!isOther &&
        (me.byProvider ? (
          <AtProvider trip="again" onReturn={takeOver} />
        ) : (
          <SignInForm email={me.email} onDone={done} />
        ))}
    </Dialog>
  )
}

/** The provider's page in a window of its own, because this one has unsaved input. */
function AtProvider({ trip, onReturn }: { trip: Trip; onReturn: (me: Me) => void }) {
  const office = useOffice()
  useReturn(() => void office.askMe().then(onReturn, () => {}))
  return (
    <Stack>
      <p>{PROVIDER.inWindow}</p>
      <LinkButton look="main" href={providerPath(trip)} target="_blank" rel="noopener">
        {trip === 'proof' ? PROVIDER.openProof : PROVIDER.openSignIn}
      </LinkButton>
    </Stack>
  )
}

function ProofAtProvider({ onSettle }: Pick<Props, 'onSettle'>) {
  const queries = useQueryClient()
  const settle = (now: Me) => {
    if (now.proofSeconds <= 0) return
    queries.setQueryData(['me'], now)
    onSettle(true)
  }
  return (
    <Dialog title={PROOF.title} onClose={() => onSettle(false)}>
      <p>{PROOF.text}</p>
      <AtProvider trip="proof" onReturn={settle} />
      <Ends>
        <Button onClick={() => onSettle(false)}>{SHELL.cancel}</Button>
      </Ends>
    </Dialog>
  )
}

function Proof({ me, onSettle }: Omit<Props, 'question'>) {
  const office = useOffice()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { run, isBusy, fault } = useAct()
  const send = () =>
    void run(async () => {
      await office.ask('confirmAgain', { body: me.hasSecret ? { password, code } : { password } })
      onSettle(true)
    })
  const byPasskey = () =>
    void run(() =>
      withPasskey(async () => {
        await office.ask('confirmAgain', { body: { passkey: await askForPasskey(office) } })
        onSettle(true)
      }),
    )
  return (
    <FieldsDialog
      title={PROOF.title}
      text={PROOF.text}
      act={SIGN_IN.confirm}
      look={me.hasPasskey ? null : 'main'}
      fault={fault}
      isOff={isBusy}
      onSend={send}
      onClose={() => onSettle(false)}
    >
      {me.hasPasskey && hasPasskeys && (
        <Button look="main" disabled={isBusy} onClick={byPasskey}>
          {PROOF.byPasskey}
        </Button>
      )}
      <Field
        label={SIGN_IN.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
      />
      {me.hasSecret && (
        <Field label={SIGN_IN.code} autoComplete="one-time-code" required value={code} onChange={setCode} />
      )}
    </FieldsDialog>
  )
}
