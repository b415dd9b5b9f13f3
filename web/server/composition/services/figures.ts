import { createFiguresService, type FiguresService } from '@lokalteil/services/figures/app'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

export async function openFigures({
  config,
  now,
  log,
  database,
  serviceKey,
}: OwnServiceContext): Promise<OpenedService<FiguresService>> {
  const service = await createFiguresService({
    database,
    serviceKey,
    months: config.figuresMonths,
    now,
    onError: (error, requestId) => log('error', 'figures-service', { requestId, error }),
  })
  return { service, app: service.app, start: service.start, close: service.close }
}
