/**
 * Opens a row of the table of services: typed clients, the embedded app if there is one, its jobs and its end. If a publisher
 * configures an address, that external service is used instead, and callers see no difference.
 */
import type { Hono } from 'hono'
import {
  createClient,
  type Client,
  type ClientOptions,
  type Fetch,
  type LocalCall,
} from '@lokalteil/contracts/kernel/client'
import type { Contract, Endpoint } from '@lokalteil/contracts/kernel/endpoint'
import { SELLER } from '@lokalteil/contracts/commerce/sellers'
import type { PushOrders } from '@lokalteil/contracts/office/push-orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { PersonalDataSource } from '@lokalteil/services/accounts/privacy/privacy'
import type { SellerClient } from '@lokalteil/services/commerce/orders/lines/seller'
import { timeLeft } from '@lokalteil/services/platform/deadline'
import { findLocalCall } from '@lokalteil/services/platform/serve'
import type { StorePictures } from './folder-pictures.ts'
import { perPublication } from './per-publication.ts'
import type { Platform } from './platform.ts'
import type { PortalContext } from '../portal-context.ts'

export type ServiceRow<Service, Clients> = {
  name: string
  /** Below `/__services`; default: the name. Null: nothing of it is public there. */
  path?: string | null
  /** Address of an external service; null: embedded. */
  url: string | null
  /** Base address of a publication in the external service; default: `url` and its code. */
  toBase?: (url: string, publication: PublicationCode) => string
  /** Sent with calls to the service; the embedded service accepts this key. */
  key: () => string
  clients: (client: ToClient) => Clients
  /** Its name in the table of sellers: it serves the contract `SELLER`. Absent: the checkout sells nothing of it. */
  seller?: string
  /** Opens the embedded service; null: there is none. */
  open: ((ours: OwnServiceContext) => Promise<OpenedService<Service>>) | null
}

/** Options of an embedded service. */
export type OwnServiceContext = PortalContext & Platform & { serviceKey: string }

export type OpenedService<Service> = {
  service: Service
  /** Handles the calls of the clients. */
  app: Hono
  /** Personal data for export and erasure. */
  personalData?: PersonalDataSource
  /** Takes over its part of a publication's folder; called at the start and after each change. */
  takeFolder?: (folder: PublicationFolder, storePictures: StorePictures) => Promise<void>
  /** Starts background jobs. */
  start?: () => void
  close?: () => Promise<void>
}

/** Something of a reader's own, such as a reply to a comment. */
export type ReaderNotice = {
  sub: string
  kind: 'reply'
  title: string
  body: string
  path: string
  /** Identifies the subject: it is sent once, and a later notice with the same tag replaces it. */
  tag: string
}
export type NotifyReader = (code: PublicationCode, notice: ReaderNotice) => Promise<void>
/** Where the office orders messages to many readers; null: the publication has none. */
export type FindPushes = (code: PublicationCode) => PushOrders | null

/** Options for the calls of a contract. */
export type ClientUse = {
  /** Sends the service key. */
  hasKey?: boolean
  /** Timeout in milliseconds; default: the client's. */
  timeout?: number
  /** Timeout for the embedded service; default: `timeout`. Its deadline is that of the calling request. */
  ownTimeout?: number
  /** Whether reads of an external service are retried. */
  isRetried?: boolean
}

/** For reads that a page waits for. */
export const PAGE_READS = { isRetried: true, ownTimeout: 0 } as const satisfies ClientUse
export const INTERNAL = { hasKey: true, isRetried: true, timeout: 10_000 } as const satisfies ClientUse

type ToClient = <C extends Contract>(contract: C, use?: ClientUse) => (publication: PublicationCode) => Client<C>

/** A row of the table of sellers. */
export type Seller = { name: string; clientOf: (publication: PublicationCode) => SellerClient }

export type Mounted<Service, Clients> = {
  path: string | null
  /** Null: external, or not available at all. */
  own: OpenedService<Service> | null
  /** False: there is no service, and calls fail. */
  isThere: boolean
  clients: Clients
  /** Clients of further contracts that the service serves to pages. */
  toClient: <C extends Contract>(contract: C) => (publication: PublicationCode) => Client<C>
  /** Null: the checkout sells nothing of it. */
  seller: Seller | null
  /** Fetches from the service as a whole. */
  fetch: Fetch
  base: string
  toOptions: (publication: PublicationCode, use?: ClientUse) => ClientOptions
}

export async function mountService<Service, Clients>(
  context: PortalContext,
  platform: Platform | null,
  row: ServiceRow<Service, Clients>,
): Promise<Mounted<Service, Clients>> {
  const { name, url, toBase = (address, publication) => `${address}/${publication}` } = row
  const own =
    url === null && platform !== null && row.open !== null
      ? await row.open({ ...context, ...platform, serviceKey: row.key() })
      : null
  const base = url ?? `http://${name}.internal`

  function toFetch(): Fetch {
    if (own !== null) return (request) => own.app.fetch(request)
    if (url !== null) return context.upstreams.of(name, 'house').fetch
    return () => Promise.reject(new Error(`There is no ${name} service`))
  }
  const fetch = toFetch()

  function toLocal(app: Hono, address: string): NonNullable<ClientOptions['local']> {
    const known = new Map<Endpoint, LocalCall | null>()
    return (endpoint) => {
      let call = known.get(endpoint)
      if (call === undefined) known.set(endpoint, (call = findLocalCall(app, endpoint, address)))
      return call
    }
  }

  function toOptions(publication: PublicationCode, use: ClientUse = {}): ClientOptions {
    const timeout = own === null ? use.timeout : (use.ownTimeout ?? use.timeout)
    const address = toBase(base, publication)
    return {
      fetch,
      base: address,
      ...(own === null ? {} : { local: toLocal(own.app, new URL(address).pathname) }),
      retryReads: use.isRetried === true && url !== null,
      timeLeft,
      timeout,
      ...(use.hasKey === true ? { headers: { authorization: `Bearer ${row.key()}` } } : {}),
    }
  }

  const toClient: ToClient = (contract, use) =>
    perPublication((publication) => createClient(contract, toOptions(publication, use)))
  const isThere = own !== null || url !== null
  return {
    path: row.path === undefined ? name : row.path,
    own,
    isThere,
    clients: row.clients(toClient),
    toClient: (contract) => toClient(contract, PAGE_READS),
    seller: row.seller === undefined || !isThere ? null : { name: row.seller, clientOf: toClient(SELLER, INTERNAL) },
    fetch,
    base,
    toOptions,
  }
}
