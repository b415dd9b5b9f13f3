/** The weather of a publication's first place as an item of the utility bar: no script draws it, and none is loaded for it. */
import type { MenuEntry } from '@lokalteil/contracts/content'
import type { WeatherView } from '../contract/calls.ts'
import { toFreshness } from '../domain/readings.ts'
import { findPresent } from '../domain/present.ts'
import { weather } from '../domain/row.ts'
import { weatherTexts } from '../app/weather-texts.ts'
import { WEATHER_ICONS } from '../app/weather-icons.ts'

/** Values that are made up stand on every page of the demo alone: its whole paper is made up. */
type LineOptions = { now: Date; isDemo: boolean }

/** Null: nothing is known that is so now. */
export function toWeatherLine(view: WeatherView | null, { now, isDemo }: LineOptions): MenuEntry | null {
  const { place, report } = view ?? {}
  if (place === undefined || !report || toFreshness(new Date(report.at), now) !== 'fresh') return null
  if (report.source.isSample && !isDemo) return null
  const present = findPresent(report.hours, now)
  if (present === null || present.condition === null) return null
  return {
    label: weatherTexts.line(place.name, present.temperature, present.words),
    target: place.id === view?.places[0]?.id ? weather.path : `${weather.path}/${place.id}`,
    icon: WEATHER_ICONS[present.condition],
    children: [],
  }
}
