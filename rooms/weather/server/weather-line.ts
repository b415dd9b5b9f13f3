/** The weather of the publication's first place as an entry of the utility bar, rendered without a script. */
import type { MenuEntry } from '@lokalteil/contracts/content'
import type { WeatherView } from '../contract/calls.ts'
import { toFreshness } from '../domain/readings.ts'
import { findPresent } from '../domain/present.ts'
import { weather } from '../domain/row.ts'
import { weatherTexts } from '../app/weather-texts.ts'
import { WEATHER_ICONS } from '../app/weather-icons.ts'

/** Sample weather is shown in the bar only in the demo, which is a sample as a whole. */
type LineOptions = { now: Date; isDemo: boolean }

/** Null: there is no present weather. */
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
