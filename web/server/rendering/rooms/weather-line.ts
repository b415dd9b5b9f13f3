/** The weather of a publication's first place as an item of the utility bar: no script draws it, and none is loaded for it. */
import type { MenuEntry, Site } from '@lokalteil/contracts/content'
import type { WeatherView } from '@lokalteil/contracts/portal'
import { ROOMS } from '@lokalteil/domain/rooms/rooms'
import { toFreshness } from '@lokalteil/domain/weather/readings'
import { findPresent } from '@lokalteil/domain/weather/present'
import { weatherTexts } from '../../../app/messages/rooms/weather.ts'
import { WEATHER_ICONS } from '../../../app/ui/weather-icons.ts'

/** In place of a plain item that leads there. */
export function withWeather(site: Site, view: WeatherView | null, now: Date): Site {
  const handle = site.menuHandles.utilityBarMenuHandle
  const line = toWeatherLine(view, now)
  if (line === null || handle === '') return site
  const others = (site.menus[handle] ?? []).filter(({ target }) => target !== line.target)
  return { ...site, menus: { ...site.menus, [handle]: [line, ...others] } }
}

/** Null: nothing is known that is so now. */
export function toWeatherLine(view: WeatherView | null, now: Date): MenuEntry | null {
  const { place, report } = view ?? {}
  if (place === undefined || !report || toFreshness(new Date(report.at), now) !== 'fresh') return null
  const present = findPresent(report.hours, now)
  if (present === null || present.condition === null) return null
  return {
    label: weatherTexts.line(place.name, present.temperature, present.words, report.source.isSample),
    target: place.id === view?.places[0]?.id ? ROOMS.weather.path : `${ROOMS.weather.path}/${place.id}`,
    icon: WEATHER_ICONS[present.condition],
    children: [],
  }
}
