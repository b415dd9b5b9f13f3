/** The embedded office: its people, and later their articles, over the content service. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT_INTERNAL, RECORDS } from '@lokalteil/contracts/content'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { DEMO_PASSWORD } from '@lokalteil/services/accounts/demo-accounts'
import { isCommonPassword } from '@lokalteil/services/accounts/passwords/common-passwords'
import { createPasswords } from '@lokalteil/services/accounts/passwords/passwords'
import { openWith, sealWith } from '@lokalteil/services/accounts/tokens/secrecy'
import { createOfficeService, type OfficeService } from '@lokalteil/services/office/app'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

const PURPOSE = 'office one-time codes'

export async function openOffice(
  { config, keys, passwords, now, log, database, mail, serviceKey }: OwnServiceContext,
  needs: {
    recordsOf: (publication: Mandator) => Client<typeof RECORDS>
    internalOf: (publication: Mandator) => Client<typeof CONTENT_INTERNAL>
    /** Whether the content service is ours; without it there are no articles in the office. */
    hasContent: boolean
  },
): Promise<OpenedService<OfficeService>> {
  const secret = config.officeSecret ?? keys.read('office-secret')
  const isDemo = config.isDemo && !config.isDemoPublic
  const canMail = config.smtpUrl !== null || isDemo
  const service = await createOfficeService({
    recordsOf: needs.recordsOf,
    internalOf: needs.internalOf,
    ...(needs.hasContent ? {} : { articles: null }),
    database,
    serviceKey,
    passwords: passwords ?? createPasswords(),
    isCommonPassword,
    seal: (text) => sealWith(secret, PURPOSE, text),
    open: (sealed) => openWith(secret, PURPOSE, sealed),
    isDemo,
    originOf: config.originOf,
    officeOrigin: config.officeOrigin,
    queueMail: canMail ? mail.queue : null,
    isInsecureDevelopment: config.cookies.isInsecureDevelopment,
    now,
    onError: (error, requestId) => log('error', 'office-service', { requestId, error }),
  })
  if (isDemo) await service.seedDemo(DEMO_PASSWORD)
  return { service, app: service.internal, start: service.start, close: service.close }
}
