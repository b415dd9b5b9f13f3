/** Inside the app no worker hears of a logout: the page tells the server, as soon as nobody is logged in here any more. */
import { keepPushDevice, readPushDevice } from '../../browser/offline/push-device.ts'
import { getSession, subscribeSession } from '../../browser/session/session.ts'
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
 * A login may have ended before anybody looked: asked about a device of an account without one, the server forgets it; one
 * that never had an account stays.
 */
async function leave(isSeen: boolean): Promise<void> {
  const device = await readPushDevice()
  if (device === null) return
  const answer = isSeen ? await pushClient.detach(device) : await pushClient.getState(device)
  const isGone = answer.kind === 'refused' && answer.status === 404
  if (isGone || (isSeen && answer.kind === 'ok')) await keepPushDevice(null)
}
