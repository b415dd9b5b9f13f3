import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createNewsletterService, type NewsletterService } from '@lokalteil/services/newsletters/app'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

export async function openNewsletters(
  { now, log, database, mail, serviceKey }: OwnServiceContext,
  needs: { secret: string; contentOf: (publication: PublicationCode) => Client<typeof CONTENT> },
): Promise<OpenedService<NewsletterService>> {
  const service = await createNewsletterService({
    ...needs,
    database,
    serviceKey,
    queueMail: mail.queue,
    renderMail: mail.render,
    countMails: mail.countBatch,
    refusals: mail.refusals,
    now,
    onError: (error, requestId) => log('error', 'newsletter-service', { requestId, error }),
  })
  return {
    service,
    app: service.app,
    personalData: service.personalData,
    start: service.start,
    close: service.close,
  }
}
