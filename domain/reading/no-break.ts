/**
 * Binds parts of German text that must stay on one line with a no-break space: number and unit, day and month, sign and number,
 * title and name, count and noun. Nothing else changes, and the function is idempotent. Long second words are not bound,
 * because that would tear holes into narrow columns. Compounds with a hyphen keep their letters and are kept whole when drawn
 * (`splitWhole`), so that copied, searched and indexed text equals the source.
 */
import { MONTHS } from '../german.ts'

const NO_BREAK = '\u00a0'

const MONTH = `(?:${MONTHS.join('|')}|Jan\\.|Feb\\.|Mrz\\.|Apr\\.|Jun\\.|Jul\\.|Aug\\.|Sept?\\.|Okt\\.|Nov\\.|Dez\\.)`
const UNITS = [
  '[€$£%‰°]|°C|Euro|Cent|[Cc]t|Dollar|Franken|Pfund|Prozent|Promille|Grad',
  'Mio\\.|Mrd\\.|Tsd\\.|Millionen?|Milliarden?|Billionen?|Tausend|Dutzend',
  'km/h|km²?|m[²³]?|cm|mm|dm|ha|kg|mg|g|t|ml|l|kWh?|MWh?|GWh?|TWh|kVA?|V|W|A|Hz|kHz|MHz|GHz|dB|PS|[kMGT]B|Mbit/s',
  'Meter[ns]?|Kilometer[ns]?|Zentimeter[ns]?|Millimeter[ns]?|Kubikmeter[ns]?',
  'Hektar|Zoll|Kilo|Kilogramm|Gramm|Tonnen?|Zentner|Liter[ns]?|Volt|Watt|Kilowatt|Megawatt',
  'Uhr|Sekunden?|Minuten?|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?|Min\\.|Std\\.|Sek\\.',
  'Punkten?|Toren?|Seiten?|Stimmen|Plätzen?',
].join('|')
const SIGNS =
  '§§?|S\\.|Art\\.|Nr\\.|Abs\\.|Kap\\.|Bd\\.|Ziff\\.|Jg\\.|Abb\\.|Tel\\.|Seite|Artikel|Paragraf|Kapitel|Linie|Nummer|Platz|[ABLK]'
const TITLES = 'Dr\\.|Prof\\.|Dipl\\.-Ing\\.|Mag\\.|Hr\\.|Fr\\.|St\\.'
/** Written with a blank inside: "z. B.", "i. d. R.", "v. Chr.". */
const ABBREVIATIONS = '(?:z|u|d|i|o|v|n|m|s|e)\\. (?=(?:[a-zäöüA-Z]|Chr|Co)\\.)'

const RULES: readonly RegExp[] = [
  // 12 Euro, 3,5 Mio., 20 km/h, 10 Uhr
  new RegExp(`(?<=[\\d½¼¾]) (?=(?:${UNITS})(?![\\p{L}\\d]))`, 'gu'),
  // 30 Rinder, 3 Kühe
  /(?<=\d) (?=\p{Lu}\p{Ll}{1,5}(?![\p{L}\d-]))/gu,
  // 1. FC, 3. Liga
  /(?<=(?<![\d.,])\d{1,2}\.) (?=\p{Lu}\p{L}{1,5}(?![\p{L}\d-]))/gu,
  // 3 : 2
  /(?<=(?<![\d:])\d{1,3}) : (?=\d{1,3}(?![\d:]))/g,
  // 24. November
  new RegExp(`(?<=(?<!\\d)\\d{1,2}\\.) (?=${MONTH}(?!\\p{L}))`, 'gu'),
  // S. 5, § 5, Linie 7
  new RegExp(`(?<=(?<![\\p{L}\\d])(?:${SIGNS})) (?=\\d)`, 'gu'),
  // Dr. X
  new RegExp(`(?<=(?<!\\p{L})(?:${TITLES})) (?=\\p{Lu})`, 'gu'),
  new RegExp(`(?<!\\p{L})${ABBREVIATIONS}`, 'gu'),
  // 14 000
  /(?<![\d,./-]|\d )[1-9]\d{0,2}(?: \d{3})+(?!\d)/g,
]

/** A count before a longer noun, which an earlier version of the rules bound. The binding is removed. */
const FREE = /(?<=\d)\u00a0(?=\p{Lu}\p{Ll}{6,11}(?![\p{L}\d-]))/gu

export function bindNumbers(text: string): string {
  if (!/[ \u00a0]/.test(text)) return text
  const free = text.replace(FREE, ' ')
  return RULES.reduce((bound, rule) => bound.replace(rule, (found) => found.replaceAll(' ', NO_BREAK)), free)
}

/** The same for the text between HTML tags. */
export function bindNumbersInHtml(html: string): string {
  return betweenTags(html, bindNumbers)
}

/** More no-break spaces than this are not tried one by one. */
const MOST_TRIED = 200

/** The text before `bindNumbers`: no-break spaces that it would set again become plain ones, all others stay. */
export function unbindNumbers(text: string): string {
  if (!text.includes(NO_BREAK)) return text
  const bound = bindNumbers(text)
  const plain = text.replaceAll(NO_BREAK, ' ')
  if (bindNumbers(plain) === bound) return plain
  const places = [...text.matchAll(/\u00a0/g)].map(({ index }) => index)
  if (places.length > MOST_TRIED) return text
  return places.reduce((known, at) => {
    const tried = `${known.slice(0, at)} ${known.slice(at + 1)}`
    return bindNumbers(tried) === bound ? tried : known
  }, text)
}

/** The same for the text between HTML tags. */
export function unbindNumbersInHtml(html: string): string {
  return betweenTags(html, unbindNumbers)
}

function betweenTags(html: string, change: (text: string) => string): string {
  if (!html.includes('<')) return change(html)
  return html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : change(part)))
    .join('')
}

/** 74-Jährige, 3:2-Sieg, Rot-Weiß, U-Bahn, 10–12: a number or a short first part, with a short second part. */
const WHOLE = /(?<![\p{L}\p{N}-])(?:(?:\d[\d.,:/]*|[\p{L}\d]{1,3})-\p{L}{1,14}|\d[\d.,:]*–\d[\d.,:]*)(?![\p{L}\p{N}])/gu

/** Every second part must stay on one line; the first part may be empty. The joined parts give the text again. */
export function splitWhole(text: string): string[] {
  if (!/[-–]/.test(text)) return [text]
  const parts: string[] = []
  let at = 0
  for (const { 0: whole, index } of text.matchAll(WHOLE)) {
    parts.push(text.slice(at, index), whole)
    at = index + whole.length
  }
  return [...parts, text.slice(at)]
}

/** HTML whose compounds stand in spans of the class `nowrap`. */
export function keepWholeInHtml(html: string): string {
  return betweenTags(html, (text) =>
    splitWhole(text)
      .map((part, index) => (index % 2 === 1 ? `<span class="nowrap">${part}</span>` : part))
      .join(''),
  )
}
