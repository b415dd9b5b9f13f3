/** What a form of the markets needs to be answered, and the status of each refusal. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { SSO } from '@lokalteil/contracts/accounts'
import type { MARKETS_INTERNAL } from '@lokalteil/contracts/markets'
import type { MarketKind, MarketRefusal } from '@lokalteil/domain/markets/markets'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Route } from '@lokalteil/domain/routing/routes'
import type { MarketSource } from '../../rendering/rooms/market-source.ts'
import type { Pages } from '../../rendering/pages.ts'
import type { PictureFault } from './sent-pictures.ts'
import type { Person } from '../person.ts'
import type { PortalApi, RequestContext } from '../portal-api.ts'

export type MarketRoutesOptions = {
  portalApi: PortalApi
  ssoOf: ((mandator: Mandator) => Pick<Client<typeof SSO>, 'getAccount'>) | null
  source: MarketSource
  /** Null: there is no service. */
  marketsOf: ((mandator: Mandator) => Client<typeof MARKETS_INTERNAL>) | null
  renderAnswer: Pages['renderAnswer']
  /** Makes addresses unreadable before they are counted. */
  secret: string
}

/** One form that came, with everything its page needs. */
export type MarketForm = {
  options: MarketRoutesOptions
  markets: Client<typeof MARKETS_INTERNAL>
  context: RequestContext
  kind: MarketKind
  form: URLSearchParams
  /** Of the pictures that came with the form: kept already, and what was wrong with one. */
  sent: { pictures: string[]; fault: PictureFault | null }
  /** Sent by a page of another site: shown again, never acted on. */
  isForeign: boolean
  /** The reader with what the account says; null: nobody is logged in. */
  readReader: () => Promise<Person | 'unavailable' | null>
  render: (route: Route, data: unknown, status: number) => Promise<Response>
}

const STATUS: Readonly<Record<MarketRefusal, number>> = {
  'logged-out': 401,
  unconfirmed: 403,
  'too-many': 429,
  gone: 410,
  foreign: 403,
  unavailable: 503,
  ordered: 409,
}
export const statusOf = (reason: MarketRefusal): number => STATUS[reason]
