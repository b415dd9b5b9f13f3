/**
 * What readers write into a book of condolence, and the lines of a notice. By nothing of it can anybody be reached:
 * a book is read by everybody, and mourners are found by those who prey on them.
 */
import {
  checkUserText,
  findContacts,
  findLinks,
  normaliseUserText,
  NO_WORDS,
  type UserTextRefusal,
} from '../community/user-text.ts'

export const MOST_CONDOLENCE = 1500
export const MOST_SIGNATURE = 80
/** Of one reader in one book, those that were taken out not counted. */
export const MOST_OF_A_READER = 3

/** `candle`: lit under a name, without words. Once a reader and person. */
export const ENTRY_KINDS = ['condolence', 'candle'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export type TextFault = UserTextRefusal | 'address'
export type CheckedText = { text: string; fault: TextFault | null }

export const checkSignature = (raw: string): CheckedText => check(raw, 'one', MOST_SIGNATURE)
export const checkCondolence = (raw: string): CheckedText => check(raw, 'many', MOST_CONDOLENCE)
export const checkLine = (raw: string, max: number): CheckedText => check(raw, 'one', max)

function check(raw: string, lines: 'one' | 'many', max: number): CheckedText {
  const verdict = checkUserText(raw, { lines, min: 2, max, links: 0, contacts: 'refuse', words: NO_WORDS })
  if (verdict.kind === 'refused') return { text: '', fault: verdict.code }
  return hasHomeAddress(verdict.text) ? { text: '', fault: 'address' } : { text: verdict.text, fault: null }
}

/** A postcode with its place, or a street with its number. */
const POSTCODE = /(?:^|[\s,(])(?:D-)?\d{5}\s+\p{Lu}\p{L}{2,}/u
const STREET = /\p{L}{2,}(?:straße|strasse|str\.|weg|allee|gasse|platz|ring|ufer|damm)\s+\d{1,4}\s?[a-z]?(?!\p{L}|\d)/iu
const LONE_STREET = /(?<!\p{L})(?:Straße|Strasse|Weg|Allee|Gasse|Platz|Ring|Ufer|Damm)\s+\d{1,4}\s?[a-z]?(?!\p{L}|\d)/u

export function hasHomeAddress(text: string): boolean {
  return POSTCODE.test(text) || STREET.test(text) || LONE_STREET.test(text)
}

/**
 * The text of a notice without the lines by which mourners could be reached, and how many were left out. Where a funeral is
 * held may be said with its street: the address of a chapel is nobody's home.
 */
export function withoutContacts(raw: string, isStreetAllowed = false): { text: string; removed: number } {
  const lines = normaliseUserText(raw, 'many').split('\n')
  const kept = lines.filter(
    (line) =>
      findContacts(line).length === 0 && findLinks(line).length === 0 && (isStreetAllowed || !hasHomeAddress(line)),
  )
  return { text: kept.join('\n').trim(), removed: lines.length - kept.length }
}
