/** Parses the pollen forecast of the German weather service (`s31fg.json` of its open data): levels 0 to 3 by region and plant. */
import type { Pollen } from '../contract/weather.ts'
import { z } from 'zod'

/** '1-2' is one and a half; -1 and other values mean unknown. */
const STEPS: Readonly<Record<string, number>> = { '0': 0, '0-1': 0.5, '1': 1, '1-2': 1.5, '2': 2, '2-3': 2.5, '3': 3 }

const NAMES: Readonly<Record<string, string>> = { Graeser: 'Gräser', Beifuss: 'Beifuß' }

const Level = z
  .string()
  .nullish()
  .catch(null)
  .transform((step) => STEPS[step?.trim() ?? ''] ?? null)
const Region = z.object({
  region_id: z.number().int(),
  region_name: z.string().max(200),
  partregion_id: z.number().int(),
  partregion_name: z.string().max(200).catch(''),
  Pollen: z.record(z.string().max(60), z.object({ today: Level, tomorrow: Level })),
})
const Forecast = z.object({
  /** `2026-03-04 11:00 Uhr`. */
  last_update: z.string().regex(/^\d{4}-\d\d-\d\d /),
  content: z.array(z.unknown()).max(200),
})

export type PollenRegions = Readonly<Record<string, Pollen>>

/** Levels by number of the region, or of its part if it has parts. Null: another format. */
export function readPollen(answer: unknown): PollenRegions | null {
  const parsed = Forecast.safeParse(answer)
  if (!parsed.success) return null
  const day = parsed.data.last_update.slice(0, 10)
  if (!z.iso.date().safeParse(day).success) return null
  const regions = parsed.data.content.flatMap((given) => {
    const region = Region.safeParse(given)
    return region.success ? [region.data] : []
  })
  return Object.fromEntries(
    regions.map(({ region_id, region_name, partregion_id, partregion_name, Pollen: plants }) => [
      partregion_id === -1 ? region_id : partregion_id,
      {
        region: partregion_name === '' ? region_name : `${region_name}, ${partregion_name}`.slice(0, 200),
        day,
        plants: Object.entries(plants)
          .flatMap(([name, { today, tomorrow }]) =>
            today === null ? [] : [{ name: NAMES[name] ?? name, today, tomorrow }],
          )
          .slice(0, 20)
          .toSorted((a, b) => b.today - a.today || (a.name < b.name ? -1 : 1)),
      },
    ]),
  )
}
