/** Values passed to the ad framework (sections 5, 6, 9; decisions S5-02, S9-09). */
import { berlinHour } from '../german.ts'

const MAX_LENGTH = 40

/** Cut to 40 characters, then without the characters the framework cannot read. A list is split on commas first. */
export function toTargetingValues(value: string | readonly string[]): string[] {
  const values = typeof value === 'string' ? [value] : value.flatMap((item) => item.split(','))
  return values.map(toTargetingValue).filter((item) => item !== '')
}

export function decideAdTargeting(
  reader: { isLoggedIn: boolean; isPlusUser: boolean },
  isApp: boolean,
  now: Date,
): { plususer: 'ja' | 'nein'; hour: string; isapp: 'true' | 'false' } {
  return {
    plususer: reader.isLoggedIn && reader.isPlusUser ? 'ja' : 'nein',
    hour: String(berlinHour(now)),
    isapp: isApp ? 'true' : 'false',
  }
}

function toTargetingValue(value: string): string {
  return value
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(/[*'=!+#,;^()<>[\]]/g, '')
    .trim()
}
