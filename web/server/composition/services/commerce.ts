import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createCommerceService, type CommerceService } from '@lokalteil/services/commerce/app'
import type { CommerceContext } from '@lokalteil/services/commerce/context'
import type { FindSeller } from '@lokalteil/services/commerce/orders/lines/seller'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

export async function openCommerce(
  { config, keys, upstreams, now, log, database, mail, looks, serviceKey }: OwnServiceContext,
  needs: {
    contentOf: (publication: PublicationCode) => Pick<Client<typeof CONTENT>, 'getTag'>
    listObstacles: CommerceContext['listObstacles']
    findSeller: FindSeller
  },
): Promise<OpenedService<CommerceService>> {
  const service = await createCommerceService({
    database,
    serviceKey,
    queueMail: mail.queue,
    async askForTag(publication, id) {
      const found = await needs.contentOf(publication).getTag({ params: { id } })
      return found.ok || (found.status === 404 ? false : null)
    },
    listObstacles: needs.listObstacles,
    findSeller: needs.findSeller,
    colourOf: (publication) => looks.of(publication).resolved.colours.accent.light,
    payments: {
      providers: config.paymentProviders,
      secret: config.paymentSecret ?? keys.read('payment'),
      originOf: config.originOf,
      stripe: config.stripe === null ? undefined : { ...config.stripe, fetch: upstreams.of('payments').fetch },
      onTrouble: (trouble) => log('warn', 'payment', trouble),
    },
    now,
    onError: (error, requestId) => log('error', 'subscription-service', { requestId, error }),
  })
  return {
    service,
    app: service.app,
    personalData: service.personalData,
    start() {
      service.orders.start()
      service.billing.start()
    },
    async close() {
      await service.orders.close()
      await service.billing.close()
    },
  }
}
