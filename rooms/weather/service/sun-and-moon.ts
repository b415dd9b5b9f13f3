/** Sun and moon of a day in German time, calculated by suncalc without any request. */
import type { SunAndMoon } from '../contract/weather.ts'
import { toDayKey } from '@lokalteil/domain/german'
import { getMoonIllumination, getMoonTimes, getTimes } from 'suncalc'

const DAY = 86_400_000

export function toSunAndMoon(now: Date, latitude: number, longitude: number): SunAndMoon {
  const day = toDayKey(now)
  const noon = new Date(`${day}T11:00:00Z`)
  const { sunrise, sunset } = getTimes(noon, latitude, longitude)
  // The library calculates for UTC days; the German day begins one or two hours earlier.
  const moons = [-DAY, 0].map((shift) => getMoonTimes(new Date(noon.getTime() + shift), latitude, longitude))
  const ofToday = (moments: readonly (Date | undefined)[]) =>
    toInstant(moments.find((moment) => moment !== undefined && toDayKey(moment) === day))
  return {
    sunrise: toInstant(sunrise),
    sunset: toInstant(sunset),
    moonrise: ofToday(moons.map(({ rise }) => rise)),
    moonset: ofToday(moons.map(({ set }) => set)),
    moonPhase: Math.min(1, Math.max(0, getMoonIllumination(now).phase)),
  }
}

const toInstant = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null
