/**
 * The name under which a reader writes. Latin letters, digits and a few marks, so that none looks like another; never the
 * name of somebody who writes for the paper, of the paper, or of an office of it; two names that read alike are the same.
 */
import { DISPLAY_NAME_MAX, DISPLAY_NAME_MIN } from './discussion.ts'
import { checkUserText, type WordLists } from './user-text.ts'

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

/** `taken`: of people who write for the publication, and the publication's own names. */
export function checkDisplayName(raw: string, taken: readonly string[], words: WordLists): DisplayNameVerdict {
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
  if (!/^[\p{Script=Latin}0-9][\p{Script=Latin}0-9 .'’_-]*$/u.test(name)) return { kind: 'refused', code: 'characters' }
  const key = toNameKey(name)
  if (key.length < DISPLAY_NAME_MIN) return { kind: 'refused', code: 'characters' }
  const isOffice = OFFICES.some((office) => key.includes(toNameKey(office)))
  if (isOffice || taken.some((other) => isAlike(key, toNameKey(other)))) return { kind: 'refused', code: 'reserved' }
  return { kind: 'fine', name, key }
}

function isAlike(key: string, other: string): boolean {
  return other.length >= DISPLAY_NAME_MIN && key === other
}

/** The same for names that read alike: capitals, accents, spaces, digits for letters and doubled letters do not count. */
export function toNameKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[0|]/g, 'o')
    .replace(/[1il]/g, 'i')
    .replaceAll('5', 's')
    .replace(/(.)\1+/g, '$1')
}
