/** How a command reaches the subscription platform. */
import { createClient, type Client } from '@lokalteil/contracts/client'
import { SUBSCRIPTION_INTERNAL } from '@lokalteil/contracts/subscription'
import type { Mandator } from '@lokalteil/domain/publications'
import { withService, type Environment, type Failed } from '../operator-command.ts'
import { createSubscriptionService } from './app.ts'

export type Platform = Client<typeof SUBSCRIPTION_INTERNAL>

/** `probe` is a call that changes nothing; `keeps`: what the command is about, for the message. A text: why it cannot be reached. */
export function withPlatform(
  {
    mandator,
    environment,
    url,
    key,
    keeps,
  }: { mandator: Mandator; environment: Environment; url: string | undefined; key: string | undefined; keeps: string },
  probe: (platform: Platform) => Promise<{ ok: true } | Failed>,
  work: (platform: Platform) => Promise<0 | 1>,
): Promise<0 | 1 | string> {
  return withService(
    {
      environment,
      url,
      key,
      keeps,
      keyName: 'subscription',
      mount: '/__services/plenigo',
      path: `/${mandator}`,
      connect: (fetch, base, serviceKey): Platform =>
        createClient(SUBSCRIPTION_INTERNAL, {
          fetch,
          base,
          headers: { authorization: `Bearer ${serviceKey}` },
          timeout: 30_000,
        }),
      probe,
      openOwn: (database, serviceKey) => createSubscriptionService({ database, serviceKey, queueMail: async () => {} }),
    },
    work,
  )
}
