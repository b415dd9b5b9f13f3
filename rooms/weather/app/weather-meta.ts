/** Metadata: the place, and the canonical URL of the first place. schema.org has no type for a forecast. */
import type { ToMeta } from '@lokalteil/web/app/page/page'
import { weatherTexts } from './weather-texts.ts'
import { toBreadcrumbList } from '@lokalteil/web/app/pages/structured-data'
import type { WeatherData } from './weather-data.ts'

export const meta: ToMeta<WeatherData, 'wetter'> = ({ place, places }, _route, { origin }) => ({
  description: weatherTexts.description(place.name),
  jsonLd: [
    toBreadcrumbList(
      [
        { label: weatherTexts.title, path: '/wetter' },
        ...(place.id === places[0]?.id ? [] : [{ label: place.name, path: `/wetter/${place.id}` }]),
      ],
      origin,
    ),
  ],
})
