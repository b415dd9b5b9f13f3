/** Calls of the push settings to this site's API; an expired session is renewed once. */
import type { ShellSubscription } from '@lokalteil/contracts/native-shell'
import type { PushChoices, PushState, PushSubscription } from '../contract/push.ts'
import { PUSH_CONSENT } from '../domain/push.ts'
import { portalClient } from '@lokalteil/web/app/page/portal-client'

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
  /** `device` null: the choices of the account. */
  getState: (device: string | null) => portalClient.call('POST /api/push/state', { as: 'reader', body: { device } }),
  saveChoices: (device: string | null, choices: PushChoices) =>
    portalClient.call('POST /api/push/choices', { as: 'reader', body: { device, choices } }),
  remove: (device: string) => portalClient.call('POST /api/push/remove', { as: 'reader', body: { device } }),
}
