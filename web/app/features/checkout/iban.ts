/**
 * Whether the typed text can become an IBAN: letters, length, check digits (ISO 13616). Saves a request; the server
 * decides.
 */

/** Lengths in the countries of most readers; other IBANs are checked by their check digits only. */
const LENGTHS: Readonly<Record<string, number>> = {
  DE: 22,
  AT: 20,
  BE: 16,
  CH: 21,
  CZ: 24,
  DK: 18,
  ES: 24,
  FR: 27,
  IT: 27,
  LI: 21,
  LU: 20,
  NL: 18,
  PL: 28,
}
const LONGEST = 34
const SHORTEST = 15

export type IbanState = 'empty' | 'incomplete' | 'wrong' | 'good'

export function toIbanState(typed: string): IbanState {
  const iban = toPlain(typed)
  if (iban === '') return 'empty'
  const length = LENGTHS[iban.slice(0, 2)]
  if (!/^[A-Z]{0,2}$|^[A-Z]{2}\d?$|^[A-Z]{2}\d\d[A-Z0-9]*$/.test(iban) || iban.length > (length ?? LONGEST))
    return 'wrong'
  if (iban.length < (length ?? SHORTEST)) return 'incomplete'
  if (isChecked(iban)) return 'good'
  // Without a known length more digits may follow.
  return length === undefined && iban.length < LONGEST ? 'incomplete' : 'wrong'
}

/** Groups of four, as on cards and letters. */
export function toIbanGroups(typed: string): string {
  return toPlain(typed).replace(/(.{4})(?=.)/g, '$1 ')
}

function toPlain(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s.-]/g, '')
    .toUpperCase()
}

/** ISO 7064 (mod 97 is 1): letters count as 10 to 35, the first four characters move to the end. */
function isChecked(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
