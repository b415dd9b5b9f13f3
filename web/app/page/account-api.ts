/**
 * A reader's own account as a page's `load` asks for it: on the server the session's reader, in the browser calls of this
 * site with its cookies. Never kept. 401 means that the session has ended; the browser has then tried once to renew it.
 * Status 0: nobody answered. Types only from the contract, so that no schema reaches the browser.
 */
import type { Household, Invitation } from '@lokalteil/contracts/codes'
import type { AccountTab, AccountView, CoinsView, PORTAL, SubscriptionsView } from '@lokalteil/contracts/portal'
import type { Read } from './content-api.ts'
import type { LoadContext } from './page.ts'

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

/** By force: the token that was refused may still look good. */
const RENEW = '/api/validate?forceRefresh=true'

export function createAccountApi(fetcher: typeof fetch = fetch): AccountApi {
  const ask = (path: string) =>
    fetcher(path, { credentials: 'same-origin', cache: 'no-store', headers: { accept: 'application/json' } })
  async function read(path: string): Promise<Read<never>> {
    try {
      let response = await ask(path)
      // The access token lives a quarter of an hour, the page may be open longer.
      if (response.status === 401) {
        const renewed = await ask(RENEW)
        // Whoever cannot be asked has not said that the session is over.
        response = renewed.ok ? await ask(path) : renewed
      }
      return response.ok ? { ok: true, data: (await response.json()) as never } : { ok: false, status: response.status }
    } catch {
      return { ok: false, status: 0 }
    }
  }
  return {
    getAccount: () => read(ACCOUNT_READS.getAccount),
    listTabs: () => read(ACCOUNT_READS.listTabs),
    listSubscriptions: () => read(ACCOUNT_READS.listSubscriptions),
    getCoins: () => read(ACCOUNT_READS.getCoins),
    getInvitation: () => read(ACCOUNT_READS.getInvitation),
    getHousehold: () => read(ACCOUNT_READS.getHousehold),
  }
}

/** Made here rather than in the loader, so that no other page carries it. */
export function toAccountApi({ account }: Pick<LoadContext, 'account'>): AccountApi {
  return account ?? createAccountApi()
}
