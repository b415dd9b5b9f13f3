/** Comparing, sorting and slugs of German text. Separate from `german.ts`, because no first view needs it. */

/** Letters that Unicode does not decompose, and German umlauts, with their plain spelling. */
export const LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * One spelling for comparing and searching: lower case, ä and ae alike, ß and ss alike, no accents.
 * 'Müller', 'MUELLER' and 'Mu\u0308ller' fold to the same text.
 */
export function foldGerman(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[äöüßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
}

/** Slug for addresses: 'Größe & Straße' → 'groesse-strasse'. Cut at the end of a word; '' when nothing is left. */
export function slugOf(text: string, maxLength = 80): string {
  const slug = foldGerman(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (slug.length <= maxLength) return slug
  const cut = slug.slice(0, maxLength + 1)
  const end = cut.lastIndexOf('-')
  return end > 0 ? cut.slice(0, end) : slug.slice(0, maxLength)
}

/** Dictionary order (DIN 5007-1): ä sorts as a, ß as ss, case and accents do not count. */
export function toSortKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .trim()
}

export function compareGerman(a: string, b: string): number {
  const left = toSortKey(a)
  const right = toSortKey(b)
  if (left !== right) return left < right ? -1 : 1
  return a === b ? 0 : a < b ? -1 : 1
}

/** The letter under which a name is listed: 'Ärger' → 'A'; '#' if it does not begin with a letter. */
export function toInitial(text: string): string {
  const first = toSortKey(text).charAt(0).toUpperCase()
  return /[A-Z]/.test(first) ? first : '#'
}
