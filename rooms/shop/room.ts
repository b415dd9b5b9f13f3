/** The shop for the core's server: a seller of the checkout, with calls for carts and papers. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { INTERNAL, PAGE_READS } from '@lokalteil/web/server/composition/services/service-mount'
import { httpAddress, serviceKey } from '@lokalteil/web/server/config/values'
import { answerCalls, defineRoom, OFF, withAddresses } from '../define-room.ts'
import { SHOP_CALLS } from './contract/calls.ts'
import { SHOP, SHOP_INTERNAL } from './contract/shop.ts'
import { openShop } from './server/open-shop.ts'
import { createShopRoutes } from './server/shop-routes.ts'

const VARIABLES = {
  /** URL of another shop service; absent: the embedded one. */
  SHOP_URL: httpAddress.optional(),
  SHOP_SERVICE_KEY: serviceKey.optional(),
}

export const shop = defineRoom({
  name: 'shop',
  configure(environment) {
    const values = environment.parse(VARIABLES)
    if (values.SHOP_URL !== undefined && values.SHOP_SERVICE_KEY === undefined)
      environment.refuse('SHOP_SERVICE_KEY: is needed with SHOP_URL, to order')
    return values
  },
  service: ({ SHOP_URL: url = null, SHOP_SERVICE_KEY: key }, { context, purchasesOf }) => ({
    url,
    key: () => key ?? context.ingestKey,
    clients: (client) => ({ public: client(SHOP, PAGE_READS), office: client(SHOP_INTERNAL, INTERNAL) }),
    seller: 'shop',
    open: (ours) => openShop(ours, purchasesOf),
  }),
  open({ context: { rooms }, service, addAddresses, portalApi, brake, requesterOf, pages }) {
    const { own, isThere, clients } = service
    // The next page shows at once that something is sold out.
    own?.service.onChange(pages.expire)
    const isOn = (code: PublicationCode) => isThere && rooms.of(code, 'shop') !== null
    return {
      calls: answerCalls(SHOP_CALLS, {
        getShop: async (code) => (isOn(code) ? withAddresses(clients.public(code).getShop({}), addAddresses) : OFF),
      }),
      routes: createShopRoutes({
        portalApi,
        officeOf: (code) => (isOn(code) ? clients.office(code) : null),
        addAddresses,
        requesterOf,
        brake,
      }),
    }
  },
})
