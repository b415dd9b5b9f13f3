/**
 * Finds the ends of sentences in German text, for reading aloud. A full stop ends a sentence only if the next text
 * begins another one: not in abbreviations, ordinals, dates, initials and numbers. When in doubt two sentences stay
 * together, which disturbs less than a sentence cut in two.
 */

/** Positions of the sentence in the text; `end` is behind its last character. */
export type Sentence = { start: number; end: number; text: string }

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Abbreviations in lower case, without their last full stop. They never end a sentence. */
const ABBREVIATIONS = words(
  'abb abs allg art aug az bd bearb begr bes betr bez bf bspw ca chr dez dipl dr ebd ehem einschl ev evtl exkl feb fr frhr ' +
    'gem gen geb gegr gest ggf ggü hbf hl hr hrsg ing inh inkl insb int jan jg jr jh jhd jun kath kap kfm lic lt max med min ' +
    'mind mio mo möbl mr mrd mrs ms nov nr okt ord orig phil pf prof pos rd ref reg resp rer sen sept sog spec st stellv str ' +
    'tel tsd urspr verh verw vgl vorm zit zzgl zzt bzw dgl',
)
/** Abbreviations that may end a sentence, if the next word often begins one. */
const CLOSING_ABBREVIATIONS = words('usw etc ff uvm')
const STARTERS = words(
  'aber alle als am an andere auch auf aus bei bis damit danach dann darum das dass dazu deshalb der die dies diese dieser ' +
    'doch dort ein eine einen einer er erst es für gegen heute hier ich ihr im immer in ja jeder jetzt kein man mehr mit ' +
    'morgen nach nein noch nun nur ob oder ohne schon sein seine seit sie so sogar trotzdem über um und unter viele vom von ' +
    'vor wann warum was weil wenn wer wie wieder wir wo zu zum zur zwei',
)
const OPENING = '„‚»›«"\'(['
const CLOSING = '“‘”’«»‹›"\')]'
const END = /[.!?…]+/g

export function splitSentences(text: string): Sentence[] {
  const found: Sentence[] = []
  let start = 0
  for (const match of text.matchAll(END)) {
    let end = match.index + match[0].length
    while (end < text.length && CLOSING.includes(text[end]!)) end++
    if (end < text.length && !/\s/.test(text[end]!)) continue
    if (!isEnd(text, match.index, match[0], end)) continue
    add(found, text, start, end)
    start = end
  }
  add(found, text, start, text.length)
  return found
}

function add(found: Sentence[], text: string, from: number, to: number): void {
  const raw = text.slice(from, to)
  const sentence = raw.trim()
  if (!/[\p{L}\p{N}]/u.test(sentence)) return
  const start = from + raw.length - raw.trimStart().length
  found.push({ start, end: start + sentence.length, text: sentence })
}

function isEnd(text: string, at: number, mark: string, end: number): boolean {
  const after = text.slice(end).trimStart()
  if (after === '') return true
  const next = after.replace(new RegExp(`^[${OPENING.replace(/[[\]]/g, '\\$&')}]+`), '')
  if (!/^[\p{Lu}\p{N}]/u.test(next)) return false
  if (mark !== '.') return true
  // A quotation closed after its full stop is a sentence.
  if (end > at + 1) return true
  const before = /[\p{L}\p{N}]+$/u.exec(text.slice(0, at))?.[0] ?? ''
  const word = before.toLowerCase()
  const isStarting = STARTERS.has((/^\p{L}+/u.exec(next)?.[0] ?? '').toLowerCase())
  if (/^\p{L}$/u.test(before)) return false
  if (/^\d{1,3}$/.test(before) && !/[\d.,:]$/.test(text.slice(0, at - before.length))) return isStarting
  if (/^[IVX]+$/.test(before)) return isStarting
  if (CLOSING_ABBREVIATIONS.has(word)) return isStarting
  return !ABBREVIATIONS.has(word)
}

/** Longest utterance in characters; some voices fall silent in the middle of longer ones. */
const LONGEST_UTTERANCE = 220

/** Cuts a sentence into utterances, where a speaker would breathe. */
export function toUtterances(sentence: string, longest = LONGEST_UTTERANCE): string[] {
  const parts: string[] = []
  let rest = sentence.trim()
  while (rest.length > longest) {
    const head = rest.slice(0, longest)
    const breath = Math.max(...[', ', '; ', ': ', ' – '].map((mark) => head.lastIndexOf(mark)))
    const space = head.lastIndexOf(' ')
    const cut = breath > longest / 3 ? breath + 1 : space > 0 ? space : longest
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  if (rest !== '') parts.push(rest)
  return parts
}
