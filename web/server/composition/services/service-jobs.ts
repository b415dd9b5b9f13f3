/**
 * Start and end of the embedded services: jobs start once the whole portal is open, and stop in the order of their
 * dependencies.
 */
import type { Platform } from './platform.ts'
import type { OpenedService } from './service-mount.ts'
import type { Services } from './service-table.ts'

/** In the order of opening. */
export function listOpened(services: Services): OpenedService<unknown>[] {
  return [
    services.content,
    services.commerce,
    services.accounts,
    services.paywall,
    services.gifts,
    services.newsletters,
    ...services.rooms,
    services.community,
    services.consent,
    services.library,
    services.figures,
    services.office,
  ].flatMap(({ own }) => (own === null ? [] : [own]))
}

export function startServices(services: Services, platform: Platform | null): void {
  platform?.mail.start()
  for (const { start } of listOpened(services)) start?.()
}

/** In reverse order: a later service may still call an earlier one, and all of them the database. */
export async function closeServices(services: Services, platform: Platform | null): Promise<void> {
  for (const { close } of listOpened(services).toReversed()) await close?.()
  await platform?.mail.close()
  await platform?.database.close()
}
