/**
 * Sets agency text in our house style: German quotation marks and dashes, whole sentences, bylines as names, headlines
 * without production marks. Every rule keeps the words; only punctuation, spaces and production notes change. Quotes:
 * «…» and "…" become „…“, inside them ‚…‘; an inch mark after a digit and other languages stay.
 */

/** Correction text if the agency flags a correction without a sentence for readers. */
export const CORRECTED_TEXT = 'Dieser Text wurde nach der ersten Veröffentlichung berichtigt.'
export const CORRECTED_PICTURE = 'Die Angaben zu diesem Bild wurden nach der ersten Veröffentlichung berichtigt.'

/** Windows-1252 bytes that were read as Latin-1: quotation marks, dashes, the euro. U+0085 alone is a line break. */
const HAS_C1 = /[\u0080-\u0084\u0086-\u009f]/
const C1 = /[\u0080-\u009f]/g
const WINDOWS = new TextDecoder('windows-1252')
/** Characters that no database or reader can use: controls, non-characters, lone surrogates. */
const UNWANTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff\ufffe\uffff]/g
/** Line breaks that HTML does not treat as white space; without them words would be joined. */
const OTHER_BREAKS = /[\u000b\u0085\u2028\u2029]/g
const SPACES = /[ \t\r\n\f]+/g

/** One line without control characters; no-break spaces stay. */
export function toLine(text: string): string {
  return toPlain(text).replace(SPACES, ' ').trim()
}

/** Like `toLine`, for running text: line breaks stay. */
export function toPlain(text: string): string {
  const own = HAS_C1.test(text) ? text.replace(C1, (sign) => WINDOWS.decode(Uint8Array.of(sign.charCodeAt(0)))) : text
  return own.toWellFormed().replace(OTHER_BREAKS, ' ').replace(UNWANTED, '')
}

export function escapeHtml(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') : text
}

/** Sets the quotation marks of one block after the other; call `set` for each of its text nodes in order. */
export type Typesetter = { set(text: string): string; nextBlock(): void }

const MARKS = /[«»‹›"'`´]| -{1,2}(?= )/g
const HAS_MARKS = /[«»‹›"'`´]| -/
const LETTER = /[\p{L}\p{N}]/u
const OPENS_AFTER = /[\s([{„‚/–—-]/

export function createTypesetter(language: string): Typesetter {
  if (!/^de\b/i.test(language)) return { set: (text) => text, nextBlock: () => {} }
  let last = ''
  let isOpen = false
  let isInnerOpen = false
  /** Books use `»so«`: the first guillemet of a block decides which one opens. */
  let opening = ''

  const quote = (opens: boolean): string => {
    if (opens && isOpen && !isInnerOpen) {
      isInnerOpen = true
      return '‚'
    }
    if (!opens && isInnerOpen) {
      isInnerOpen = false
      return '‘'
    }
    isOpen = opens
    return opens ? '„' : '“'
  }

  return {
    nextBlock() {
      last = ''
      opening = ''
      isOpen = false
      isInnerOpen = false
    },
    set(text) {
      if (text === '') return text
      const before = last
      last = text.slice(-1)
      if (!HAS_MARKS.test(text)) {
        if (isOpen && text.includes('“')) isOpen = false
        return text
      }
      return text.replace(MARKS, (mark, at: number) => {
        const previous = at === 0 ? before : text.charAt(at - 1)
        const next = text.charAt(at + mark.length)
        if (mark.startsWith(' -')) return ' –'
        if (mark === '«' || mark === '»') {
          if (opening === '') opening = mark
          return quote(mark === opening)
        }
        if (mark === '‹' || mark === '›') return (opening === '»' ? mark === '›' : mark === '‹') ? '‚' : '‘'
        if (mark === '"') {
          const opens =
            previous === '' || OPENS_AFTER.test(previous) || (!isOpen && LETTER.test(next) && !LETTER.test(previous))
          if (!opens && !isOpen && /\d/.test(previous)) return mark
          return quote(opens)
        }
        if (LETTER.test(previous)) return '’'
        return LETTER.test(next) && /\d/.test(next) ? '’' : mark
      })
    },
  }
}

/** A single line in house style. */
export function setLine(text: string, language: string): string {
  const line = toLine(text)
  return HAS_MARKS.test(line) ? createTypesetter(language).set(line) : line
}

const ABBREVIATIONS = new Set(
  'abs art bd best bspw bzw ca chr co corp dipl dr ebd einschl engl etc ev evtl fa feat ff frl geb gegr gem ggf hl hr hrsg inc inkl insb int ing jh jhdt jr jun kap lat lt ltd mag max mba mi min mind mio mr mrd mrs ms nr okt op orig pl prof qm rd resp rev röm s sen sog st std str tel tsd u usf usw v vgl vol vs z zit zt jan feb mär apr jul aug sep sept nov dez mo di do fr sa so univ'.split(
    ' ',
  ),
)
const SENTENCE_END = /[.!?…][“‘"”»)]*(?= +[„‚"«»(]?[\p{Lu}\p{N}–])/gu

/** Offsets after the ends of sentences; abbreviations, dates ("4. Mai") and initials do not end one. */
function* sentenceEnds(text: string): Generator<number> {
  for (const match of text.matchAll(SENTENCE_END)) {
    const at = match.index
    if (match[0].startsWith('.')) {
      let from = at
      while (from > 0 && /[\p{L}\p{N}]/u.test(text.charAt(from - 1)) && at - from < 12) from -= 1
      const word = text.slice(from, at)
      if (/^\d{1,2}$/.test(word) || /^\p{L}$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase())) continue
    }
    yield at + match[0].length
  }
}

export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  let from = 0
  for (const end of sentenceEnds(text)) {
    sentences.push(text.slice(from, end).trim())
    from = end
  }
  const rest = text.slice(from).trim()
  if (rest !== '') sentences.push(rest)
  return sentences
}

/** The first sentence, and the text after it. */
export function cutFirstSentence(text: string): { sentence: string; rest: string } {
  for (const end of sentenceEnds(text)) return { sentence: text.slice(0, end), rest: text.slice(end).trimStart() }
  return { sentence: text, rest: '' }
}

/** A headline from a sentence: whole if short, else up to the end of a clause, else up to a word and "…". */
export function toHeadline(sentence: string): string {
  const line = sentence.replace(/[.…]+$/, '').trim()
  if (line.length <= 100) return line
  const head = line.slice(0, 101)
  let best = -1
  for (const joint of head.matchAll(/ – |[:;] |, (?!(?:dass|ob|um|wie|was|wer|wo) )/g)) {
    const before = head.slice(0, joint.index)
    const isInQuote = before.lastIndexOf('„') > before.lastIndexOf('“')
    if (joint.index >= 35 && !isInQuote) best = joint.index
  }
  if (best > 0) return head.slice(0, best)
  const word = head.slice(0, 96).lastIndexOf(' ')
  return `${head
    .slice(0, word > 20 ? word : 95)
    .replace(/[ ,;:–-]+$/, '')
    .toWellFormed()} …`
}

/** Shortens at a word, for fields with a maximum length. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 2)
  const space = cut.lastIndexOf(' ')
  return `${(space > length / 2 ? cut.slice(0, space) : cut).toWellFormed()} …`
}

const BY = /^(?:von|by|av|por|text|autor(?:in)?)\b:?\s+/i
const AGENCY =
  /^(?:dpa|dpa[-/]\w+|afp|ap|reuters|apa|epd|kna|sid|ntb|tt|europa press|associated press|redaktion|(?:mit )?material(?: von)? \w+)$/i

/** "Von Marco Krefting und Sunrita Sen, dpa" → the two names. Agencies are not authors. */
export function toAuthors(byline: string): string[] {
  const names: string[] = []
  for (const part of toLine(byline)
    .replace(BY, '')
    .split(/\s*[,;/]\s*|\s+(?:und|and|y|och|&)\s+/)) {
    const name = part
      .replace(/\s*\([^()]*\)\s*$/, '')
      .replace(BY, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (name === '' || name.length > 80 || AGENCY.test(name) || /[@<>]|https?:/.test(name) || names.includes(name))
      continue
    names.push(name)
    if (names.length === 12) break
  }
  return names
}

/** `wolter.ines`, `jwolf` or a mail address is a login; a name has a space or a capital. */
export const isLogin = (text: string): boolean => text.includes('@') || /^[a-z0-9][a-z0-9._-]*$/.test(text.trim())

/** Removes notes for editors from a caption: the related story, the wire, the credit (which has its own field). */
export function cleanCaption(caption: string): string {
  return toLine(caption)
    .replace(/\s*\(zu dpa [^()]*\)/gi, '')
    .replace(/\s*\+{3}[^+]*\+{3}\s*$/g, '')
    .replace(/\s*Foto: [^.]{1,80}$/, '')
    .trim()
}

const CITIES_AND_AGENCY = /^(.{1,120}?\((?:[^()]{2,40})\))\s*[-–—]{0,2}\s*$/

/** "Waghäusel (dpa) - " → "Waghäusel (dpa) – "; '' if there is none. */
export function toDateline(dateline: string): string {
  const line = toLine(dateline)
  if (line === '') return ''
  const place = CITIES_AND_AGENCY.exec(line)?.[1] ?? line.replace(/\s*[-–—]+$/, '')
  return `${place} – `
}
