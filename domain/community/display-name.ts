/**
 * Rules for a reader's display name. Accepted: letters of German and neighbouring languages, digits and a few marks, so
 * that no two names look alike. Refused: names that contain the whole name of an author, of the paper, or of one of its
 * departments. Two names that read alike are the same name.
 */
import { DISPLAY_NAME_MAX, DISPLAY_NAME_MIN } from './discussion.ts'
import { LETTERS } from '../german-text.ts'
import { checkUserText, findPossiblePhones, type WordLists } from './user-text.ts'

type DisplayNameRefusal = 'empty' | 'too_short' | 'too_long' | 'characters' | 'reserved' | 'word' | 'contact'
export type DisplayNameVerdict =
  | { kind: 'fine'; name: string; key: string }
  | { kind: 'refused'; code: DisplayNameRefusal }

const OFFICES = [
  'redaktion',
  'moderation',
  'moderator',
  'administrator',
  'admin',
  'chefredakt',
  'leserservice',
  'support',
  'kundenservice',
  'pressestelle',
  'verlag',
]

/** `people`: authors of the publication. `papers`: its own names. */
export function checkDisplayName(
  raw: string,
  { people, papers }: { people: readonly string[]; papers: readonly string[] },
  words: WordLists,
): DisplayNameVerdict {
  const verdict = checkUserText(raw, {
    lines: 'one',
    min: DISPLAY_NAME_MIN,
    max: DISPLAY_NAME_MAX,
    links: 0,
    contacts: 'refuse',
    words: { refuse: [...words.refuse, ...words.hold], hold: [] },
  })
  if (verdict.kind !== 'fine')
    return {
      kind: 'refused',
      code: verdict.kind === 'held' ? 'word' : verdict.code === 'too_many_links' ? 'contact' : verdict.code,
    }
  const name = verdict.text
  if (findPossiblePhones(name).length > 0) return { kind: 'refused', code: 'contact' }
  if (!/^[\p{Script=Latin}0-9][\p{Script=Latin}0-9 .'’_-]*$/u.test(name)) return { kind: 'refused', code: 'characters' }
  // A letter without an equivalent in a–z would be missing in the key, although the eye reads it as another letter.
  if (/[^a-z0-9 .'’_-]/.test(foldLetters(name))) return { kind: 'refused', code: 'characters' }
  const key = toNameKey(name)
  if (key.length < DISPLAY_NAME_MIN) return { kind: 'refused', code: 'characters' }
  const isOffice = OFFICES.some((office) => key.includes(toNameKey(office)))
  const isTaken = people.some((person) => isOfPerson(name, person)) || papers.some((paper) => isOfPaper(name, paper))
  return isOffice || isTaken ? { kind: 'refused', code: 'reserved' } : { kind: 'fine', name, key }
}

/** Digits that are read as letters. Not used in the key, because for readers "Anna 3" is not "Annae". */
const READ_AS: Readonly<Record<string, string>> = { '3': 'e', '4': 'a', '7': 't', '8': 'b' }

const toReadKey = (text: string): string => toNameKey(text.replace(/[3478]/g, (digit) => READ_AS[digit]!))

function toWords(name: string): string[] {
  return name.split(/[^\p{L}\p{N}]+/u).filter((word) => toReadKey(word) !== '')
}

const TITLES: ReadonlySet<string> = new Set(['dr', 'prof', 'med', 'phil', 'dipl', 'ing'])

/** All words of the person's name in any order, with or without other words, written apart or as one. */
function isOfPerson(name: string, person: string): boolean {
  const all = toWords(person)
  const main = all.filter((word) => Array.from(word).length > 1 && !TITLES.has(word.toLowerCase()))
  const words = main.length > 1 ? main : all
  const whole = toReadKey(words.join(''))
  if (whole.length < DISPLAY_NAME_MIN) return false
  // A single name such as "Lena" is reserved only if it is the whole display name.
  if (words.length === 1) return toReadKey(name) === whole
  const written = toWords(name)
  const keys = new Set(written.map(toReadKey))
  if (words.every((word) => keys.has(toReadKey(word)))) return true
  const orders = new Set(listOrders(words.slice(0, 4)).map((order) => toReadKey(order.join(''))))
  return listRuns(written).some((run) => orders.has(toReadKey(run)))
}

/** Joins neighbouring words in every combination. */
function listRuns(words: readonly string[]): string[] {
  return words.flatMap((_, start) =>
    words.slice(start).map((_word, more) => words.slice(start, start + more + 1).join('')),
  )
}

function listOrders(words: readonly string[]): string[][] {
  if (words.length < 2) return [[...words]]
  return words.flatMap((word, at) => listOrders(words.toSpliced(at, 1)).map((rest) => [word, ...rest]))
}

/** From this length on, a paper's name does not occur in another word by chance. */
const LEAST_PART = 6

function isOfPaper(name: string, paper: string): boolean {
  const key = toReadKey(paper)
  if (key.length < DISPLAY_NAME_MIN) return toReadKey(name) === key && key !== ''
  return key.length < LEAST_PART
    ? listRuns(toWords(name)).some((run) => toReadKey(run) === key)
    : toReadKey(name).includes(key)
}

/** Letters that Unicode does not decompose, and the letters they are read as. */
const FOLDED: Readonly<Record<string, string>> = { ...LETTERS, ȷ: 'j', ħ: 'h', ŧ: 't', ŋ: 'n', ĸ: 'k' }

function foldLetters(name: string): string {
  return name
    .toLowerCase()
    .replace(/./gu, (letter) => FOLDED[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
}

/**
 * The same key for names that read alike: capitals, accents, spaces, digits for letters and doubled letters do not
 * count.
 */
export function toNameKey(name: string): string {
  return foldLetters(name)
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[0|]/g, 'o')
    .replace(/[1il]/g, 'i')
    .replaceAll('5', 's')
    .replace(/(.)\1+/g, '$1')
}
