/** Push messages of the browser itself: its permission and the worker's subscription. */
import { keepPushDevice, readPushDevice } from './push-device.ts'
import { pushTexts } from './push-texts.ts'
import { readRegistration, readSupport, subscribe } from './push-browser.ts'
import { toText, type Begun, type ChannelState, type PushChannel } from './push-channel.ts'
import { pushClient, type PushChoices, type PushState } from './push-client.ts'

export const webChannel: PushChannel = { first: 'loading', look, begin, end }

/** Asks the server only if this browser may have a subscription. */
async function look(isReader: boolean): Promise<ChannelState> {
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
  // Server or page has lost the device. It was not switched off here, but there is no proof of consent any more.
  await subscription.unsubscribe().catch(() => false)
  await keepPushDevice(null)
  return null
}

async function begin(choices: PushChoices): Promise<Begun> {
  // Must be called now: later it no longer counts as part of the click.
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return { phase: permission === 'denied' ? 'denied' : 'off' }
  const registration = await readRegistration()
  if (registration === null) return { phase: 'off', text: pushTexts.failed.text }
  const key = await pushClient.getKey()
  if (key.kind !== 'ok') return { phase: 'off', text: pushTexts.failed.text }
  let subscription: PushSubscription
  try {
    subscription = await subscribe(registration, key.data.publicKey)
  } catch {
    return { phase: 'off', text: pushTexts.failed.subscribe }
  }
  const found = await pushClient.register(subscription.toJSON(), choices)
  if (found.kind !== 'ok') {
    await subscription.unsubscribe().catch(() => false)
    return { phase: 'off', text: toText(found) }
  }
  if (found.data.device !== null) await keepPushDevice(found.data.device)
  return found.data
}

async function end(): Promise<boolean> {
  const registration = await readRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return (await subscription?.unsubscribe().catch(() => false)) ?? true
}
