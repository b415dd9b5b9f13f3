/** What the page of push messages asks its own server; a session that ran out is renewed once. */
import type { PushChoices, PushState, ShellSubscription } from '@lokalteil/contracts/push'
import { PUSH_CONSENT } from '@lokalteil/domain/push/push'
import { portalClient, type PortalResult } from '../../page/portal-client.ts'

export type { PushChoices, PushState }
type Sent<T> = Promise<PortalResult<T>>

const post = <T>(path: string, body: object): Sent<T> => portalClient.send<T>('POST', path, { as: 'reader', body })

export const pushClient = {
  getKey: (): Sent<{ publicKey: string; takesShells: boolean }> => portalClient.send('GET', '/api/push/key'),
  register: (subscription: PushSubscriptionJSON | ShellSubscription, choices: PushChoices): Sent<PushState> =>
    post('/api/push/devices', {
      subscription:
        'shell' in subscription ? subscription : { endpoint: subscription.endpoint, keys: subscription.keys },
      textVersion: PUSH_CONSENT.version,
      choices,
    }),
  detach: (device: string): Sent<undefined> => post('/api/push/detach', { device }),
  /** Without a device those of the account. */
  getState: (device: string | null): Sent<PushState> => post('/api/push/state', { device }),
  saveChoices: (device: string | null, choices: PushChoices): Sent<PushState> =>
    post('/api/push/choices', { device, choices }),
  remove: (device: string): Sent<undefined> => post('/api/push/remove', { device }),
}
