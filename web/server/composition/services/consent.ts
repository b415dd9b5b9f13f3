import { createConsentService, type ConsentService } from '@lokalteil/services/consent/app'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

export async function openConsent({
  config,
  now,
  log,
  database,
  serviceKey,
}: OwnServiceContext): Promise<OpenedService<ConsentService>> {
  const service = await createConsentService({
    database,
    serviceKey,
    registration: config.thirdParties.registration,
    now,
    onError: (error, requestId) => log('error', 'consent-service', { requestId, error }),
  })
  const { app, personalData, start, close } = service
  return { service, app, personalData, start, close }
}
