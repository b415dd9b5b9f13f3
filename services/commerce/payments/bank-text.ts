/**
 * Transliterates names and texts into the SEPA character set: Latin letters without accents, digits and / - ? : ( ) . , ' +.
 * German letters are spelled out, Cyrillic and Greek ones as in passports. Other characters become a blank.
 */
import { LETTERS } from '@lokalteil/domain/german-text'

const LATIN: Readonly<Record<string, string>> = {
  ...LETTERS,
  ẞ: 'SS',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
  ə: 'e',
  '&': '+',
  '€': 'EUR',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '’': "'",
  '‘': "'",
  ʼ: "'",
}

const CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'а a|б b|в v|г g|ґ g|д d|ђ dj|ѓ g|е e|ё yo|є ye|ж zh|з z|ѕ dz|и i|і i|ї yi|й y|ј j|к k|ќ k|л l|љ lj|м m|н n|њ nj|о o|п p|' +
    'р r|с s|т t|ћ c|у u|ў u|ф f|х kh|ц ts|ч ch|џ dz|ш sh|щ shch|ъ |ы y|ь |э e|ю yu|я ya|қ q|ғ gh|ә a|ң ng|ө o|ұ u|ү u|һ h'
  )
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
)

/** Pairs of letters first. */
const GREEK: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'ου ou|αυ av|ευ ev|ηυ iv|γγ ng|γξ nx|γχ nch|α a|β v|γ g|δ d|ε e|ζ z|η i|θ th|ι i|κ k|λ l|μ m|ν n|ξ x|ο o|π p|ρ r|σ s|ς s|' +
    'τ t|υ y|φ f|χ ch|ψ ps|ω o'
  )
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
)

const GREEK_PART = new RegExp(Object.keys(GREEK).join('|'), 'giu')
const MARKS = /\p{M}+/gu

/** 'Łukasz Größe & Söhne' is 'Lukasz Groesse + Soehne', 'Юрій Шевченко' is 'Yuriy Shevchenko'. May be ''. */
export function toBankText(text: string, most: number): string {
  const spelled = Array.from(
    text.normalize('NFKC'),
    (letter) => spell(letter, LATIN) ?? spell(letter, CYRILLIC) ?? letter,
  )
    .join('')
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(GREEK_PART, (part) => spell(part, GREEK) ?? part)
  return Array.from(spelled, (letter) => spell(letter, LATIN) ?? letter)
    .join('')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/ +/g, ' ')
    .replace(/^[ /]+/, '')
    .slice(0, most)
    .replace(/[ /]+$/, '')
}

/** True if at least one Latin letter of the name is left. */
export function isBankName(text: string): boolean {
  return /[A-Za-z]/.test(toBankText(text, 70))
}

/** A capital letter is spelled like the small one, with a capital first letter. */
function spell(letter: string, table: Readonly<Record<string, string>>): string | undefined {
  const found = table[letter]
  if (found !== undefined) return found
  const small = table[letter.toLowerCase()]
  return small === undefined || letter === letter.toLowerCase()
    ? small
    : `${small.slice(0, 1).toUpperCase()}${small.slice(1)}`
}
