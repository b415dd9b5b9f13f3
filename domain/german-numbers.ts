/** Numbers, prices, sizes and durations in German format. An invalid number becomes '' instead of an exception. */

/** 1.234.567 */
export function formatNumber(value: number): string {
  return Number.isFinite(value) ? writeNumber(value, 0, 3) : ''
}

/** 4,5 */
export function formatRating(value: number): string {
  return Number.isFinite(value) ? writeNumber(value, 1, 1) : ''
}

/** Cents to '12,90 €'. */
export function formatPrice(cents: number): string {
  return Number.isFinite(cents) ? `${writeNumber(cents / 100, 2, 2)}\u00a0€` : ''
}

/** '345 kB', '2,3 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))}\u00a0kB`
  if (bytes >= 1_000_000_000) return `${writeNumber(bytes / 1_000_000_000, 0, 1)}\u00a0GB`
  return `${writeNumber(bytes / 1_000_000, 0, 1)}\u00a0MB`
}

/**
 * `least` and `most`: numbers of decimals. Written by hand, because the first use of Intl.NumberFormat blocks a phone
 * for 60 ms.
 */
function writeNumber(value: number, least: number, most: number): string {
  const [whole = '', decimals = ''] = Math.abs(value).toFixed(most).split('.')
  const kept = decimals.replace(/0+$/, '').padEnd(least, '0')
  const digits = whole.replace(/\B(?=(?:\d{3})+$)/g, '.') + (kept === '' ? '' : `,${kept}`)
  return value < 0 && /[1-9]/.test(digits) ? `-${digits}` : digits
}

/** Seconds to '4:05' or '1:04:05'. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
