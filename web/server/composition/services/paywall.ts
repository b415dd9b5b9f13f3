/**
 * The two paywall services. The embedded one runs beside a publisher's own as well, for the decision log and
 * assertions.
 */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createGiftsService } from '@lokalteil/services/gifts/app'
import { createPaywallService, type PaywallService } from '@lokalteil/services/paywall/app'
import type { Sessions } from '../../session/session.ts'
import type { PortalContext } from '../portal-context.ts'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

const reportTo =
  (log: PortalContext['log']) =>
  (error: unknown, requestId: string): void =>
    log('error', 'paywall-service', { requestId, error })

export async function openPaywall(
  { config, now, log, database, serviceKey }: OwnServiceContext,
  needs: {
    sessions: Pick<Sessions, 'readToken'>
    contentOf: (publication: PublicationCode) => Pick<Client<typeof CONTENT>, 'getArticle'>
  },
): Promise<OpenedService<PaywallService>> {
  const service = await createPaywallService({
    database,
    serviceKey,
    extendedAccessKeys: config.extendedAccessKeys,
    async readerOf(publication, jwt) {
      const session = await needs.sessions.readToken(publication, jwt)
      return session.kind === 'reader' && session.user.ssoId !== ''
        ? { sub: session.user.ssoId, flags: session.flags }
        : null
    },
    async sectionOf(publication, id) {
      const found = await needs.contentOf(publication).getArticle({ params: { id } })
      return found.ok ? found.data.section.path : null
    },
    now,
    onError: reportTo(log),
  })
  return toOpened(service)
}

export async function openGifts({
  accountsSecret,
  now,
  log,
  database,
  serviceKey,
}: OwnServiceContext): Promise<OpenedService<unknown>> {
  const service = await createGiftsService({
    database,
    serviceKey,
    secrets: [accountsSecret],
    now,
    onError: reportTo(log),
  })
  return toOpened(service)
}

type OwnService = Required<Pick<OpenedService<unknown>, 'app' | 'personalData' | 'start' | 'close'>>

function toOpened<Service extends OwnService>(service: Service): OpenedService<Service> {
  const { app, personalData, start, close } = service
  return { service, app, personalData, start, close }
}
