/**
 * Finds the search words in a text for highlighting. The database compares stems, and this uses the same stemming of
 * endings (the first two steps of Snowball for German), so that "Haus" marks "Häuser". The unfinished last word marks
 * the beginnings of words.
 */
import { toSearchWords } from './search-words.ts'

/** Stop words: they find nothing and would be marked everywhere. */
const UNMARKED = new Set(
  (
    'der die das den dem des ein eine einen einem einer eines und oder aber in im am an auf aus bei mit nach von vom zu zum ' +
    'zur fur uber um als auch ist sind war wird wie was wer wo so es er sie wir ihr ich du nicht kein keine sich dass'
  ).split(' '),
)
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const BETWEEN_TAGS = /(<[^>]*>|&(?:[a-z]+|#\w+);)/i
const LEAST_PREFIX = 3

type Part = { text: string; isHit: boolean }
type MarkHits = { (text: string): Part[]; inHtml: (html: string) => string }

/** `term`: as typed. The joined parts give the text again. */
export function createMarks(term: string): MarkHits {
  const words = toSearchWords(term).filter((word) => !UNMARKED.has(word))
  const stems = new Set(words.map(toStem))
  const last = words.at(-1) ?? ''
  const prefix = last.length >= LEAST_PREFIX && !/\s$/.test(term) ? last : null

  const isHit = (word: string) => {
    const [folded] = toSearchWords(word)
    return folded !== undefined && (stems.has(toStem(folded)) || (prefix !== null && folded.startsWith(prefix)))
  }
  const toParts = (text: string): Part[] => {
    if (stems.size === 0) return [{ text, isHit: false }]
    const parts: Part[] = []
    let at = 0
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (!isHit(word)) continue
      if (index > at) parts.push({ text: text.slice(at, index), isHit: false })
      parts.push({ text: word, isHit: true })
      at = index + word.length
    }
    return at < text.length || parts.length === 0 ? [...parts, { text: text.slice(at), isHit: false }] : parts
  }
  const inHtml = (html: string) =>
    html
      .split(BETWEEN_TAGS)
      .map((piece, index) =>
        index % 2 === 1
          ? piece
          : toParts(piece)
              .map((part) => (part.isHit ? `<mark>${part.text}</mark>` : part.text))
              .join(''),
      )
      .join('')
  return Object.assign(toParts, { inHtml })
}

/**
 * The word without its endings. Endings are searched after the first consonant that follows a vowel, and after at least
 * three letters.
 */
function toStem(word: string): string {
  const found = /[aeiouy][^aeiouy]/.exec(word)
  const start = found === null ? word.length : Math.max(3, found.index + 2)
  const drop = (text: string, ending: RegExp) => {
    const match = ending.exec(text)
    return match !== null && match.index >= start ? text.slice(0, match.index) : text
  }
  const first = drop(word, /(?:em|ern|er|en|es|e)$/)
  const stripped = first === word ? drop(word, /(?<=[bdfghklmnrt])s$/) : first
  const second = drop(stripped, /(?:en|er|est)$/)
  return second === stripped ? drop(stripped, /(?<=...[bdfghklmnt])st$/) : second
}
