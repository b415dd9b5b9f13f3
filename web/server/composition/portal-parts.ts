/** Everything a portal's pages and routes are made of, once it is open. */
import type { Access } from './access.ts'
import type { Caches } from './caches.ts'
import type { ContentApis } from './content-apis.ts'
import type { ImportService } from '@lokalteil/services/import/import-service'
import type { Media } from './media.ts'
import type { OwnPublications } from './services/publications.ts'
import type { Platform } from './services/platform.ts'
import type { PortalContext } from './portal-context.ts'
import type { ReaderApis } from './reader-apis.ts'
import type { Services } from './services/service-table.ts'

export type PortalParts = {
  context: PortalContext
  /** Null: every service is elsewhere. */
  platform: Platform | null
  /** Null: every service is elsewhere. */
  publications: OwnPublications | null
  services: Services
  media: Media
  /** Null: every service is elsewhere. */
  imports: ImportService | null
  content: ContentApis
  access: Access
  caches: Caches
  readers: ReaderApis
}
