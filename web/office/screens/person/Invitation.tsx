/** An invitation from a mail: name and password. The token stands behind the #, so that no log has it. */
import { useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { INVITATION } from '../../messages/person.ts'
import { Refusal } from '../../kit/client.ts'
import { useAddress } from '../../kit/navigation.ts'
import { useAct, useOffice } from '../../kit/office.tsx'
import { Button, Fault, Field, Notice, Stack } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import { NewPassword } from './NewPassword.tsx'
import css from './person.module.css'

export default function Invitation({ onDone }: { onDone: () => void }) {
  const office = useOffice()
  const token = useAddress().hash.slice(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => office.ask('getInvitation', { body: { token } }),
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
  })
  const isGone = error instanceof Refusal && [400, 404].includes(error.status)
  return (
    <main className={css.door}>
      <ScreenTitle title={INVITATION.title} />
      {token === '' && <Notice look="alert">{INVITATION.noToken}</Notice>}
      {isGone && <Notice look="alert">{INVITATION.gone}</Notice>}
      {error !== null && !isGone && <Failed error={error} onRetry={() => void refetch()} />}
      {token !== '' && isPending && <Loading />}
      {data && <AcceptForm token={token} {...data} onDone={onDone} />}
      {(token === '' || isGone) && (
        <p>
          <a href={pathOf({ screen: 'start' })}>{INVITATION.toSignIn}</a>
        </p>
      )}
    </main>
  )
}

type AcceptProps = { token: string; name: string; email: string; by: string; onDone: () => void }

function AcceptForm({ token, name: given, email, by, onDone }: AcceptProps) {
  const office = useOffice()
  const [name, setName] = useState(given)
  const [password, setPassword] = useState('')
  const { run, isBusy, fault } = useAct()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await office.ask('acceptInvitation', { body: { token, name, password } })
      onDone()
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <p>{INVITATION.from(by, email)}</p>
        <Field label={INVITATION.name} autoComplete="name" required maxLength={120} value={name} onChange={setName} />
        <NewPassword label={INVITATION.password} email={email} value={password} onChange={setPassword} />
        <Fault>{fault}</Fault>
        <Button look="main" type="submit" disabled={isBusy}>
          {INVITATION.accept}
        </Button>
      </Stack>
    </form>
  )
}
