/**
 * Where this device stands with push messages, and the presses that change it. Nothing is asked of the browser before the
 * reader has pressed the button under the words of the consent; what was chosen before that goes along with it.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { FIRST_CHOICES } from '@lokalteil/domain/push/push'
import { grantVendor } from '../../browser/consent/consent.ts'
import { useSession } from '../../browser/session/session.ts'
import type { PortalFailure } from '../../page/portal-client.ts'
import { pushTexts } from '../../messages/rooms/push.ts'
import { keepPushDevice, readPushDevice } from '../../browser/offline/push-device.ts'
import { pushClient, type PushChoices, type PushState } from './push-client.ts'
import { readRegistration, readSupport, subscribe } from './push-browser.ts'

export type PushPhase = 'loading' | 'install' | 'unsupported' | 'denied' | 'off' | 'asking' | 'on' | 'failed'
/** `at`: one press from the other. */
export type PushOutcome = { kind: 'good' | 'bad'; text: string; at: number } | null

export type Push = {
  phase: PushPhase
  choices: PushChoices
  /** Null: nothing of it is kept on the server yet. */
  state: PushState | null
  isReader: boolean
  outcome: PushOutcome
  turnOn: () => Promise<void>
  turnOff: () => Promise<void>
  choose: (change: Partial<PushChoices>) => void
  retry: () => void
}

const FIRST: PushChoices = { ...FIRST_CHOICES, follows: [] }

/** Long, because the browser's permission, the worker's subscription and the server's word are one state. */
export function usePush(): Push {
  const status = useSession((session) => session.status)
  const [phase, setPhase] = useState<PushPhase>('loading')
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
    void look(status === 'reader').then((found) => {
      if (isLeft) return
      setPhase(found.phase)
      if (found.state !== null) take(found.state)
    })
    return () => {
      isLeft = true
    }
  }, [status, take, turn])

  async function turnOn(): Promise<void> {
    setOutcome(null)
    setPhase('asking')
    // The press under the words is the consent; without it nobody asks the browser.
    grantVendor('pushNotifications')
    // At once: later it is no answer to a press any more.
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') {
      setPhase(permission === 'denied' ? 'denied' : 'off')
      return
    }
    const done = await begin(choices)
    if ('text' in done) {
      setPhase('off')
      tell('bad', done.text)
      return
    }
    take(done)
    setPhase('on')
    tell('good', pushTexts.turnedOn)
  }

  async function turnOff(): Promise<void> {
    const device = state?.device ?? null
    const isOut = device === null || (await pushClient.remove(device)).kind === 'ok'
    const registration = await readRegistration()
    const subscription = await registration?.pushManager.getSubscription()
    const isEnded = (await subscription?.unsubscribe().catch(() => false)) ?? true
    // One of the two is enough: an address that is dead is forgotten at the next message.
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
    // What is only on the screen goes along when the reader turns it on.
    if (state === null) return
    saving.current.wanted = next
    if (!saving.current.isRunning) void save(state.device)
  }

  /** One after the other; the last wish stands. */
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

type Found = { phase: PushPhase; state: PushState | null }

/** Asks the server only where there is something to know of it. */
async function look(isReader: boolean): Promise<Found> {
  const support = readSupport()
  const device = support === 'yes' && Notification.permission === 'granted' ? await findDevice() : null
  if (device === 'failed') return { phase: 'failed', state: null }
  const phase =
    support !== 'yes'
      ? support === 'install'
        ? 'install'
        : 'unsupported'
      : Notification.permission === 'denied'
        ? 'denied'
        : 'off'
  if (device !== null) return { phase: 'on', state: device }
  if (!isReader) return { phase, state: null }
  const found = await pushClient.getState(null)
  return { phase, state: found.kind === 'ok' ? found.data : null }
}

async function findDevice(): Promise<PushState | 'failed' | null> {
  const registration = await readRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) {
    await keepPushDevice(null)
    return null
  }
  const id = await readPushDevice()
  if (id !== null) {
    const found = await pushClient.getState(id)
    if (found.kind === 'ok') return found.data
    if (found.kind !== 'refused' || found.status !== 404) return 'failed'
  }
  // Forgotten on either side: it was not turned off here, but nobody may say that it was agreed to.
  await subscription.unsubscribe().catch(() => false)
  await keepPushDevice(null)
  return null
}

async function begin(choices: PushChoices): Promise<PushState | { text: string }> {
  const registration = await readRegistration()
  if (registration === null) return { text: pushTexts.failed.text }
  const key = await pushClient.getKey()
  if (key.kind !== 'ok') return { text: pushTexts.failed.text }
  let subscription: PushSubscription
  try {
    subscription = await subscribe(registration, key.data.publicKey)
  } catch {
    return { text: pushTexts.failed.subscribe }
  }
  const found = await pushClient.register(subscription.toJSON(), choices)
  if (found.kind !== 'ok') {
    await subscription.unsubscribe().catch(() => false)
    return { text: toText(found) }
  }
  if (found.data.device !== null) await keepPushDevice(found.data.device)
  return found.data
}

function toText(failure: PortalFailure): string {
  const code = failure.kind === 'refused' ? failure.code : ''
  if (code === 'OLD_TEXT') return pushTexts.failed.oldText
  return code === 'TOO_MANY_ATTEMPTS' ? pushTexts.failed.tooMany : pushTexts.failed.text
}
