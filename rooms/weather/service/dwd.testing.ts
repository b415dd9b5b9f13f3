/** For tests: a station report in the format of dwd.api.bund.dev, with tenths, series of two lengths, and null fields. */
const HOUR = 3_600_000

type Value = number | string | null
type Series = (number | null)[] | null
/** The fields that tests change. */
export type StationAnswer = {
  forecast1: Record<string, Value | Series> & { temperature: number[]; icon: number[]; precipitationTotal: number[] }
  forecast2: Record<string, Value | Series>
  days: Record<string, Value>[]
  warnings: unknown[]
  forecastStart: null
  threeHourSummaries: null
}

export function toStationAnswer(start: number, station = '10865'): Record<string, StationAnswer> {
  const series = (length: number, value: (index: number) => number) =>
    Array.from({ length }, (_, index) => value(index))
  const dayOf = (index: number) => new Date(start + 12 * HOUR + index * 24 * HOUR).toISOString().slice(0, 10)
  return {
    [station]: {
      forecast1: {
        stationId: station,
        start,
        timeStep: HOUR,
        temperature: series(241, (index) => 35 + (index % 24)),
        temperatureStd: series(241, () => 12),
        icon: series(72, () => 8),
        precipitationTotal: series(72, () => 4),
        humidity: series(72, () => 810),
        sunshine: series(72, () => 0),
        windSpeed: null,
        windGust: null,
        windDirection: null,
        precipitationProbablity: null,
        precipitationProbablityIndex: null,
      },
      forecast2: { stationId: station, start: start + 72 * HOUR, timeStep: 3 * HOUR, sunshine: series(56, () => 0) },
      forecastStart: null,
      days: series(10, (index) => index).map((index) => ({
        stationId: station,
        dayDate: dayOf(index),
        temperatureMin: 21 - index,
        temperatureMax: 74 + index,
        icon: 8,
        icon1: null,
        icon2: null,
        precipitation: 32,
        windSpeed: 148,
        windGust: 333,
        windDirection: 2700,
        sunshine: 0,
        sunrise: start + 8 * HOUR,
        sunset: start + 16 * HOUR,
      })),
      warnings: [
        {
          warnId: 'x',
          type: 1,
          level: 2,
          start: start + 12 * HOUR,
          end: start + 18 * HOUR,
          bn: false,
          isVorabinfo: false,
          event: 'STURMBÖEN',
          headline: 'Amtliche WARNUNG vor MARKANTEM STURM',
          description: 'Es treten Böen um 70 km/h auf.',
          descriptionText: 'Es treten Böen um 70 km/h auf.',
          instruction: 'Sichern Sie lose Gegenstände.',
        },
      ],
      threeHourSummaries: null,
    },
  }
}
