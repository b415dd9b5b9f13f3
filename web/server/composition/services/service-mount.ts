/**
 * One row of the table of services becomes what others ask: typed clients, the app of our own service where there is
 * one, its jobs and its end. A publisher's own address takes the place of ours, and nobody who asks sees which it is.
 */
import type { Hono } from 'hono'
import { createClient, type Client, type ClientOptions, type Fetch } from '@lokalteil/contracts/kernel/client'
import type { Contract } from '@lokalteil/contracts/kernel/endpoint'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { PersonalDataSource } from '@lokalteil/services/accounts/privacy/privacy'
import { timeLeft } from '@lokalteil/services/platform/deadline'
import { perPublication } from './per-publication.ts'
import type { Platform } from './platform.ts'
import type { PortalContext } from '../portal-context.ts'

export type ServiceRow<Service, Clients> = {
  name: string
  /** Below `/__services`; default: the name. Null: nothing of it is public there. */
  path?: string | null
  /** The publisher's own; null: ours. */
  url: string | null
  /** Where a publication's part of the service at `url` is; default: below it, by its code. */
  toBase?: (url: string, mandator: Mandator) => string
  /** Sent to the service, and what ours lets its callers in by. */
  key: () => string
  clients: (client: ToClient) => Clients
  /** Ours; null: there is none. */
  open: ((ours: OwnServiceContext) => Promise<OpenedService<Service>>) | null
}

/** What a service of ours stands on. */
export type OwnServiceContext = PortalContext & Platform & { serviceKey: string }

export type OpenedService<Service> = {
  service: Service
  /** Answers the clients. */
  app: Hono
  /** For readers' export and erasure. */
  personalData?: PersonalDataSource
  /** Begins what runs without being asked. */
  start?: () => void
  close?: () => Promise<void>
}

/** How a contract is asked. */
export type ClientUse = {
  /** With the service's key. */
  hasKey?: boolean
  /** Milliseconds until a call is given up; default: the client's own. */
  timeout?: number
  /** The same for ours; default: `timeout`. Its time ends with the request that asks. */
  ownTimeout?: number
  /** Whether reads of a service elsewhere are tried twice. */
  isRetried?: boolean
}

/** What a page waits for. */
export const PAGE_READS = { isRetried: true, ownTimeout: 0 } as const satisfies ClientUse

type ToClient = <C extends Contract>(contract: C, use?: ClientUse) => (mandator: Mandator) => Client<C>

export type Mounted<Service, Clients> = {
  path: string | null
  /** Null: it is elsewhere, or nowhere. */
  own: OpenedService<Service> | null
  /** False: whoever asks gets no answer. */
  isThere: boolean
  clients: Clients
  /** The way to the service as a whole. */
  fetch: Fetch
  base: string
  toOptions: (mandator: Mandator, use?: ClientUse) => ClientOptions
}

export async function mountService<Service, Clients>(
  context: PortalContext,
  platform: Platform | null,
  row: ServiceRow<Service, Clients>,
): Promise<Mounted<Service, Clients>> {
  const { name, url, toBase = (address, mandator) => `${address}/${mandator}` } = row
  const own =
    url === null && platform !== null && row.open !== null
      ? await row.open({ ...context, ...platform, serviceKey: row.key() })
      : null
  const base = url ?? `http://${name}.internal`

  function toFetch(): Fetch {
    if (own !== null) return (request) => own.app.fetch(request)
    if (url !== null) return context.upstreams.of(name).fetch
    return () => Promise.reject(new Error(`There is no ${name} service`))
  }
  const fetch = toFetch()

  function toOptions(mandator: Mandator, use: ClientUse = {}): ClientOptions {
    const timeout = own === null ? use.timeout : (use.ownTimeout ?? use.timeout)
    return {
      fetch,
      base: toBase(base, mandator),
      retryReads: use.isRetried === true && url !== null,
      timeLeft,
      ...(timeout === undefined ? {} : { timeout }),
      ...(use.hasKey === true ? { headers: { authorization: `Bearer ${row.key()}` } } : {}),
    }
  }

  return {
    path: row.path === undefined ? name : row.path,
    own,
    isThere: own !== null || url !== null,
    clients: row.clients((contract, use) =>
      perPublication((mandator) => createClient(contract, toOptions(mandator, use))),
    ),
    fetch,
    base,
    toOptions,
  }
}
