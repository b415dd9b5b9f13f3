/**
 * Content for a page's `load`: one function per content path, the same on the server (typed client in the process) and
 * in the browser (same-origin proxy, without credentials). Imports only types from the contract, so that no schema
 * reaches the browser; the server has parsed the answers.
 */
import { isWorthRetrying } from '@lokalteil/domain/outages/http-retry'
import { toAddress } from '@lokalteil/contracts/kernel/address'
import { CONTENT_PATHS } from '@lokalteil/contracts/content/paths'
import type { CONTENT } from '@lokalteil/contracts/content'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { portalClient, toRead, type PortalClient } from './portal-client.ts'

/** `status` 0: no answer. */
export type Read<T> = { ok: true; data: T } | { ok: false; status: number }

export type ContentName = keyof typeof CONTENT

export type ContentApi = {
  [K in ContentName]: (
    params?: Readonly<Record<string, string>>,
    query?: Readonly<Record<string, string | number | undefined>>,
  ) => Promise<Read<AnswerOf<(typeof CONTENT)[K]>>>
}

export const CONTENT_VERSION = 'v5'

export type FetchJson = (address: string) => Promise<Read<unknown>>

/** Base for the browser: the proxy of this origin, or the address in the document if the proxy is off. */
export function contentBase(): string {
  return document.documentElement.dataset.contentApi ?? '/__proxy_content_api'
}

/** `base` is `/__proxy_content_api` or the configured address of the content API (R7.3-01, R7.3-02). */
export function createContentApi(base: string, fetchJson: FetchJson, version: string = CONTENT_VERSION): ContentApi {
  const reader: Record<string, unknown> = {}
  for (const [name, template] of Object.entries(CONTENT_PATHS)) {
    reader[name] = (params?: Record<string, string>, query?: Record<string, string>) =>
      fetchJson(base + toAddress(template, { version, ...params }, query))
  }
  return reader as ContentApi
}

/**
 * GET in the browser: no cookies (R7.3-05), one retry as specification 7.1 says. `cache`: mode of the outgoing request.
 */
export function createBrowserFetch(
  { exchange }: Pick<PortalClient, 'exchange'> = portalClient,
  cache: () => RequestCache = () => 'default',
): FetchJson {
  const attempt = async (address: string): Promise<Read<unknown>> =>
    toRead(await exchange(address, { credentials: 'omit', headers: { accept: 'application/json' }, cache: cache() }))
  return async (address) => {
    const first = await attempt(address)
    if (first.ok || !isWorthRetrying(first.status)) return first
    return attempt(address)
  }
}
