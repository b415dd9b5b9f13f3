/**
 * Checks of entries in a book of condolence and of the lines of a notice. They must contain no contact data: a book is
 * public, and mourners are a target of fraud.
 */
import {
  checkUserText,
  findContacts,
  findLinks,
  normaliseUserText,
  NO_WORDS,
  type UserTextRefusal,
} from '@lokalteil/domain/community/user-text'

export const MOST_CONDOLENCE = 1500
export const MOST_SIGNATURE = 80
/** Entries of one reader in one book, removed ones not counted. */
export const MOST_OF_A_READER = 3

/** `candle`: lit under a name, without words. One for each reader and deceased person. */
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

/** A postcode with its town, or a street with its number. */
const POSTCODE = /(?:^|[\s,(])(?:D-)?\d{5}\s+\p{Lu}\p{L}{2,}/u
const STREET = /\p{L}{2,}(?:straße|strasse|str\.|weg|allee|gasse|platz|ring|ufer|damm)\s+\d{1,4}\s?[a-z]?(?!\p{L}|\d)/iu
const LONE_STREET = /(?<!\p{L})(?:Straße|Strasse|Weg|Allee|Gasse|Platz|Ring|Ufer|Damm)\s+\d{1,4}\s?[a-z]?(?!\p{L}|\d)/u

export function hasHomeAddress(text: string): boolean {
  return POSTCODE.test(text) || STREET.test(text) || LONE_STREET.test(text)
}

/**
 * Removes the lines with contact data from a notice, and counts them. The place of a funeral may keep its street: a
 * chapel is not a home.
 */
export function withoutContacts(raw: string, isStreetAllowed = false): { text: string; removed: number } {
  const lines = normaliseUserText(raw, 'many').split('\n')
  const kept = lines.filter(
    (line) =>
      findContacts(line).length === 0 && findLinks(line).length === 0 && (isStreetAllowed || !hasHomeAddress(line)),
  )
  return { text: kept.join('\n').trim(), removed: lines.length - kept.length }
}
