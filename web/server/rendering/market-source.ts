/**
 * Homes and jobs of all publications, as pages ask for them; where the room is off there are none. The places a search looks
 * round are the publication's own (`rooms.yaml`), with the towns among them that lie within the radius.
 */
import type { MARKETS, SearchedPlace } from '@lokalteil/contracts/markets'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { RoomSettings as SettingsOf } from '@lokalteil/contracts/publication/rooms'
import { distanceBetween } from '@lokalteil/domain/markets/geo'
import { parseMarketSearch } from '@lokalteil/domain/markets/market-search'
import { MOST_PAGES, type MarketKind } from '@lokalteil/domain/markets/markets'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Read } from '../../app/page/content-api.ts'
import type { MarketApi } from '../../app/page/room-api.ts'
import type { RoomSettings } from './room-settings.ts'

type MarketSettings = SettingsOf<'homes'>

export type MarketSource = {
  of: (code: Mandator) => MarketApi
  /** Null: the room is off. */
  settingsOf: (code: Mandator, market: MarketKind) => MarketSettings | null
  /** Null: everywhere, also where the place is none of the publication's any more. */
  findPlace: (
    code: Mandator,
    market: MarketKind,
    query: string,
  ) => { name: string; place: SearchedPlace } | null
}

export type MarketSourceOptions = {
  rooms: RoomSettings
  /** Null: there is no service. */
  marketsOf: ((code: Mandator) => Client<typeof MARKETS>) | null
  /** Where addresses of pictures are signed, they are put in. */
  addAddresses: ((value: unknown) => void) | null
}

const OFF = { ok: false, status: 404 } as const
const ROOMS = { home: 'homes', job: 'jobs' } as const

type Answered<T> = { ok: true; data: T } | { ok: false; status: number }

export function createMarketSource({ rooms, marketsOf, addAddresses }: MarketSourceOptions): MarketSource {
  const settingsOf = (code: Mandator, market: MarketKind): MarketSettings | null => rooms.of(code, ROOMS[market])

  function findPlace(code: Mandator, market: MarketKind, query: string) {
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

  async function read<T>(asked: Promise<Answered<T>>): Promise<Read<T>> {
    const found = await asked
    if (!found.ok) return { ok: false, status: found.status }
    addAddresses?.(found.data)
    return { ok: true, data: found.data }
  }

  return {
    settingsOf,
    findPlace,
    of: (code) => ({
      async search(market, query, page) {
        const settings = settingsOf(code, market)
        if (settings === null || marketsOf === null || page > MOST_PAGES) return OFF
        const place = findPlace(code, market, query)?.place ?? null
        const found = await read(marketsOf(code).search({ params: { market }, body: { query, page, place } }))
        if (!found.ok) return found
        const places = settings.places.map((one) => ({ id: one.place, name: rooms.placeName(code, one.place) }))
        return { ok: true, data: { ...found.data, places, canAdvertise: settings.ads !== undefined } }
      },
      async getListing(market, id) {
        if (settingsOf(code, market) === null || marketsOf === null) return OFF
        return read(marketsOf(code).getListing({ params: { market, id } }))
      },
    }),
  }
}
