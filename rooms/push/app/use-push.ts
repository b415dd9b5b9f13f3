/**
 * The state of push messages on this device and its changes. The browser is asked only after a click on the button
 * below the consent text; earlier choices are sent with it.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { FIRST_CHOICES } from '../domain/push.ts'
import { grantVendor } from '@lokalteil/web/app/browser/consent/consent'
import { useSession } from '@lokalteil/web/app/browser/session/session'
import { pushTexts } from './push-texts.ts'
import { keepPushDevice } from './push-device.ts'
import type { PushChannel, PushPhase } from './push-channel.ts'
import { pushClient, type PushChoices, type PushState } from './push-client.ts'

/** `at` distinguishes repeated outcomes. */
type PushOutcome = { kind: 'good' | 'bad'; text: string; at: number } | null

export type Push = {
  phase: PushPhase
  choices: PushChoices
  /** Null: nothing is stored on the server yet. */
  state: PushState | null
  isReader: boolean
  outcome: PushOutcome
  turnOn: () => Promise<void>
  turnOff: () => Promise<void>
  choose: (change: Partial<PushChoices>) => void
  retry: () => void
}

const FIRST: PushChoices = { ...FIRST_CHOICES, follows: [] }

/** Long, because permission, subscription and the server's state are one state. */
export function usePush(channel: PushChannel): Push {
  const status = useSession((session) => session.status)
  const [phase, setPhase] = useState<PushPhase>(channel.first)
  const [state, setState] = useState<PushState | null>(null)
  const [choices, setChoices] = useState<PushChoices>(FIRST)
  const [outcome, setOutcome] = useState<PushOutcome>(null)
  const [turn, setTurn] = useState(0)
  const tell = (kind: 'good' | 'bad', text: string) => setOutcome({ kind, text, at: performance.now() })
  const saving = useRef<{ wanted: PushChoices | null; isRunning: boolean }>({ wanted: null, isRunning: false })

  const take = useCallback((found: PushState) => {
    setState(found)
    setChoices(found.choices)
  }, [])

  useEffect(() => {
    if (status === 'unknown') return
    let isLeft = false
    void channel.look(status === 'reader').then((found) => {
      if (isLeft) return
      setPhase(found.phase)
      if (found.state !== null) take(found.state)
    })
    return () => {
      isLeft = true
    }
  }, [status, take, turn, channel])

  async function turnOn(): Promise<void> {
    setOutcome(null)
    setPhase('asking')
    // The click below the text is the consent; the browser is asked only after it.
    grantVendor('pushNotifications')
    // Must be called now: later it no longer counts as part of the click.
    const done = await channel.begin(choices)
    if ('phase' in done) {
      setPhase(done.phase)
      if (done.text !== undefined) tell('bad', done.text)
      return
    }
    take(done)
    setPhase('on')
    tell('good', pushTexts.turnedOn)
  }

  async function turnOff(): Promise<void> {
    const device = state?.device ?? null
    const isOut = device === null || (await pushClient.remove(device)).kind === 'ok'
    const isEnded = await channel.end()
    // One success is enough: a dead address is removed with the next message.
    if (!isOut && !isEnded) {
      tell('bad', pushTexts.notSaved)
      return
    }
    await keepPushDevice(null)
    setState((before) => (before === null || !before.isOfAccount ? null : { ...before, device: null }))
    setPhase('off')
    tell('good', pushTexts.turnedOff)
  }

  function choose(change: Partial<PushChoices>): void {
    const next = { ...choices, ...change }
    setChoices(next)
    // Choices before the subscription are only on the screen and are sent with it.
    if (state === null) return
    saving.current.wanted = next
    if (!saving.current.isRunning) void save(state.device)
  }

  /** Saves one after the other; the last choices count. */
  async function save(device: string | null): Promise<void> {
    const queue = saving.current
    queue.isRunning = true
    while (queue.wanted !== null) {
      const wanted = queue.wanted
      queue.wanted = null
      const answer = await pushClient.saveChoices(device, wanted)
      if (queue.wanted !== null) continue
      if (answer.kind === 'ok') {
        take(answer.data)
        tell('good', pushTexts.saved)
      } else {
        tell('bad', pushTexts.notSaved)
        setTurn((before) => before + 1)
      }
    }
    queue.isRunning = false
  }

  return {
    phase,
    choices,
    state,
    isReader: status === 'reader',
    outcome,
    turnOn,
    turnOff,
    choose,
    retry: () => {
      setPhase('loading')
      setTurn((before) => before + 1)
    },
  }
}
