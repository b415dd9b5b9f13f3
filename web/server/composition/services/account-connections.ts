/**
 * Connections of the embedded accounts to other services: personal data for export and erasure, changes of address,
 * demo readers.
 */
import { seedReaders } from '@lokalteil/demo/seed/readers'
import { listDemoReaders, seedDemoAccounts } from '@lokalteil/services/accounts/demo-accounts'
import { toCommunityData } from './community.ts'
import { subscribeToAddressChanges } from './address-subscribers.ts'
import type { Platform } from './platform.ts'
import type { OwnPublications } from './publications.ts'
import type { PortalContext } from '../portal-context.ts'
import { listOpened } from './service-jobs.ts'
import type { Services } from './service-table.ts'

export async function connectAccounts(
  context: PortalContext,
  platform: Platform | null,
  publications: OwnPublications | null,
  services: Services,
): Promise<void> {
  const accounts = services.accounts.own?.service
  if (accounts === undefined || platform === null) return
  if (context.config.isDemo) await fillDemoReaders(context, platform, publications, services)
  for (const { personalData } of listOpened(services))
    if (personalData !== undefined) accounts.registerDataSource(personalData)
  if (services.community.isThere) accounts.registerDataSource(toCommunityData(services.community.clients.internal))
  subscribeToAddressChanges(accounts, {
    communityOf: services.community.isThere ? services.community.clients.internal : null,
    newsletterOf: services.newsletters.clients.internal,
    platformOf: services.commerce.clients.internal,
    rooms: services.rooms,
    log: context.log,
  })
}

async function fillDemoReaders(
  { config, now }: PortalContext,
  { database }: Platform,
  publications: OwnPublications | null,
  { commerce }: Services,
): Promise<void> {
  await seedDemoAccounts({ database, now: now(), isPublic: config.isDemoPublic })
  const offersOf = (code: string) => publications?.service.directory.find(code)?.folder.offers?.offers ?? null
  if (commerce.own !== null) await seedReaders(commerce.own.service, listDemoReaders(), offersOf, now())
}
