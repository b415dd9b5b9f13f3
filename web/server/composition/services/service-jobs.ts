/** The life of our own services: their jobs begin once the whole portal is open, and end in the order of their needs. */
import type { Platform } from './platform.ts'
import type { OpenedService } from './service-mount.ts'
import type { Services } from './service-table.ts'

/** In the order they were opened in. */
export function listOpened(services: Services): OpenedService<unknown>[] {
  return [
    services.content,
    services.commerce,
    services.accounts,
    services.paywall,
    services.gifts,
    services.newsletters,
    services.push,
    ...services.rooms,
    services.sport,
    services.markets,
    services.shop,
    services.epaper,
    services.notices,
    services.community,
    services.library,
  ].flatMap(({ own }) => (own === null ? [] : [own]))
}

export function startServices(services: Services, platform: Platform | null): void {
  platform?.mail.start()
  for (const { start } of listOpened(services)) start?.()
}

/** Whoever came later may still ask whoever was there before, and all of them the database. */
export async function closeServices(services: Services, platform: Platform | null): Promise<void> {
  for (const { close } of listOpened(services).toReversed()) await close?.()
  await platform?.mail.close()
  await platform?.database.close()
}
