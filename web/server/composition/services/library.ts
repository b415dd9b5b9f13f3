import { createLibraryService, type Purchases, type LibraryService } from '@lokalteil/services/library/app'
import { isOfficeApart } from '../../config/third-parties.ts'
import { createAccessCheck, type AccessCheckOptions } from '../../session/library-access.ts'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

export async function openLibrary(
  { config, now, log, database, serviceKey }: OwnServiceContext,
  needs: AccessCheckOptions & { purchases: Purchases },
): Promise<OpenedService<LibraryService>> {
  const service = await createLibraryService({
    database,
    verify: createAccessCheck(needs),
    purchases: needs.purchases,
    isBookmarkLimitBypassed: config.isBookmarkLimitBypassed,
    isOfficeApart: isOfficeApart(config),
    serviceKey,
    now,
    onError: (error, requestId) => log('error', 'library-service', { requestId, error }),
  })
  return { service, app: service.app, personalData: service.personalData }
}
