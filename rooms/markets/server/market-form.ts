/** Types that the forms of the markets share, and the status of each refusal. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { MARKETS_INTERNAL } from '../contract/markets.ts'
import type { MarketKind, MarketRefusal } from '../domain/markets.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Route } from '@lokalteil/domain/routing/routes'
import type { MarketSource } from './market-source.ts'
import type { Pages } from '@lokalteil/web/server/rendering/pages'
import type { PictureFault } from '@lokalteil/web/server/api/rooms/sent-pictures'
import type { Person } from '@lokalteil/web/server/api/person'
import type { PortalApi, Principal, Reply, RequestContext } from '@lokalteil/web/server/api/portal-api'

export type MarketRoutesOptions = {
  portalApi: PortalApi
  /** Name and address of the reader. */
  readPerson: (principal: Principal) => Promise<Reply<Person>>
  source: MarketSource
  /** Null: the service is off. */
  marketsOf: ((publication: PublicationCode) => Client<typeof MARKETS_INTERNAL>) | null
  renderAnswer: Pages['renderAnswer']
  requesterOf: (context: RequestContext, use: string) => string
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
