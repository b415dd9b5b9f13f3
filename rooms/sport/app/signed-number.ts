/** A goal difference with its sign: +12, 0, −3 (with a true minus). */
export function toSignedNumber(value: number): string {
  if (value === 0) return '0'
  return value > 0 ? `+${value}` : `−${Math.abs(value)}`
}
