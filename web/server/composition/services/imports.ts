/**
 * The automatic imports. They need the publications, the content service, the picture store, and a database for their
 * jobs.
 */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { ImportClients } from '@lokalteil/services/import/app'
import type { RoomServices } from '@lokalteil/services/import/delivery/deliver-room'
import { createImportService, type ImportService } from '@lokalteil/services/import/import-service'
import type { Media } from '../media.ts'
import type { PortalContext } from '../portal-context.ts'
import type { Platform } from './platform.ts'
import type { OwnPublications } from './publications.ts'
import type { Services } from './service-table.ts'

/** Both parts of the content service: an import also asks which sections a publication has. */
export function createImportClients({
  content,
}: Pick<Services, 'content'>): (publication: PublicationCode) => ImportClients {
  const { clients } = content
  return (publication) => ({ content: clients.public(publication), internal: clients.internal(publication) })
}

/** Services that receive imported documents other than articles. */
export function createRoomServices({ content, rooms }: Services): RoomServices {
  const receivers = [content, ...rooms]
  return (publication, service) =>
    receivers.find(({ path }) => path === service)!.toOptions(publication, { hasKey: true, timeout: 30_000 })
}

/** Null: all services are external, and agencies push. */
export async function openImports(
  { config, ingestKey, now, log }: PortalContext,
  platform: Platform | null,
  publications: OwnPublications | null,
  services: Services,
  media: Media,
): Promise<ImportService | null> {
  if (platform === null || publications === null) return null
  return createImportService({
    database: platform.database,
    directory: publications.service.directory,
    serviceKey: ingestKey,
    clientsOf: createImportClients(services),
    roomsOf: createRoomServices(services),
    dataDir: config.dataDir,
    keepPicture: media.pictures.files.put,
    internalHosts: config.imports.hosts,
    importDirs: config.imports.dirs,
    now,
    onError: (error, requestId) => log('error', 'import-service', { requestId, error }),
  })
}
