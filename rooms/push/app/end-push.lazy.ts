/** Consent to push messages was withdrawn in the settings or another tab: unsubscribes this device. */
import { keepPushDevice, readPushDevice } from './push-device.ts'
import { pushClient } from './push-client.ts'

export async function endPush(): Promise<void> {
  const device = await readPushDevice()
  if (device === null) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
  // If the server cannot be reached, it notices the dead address with the next message.
  await pushClient.remove(device)
  await keepPushDevice(null)
}
