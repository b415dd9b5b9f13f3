/**
 * What must stand on one line in German text: a number and its unit, a day and its month, a sign and its number, a title
 * and the name, a count and what is counted. The blank between them becomes a no-break space; nothing else of a text changes,
 * and doing it twice changes nothing. Long second words stay free to break by their hyphens.
 */
import { MONTHS } from '../german.ts'

const NO_BREAK = '\u00a0'

const MONTH = `(?:${MONTHS.join('|')}|Jan\\.|Feb\\.|Mrz\\.|Apr\\.|Jun\\.|Jul\\.|Aug\\.|Sept?\\.|Okt\\.|Nov\\.|Dez\\.)`
const UNITS = [
  '[€$£%‰°]|°C|Euro|Cent|[Cc]t|Dollar|Franken|Pfund|Prozent(?:punkten?)?|Promille|Grad',
  'Mio\\.|Mrd\\.|Tsd\\.|Millionen?|Milliarden?|Billionen?|Tausend|Dutzend',
  'km/h|km²?|m[²³]?|cm|mm|dm|ha|kg|mg|g|t|ml|l|kWh?|MWh?|GWh?|TWh|kVA?|V|W|A|Hz|kHz|MHz|GHz|dB|PS|[kMGT]B|Mbit/s',
  'Meter[ns]?|Kilometer[ns]?|Zentimeter[ns]?|Millimeter[ns]?|Quadratmeter[ns]?|Quadratkilometer[ns]?|Kubikmeter[ns]?',
  'Hektar|Zoll|Kilo|Kilogramm|Gramm|Tonnen?|Zentner|Liter[ns]?|Volt|Watt|Kilowatt|Megawatt|Kilowattstunden?|Stundenkilometer[n]?',
  'Uhr|Sekunden?|Minuten?|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?|Min\\.|Std\\.|Sek\\.',
  'Punkten?|Toren?|Seiten?|Stimmen|Plätzen?',
].join('|')
const SIGNS =
  '§§?|S\\.|Art\\.|Nr\\.|Abs\\.|Kap\\.|Bd\\.|Ziff\\.|Jg\\.|Abb\\.|Tel\\.|Seite|Artikel|Paragraf|Kapitel|Linie|Nummer|Platz|[ABLK]'
const TITLES = 'Dr\\.|Prof\\.|Dipl\\.-Ing\\.|Mag\\.|Hr\\.|Fr\\.|St\\.'
/** Spelled with a blank inside: "z. B.", "i. d. R.", "v. Chr.". */
const ABBREVIATIONS = '(?:z|u|d|i|o|v|n|m|s|e)\\. (?=(?:[a-zäöüA-Z]|Chr|Co)\\.)'

const RULES: readonly RegExp[] = [
  // 12 Euro, 3,5 Mio., 20 km/h, 10 Uhr
  new RegExp(`(?<=[\\d½¼¾]) (?=(?:${UNITS})(?![\\p{L}\\d]))`, 'gu'),
  // 30 Rinder, 14.000 Haushalte
  /(?<=\d) (?=\p{Lu}\p{Ll}{1,11}(?![\p{L}\d-]))/gu,
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

export function bindNumbers(text: string): string {
  if (!/[ ]/.test(text)) return text
  return RULES.reduce((bound, rule) => bound.replace(rule, (found) => found.replaceAll(' ', NO_BREAK)), text)
}

/** The same between the tags. */
export function bindNumbersInHtml(html: string): string {
  return html.includes('<')
    ? html
        .split(/(<[^>]*>)/)
        .map((part) => (part.startsWith('<') ? part : bindNumbers(part)))
        .join('')
    : bindNumbers(html)
}
