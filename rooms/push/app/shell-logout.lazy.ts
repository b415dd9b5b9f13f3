/** Inside the app there is no worker to handle a logout, so the page detaches the device from the account. */
import { keepPushDevice, readPushDevice } from './push-device.ts'
import { getSession, subscribeSession } from '@lokalteil/web/app/browser/session/session'
import { pushClient } from './push-client.ts'

export function endPushWithLogin(): void {
  let before: ReturnType<typeof getSession>['status'] = 'unknown'
  const look = () => {
    const { status } = getSession()
    if (status === 'anonymous' && before !== status) void leave(before === 'reader').catch(() => {})
    before = status
  }
  look()
  subscribeSession(look)
}

/**
 * A login may have ended unnoticed: asked about an account's device without a session, the server removes it; a device
 * without an account stays.
 */
async function leave(isSeen: boolean): Promise<void> {
  const device = await readPushDevice()
  if (device === null) return
  const answer = isSeen ? await pushClient.detach(device) : await pushClient.getState(device)
  const isGone = answer.kind === 'refused' && answer.status === 404
  if (isGone || (isSeen && answer.kind === 'ok')) await keepPushDevice(null)
}
