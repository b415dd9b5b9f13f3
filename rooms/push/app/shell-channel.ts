/**
 * Push messages of the app around the page: its token is requested inside the click, and only if the publisher has a
 * gateway.
 */
import type { PushTokenAnswer, ShellMessage } from '@lokalteil/contracts/native-shell'
import { hasNativeBridge, sendToNativeApp } from '@lokalteil/web/app/browser/navigation/native-bridge'
import { keepPushDevice, readPushDevice } from './push-device.ts'
import { pushTexts } from './push-texts.ts'
import { toText, type Begun, type ChannelState, type PushChannel } from './push-channel.ts'
import { pushClient, type PushChoices } from './push-client.ts'

/** Milliseconds; the owner of the device reads the system's question first. */
const ANSWER_MS = 120_000

export const shellChannel: PushChannel = { first: 'native', look, begin, end: () => Promise.resolve(false) }

async function look(isReader: boolean): Promise<ChannelState> {
  const key = hasNativeBridge() ? await pushClient.getKey() : null
  if (key?.kind !== 'ok' || !key.data.takesShells) return { phase: 'native', state: null }
  const device = await readPushDevice()
  if (device !== null) {
    const found = await pushClient.getState(device)
    if (found.kind === 'ok') return { phase: 'on', state: found.data }
    if (found.kind !== 'refused' || found.status !== 404) return { phase: 'failed', state: null }
    await keepPushDevice(null)
  }
  const account = isReader ? await pushClient.getState(null) : null
  return { phase: 'off', state: account?.kind === 'ok' ? account.data : null }
}

async function begin(choices: PushChoices): Promise<Begun> {
  const answer = await askForToken()
  if (answer === null) return { phase: 'off', text: pushTexts.failed.text }
  if ('denied' in answer) return { phase: 'refusedInApp' }
  const { platform, token } = answer
  const found = await pushClient.register({ shell: { platform, token } }, choices)
  if (found.kind !== 'ok') return { phase: 'off', text: toText(found) }
  if (found.data.device !== null) await keepPushDevice(found.data.device)
  return found.data
}

/** Null: no answer from the app. */
function askForToken(): Promise<PushTokenAnswer | null> {
  const id = crypto.randomUUID()
  return new Promise((resolve) => {
    const settle = (answer: PushTokenAnswer | null) => {
      clearTimeout(timer)
      removeEventListener('nativepushtoken', hear)
      resolve(answer)
    }
    const hear = (event: Event) => {
      const answer = readAnswer((event as CustomEvent<unknown>).detail, id)
      if (answer !== null) settle(answer)
    }
    const timer = setTimeout(() => settle(null), ANSWER_MS)
    addEventListener('nativepushtoken', hear)
    const question: ShellMessage = { type: 'pushToken', payload: { id } }
    if (!sendToNativeApp(question)) settle(null)
  })
}

/** Parsed by hand, because pages do not include contract schemas. The server validates it again. */
function readAnswer(detail: unknown, id: string): PushTokenAnswer | null {
  const given = (detail ?? {}) as Readonly<Record<string, unknown>>
  if (given.id !== id) return null
  if (given.denied === true) return { id, denied: true }
  const { platform, token } = given
  return (platform === 'android' || platform === 'ios') && typeof token === 'string' ? { id, platform, token } : null
}
