/**
 * Composes the horoscope of a publication, sign and day from fixed sentences, and every page says so. Deterministic; two signs
 * never share a sentence on a day, and a sign does not repeat one within two weeks.
 */
import { SENTENCES, type SentenceKind } from './sentences.ts'
import { SIGNS, type SignKey } from './signs.ts'

export type Horoscope = { mood: string; love: string; work: string; week: string }

const DAY = 86_400_000
/** Steps through the forty sentences from sign to sign and from day to day; both are coprime to forty. */
const PER_SIGN = 3
const PER_DAY = 17
/** After each round through all sentences each kind shifts by another step, so that combinations change. */
const PER_ROUND: Readonly<Record<SentenceKind, number>> = { mood: 3, love: 5, work: 9, week: 3 }

/** `day` is a day key, 2026-11-23. */
export function composeHoroscope(publication: string, sign: SignKey, day: string): Horoscope {
  const number = Math.round(Date.parse(`${day}T00:00:00Z`) / DAY)
  // Weeks begin on Monday; 1 January 1970 was a Thursday.
  const week = Math.floor((number + 3) / 7)
  const pick = (kind: SentenceKind, turn: number, shift = 0) => toSentence(publication, kind, sign, turn, shift)
  return {
    mood: pick('mood', number),
    love: pick('love', number),
    work: pick('work', number),
    week: `${pick('week', week)} ${pick('week', week, SENTENCES.week.length / 2)}`,
  }
}

function toSentence(publication: string, kind: SentenceKind, sign: SignKey, turn: number, shift: number): string {
  const sentences: readonly string[] = SENTENCES[kind]
  const round = Math.floor(turn / sentences.length)
  const place =
    toNumber(`${publication} ${kind}`) +
    SIGNS.findIndex(({ key }) => key === sign) * PER_SIGN +
    turn * PER_DAY +
    round * PER_ROUND[kind] +
    shift
  return sentences[place % sentences.length]!
}

/** A hash of the text. */
function toNumber(text: string): number {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum
}
