import { join } from 'node:path'
import { createEpaperFiles, type EpaperFiles } from '../contract/epaper.ts'
import type { ClientOptions } from '@lokalteil/contracts/kernel/client'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createS3Store, type ObjectKind } from '@lokalteil/services/platform/s3-store'
import { createEpaperService, type EpaperService } from '../service/app.ts'
import { perPublication } from '@lokalteil/web/server/composition/services/per-publication'
import type {
  ClientUse,
  OpenedService,
  OwnServiceContext,
} from '@lokalteil/web/server/composition/services/service-mount'

type EpaperOptions = Parameters<typeof createEpaperService>[0]

export async function openEpaper(
  { config, database, rooms, serviceKey, now, log }: OwnServiceContext,
  contents: EpaperOptions['contents'],
): Promise<OpenedService<EpaperService>> {
  const service = await createEpaperService({
    database,
    folder: join(config.dataDir, 'epaper'),
    serviceKey,
    settingsOf: (code) => rooms.of(code, 'epaper') ?? null,
    contents,
    store: config.pictureStore === null ? null : createS3Store(config.pictureStore, FILE_KIND),
    now,
    onError: (error, at) => log('error', 'epaper-service', { at, error }),
  })
  return { service, app: service.app, start: service.start, close: service.close }
}

/** A file lies there in parts of a megabyte, without an ending that tells its type. */
const FILE_KIND: ObjectKind = { mostBytes: 2_000_000, toContentType: () => 'application/octet-stream' }

/** A page picture may take some time on a slow line; a PDF is streamed without a limit. */
const FILES = { hasKey: true, timeout: 10_000, ownTimeout: 0 } as const satisfies ClientUse

export function toEpaperFiles(
  toOptions: (publication: PublicationCode, use: ClientUse) => ClientOptions,
): (publication: PublicationCode) => EpaperFiles {
  return perPublication((publication) => createEpaperFiles(toOptions(publication, FILES)))
}
