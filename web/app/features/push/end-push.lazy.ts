/** Consent to push messages was taken back elsewhere, in the settings or another tab: this device gets none any more. */
import { keepPushDevice, readPushDevice } from '../../browser/offline/push-device.ts'
import { pushClient } from './push-client.ts'

export async function endPush(): Promise<void> {
  const device = await readPushDevice()
  if (device === null) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
  // Where the server cannot be asked, the dead address tells it with the next message.
  await pushClient.remove(device)
  await keepPushDevice(null)
}
