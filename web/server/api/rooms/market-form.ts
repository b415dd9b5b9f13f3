/** Types that the forms of the markets share, and the status of each refusal. */
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
  /** Null: the service is off. */
  marketsOf: ((mandator: Mandator) => Client<typeof MARKETS_INTERNAL>) | null
  renderAnswer: Pages['renderAnswer']
  /** Key of the hash under which IP addresses are counted. */
  secret: string
}

/** A received form, with all data that its page needs. */
export type MarketForm = {
  options: MarketRoutesOptions
  markets: Client<typeof MARKETS_INTERNAL>
  context: RequestContext
  kind: MarketKind
  form: URLSearchParams
  /** Pictures of the form: the saved ones, and the fault of one that was refused. */
  sent: { pictures: string[]; fault: PictureFault | null }
  /** True if a page of another site has sent it: then it is shown again, never carried out. */
  isForeign: boolean
  /** The reader with the data of the account; null: no login. */
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
