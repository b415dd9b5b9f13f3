/**
 * Rules about readings: age, felt temperature, name of the wind's direction and of the moon's phase. Temperatures in °C, winds
 * in km/h.
 */

const HOUR = 3_600_000
const OLD_MS = 3 * HOUR
const ENDED_MS = 24 * HOUR

/** `old`: shown with its time; `ended`: too old to show as the present weather. */
export type Freshness = 'fresh' | 'old' | 'ended'

export function toFreshness(at: Date, now: Date): Freshness {
  const age = now.getTime() - at.getTime()
  if (age <= OLD_MS) return 'fresh'
  return age <= ENDED_MS ? 'old' : 'ended'
}

/**
 * The felt temperature: wind chill (Environment Canada and NWS, 2001) up to 10 °C, heat index (NWS, Rothfusz) from 27 °C if the
 * humidity is known; otherwise the temperature itself.
 */
export function toFelt(temperature: number, wind: number | null, humidity: number | null): number {
  if (temperature <= 10 && wind !== null && wind > 4.8) {
    const strength = wind ** 0.16
    return Math.min(temperature, 13.12 + 0.6215 * temperature - 11.37 * strength + 0.3965 * temperature * strength)
  }
  if (temperature >= 27 && humidity !== null && humidity >= 40) {
    const t = temperature
    const h = humidity
    return Math.max(
      t,
      -8.784695 +
        1.61139411 * t +
        2.338549 * h -
        0.14611605 * t * h -
        0.012308094 * t * t -
        0.016424828 * h * h +
        0.002211732 * t * t * h +
        0.00072546 * t * h * h -
        0.000003582 * t * t * h * h,
    )
  }
  return temperature
}

const WINDS = ['Nord', 'Nordost', 'Ost', 'Südost', 'Süd', 'Südwest', 'West', 'Nordwest']

/** German name of the direction the wind comes from; degrees clockwise from north. */
export function toWindName(degrees: number): string {
  return WINDS[Math.round((((degrees % 360) + 360) % 360) / 45) % 8]!
}

const MOONS = [
  'Neumond',
  'zunehmende Sichel',
  'erstes Viertel',
  'zunehmender Mond',
  'Vollmond',
  'abnehmender Mond',
  'letztes Viertel',
  'abnehmende Sichel',
]
/** One day as a share of the moon's cycle: so long on either side each of the four phases lasts. */
const MOMENT = 1 / 29.53

/** German name of a phase; 0 is new moon, 0.5 full moon. */
export function toMoonName(phase: number): string {
  const quarter = Math.round(phase * 4)
  if (Math.abs(phase * 4 - quarter) / 4 <= MOMENT) return MOONS[(quarter % 4) * 2]!
  return MOONS[Math.floor(phase * 4) * 2 + 1]!
}

/** A whole number of degrees; never −0. */
export function toDegrees(temperature: number): string {
  const whole = Math.round(temperature)
  return `${whole < 0 ? '−' : ''}${Math.abs(whole)}`
}
