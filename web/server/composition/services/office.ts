/** The embedded office: its people and their articles, over the content service. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT_INTERNAL, RECORDS } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { DEMO_PASSWORD } from '@lokalteil/services/accounts/demo-accounts'
import { isCommonPassword } from '@lokalteil/services/accounts/passwords/common-passwords'
import { createPasswords } from '@lokalteil/services/accounts/passwords/passwords'
import { openWith, sealWith } from '@lokalteil/services/accounts/tokens/secrecy'
import type { PictureFiles } from '@lokalteil/services/pictures/picture-files'
import { createOfficeService, type OfficeService, type OfficeServiceOptions } from '@lokalteil/services/office/app'
import type { FiguresOf } from '@lokalteil/services/office/figures/handlers'
import type { NewslettersOf } from '@lokalteil/services/office/newsletters/handlers'
import { createStaffSignOn } from '../../session/staff-sign-on.ts'
import type { FindPushes, OpenedService, OwnServiceContext } from './service-mount.ts'

const PURPOSE = 'office one-time codes'

function openProvider({ config, upstreams, now, log }: OwnServiceContext) {
  if (config.officeProvider === null) return null
  const { fetch } = upstreams.of('office-sign-on')
  return createStaffSignOn({
    config: config.officeProvider,
    fetch,
    now,
    onError: (error, at) => log('warn', `office-${at}`, { error }),
  })
}

export async function openOffice(
  ours: OwnServiceContext,
  needs: {
    recordsOf: (publication: PublicationCode) => Client<typeof RECORDS>
    internalOf: (publication: PublicationCode) => Client<typeof CONTENT_INTERNAL>
    onContentChange: OfficeServiceOptions['onContentChange']
    pushOf: FindPushes
    /** Null: the content service is elsewhere, and the office has no articles. */
    pictures: Pick<PictureFiles, 'put' | 'locate'> | null
    newslettersOf: NewslettersOf
    /** Null: nothing is counted. */
    figuresOf: FiguresOf | null
  },
): Promise<OpenedService<OfficeService>> {
  const { config, keys, passwords, now, log, database, mail, serviceKey } = ours
  const secret = config.officeSecret ?? keys.read('office-secret')
  const isDemo = config.isDemo && !config.isDemoPublic
  const canMail = config.smtpUrl !== null || isDemo
  const service = await createOfficeService({
    ...needs,
    database,
    serviceKey,
    passwords: passwords ?? createPasswords(),
    isCommonPassword,
    provider: openProvider(ours),
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
  return { service, app: service.internal, start: () => service.start(), close: () => service.close() }
}
