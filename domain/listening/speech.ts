/** Reading a text aloud: its utterances, how long they take, which voice speaks them. */
import { splitSentences, toUtterances } from './sentences.ts'

/** What is spoken in one go, and the sentence it belongs to. */
export type Utterance = {
  text: string
  /** Of the block the sentence stands in. */
  block: number
  sentence: string
  /** Estimated, at the voice's ordinary speed. */
  seconds: number
}

/** German voices speak about fourteen characters a second; a sentence ends with a pause. */
const CHARACTERS_A_SECOND = 14
const PAUSE_SECONDS = 0.35

export function toScript(blocks: readonly string[]): Utterance[] {
  return blocks.flatMap((block, index) =>
    splitSentences(toSpokenText(block)).flatMap(({ text: sentence }) =>
      toUtterances(sentence).map((text) => ({
        text,
        block: index,
        sentence,
        seconds: text.length / CHARACTERS_A_SECOND + PAUSE_SECONDS,
      })),
    ),
  )
}

/** One space where the page has several, and none of the marks that only hyphenate. */
export function toSpokenText(text: string): string {
  return text
    .replace(/\u00AD/g, '')
    .replace(/[\s\u00A0\u2009\u202F]+/g, ' ')
    .trim()
}

/** Seconds before each utterance, and of all at last. */
export function toStarts(script: readonly Utterance[]): number[] {
  const starts = [0]
  for (const { seconds } of script) starts.push(starts.at(-1)! + seconds)
  return starts
}

/** The utterance that is spoken at this second. */
export function findUtterance(starts: readonly number[], seconds: number): number {
  const last = Math.max(0, starts.length - 2)
  const found = starts.findLastIndex((start) => start <= seconds + 0.01)
  return Math.min(Math.max(0, found), last)
}

/**
 * Forward or back by about so many seconds, always by one utterance at least, because the text is only entered where one
 * begins. The number of utterances: behind the last.
 */
export function skipUtterances(starts: readonly number[], from: number, seconds: number): number {
  const count = starts.length - 1
  const goal = starts[Math.min(from, count)]! + seconds
  const nearest = starts.reduce(
    (best, start, index) => (Math.abs(start - goal) < Math.abs(starts[best]! - goal) ? index : best),
    0,
  )
  if (seconds > 0) return Math.min(count, Math.max(from + 1, nearest))
  return Math.max(0, Math.min(from - 1, nearest))
}

export type Voice = { lang: string; localService: boolean; default: boolean; name: string }

/**
 * A German voice of the device itself. One that lives elsewhere would be sent what this reader reads (`localService`), so
 * it counts as none. German of Germany first, then what the reader's system prefers.
 */
export function chooseVoice<V extends Voice>(voices: readonly V[]): V | null {
  const rank = ({ lang, default: isDefault }: V) => (/^de[-_]de$/i.test(lang) ? 2 : 0) + (isDefault ? 1 : 0)
  const german = voices.filter(({ lang, localService }) => localService && /^de(?:[-_]|$)/i.test(lang))
  return german.toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}

/** What of an article is read aloud, in its order, as plain text. Shapes of `ContentItem`. */
export type SpeakableItem =
  | { type: 'paragraph'; html: string }
  | { type: 'heading'; text: string }
  | { type: 'list'; items: readonly string[] }
  | { type: 'quote'; text: string; attribution: string }
  | { type: 'infoBox'; title: string; items: readonly SpeakableItem[] }
  | { type: 'question'; question: string; answer: readonly string[] }

const SPOKEN: ReadonlySet<string> = new Set(['paragraph', 'heading', 'list', 'quote', 'infoBox', 'question'])

/** `toPlain`: HTML to its words. Tables, pictures and what others made are looked at, not heard. */
export function toBlocks(
  items: readonly (SpeakableItem | { type: string })[],
  toPlain: (html: string) => string,
): string[] {
  return items
    .flatMap((one) => {
      if (!SPOKEN.has(one.type)) return []
      const item = one as SpeakableItem
      switch (item.type) {
        case 'paragraph':
          return [toPlain(item.html)]
        case 'heading':
          return [item.text]
        case 'list':
          return item.items.map(toPlain)
        case 'quote':
          return [item.text, item.attribution]
        case 'infoBox':
          return [item.title, ...toBlocks(item.items, toPlain)]
        case 'question':
          return [item.question, ...item.answer.map(toPlain)]
      }
    })
    .map(toSpokenText)
    .filter((text) => text !== '')
}
