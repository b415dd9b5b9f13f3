/** The hours of today and tomorrow as a curve, drawn on the server, and as a table for screen readers. */
import { berlinHour, toDayKey } from '@lokalteil/domain/german'
import { toDegrees } from '../domain/readings.ts'
import { weatherTexts } from './weather-texts.ts'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { WEATHER_ICONS } from './weather-icons.ts'
import type { ShownHour } from './weather-data.ts'
import css from './WeatherPage.module.css'

/** Measures of the drawing, in pixels. */
const COLUMN = 52
const TOP = 34
const CURVE = 64

export function HourStrip({ hours, today }: { hours: readonly ShownHour[]; today: string }) {
  const points = toPoints(hours.map(({ temperature }) => temperature))
  const width = hours.length * COLUMN
  const line = toLine(points)
  const first = points[0]!
  return (
    // A scrollable area must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.strip} tabIndex={0} role="group" aria-label={weatherTexts.hoursRegion}>
      <div className={css.columns} aria-hidden style={{ width }}>
        <svg className={css.curve} width={width} height={TOP + CURVE + 18} aria-hidden focusable="false">
          <path className={css.area} d={`${line}V${TOP + CURVE + 18}H${first.x}Z`} />
          <path className={css.line} d={line} />
          {points.map(({ x, y }, index) => (
            <g key={hours[index]!.at}>
              <circle className={css.dot} cx={x} cy={y} r="3" />
              <text className={css.label} x={x} y={y - 10}>
                {toDegrees(hours[index]!.temperature)}°
              </text>
            </g>
          ))}
        </svg>
        <ol className={css.hours}>
          {hours.map(({ at, condition, rain, rainProbability }) => {
            const hour = berlinHour(new Date(at))
            const isMorning = hour === 0
            return (
              <li key={at} className={css.hour} data-midnight={isMorning ? '' : undefined}>
                <span className={css.time}>{isMorning ? weatherTexts.tomorrow : weatherTexts.oclock(hour)}</span>
                {condition === null ? <span /> : <Icon name={WEATHER_ICONS[condition]} size="1.5em" />}
                <span className={css.rain}>
                  {rainProbability === null
                    ? rain !== null && rain > 0 && weatherTexts.rainAmount(rain)
                    : weatherTexts.rainChance(rainProbability)}
                </span>
              </li>
            )
          })}
        </ol>
      </div>
      <table className="visually-hidden">
        <caption>{weatherTexts.hoursTable}</caption>
        <thead>
          <tr>
            <th scope="col">{weatherTexts.hour}</th>
            <th scope="col">{weatherTexts.temperature}</th>
            <th scope="col">{weatherTexts.sky}</th>
            <th scope="col">{weatherTexts.rain}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map(({ at, temperature, words, rain, rainProbability }) => (
            <tr key={at}>
              <th scope="row">
                {toDayKey(new Date(at)) === today ? weatherTexts.today : weatherTexts.tomorrow} {weatherTexts.at(at)}
              </th>
              <td>{weatherTexts.degrees(temperature)}</td>
              <td>{words}</td>
              <td>
                {[
                  rainProbability === null ? '' : weatherTexts.rainChance(rainProbability),
                  rain === null ? '' : weatherTexts.rainAmount(rain),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Point = { x: number; y: number }

function toPoints(temperatures: readonly number[]): Point[] {
  const coldest = Math.min(...temperatures)
  const span = Math.max(4, Math.max(...temperatures) - coldest)
  return temperatures.map((temperature, index) => ({
    x: index * COLUMN + COLUMN / 2,
    y: Math.round((TOP + CURVE - ((temperature - coldest) / span) * CURVE) * 10) / 10,
  }))
}

/** The curve is horizontal at every hour, so that it never exceeds the given temperatures. */
function toLine(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1]
      if (before === undefined) return `M${x} ${y}`
      const middle = (before.x + x) / 2
      return `C${middle} ${before.y} ${middle} ${y} ${x} ${y}`
    })
    .join('')
}
