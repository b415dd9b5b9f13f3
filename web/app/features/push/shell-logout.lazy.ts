/** Inside the app no worker hears of a logout: the page tells the server, as soon as nobody is logged in here any more. */
import { keepPushDevice, readPushDevice } from '../../browser/offline/push-device.ts'
import { getSession, subscribeSession } from '../../browser/session/session.ts'
import { pushClient } from './push-client.ts'

export function endPushWithLogin(): void {
  let wasReader = getSession().status === 'reader'
  // The login may have ended before this was there: asked about an app's device of an account, the server forgets it.
  if (getSession().status === 'anonymous') void ask().catch(() => {})
  subscribeSession(() => {
    const { status } = getSession()
    if (status === 'anonymous' && wasReader) void leave().catch(() => {})
    wasReader = status === 'reader'
  })
}

async function leave(): Promise<void> {
  const device = await readPushDevice()
  if (device === null) return
  const answer = await pushClient.detach(device)
  if (answer.kind === 'ok' || (answer.kind === 'refused' && answer.status === 404)) await keepPushDevice(null)
}

async function ask(): Promise<void> {
  const device = await readPushDevice()
  const answer = device === null ? null : await pushClient.getState(device)
  if (answer?.kind === 'refused' && answer.status === 404) await keepPushDevice(null)
}
