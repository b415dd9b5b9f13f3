/** The setting `weather` in `rooms.yaml`. */
import { Slug } from '@lokalteil/contracts/publication/values'
import { z } from 'zod'

const WeatherPlace = z.strictObject({
  place: Slug.describe('A region or place of places.yaml'),
  /** Position in degrees, for sun and moon. */
  latitude: z.number().min(46).max(56),
  longitude: z.number().min(5).max(16),
  station: z
    .string()
    .regex(/^[A-Z0-9]{4,6}$/, 'must be the id of a station, like "10865", in quotes')
    .optional()
    .describe('Of the German weather service (docs/weather.md); absent: no measured weather for this place'),
})

export const WeatherSettings = z.strictObject({
  /** The first place is the default of pages. */
  places: z.array(WeatherPlace).min(1, 'must have a place').max(60),
  pollenRegion: z
    .number()
    .int()
    .min(10)
    .max(130)
    .optional()
    .describe('Of the pollen forecast (docs/weather.md); absent: no pollen'),
})
