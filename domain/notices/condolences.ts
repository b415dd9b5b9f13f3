/**
 * What readers write into a book of condolence. Kept as plain text; addresses, numbers and links never come into it, because
 * a book is read by everybody and its writers are found by those who prey on mourners.
 */
export const MOST_CONDOLENCE = 1500
export const MOST_SIGNATURE = 80
/** Of one reader in one book, those that were refused not counted. */
export const MOST_OF_A_READER = 3

/** `candle`: lit under a name, without words. Once a reader and person. */
export const ENTRY_KINDS = ['condolence', 'candle'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]
/** `waiting` is seen by its writer and the moderator alone. */
export const ENTRY_STATES = ['waiting', 'shown', 'refused'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** Why a moderator does not show something; told to its writer (DSA Art. 17). */
export const REFUSAL_REASONS = ['offending', 'false', 'advertising', 'private-data', 'foreign-name', 'family', 'other'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** Why somebody reports an entry (DSA Art. 16). */
export const REPORT_REASONS = ['offending', 'false', 'private-data', 'foreign-name', 'unlawful', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export type TextFault = 'missing' | 'too-long' | 'link' | 'email' | 'phone' | 'address'

/** One spelling: no control characters, no more than one empty line, no spaces at the ends. */
export function toCleanText(text: string): string {
  return text
    .normalize('NFC')
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n]|[\u2028\u2029]/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The same on one line. */
export function toCleanLine(text: string): string {
  return toCleanText(text).replace(/\n+/g, ' ')
}

/** Of cleaned text; null: it may be shown to a moderator. */
export function findTextFault(text: string, most: number): TextFault | null {
  if (text === '') return 'missing'
  if (text.length > most) return 'too-long'
  return findContact(text)
}

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}\s?(?:@|\(at\)|\[at\])\s?[\p{L}\p{N}-]{1,63}(?:\.|\(dot\))[\p{L}]{2,}/iu
const LINK = /https?:\/\/|\bwww\.|\b[\p{L}\p{N}-]{2,63}\.(?:de|com|net|org|info|eu|at|ch|io|shop|online|biz)\b(?!\w)/iu
/** Seven digits or more, with what stands between them in numbers of telephones, behind a 0 or a +. */
const PHONE = /(?:\+|\b0)\s?[1-9](?:[\s./()-]{0,2}\d){5,14}/
/** A postcode with its place, or a street with its number. */
const POSTCODE = /(?:^|[\s,(])(?:D-)?\d{5}\s+\p{Lu}\p{L}{2,}/u
const STREET = /\p{L}{2,}(?:straße|strasse|str\.|weg|allee|gasse|platz|ring|ufer|damm)\s+\d{1,4}\s?[a-z]?(?:\b|$)/iu
const LONE_STREET = /\b(?:Straße|Strasse|Weg|Allee|Gasse|Platz|Ring|Ufer|Damm)\s+\d{1,4}\s?[a-z]?\b/u

/** By what somebody could be reached; null: nothing of the kind. */
export function findContact(text: string): Extract<TextFault, 'link' | 'email' | 'phone' | 'address'> | null {
  if (EMAIL.test(text)) return 'email'
  if (LINK.test(text)) return 'link'
  if (PHONE.test(text)) return 'phone'
  return POSTCODE.test(text) || STREET.test(text) || LONE_STREET.test(text) ? 'address' : null
}

/**
 * The text of a notice without the lines by which mourners could be reached, and how many were left out. Where a funeral is
 * held may be said with its street: the address of a chapel is nobody's home.
 */
export function withoutContacts(text: string, isPlaceAllowed = false): { text: string; removed: number } {
  const lines = text.split('\n')
  const kept = lines.filter((line) => {
    const found = findContact(line)
    return found === null || (found === 'address' && isPlaceAllowed)
  })
  return { text: toCleanText(kept.join('\n')), removed: lines.length - kept.length }
}
