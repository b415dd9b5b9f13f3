import { createContentService, type ContentService } from '@lokalteil/services/content/app'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

export async function openContent({
  now,
  log,
  database,
  serviceKey,
}: OwnServiceContext): Promise<OpenedService<ContentService>> {
  const service = await createContentService({
    database,
    serviceKey,
    now,
    onError: (error, requestId) => log('error', 'content-service', { requestId, error }),
  })
  return { service, app: service.app, close: service.close }
}
