import { createUserService, type Purchases, type UserService } from '@lokalteil/services/library/app'
import { createAccessCheck, type AccessCheckOptions } from '../../session/user-access.ts'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

export async function openLibrary(
  { config, now, log, database, serviceKey }: OwnServiceContext,
  needs: AccessCheckOptions & { purchases: Purchases },
): Promise<OpenedService<UserService>> {
  const service = await createUserService({
    database,
    verify: createAccessCheck(needs),
    purchases: needs.purchases,
    isBookmarkLimitBypassed: config.isBookmarkLimitBypassed,
    serviceKey,
    now,
    onError: (error, requestId) => log('error', 'user-service', { requestId, error }),
  })
  return { service, app: service.app, personalData: service.readerData }
}
