/** On the way to the house's own provider of sign-ins, and back with its answer. */
import { useEffect, useRef, useState } from 'react'
import { PROVIDER } from '../../messages/person.ts'
import { navigate } from '../../kit/navigation.ts'
import { useAct, useOffice } from '../../kit/office.tsx'
import { Button, Fault, Row } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { ScreenTitle } from '../../kit/screen.tsx'
import { keepLuggage, readLuggage, takeLuggage, tellReturn, type Luggage } from './provider-trip.ts'
import css from './person.module.css'

export default function ProviderSignIn({ onDone }: { onDone: (path: string) => void }) {
  const office = useOffice()
  const { run, isBusy, fault } = useAct()
  // A refusal may lead back without its state. Begun anew by itself, it would go round in circles.
  const [isBack] = useState(() => /[?&](?:code|error|state)=/.test(location.search))
  const [luggage, setLuggage] = useState<Luggage>(() => readLuggage(location.search))
  const [isDone, setDone] = useState(false)
  const isBegun = useRef(false)

  const leave = (taken: Luggage, asksAgain = false) =>
    run(async () => {
      const { url } = await office.ask('startProvider', { body: { isProof: taken.trip === 'proof', asksAgain } })
      keepLuggage(taken)
      location.replace(url)
      // The button stays off until the page is gone.
      await new Promise(() => {})
    })
  const finish = () =>
    run(async () => {
      const answer = location.search.slice(1)
      const taken = takeLuggage()
      setLuggage(taken)
      navigate(pathOf({ screen: 'provider' }), { replaces: true })
      await office.ask('finishProvider', { body: { answer } })
      tellReturn()
      if (taken.trip === 'sign-in') return onDone(taken.back)
      setDone(true)
      window.close()
    })
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void (isBack ? finish() : leave(luggage))
  })

  return (
    <main className={css.door}>
      <ScreenTitle title={isDone ? PROVIDER.doneTitle : PROVIDER.title} />
      <Fault>{fault}</Fault>
      {isDone && <p>{PROVIDER.doneText}</p>}
      {!isDone && fault === null && <p role="status">{isBack ? PROVIDER.finishing : PROVIDER.leaving}</p>}
      <Row>
        {fault !== null && (
          <Button look="main" disabled={isBusy} onClick={() => void leave(luggage, true)}>
            {PROVIDER.again}
          </Button>
        )}
        {(isDone || fault !== null) && <a href={pathOf({ screen: 'start' })}>{PROVIDER.toStart}</a>}
      </Row>
    </main>
  )
}
