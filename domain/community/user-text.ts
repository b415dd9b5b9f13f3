/**
 * Checks for every text a reader writes (comments, condolences, questions), before it is stored and before it is shown.
 * `checkUserText` returns the text to store or the reason of its refusal. It never changes words; it removes only
 * invisible characters (control characters, text direction marks, zero-width characters). Telephone numbers, mail
 * addresses and account numbers are found in disguise, too. Where they are not refused, every page must show the text
 * through `hideContacts`. HTML escaping is left to the page.
 */

export type UserTextRules = {
  /** `one`: a name, a place, a headline; line breaks become spaces. */
  lines: 'one' | 'many'
  /** Length limits in characters as `countCharacters` counts them, after invisible characters were removed. */
  min: number
  max: number
  /** Most links the text may have. */
  links: number
  /**
   * `refuse`: certain contacts are refused. `hold`: as `refuse`, and digits that may be a telephone number go to a
   * moderator. `allow`: only for texts that every page shows through `hideContacts`.
   */
  contacts: 'refuse' | 'hold' | 'allow'
  words: WordLists
}

/** In the format of `findListedWords`. */
export type WordLists = {
  /** A text with one of these is refused; its author is asked to rephrase it. */
  refuse: readonly string[]
  /** A text with one of these waits for a moderator before it is shown. */
  hold: readonly string[]
}
export const NO_WORDS: WordLists = { refuse: [], hold: [] }

/** @obituaries */
export type UserTextRefusal = 'empty' | 'too_short' | 'too_long' | 'too_many_links' | 'contact' | 'word'
export type UserTextVerdict =
  | { kind: 'fine'; text: string }
  | { kind: 'held'; text: string; words: readonly string[] }
  | { kind: 'refused'; code: UserTextRefusal }

export function checkUserText(raw: string, rules: UserTextRules): UserTextVerdict {
  // Invisible characters could hide megabytes. No honest text is four times as long as it looks.
  if (raw.length > rules.max * 4) return { kind: 'refused', code: 'too_long' }
  const text = normaliseUserText(raw, rules.lines)
  const length = countCharacters(text)
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)) return { kind: 'refused', code: 'empty' }
  if (length < rules.min) return { kind: 'refused', code: 'too_short' }
  if (length > rules.max) return { kind: 'refused', code: 'too_long' }
  if (rules.contacts !== 'allow' && findContacts(text).length > 0) return { kind: 'refused', code: 'contact' }
  if (findLinks(text).length > rules.links) return { kind: 'refused', code: 'too_many_links' }
  if (findListedWords(text, rules.words.refuse).length > 0) return { kind: 'refused', code: 'word' }
  const numbers = rules.contacts === 'hold' ? findPossiblePhones(text) : []
  const words = [...findListedWords(text, rules.words.hold), ...numbers]
  return words.length > 0 ? { kind: 'held', text, words } : { kind: 'fine', text }
}

/** Counts code points, as the counter beside the field does, in browser and server alike. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

// Direction marks, zero-width characters, soft hyphens, tags, private use, unassigned code points. The zero-width
// joiner between two emoji stays.
const UNSEEN =
  // oxlint-disable-next-line no-misleading-character-class -- the joiner and the marks stand alone
  /(?<!\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D|\u200D(?!\p{Extended_Pictographic})|[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFD\p{Co}\p{Noncharacter_Code_Point}\u{E0000}-\u{E0FFF}]/gu

export function normaliseUserText(raw: string, lines: 'one' | 'many'): string {
  const text = raw
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g, '')
    .replace(UNSEEN, '')
    .normalize('NFC')
    // At most two combining marks on a letter: a pile of them covers the lines above and below.
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/[^\S\n]+/g, (run) => (run === '\u00A0' || run === '\u202F' ? run : ' '))
  if (lines === 'one') return text.replace(/\s*\n\s*/g, ' ').trim()
  return text
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

// ── Links

const LINK =
  /\b(?:https?:\/\/|www\.)[^\s<>"]{1,2000}|\b(?<![@.-])[a-z0-9](?:[a-z0-9-]{0,62}\.){1,4}(?:de|com|net|org|info|eu|at|ch|io|ru|cn|biz|shop|xyz|top|online|site|club|app|me|tv|ly|gg|to|cc)\b(?:\/[^\s<>"]{0,2000})?/gi

export function findLinks(text: string): string[] {
  return [...text.matchAll(LINK)].map(([link]) => link)
}

// ── Contacts

export type Contact = { kind: 'email' | 'phone' | 'iban'; start: number; end: number }

const AT = String.raw`(?:\s{0,2}[([{<]\s?(?:at|ät|a|@)\s?[)\]}>]\s{0,2}|\s?@\s?)`
const DOT = String.raw`(?:\s{0,2}[([{<]\s?(?:dot|punkt|\.)\s?[)\]}>]\s{0,2}|\s(?:dot|punkt)\s|\.)`
const EMAILS = [
  new RegExp(
    String.raw`[\p{L}\p{N}][\p{L}\p{N}.+_-]{0,63}${AT}[\p{L}\p{N}-]{1,63}(?:${DOT}[\p{L}\p{N}-]{1,63}){0,3}${DOT}[a-z]{2,24}(?![\p{L}\p{N}])`,
    'giu',
  ),
  // Written without brackets, only before a known top-level domain: "max at gmx.de", "max ät gmx punkt de".
  /[\p{L}\p{N}][\p{L}\p{N}.+_-]{0,63}\s(?:at|ät)\s[\p{L}\p{N}-]{2,63}(?:\.|\s(?:dot|punkt)\s)(?:de|com|net|org|info|eu|at|ch)(?![\p{L}\p{N}])/giu,
]
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){3,7}(?:[ -]?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/giu
// Starts with 0 or a country code; at most three separators in a row. Each match is examined further.
const DIGITS = /(?<![\p{L}\p{N}.,])(?:\+|\(\s?\+|\(?0)(?:[ \u00A0\u202F()/.\-–]{0,3}\d){6,15}(?!\d)/gu
// A local number, without area code, counts only beside a word such as "Telefon".
const NAMED_PHONE =
  /(?<!\p{L})(?:tel|telefon|telefonnummer|fon|handy|handynummer|mobil|mobilnummer|rufnummer|durchwahl|whatsapp|signal|telegram|ruf(?:t|en)? (?:mich )?(?:an )?(?:unter)|anrufen unter|erreichbar unter)(?!\p{L})[^\p{L}\p{N}]{0,4}(?:(?:nr|nummer|unter|lautet|ist)(?!\p{L})[^\p{L}\p{N}]{0,4}){0,2}(\d(?:[ \u00A0\u202F()/.\-–]{0,3}\d){4,15})/giu
// Dates, which start with the same digits as a telephone number: 03.11.2026, 03.11., 05/2026, 08.–10.11.
const DATE =
  /(?<!\d)(?:0?[1-9]|[12]\d|3[01])\.(?:\s?[-–]\s?(?:0?[1-9]|[12]\d|3[01])\.)?\s?(?:0?[1-9]|1[0-2])\.(?:\s?(?:19|20)\d\d|\d\d)?(?!\d)|(?<!\d)(?:0?[1-9]|1[0-2])\/(?:19|20)\d\d(?!\d)/g

// 08.00 - 12.00, 8:30–12 Uhr, 09:00 Uhr.
const CLOCK = String.raw`(?:[01]?\d|2[0-4])[.:][0-5]\d`
const HOURS = new RegExp(
  String.raw`(?<![\d.:/-])${CLOCK}(?:\s?Uhr)?\s?[-–/]\s?(?:${CLOCK}|(?:[01]?\d|2[0-4])(?=\s?Uhr))(?:\s?Uhr|(?![\d:/-]|\.\d))|(?<![\d.:/-])${CLOCK}\s?Uhr`,
  'gu',
)
// Words before a number that is not a telephone number.
const OTHER_NUMBER =
  /(?<!\p{L})(?:isbn|issn|ean|gtin|doi|plz|postleitzahl(?:en)?|flurstücke?|flur|gemarkung|grundbuch(?:blatt)?|blatt|aktenzeichen|az|geschäftszeichen|drucksache|vorlage|beschluss|(?:artikel|bestell|auftrags|rechnungs|kunden|vertrags|mitglieds|vorgangs|modell|teile|serien|zähler|konto|kurs|zug)(?:nr|nummer)|konto|din|iso|hrb|hra)(?!\p{L})[^\p{L}\p{N}]{0,4}(?:(?:nr|nummer|en|iso|ist|lautet)(?!\p{L})[^\p{L}\p{N}]{0,4}){0,2}(?:[\d./ –-]{1,25})?$/iu

/**
 * Whether digits are certainly a telephone number: with a country code, a mobile prefix, or an area code and a number
 * of German length.
 */
function isSurelyPhone(found: string, before: string): boolean {
  const digits = found.replace(/\D/g, '')
  if (/^\(?\s?\+/.test(found)) return digits.length >= 8
  if (OTHER_NUMBER.test(before)) return false
  if (/^00[1-9]/.test(digits)) return digits.length >= 10
  if (/^01[5-7]/.test(digits)) return digits.length >= 10 && digits.length <= 13
  // Area codes have two to five digits after the zero; a local number never starts with another zero.
  const [area = '', ...rest] = found.replace(/^\(/, '').split(/[ \u00A0\u202F()/.\-–]+/)
  const number = rest.join('')
  if (number === '') return /^0[2-9]\d{8,10}$/.test(area)
  return /^0[2-9]\d{1,4}$/.test(area) && /^[1-9]\d{3,9}$/.test(number) && digits.length >= 9
}

function listDigits(folded: string): { start: number; end: number; isSure: boolean }[] {
  const left = [DATE, HOURS].reduce((text, pattern) => text.replace(pattern, (part) => 'x'.repeat(part.length)), folded)
  return [...left.matchAll(DIGITS)].map((at) => {
    const isSure = isSurelyPhone(at[0], left.slice(Math.max(0, at.index - 60), at.index))
    return { start: at.index, end: at.index + at[0].length, isSure }
  })
}

/** Digits that may be a telephone number, but also a land parcel, a land register sheet or postcodes. */
export function findPossiblePhones(text: string): string[] {
  const { folded } = foldShapes(text)
  return listDigits(folded).flatMap(({ start, end, isSure }) => (isSure ? [] : [folded.slice(start, end).trim()]))
}

/** Positions of certain contacts in `text`, in order and without overlaps. */
export function findContacts(text: string): Contact[] {
  const { folded, origin } = foldShapes(text)
  const found: Contact[] = []
  const add = (kind: Contact['kind'], from: number, to: number) => {
    found.push({ kind, start: origin[from] ?? 0, end: origin[to] ?? text.length })
  }
  for (const pattern of EMAILS)
    for (const at of folded.matchAll(pattern)) add('email', at.index, at.index + at[0].length)
  for (const at of folded.matchAll(IBAN)) {
    if ((at[0].match(/\d/g)?.length ?? 0) >= 12) add('iban', at.index, at.index + at[0].length)
  }
  for (const { start, end, isSure } of listDigits(folded)) if (isSure) add('phone', start, end)
  for (const at of folded.replace(DATE, (date) => 'x'.repeat(date.length)).matchAll(NAMED_PHONE)) {
    const end = at.index + at[0].length
    add('phone', end - (at[1]?.length ?? 0), end)
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const apart: Contact[] = []
  for (const contact of found) if (contact.start >= (apart.at(-1)?.end ?? 0)) apart.push(contact)
  return apart
}

/** The text as pages may show it, with `mark` in place of every contact. */
export function hideContacts(text: string, mark: string): string {
  let shown = ''
  let end = 0
  for (const contact of findContacts(text)) {
    shown += text.slice(end, contact.start) + mark
    end = contact.end
  }
  return shown + text.slice(end)
}

/** Maps wide, bold, circled and raised digits and letters to plain ones. `origin` maps positions back into the text. */
function foldShapes(text: string): { folded: string; origin: number[] } {
  let folded = ''
  const origin: number[] = []
  let at = 0
  for (const character of text) {
    const plain = character.normalize('NFKC')
    for (let index = 0; index < plain.length; index += 1) origin.push(at)
    folded += plain
    at += character.length
  }
  origin.push(at)
  return { folded, origin }
}

// ── Words

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
}

/**
 * The list entries that the text contains. `wort` is a whole word, `wort*` a beginning, `*wort*` any part of a word,
 * `zwei worte` a phrase. Capitals, accents, digits for letters, stretched and spaced letters make no difference.
 */
export function findListedWords(text: string, list: readonly string[]): string[] {
  if (list.length === 0) return []
  // Reads the text twice: with digits as letters and with digits as digits, because "1488" on a list means the digits.
  const readings = [foldWords(text, true), foldWords(text, false)]
  return list.filter((entry) => {
    const start = entry.startsWith('*')
    const end = entry.endsWith('*')
    const bare = entry.slice(start ? 1 : 0, end ? -1 : undefined)
    return readings.some((reading, index) => {
      const word = foldWords(bare, index === 0).trim()
      return word !== '' && reading.includes(`${start ? '' : ' '}${word}${end ? '' : ' '}`)
    })
  })
}

/** Words in lower case with one space before and after each. */
function foldWords(text: string, asLetters: boolean): string {
  let letters = text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
  letters = letters.normalize('NFKD').replace(/\p{M}/gu, '')
  // Only inside a word: "10 Euro" stays a number.
  if (asLetters)
    letters = letters.replace(/(?<=\p{L})[0134579!@$]|[0134579@$](?=\p{L})/gu, (sign) => LOOKALIKES[sign] ?? sign)
  const words = letters
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.replace(/(.)\1+/gu, '$1'))
  const joined: string[] = []
  let apart = ''
  for (const word of [...words, '  ']) {
    if (word.length === 1) {
      apart += word
      continue
    }
    if (apart !== '') joined.push(apart.length > 2 ? apart.replace(/(.)\1+/gu, '$1') : Array.from(apart).join(' '))
    apart = ''
    if (word !== '  ') joined.push(word)
  }
  return ` ${joined.join(' ')} `
}
