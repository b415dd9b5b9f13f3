/**
 * Homes and jobs of all publications, for pages; nothing if the room is off. Places to search around come from the
 * publication (`rooms.yaml`), with those among them that lie within the radius.
 */
import type { Listing, MARKETS, MARKETS_INTERNAL, SearchedPlace } from '../contract/markets.ts'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { AdOffer, MarketView } from '../contract/calls.ts'
import type { RoomSettings as SettingsOf } from '@lokalteil/contracts/publication/rooms'
import { OFF, withAddresses } from '../../define-room.ts'
import { distanceBetween } from '../domain/geo.ts'
import { parseMarketSearch } from '../domain/market-search.ts'
import { toListingPath } from '../domain/market-paths.ts'
import { MARKET_KINDS, MOST_PAGES, type MarketKind } from '../domain/markets.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { LinkData } from '../app/market-forms.ts'
import type { Read } from '@lokalteil/web/app/page/content-api'
import type { RoomSettings } from '@lokalteil/web/server/rendering/rooms/room-settings'

type MarketSettings = SettingsOf<'homes'>

export type MarketSource = {
  /** `query` as `writeMarketSearch` builds it. */
  search: (code: PublicationCode, market: MarketKind, query: string, page: number) => Promise<Read<MarketView>>
  getListing: (code: PublicationCode, market: MarketKind, id: string) => Promise<Read<Listing>>
  getAdOffer: (code: PublicationCode, market: MarketKind) => Read<AdOffer>
  /** Null: the room is off. */
  settingsOf: (code: PublicationCode, market: MarketKind) => MarketSettings | null
  /** Addresses of all listings of both markets; null: the service is down. */
  listAddresses: (
    code: PublicationCode,
  ) => Promise<{ entries: { path: string; modified: string }[]; pages: number } | null>
  /** Null: advertisements cannot be ordered. */
  findAdOffer: (code: PublicationCode, market: MarketKind) => AdOffer['ads']
  /** `market`: for a link that is not known. */
  readLink: (code: PublicationCode, market: MarketKind, token: string) => Promise<LinkData>
  /** Null: everywhere, also if the place was removed from the publication. */
  findPlace: (code: PublicationCode, market: MarketKind, query: string) => { name: string; place: SearchedPlace } | null
}

export type MarketSourceOptions = {
  rooms: RoomSettings
  /** Null: there is no service. */
  marketsOf: ((code: PublicationCode) => Client<typeof MARKETS>) | null
  internalOf: ((code: PublicationCode) => Client<typeof MARKETS_INTERNAL>) | null
  /** Whether there is a checkout. */
  canPay: boolean
  /** Whether the publication has a way to pay that takes the money at once. */
  canPayAtOnce: (code: PublicationCode) => Promise<boolean>
  /** Adds signed addresses of pictures, if needed. */
  addAddresses: ((value: unknown) => void) | null
}

/** The token of a mail's link. */
export const MARKET_TOKEN = /^[\w-]{20,80}$/

const ROOMS = { home: 'homes', job: 'jobs' } as const

export function createMarketSource(options: MarketSourceOptions): MarketSource {
  const { rooms, marketsOf, internalOf, addAddresses } = options
  const settingsOf = (code: PublicationCode, market: MarketKind): MarketSettings | null => rooms.of(code, ROOMS[market])

  function findPlace(code: PublicationCode, market: MarketKind, query: string) {
    const places = settingsOf(code, market)?.places ?? []
    const search = parseMarketSearch(market, new URLSearchParams(query))
    const centre = places.find(({ place }) => place === search.place)
    if (centre === undefined) return null
    const { latitude, longitude } = centre
    const towns = places.flatMap((one) => {
      const km = one === centre ? 0 : distanceBetween(centre, one)
      return km <= search.radius ? [{ name: rooms.placeName(code, one.place), km }] : []
    })
    return { name: rooms.placeName(code, centre.place), place: { latitude, longitude, towns } }
  }

  const findAdOffer = (code: PublicationCode, market: MarketKind): AdOffer['ads'] =>
    options.canPay ? (settingsOf(code, market)?.ads ?? null) : null

  async function readLink(code: PublicationCode, market: MarketKind, token: string): Promise<LinkData> {
    const none = (state: LinkData['state']): LinkData => ({ kind: market, token, state, about: null })
    if (internalOf === null) return none('unavailable')
    if (!MARKET_TOKEN.test(token)) return none('invalid')
    const found = await internalOf(code).getLink({ body: { token } })
    if (!found.ok) return none(found.status === 404 ? 'invalid' : found.status === 410 ? 'expired' : 'unavailable')
    const { kind, about, placeName, state } = found.data
    return {
      kind: found.data.market,
      token,
      state: state === 'done' ? 'used' : 'open',
      about: { kind, text: about, placeName },
    }
  }

  return {
    settingsOf,
    findPlace,
    async listAddresses(code) {
      const entries: { path: string; modified: string }[] = []
      for (const market of MARKET_KINDS) {
        if (settingsOf(code, market) === null || marketsOf === null) continue
        const answer = await marketsOf(code).listAddresses({ params: { market } })
        if (!answer.ok) return null
        for (const { id, title, updated } of answer.data.listings)
          entries.push({ path: toListingPath({ kind: market, id, title }), modified: updated })
      }
      return { entries, pages: 1 }
    },
    findAdOffer,
    readLink,
    async search(code, market, query, page) {
      const settings = settingsOf(code, market)
      if (settings === null || marketsOf === null || page > MOST_PAGES) return OFF
      const place = findPlace(code, market, query)?.place ?? null
      const isOffered = findAdOffer(code, market) !== null
      const [found, canAdvertise] = await Promise.all([
        withAddresses(marketsOf(code).search({ params: { market }, body: { query, page, place } }), addAddresses),
        isOffered && options.canPayAtOnce(code),
      ])
      if (!found.ok) return found
      const places = settings.places.map((one) => ({ id: one.place, name: rooms.placeName(code, one.place) }))
      return { ok: true, data: { ...found.data, places, canAdvertise } }
    },
    async getListing(code, market, id) {
      if (settingsOf(code, market) === null || marketsOf === null) return OFF
      return withAddresses(marketsOf(code).getListing({ params: { market, id } }), addAddresses)
    },
    getAdOffer: (code, market) =>
      settingsOf(code, market) === null ? OFF : { ok: true, data: { ads: findAdOffer(code, market) } },
  }
}
