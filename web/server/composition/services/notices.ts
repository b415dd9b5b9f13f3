import { createNoticesService, type NoticesService } from '@lokalteil/services/notices/app'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

export async function openNotices({
  now,
  log,
  database,
  mail,
  serviceKey,
}: OwnServiceContext): Promise<OpenedService<NoticesService>> {
  const service = await createNoticesService({
    database,
    serviceKey,
    queueMail: mail.queue,
    now,
    onError: (error, requestId) => log('error', 'notice-service', { requestId, error }),
  })
  return {
    service,
    app: service.app,
    personalData: service.readerData,
    start: service.start,
    close: service.close,
  }
}
