/** The own account: display, password, passkeys, one-time codes, sessions. */
import { useState, type FormEvent } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { encode } from 'uqr'
import type { Me } from '@lokalteil/contracts/office/people'
import { formatDate } from '@lokalteil/domain/german'
import { ACCOUNT, PROVIDER } from '../../messages/person.ts'
import { areSingleKeysOff, switchSingleKeys } from '../../kit/keys.ts'
import { shortMoment } from '../../kit/moments.ts'
import { chooseMode, MODES, readMode } from '../../kit/mode.ts'
import { useAct, useOffice } from '../../kit/office.tsx'
import { Button, Check, Choice, Fault, Field, Notice, Row, Stack } from '../../kit/parts.tsx'
import { announce, Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import { NewPassword } from './NewPassword.tsx'
import { createPasskey, hasPasskeys, withPasskey } from './passkeys.ts'
import css from './person.module.css'

export default function Account({ me }: { me: Me }) {
  return (
    <div className={css.account}>
      <ScreenTitle title={ACCOUNT.title} />
      {me.needsSecondFactor && <Notice look="warn">{ACCOUNT.needsFactor}</Notice>}
      {me.byProvider ? (
        <Notice>{PROVIDER.account}</Notice>
      ) : (
        <>
          {hasPasskeys && <Passkeys />}
          <Codes me={me} />
          <Password me={me} />
        </>
      )}
      <Display />
      <Sessions />
    </div>
  )
}

function Display() {
  const [mode, setMode] = useState(readMode)
  const [isOn, setOn] = useState(() => !areSingleKeysOff())
  return (
    <section className={css.part}>
      <h2>{ACCOUNT.display}</h2>
      <Choice
        label={ACCOUNT.mode}
        value={mode}
        options={MODES.map((one) => [one, ACCOUNT.modes[one]] as const)}
        onChange={(next) => {
          chooseMode(next)
          setMode(next)
        }}
      />
      <Check
        label={ACCOUNT.singleKeys}
        hint={ACCOUNT.onDevice}
        isOn={isOn}
        onChange={(next) => {
          switchSingleKeys(next)
          setOn(next)
        }}
      />
    </section>
  )
}

function Password({ me }: { me: Me }) {
  const office = useOffice()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const { run, isBusy, fault } = useAct()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await office.ask('changePassword', { body: { password } })
      setPassword('')
      announce(ACCOUNT.changedPassword)
      await queries.invalidateQueries({ queryKey: ['sessions'] })
    })
  }
  return (
    <section className={css.part}>
      <h2>{ACCOUNT.password}</h2>
      <form onSubmit={submit}>
        <Stack>
          <NewPassword label={ACCOUNT.newPassword} email={me.email} value={password} onChange={setPassword} />
          <Fault>{fault}</Fault>
          <Row>
            <Button type="submit" disabled={isBusy}>
              {ACCOUNT.changePassword}
            </Button>
          </Row>
        </Stack>
      </form>
    </section>
  )
}

function Passkeys() {
  const office = useOffice()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const { run, isBusy, fault } = useAct()
  const { data, error, refetch } = useQuery({ queryKey: ['passkeys'], queryFn: () => office.ask('listPasskeys') })
  const refresh = async () => {
    await Promise.all(['passkeys', 'me'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await withPasskey(() => createPasskey(office, name.trim()))
      setName('')
      await refresh()
    })
  }
  return (
    <section className={css.part}>
      <h2>{ACCOUNT.passkeys}</h2>
      <p>{ACCOUNT.passkeysText}</p>
      {error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.passkeys.length === 0 && <p className={css.detail}>{ACCOUNT.noPasskeys}</p>}
      {data && data.passkeys.length > 0 && (
        <ul className={css.list}>
          {data.passkeys.map(({ id, name: passkey, since }) => (
            <li key={id}>
              <span>
                {passkey} <span className={css.detail}>{ACCOUNT.since(formatDate(new Date(since)))}</span>
              </span>
              <Button
                look="small"
                disabled={isBusy}
                aria-label={ACCOUNT.removeNamed(passkey)}
                onClick={() =>
                  void run(async () => {
                    await office.ask('removePasskey', { params: { id } })
                    await refresh()
                  })
                }
              >
                {ACCOUNT.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add}>
        <Stack>
          <Field
            label={ACCOUNT.passkeyName}
            placeholder={ACCOUNT.passkeyExample}
            maxLength={60}
            required
            value={name}
            onChange={setName}
          />
          <Fault>{fault}</Fault>
          <Row>
            <Button type="submit" disabled={isBusy}>
              {ACCOUNT.addPasskey}
            </Button>
          </Row>
        </Stack>
      </form>
    </section>
  )
}

/** One-time codes and the codes for the day the phone is lost. */
function Codes({ me }: { me: Me }) {
  const office = useOffice()
  const queries = useQueryClient()
  const [secret, setSecret] = useState<{ uri: string; secret: string } | null>(null)
  const [code, setCode] = useState('')
  const [recovery, setRecovery] = useState<readonly string[]>([])
  const { run, isBusy, fault } = useAct()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const { recoveryCodes } = await office.ask('saveSecret', { body: { code } })
      setRecovery(recoveryCodes)
      setSecret(null)
      setCode('')
    })
  }
  // Only then the rest opens: a person whose rail appears would go and never see the codes again.
  const keep = () => {
    setRecovery([])
    void queries.invalidateQueries({ queryKey: ['me'] })
  }
  if (recovery.length > 0)
    return (
      <section className={`${css.part} ${css.printed}`}>
        <h2>{ACCOUNT.recovery}</h2>
        <p>{ACCOUNT.recoveryText}</p>
        <ul className={css.codes}>
          {recovery.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <Row>
          <Button onClick={() => window.print()}>{ACCOUNT.print}</Button>
          <Button look="main" onClick={keep}>
            {ACCOUNT.copied}
          </Button>
        </Row>
      </section>
    )
  return (
    <section className={css.part}>
      <h2>{ACCOUNT.secret}</h2>
      <p>{me.hasSecret ? ACCOUNT.hasSecret : ACCOUNT.noSecret}</p>
      <Fault>{secret === null ? fault : null}</Fault>
      {secret === null ? (
        <Row>
          <Button disabled={isBusy} onClick={() => void run(async () => setSecret(await office.ask('startSecret')))}>
            {me.hasSecret ? ACCOUNT.setUpAgain : ACCOUNT.setUp}
          </Button>
          {me.hasSecret && (
            <Button
              disabled={isBusy}
              onClick={() => void run(async () => setRecovery((await office.ask('renewRecoveryCodes')).recoveryCodes))}
            >
              {ACCOUNT.renew}
            </Button>
          )}
        </Row>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <p>{ACCOUNT.scan}</p>
            <QrCode text={secret.uri} />
            <p className={css.secret}>{secret.secret}</p>
            <Field
              label={ACCOUNT.codeOfApp}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              value={code}
              onChange={setCode}
            />
            <Fault>{fault}</Fault>
            <Row>
              <Button look="main" type="submit" disabled={isBusy}>
                {ACCOUNT.finish}
              </Button>
            </Row>
          </Stack>
        </form>
      )}
    </section>
  )
}

/** Drawn as one path: the policy allows no picture in an address. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className={css.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={ACCOUNT.qr}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

function Sessions() {
  const office = useOffice()
  const { run, isBusy, fault } = useAct()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: () => office.ask('listOwnSessions'),
  })
  return (
    <section className={css.part}>
      <h2>{ACCOUNT.sessions}</h2>
      <Fault>{fault}</Fault>
      {isPending && <Loading />}
      {error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      <ul className={css.list}>
        {data?.sessions.map(({ id, device, lastSeen, isThis }) => (
          <li key={id}>
            <span>
              {device}{' '}
              <span className={css.detail}>
                {isThis ? ACCOUNT.thisSession : ACCOUNT.lastSeen(shortMoment(lastSeen))}
              </span>
            </span>
            {!isThis && (
              <Button
                look="small"
                disabled={isBusy}
                aria-label={ACCOUNT.endNamed(device)}
                onClick={() =>
                  void run(async () => {
                    await office.ask('endOwnSession', { params: { id } })
                    await refetch()
                  })
                }
              >
                {ACCOUNT.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
