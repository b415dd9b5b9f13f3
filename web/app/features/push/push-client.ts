/** What the page of push messages asks its own server; a session that ran out is renewed once. */
import type { PushChoices, PushState, PushSubscription, ShellSubscription } from '@lokalteil/contracts/push'
import { PUSH_CONSENT } from '@lokalteil/domain/push/push'
import { portalClient } from '../../page/portal-client.ts'

export type { PushChoices, PushState }

export const pushClient = {
  getKey: () => portalClient.call('GET /api/push/key'),
  register: (subscription: PushSubscriptionJSON | ShellSubscription, choices: PushChoices) =>
    portalClient.call('POST /api/push/devices', {
      as: 'reader',
      body: {
        subscription:
          'shell' in subscription
            ? subscription
            : ({ endpoint: subscription.endpoint, keys: subscription.keys } as PushSubscription),
        textVersion: PUSH_CONSENT.version,
        choices,
      },
    }),
  detach: (device: string) => portalClient.call('POST /api/push/detach', { as: 'reader', body: { device } }),
  /** Without a device those of the account. */
  getState: (device: string | null) => portalClient.call('POST /api/push/state', { as: 'reader', body: { device } }),
  saveChoices: (device: string | null, choices: PushChoices) =>
    portalClient.call('POST /api/push/choices', { as: 'reader', body: { device, choices } }),
  remove: (device: string) => portalClient.call('POST /api/push/remove', { as: 'reader', body: { device } }),
}
