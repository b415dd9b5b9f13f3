/** How a command reaches commerce: over HTTP, or with the database where no portal runs. */
import { BILLING_INTERNAL } from '@lokalteil/contracts/commerce/billing'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import type { Reach } from '../platform/commands/reach.ts'
import { createCommerceService } from './app.ts'

const CALLS = { ...COMMERCE_INTERNAL, ...BILLING_INTERNAL }
export type Platform = Client<typeof CALLS>

export const PLATFORM: Reach<typeof CALLS> = {
  calls: CALLS,
  mount: '/__services/plenigo',
  key: 'subscription',
  variable: 'SUBSCRIPTION_SERVICE_KEY',
  own: {
    probe: (platform) => platform.getSavedCatalogue({}),
    open: (database, serviceKey) => createCommerceService({ database, serviceKey, queueMail: async () => {} }),
  },
}
