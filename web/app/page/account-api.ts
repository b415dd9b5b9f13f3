/**
 * The reader's account for a page's `load`: on the server the session's reader, in the browser calls of this site with
 * its cookies. Never cached. 401: the session has ended, and one renewal has been tried. Status 0: no answer. Imports
 * only types from the contract, so that no schema reaches the browser.
 */
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { Household, Invitation } from '@lokalteil/contracts/commerce/codes'
import type { AccountTab, AccountView, CoinsView, PORTAL, SubscriptionsView } from '@lokalteil/contracts/portal'
import type { Read } from './content-api.ts'
import { portalClient, toRead, type PortalClient } from './portal-client.ts'

export type AccountApi = {
  getAccount: () => Promise<Read<AccountView>>
  listTabs: () => Promise<Read<AccountTab[]>>
  listSubscriptions: () => Promise<Read<SubscriptionsView>>
  getCoins: () => Promise<Read<CoinsView>>
  getInvitation: () => Promise<Read<Invitation>>
  getHousehold: () => Promise<Read<Household>>
}

export type AccountRead = keyof AccountApi

export const ACCOUNT_READS: { readonly [Name in AccountRead]: (typeof PORTAL)[Name]['path'] } = {
  getAccount: '/api/mein/account',
  listTabs: '/api/mein/account/tabs',
  listSubscriptions: '/api/mein/account/subscriptions',
  getCoins: '/api/mein/account/coins',
  getInvitation: '/api/mein/invitation',
  getHousehold: '/api/mein/household',
}

export function createAccountApi(client: PortalClient = portalClient): AccountApi {
  async function read<Name extends AccountRead>(name: Name) {
    const path = ACCOUNT_READS[name]
    return toRead(await client.send<AnswerOf<(typeof PORTAL)[Name]>>('GET', path, { as: 'reader' }))
  }
  return {
    getAccount: () => read('getAccount'),
    listTabs: () => read('listTabs'),
    listSubscriptions: () => read('listSubscriptions'),
    getCoins: () => read('getCoins'),
    getInvitation: () => read('getInvitation'),
    getHousehold: () => read('getHousehold'),
  }
}

/** Created here and not in the loader, so that other pages do not include it. */
export function toAccountApi({ account }: { account?: AccountApi }): AccountApi {
  return account ?? createAccountApi()
}
