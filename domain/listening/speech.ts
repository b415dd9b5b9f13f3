/** Reading a text aloud: its utterances, their duration, and the choice of a voice. */
import { splitSentences, toUtterances } from './sentences.ts'

/** A text spoken in one go, and the sentence it belongs to. */
export type Utterance = {
  text: string
  /** Index of its block. */
  block: number
  sentence: string
  /** Estimated, at normal speed. */
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

/** Collapses blanks and removes soft hyphens. */
export function toSpokenText(text: string): string {
  return text
    .replace(/\u00AD/g, '')
    .replace(/[\s\u00A0\u2009\u202F]+/g, ' ')
    .trim()
}

/** Start of each utterance in seconds, and the total as last element. */
export function toStarts(script: readonly Utterance[]): number[] {
  const starts = [0]
  for (const { seconds } of script) starts.push(starts.at(-1)! + seconds)
  return starts
}

/** The utterance spoken at this second. */
export function findUtterance(starts: readonly number[], seconds: number): number {
  const last = Math.max(0, starts.length - 2)
  const found = starts.findLastIndex((start) => start <= seconds + 0.01)
  return Math.min(Math.max(0, found), last)
}

/**
 * Skips about so many seconds forward or back, at least one utterance, because speaking can only start where an
 * utterance begins. A result equal to the number of utterances means the end.
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
 * A German voice of the device itself (`localService`). A remote voice would send the reader's text to its provider, so
 * it is never used. German of Germany first, then the system's preference.
 */
export function chooseVoice<V extends Voice>(voices: readonly V[]): V | null {
  const rank = ({ lang, default: isDefault }: V) => (/^de[-_]de$/i.test(lang) ? 2 : 0) + (isDefault ? 1 : 0)
  const german = voices.filter(({ lang, localService }) => localService && /^de(?:[-_]|$)/i.test(lang))
  return german.toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}

/** The parts of an article that are read aloud, in order, as plain text. Shapes of `ContentItem`. */
export type SpeakableItem =
  | { type: 'paragraph'; html: string }
  | { type: 'heading'; text: string }
  | { type: 'list'; items: readonly string[] }
  | { type: 'quote'; text: string; attribution: string }
  | { type: 'infoBox'; title: string; items: readonly SpeakableItem[] }
  | { type: 'question'; question: string; answer: readonly string[] }

const SPOKEN: ReadonlySet<string> = new Set(['paragraph', 'heading', 'list', 'quote', 'infoBox', 'question'])

/** `toPlain`: HTML to plain text. Tables, pictures and embeds are left out. */
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
