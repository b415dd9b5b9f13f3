import { createSportService, type SportService } from '@lokalteil/services/sport/app'
import type { OpenedService, OwnServiceContext } from '../service-mount.ts'

export async function openSport({
  now,
  log,
  database,
  serviceKey,
}: OwnServiceContext): Promise<OpenedService<SportService>> {
  const service = await createSportService({
    database,
    serviceKey,
    now,
    onError: (error, requestId) => log('error', 'sport-service', { requestId, error }),
  })
  return { service, app: service.app }
}
