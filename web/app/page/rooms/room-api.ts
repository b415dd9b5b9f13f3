/** Rooms as a page's `load` asks for them: on the server what is in force, in the browser calls of this site. */
import type { Competition, SportMatch, SportMatchday, SportOverview, SportTeam } from '@lokalteil/contracts/sport'
import { toAddress, type AddressInput } from '@lokalteil/contracts/kernel/address'
import type { AdOffer, MarketView, RadioView } from '@lokalteil/contracts/portal'
import type { Listing } from '@lokalteil/contracts/markets'
import type { MarketKind } from '@lokalteil/domain/markets/markets'
import type { ShopView } from '@lokalteil/contracts/shop'
import type { RoomSettings } from '@lokalteil/contracts/publication/rooms'
import type { Reported, ToldStatement } from '@lokalteil/contracts/community/moderation'
import type { ReportedKind } from '@lokalteil/domain/community/case-paths'
import type { RoomKey } from '@lokalteil/domain/rooms/rooms'
import type { FetchJson, Read } from '../content-api.ts'
import type { PortalAnswer, PortalInput, PortalRoute } from '../portal-client.ts'
import { createNoticeApi, type NoticeApi } from './notice-api.ts'
import type { ReportTarget } from './case-forms.ts'
import type { LinkData } from './market-forms.ts'

export type RoomApi = {
  /** Not there where the room is off. */
  getSettings: <K extends RoomKey>(room: K) => Promise<Read<RoomSettings<K>>>
  /** A call of a room's contract that is the same for all (`GET /api/weather`). */
  ask: <R extends PortalRoute>(call: R, input: PortalInput<R>) => Promise<Read<PortalAnswer<R>>>
  getRadio: () => Promise<Read<RadioView>>
  sport: SportApi
  shop: ShopApi
  notices: NoticeApi
  markets: MarketApi
  cases: CaseApi
}

export type CaseApi = {
  getReported: (target: ReportTarget) => Promise<Read<Reported>>
  /** Only while a page is rendered: the address of a mail's link is always a document. */
  getStatement: (kind: ReportedKind, token: string) => Promise<Read<ToldStatement>>
}

export type MarketApi = {
  /** `query` as `writeMarketSearch` makes it. */
  search: (market: MarketKind, query: string, page: number) => Promise<Read<MarketView>>
  getListing: (market: MarketKind, id: string) => Promise<Read<Listing>>
  getAdOffer: (market: MarketKind) => Promise<Read<AdOffer>>
  /** Only while a page is rendered: the address of a mail's link is always a document. */
  readLink: (market: MarketKind, token: string) => Promise<LinkData>
}

type ShopApi = { getShop: () => Promise<Read<ShopView>> }

export type SportApi = {
  listCompetitions: () => Promise<Read<{ competitions: Competition[] }>>
  getOverview: (competition: string) => Promise<Read<SportOverview>>
  /** Of the current matchday where none is named. */
  getMatchday: (competition: string, matchday?: number) => Promise<Read<SportMatchday>>
  getTeam: (competition: string, team: string) => Promise<Read<SportTeam>>
  getMatch: (competition: string, match: string) => Promise<Read<SportMatch>>
}

export function createRoomApi(fetchJson: FetchJson): RoomApi {
  return {
    getSettings: <K extends RoomKey>(room: K) => fetchJson(`/api/rooms/${room}`) as Promise<Read<RoomSettings<K>>>,
    ask: ((call: string, { params, query }: { params?: AddressInput; query?: AddressInput }) =>
      fetchJson(toAddress(call.slice('GET '.length), params, query))) as RoomApi['ask'],
    sport: {
      listCompetitions: () => fetchJson('/api/sport') as Promise<Read<{ competitions: Competition[] }>>,
      getOverview: (competition) => fetchJson(`/api/sport/${competition}/overview`) as Promise<Read<SportOverview>>,
      getMatchday: (competition, matchday) =>
        fetchJson(
          `/api/sport/${competition}/matchday${matchday === undefined ? '' : `?matchday=${matchday}`}`,
        ) as Promise<Read<SportMatchday>>,
      getTeam: (competition, team) => fetchJson(`/api/sport/${competition}/teams/${team}`) as Promise<Read<SportTeam>>,
      getMatch: (competition, match) =>
        fetchJson(`/api/sport/${competition}/matches/${match}`) as Promise<Read<SportMatch>>,
    },
    shop: { getShop: () => fetchJson('/api/shop') as Promise<Read<ShopView>> },
    notices: createNoticeApi(fetchJson),
    cases: {
      getReported: ({ kind, id }) => fetchJson(`/api/reports/${kind}/${id}`) as Promise<Read<Reported>>,
      getStatement: async () => ({ ok: false, status: 503 }),
    },
    markets: {
      search: (market, query, page) =>
        fetchJson(`/api/markets/${market}/search?${new URLSearchParams({ query, page: String(page) })}`) as Promise<
          Read<MarketView>
        >,
      getListing: (market, id) => fetchJson(`/api/markets/${market}/listings/${id}`) as Promise<Read<Listing>>,
      getAdOffer: (market) => fetchJson(`/api/markets/${market}/packages`) as Promise<Read<AdOffer>>,
      readLink: async (kind, token) => ({ kind, token, state: 'unavailable', about: null }),
    },
    getRadio: () => fetchJson('/api/radio') as Promise<Read<RadioView>>,
  }
}
