/**
 * Whether what is being typed can become an IBAN: letters, length, check digits (ISO 13616). Only spares the reader a way
 * to the server, which decides. Kept in memory alone.
 */

/** Of the countries most readers bank in; any other one is only checked by its digits. */
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
  // More may still come where the length is not known.
  return length === undefined && iban.length < LONGEST ? 'incomplete' : 'wrong'
}

/** In groups of four, as it stands on cards and letters. */
export function toIbanGroups(typed: string): string {
  return toPlain(typed).replace(/(.{4})(?=.)/g, '$1 ')
}

function toPlain(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s.-]/g, '')
    .toUpperCase()
}

/** The rest of a division by 97 is 1, letters counted as 10 to 35, the first four characters moved to the end. */
function isChecked(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
