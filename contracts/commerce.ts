/**
 * The subscription platform: offers of a publication, its customers, and the two declarations that a reader may make
 * without a login. The catalogue is public and the same for everybody; all other calls come from the portal with the
 * service key. Declarations: an answer repeats the declaration and its time of arrival, but never says whether a
 * contract exists. Customers: a reader is identified by the `sub` of single sign-on, verified by the caller. Roles come
 * only from here. Base address: `{SUBSCRIPTION_URL}/{publication}`. Source: specification 2.2, 2.3, 6; decisions S2.2-04,
 * S2.2-05, S2.2-11, S2.3-02, S2.3-08, S7.1-02.
 */
import { CODES_INTERNAL } from './commerce/codes.ts'
import { COIN_ENDPOINTS } from './commerce/coins.ts'
import { CUSTOMER_ENDPOINTS } from './commerce/customers.ts'
import { DECLARATION_ENDPOINTS } from './commerce/declarations.ts'
import { OFFER_ENDPOINTS } from './commerce/offers.ts'
import { IMPORTED_INTERNAL } from './commerce/imported-contracts.ts'
import { contract } from './kernel/endpoint.ts'

export * from './commerce/offers.ts'
export * from './commerce/declarations.ts'
export * from './commerce/customers.ts'
export * from './commerce/coins.ts'
export { Sub } from './commerce/values.ts'

export const COMMERCE_INTERNAL = contract({
  ...CODES_INTERNAL,
  ...IMPORTED_INTERNAL,
  ...OFFER_ENDPOINTS,
  ...DECLARATION_ENDPOINTS,
  ...CUSTOMER_ENDPOINTS,
  ...COIN_ENDPOINTS,
})
