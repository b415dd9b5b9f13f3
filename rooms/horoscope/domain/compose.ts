/**
 * The horoscope of a publication, a sign and a day: always the same, never the same for two signs of a day, and for one sign
 * not the same sentence within a fortnight. It is made up of sentences and says so wherever it is shown.
 */
import { SENTENCES, type SentenceKind } from './sentences.ts'
import { SIGNS, type SignKey } from './signs.ts'

export type Horoscope = { mood: string; love: string; work: string; week: string }

const DAY = 86_400_000
/** From one sign to the next, and from one day to the next: both without a divisor in common with forty. */
const PER_SIGN = 3
const PER_DAY = 17
/** After each round of all sentences the kinds move on differently, so that not the same ones meet again. */
const PER_ROUND: Readonly<Record<SentenceKind, number>> = { mood: 3, love: 5, work: 9, week: 3 }

/** `day` is a day key, 2026-11-23. */
export function composeHoroscope(publication: string, sign: SignKey, day: string): Horoscope {
  const number = Math.round(Date.parse(`${day}T00:00:00Z`) / DAY)
  // The first day of 1970 was a Thursday: weeks begin on Mondays.
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

/** The same for a text, whatever else. */
function toNumber(text: string): number {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum
}
