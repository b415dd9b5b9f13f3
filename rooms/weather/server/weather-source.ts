/**
 * A cache of the weather for each place, renewed at most once a minute. Promises: a stale answer is returned at once and
 * renewed in the background (stale-while-revalidate); while the service is down the last answer stays, and without one the
 * weather is null, which is no error.
 */
import type { WeatherView } from '../contract/calls.ts'
import type { PlaceWeather, WEATHER } from '../contract/weather.ts'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { RoomSettings } from '@lokalteil/web/server/rendering/rooms/room-settings'

export type WeatherSource = {
  /** `place` null: the first place. Answers null if the room is off or the place unknown. */
  read: (code: PublicationCode, place: string | null) => Promise<WeatherView | null>
  /** The cached weather of the first place, without waiting for a request. */
  peek: (code: PublicationCode) => WeatherView | null
}

export type WeatherSourceOptions = {
  rooms: RoomSettings
  /** Null: the service is off. */
  weatherOf: ((code: PublicationCode) => Client<typeof WEATHER>) | null
  now: () => number
  onError: (error: unknown, code: PublicationCode) => void
}

const FRESH_MS = 60_000
/** Pause after a failed request, in milliseconds. */
const PAUSE_MS = 10_000

type Known = { until: number; weather: PlaceWeather | null }

export function createWeatherSource({ rooms, weatherOf, now, onError }: WeatherSourceOptions): WeatherSource {
  const known = new Map<string, Known>()
  const running = new Map<string, Promise<PlaceWeather | null>>()

  const settingsOf = (code: PublicationCode, id: string | null) => {
    const places = rooms.of(code, 'weather')?.places ?? []
    return { places, place: id === null ? places[0] : places.find(({ place }) => place === id) }
  }
  type Place = NonNullable<ReturnType<typeof settingsOf>['place']>
  /** The key has all settings of the place, because another station has another weather. */
  const keyOf = (code: PublicationCode, place: Place) => JSON.stringify([code, place])

  async function ask(
    code: PublicationCode,
    { place: id, ...position }: Place,
    key: string,
  ): Promise<PlaceWeather | null> {
    const { pollenRegion } = rooms.of(code, 'weather') ?? {}
    const last = known.get(key)?.weather ?? null
    try {
      const found = await weatherOf!(code).getWeather({ params: { place: id }, query: { ...position, pollenRegion } })
      if (!found.ok) throw new Error(`The weather service answered ${found.status} ${found.problem.code}`)
      known.set(key, { until: now() + FRESH_MS, weather: found.data })
      return found.data
    } catch (error) {
      onError(error, code)
      known.set(key, { until: now() + PAUSE_MS, weather: last })
      return last
    }
  }

  function renew(code: PublicationCode, place: Place, key: string): Promise<PlaceWeather | null> {
    let renewal = running.get(key)
    if (renewal === undefined) {
      renewal = ask(code, place, key).finally(() => running.delete(key))
      running.set(key, renewal)
    }
    return renewal
  }

  function toView(code: PublicationCode, id: string | null, weather: PlaceWeather | null): WeatherView | null {
    const { places, place } = settingsOf(code, id)
    if (place === undefined) return null
    const named = places.map(({ place: one }) => ({ id: one, name: rooms.placeName(code, one) }))
    return {
      places: named,
      place: { id: place.place, name: rooms.placeName(code, place.place) },
      sky: weather?.sky ?? null,
      report: weather?.report ?? null,
    }
  }

  return {
    async read(code, id) {
      const { place } = settingsOf(code, id)
      if (place === undefined) return null
      if (weatherOf === null) return toView(code, id, null)
      const key = keyOf(code, place)
      const last = known.get(key)
      if (last !== undefined && now() < last.until) return toView(code, id, last.weather)
      const renewal = renew(code, place, key)
      return toView(code, id, last?.weather ?? (await renewal))
    },
    peek(code) {
      const { place } = settingsOf(code, null)
      return place === undefined ? null : toView(code, null, known.get(keyOf(code, place))?.weather ?? null)
    },
  }
}
