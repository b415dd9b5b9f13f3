/** The opened parts of a portal, from which pages and routes are built. */
import type { Access } from './access.ts'
import type { Caches } from './caches.ts'
import type { FiguresDoor } from '../api/figures-door.ts'
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
  /** Null: all services are external. */
  platform: Platform | null
  /** Null: all services are external. */
  publications: OwnPublications | null
  services: Services
  media: Media
  /** Null: all services are external. */
  imports: ImportService | null
  content: ContentApis
  access: Access
  caches: Caches
  readers: ReaderApis
  figures: FiguresDoor
}
