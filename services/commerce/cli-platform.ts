/** How a command reaches commerce: over HTTP, or with the database where no portal runs. */
import { BILLING_INTERNAL } from '@lokalteil/contracts/commerce/billing'
import { type Client, createClient } from '@lokalteil/contracts/kernel/client'
import { COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { type Environment, type Failed, withService } from '../platform/operator-command.ts'
import { createCommerceService } from './app.ts'

const CALLS = { ...COMMERCE_INTERNAL, ...BILLING_INTERNAL }
export type Platform = Client<typeof CALLS>

/** `probe` is a call that changes nothing; `keeps`: what the command is about, for the message. A text: why it cannot be reached. */
export function withPlatform(
  {
    mandator,
    environment,
    url,
    key,
    keeps,
    isPortalNeeded = false,
  }: {
    mandator: Mandator
    environment: Environment
    url: string | undefined
    key: string | undefined
    keeps: string
    isPortalNeeded?: boolean
  },
  probe: (platform: Platform) => Promise<{ ok: true } | Failed>,
  work: (platform: Platform) => Promise<0 | 1>,
): Promise<0 | 1 | string> {
  return withService(
    {
      environment,
      url,
      key,
      keeps,
      isPortalNeeded,
      keyName: 'subscription',
      mount: '/__services/plenigo',
      path: `/${mandator}`,
      connect: (fetch, base, serviceKey): Platform =>
        createClient(CALLS, {
          fetch,
          base,
          headers: { authorization: `Bearer ${serviceKey}` },
          timeout: 30_000,
        }),
      probe,
      openOwn: (database, serviceKey) => createCommerceService({ database, serviceKey, queueMail: async () => {} }),
    },
    work,
  )
}
