/**
 * Recognises texts of agencies and press offices for editors, not readers: previews and schedules, notices to the desk,
 * lists of offered pieces, press invitations. Genre and the shape of the headline decide; they are put aside with the
 * reason. Blocks for editors at the end of an article (notepad, contacts of the desk, research links) are removed and
 * named. Texts for readers stay: "Achtung Autofahrer", previews of matches, telephone numbers for witnesses.
 */
import { toText } from './body-html.ts'
import { shorten } from './house-style.ts'
import type { ContentItem, ParsedDocument } from '../parsed-document.ts'

/** Genres for editors only, by name in any case. */
const GENRES = new Set([
  'achtung',
  'advisory',
  'daybook',
  'hinweis an die redaktion',
  'korrekturhinweis',
  'planungshinweis',
  'programm',
  'redaktioneller hinweis',
  'redaktionshinweis',
  'schedule',
  'tagesplan',
  'tagesplanung',
  'tagesvorschau',
  'terminhinweis',
  'terminvorschau',
  'themenplan',
  'themenvorschau',
  'vorschau',
  'wochenvorschau',
])

const AGENCY = String.raw`(?:dpa|dpa-?\w+|afp|ap|apa|dts|epd|idea|kna|ots|reuters|sid|sda|ans|keystone-sda)`
const PLAN = String.raw`(?:(?:tages|wochen(?:end)?|monats|halbjahres|jahres|abend|früh|mittags|termin|themen|sport|audio|video|foto|bild|grafik|text|kultur|wirtschafts|politik|regional|landes)?-?(?:vorschau|vorausschau|programm|planung|plan|übersicht|angebot|budget|termine|themen)|terminkalender|kalender|tagesplan)`
const DESK = String.raw`(?:die |alle |unsere )?(?:redaktion(?:en)?|desks?|kunden|bezieher|abnehmer|abonnenten|medien(?:vertreter(?:innen)?)?|presse(?:vertreter(?:innen)?)?|journalist(?:en|innen)?)`

const HEADLINES: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(String.raw`^${AGENCY}(?:[-/ ]+[\p{L}\d]+){0,3}?[-/ ]+${PLAN}(?![\p{L}])`, 'iu'),
    'a preview or schedule of an agency',
  ],
  [
    new RegExp(String.raw`^(?:${PLAN}) (?:der |des |von )?${AGENCY}(?![\p{L}])`, 'iu'),
    'a preview or schedule of an agency',
  ],
  [
    /^(?:tagesvorschau|terminvorschau|themenvorschau|themenplanung|tagesplanung|planungshinweis|vorausmeldung)(?![\p{L}])/iu,
    'a preview or schedule',
  ],
  [
    new RegExp(
      String.raw`^achtung[\s,:!–-]+(?:an )?(?:${DESK}(?![\p{L}])|sperrfrist|korrektur|berichtigung|streichung|meldung|text|bild|foto|rückzug|zurückgezogen)`,
      'iu',
    ),
    'a notice to the desk',
  ],
  [
    new RegExp(
      String.raw`^(?:eil(?:ige)?[ -])?(?:berichtigung|korrektur(?:hinweis|meldung)?|richtigstellung|hinweis|mitteilung|information|bitte|nachricht|streichung|rückruf|sperrung)e?n? (?:an|für) ${DESK}(?![\p{L}])`,
      'iu',
    ),
    'a notice to the desk',
  ],
  [new RegExp(String.raw`^an (?:die|alle) (?:redaktion(?:en)?|desks?)(?![\p{L}])`, 'iu'), 'a notice to the desk'],
  [
    /^(?:redaktioneller hinweis|redaktionshinweis|redaktionelle hinweise|technischer hinweis|kundenhinweis|kundeninformation|dienstlicher hinweis|zur kenntnis der redaktionen?)(?![\p{L}])/iu,
    'a notice to the desk',
  ],
  [
    /^(?:advisory|note to editors|editors:|kill advisory|correction advisory|ap advisory|mediaadvisory|media advisory)(?![\p{L}])/iu,
    'a notice to the desk',
  ],
  [
    /^(?:die )?folgende[nr]? (?:\S+ ){0,3}?(?:lesestücke|stücke|texte|berichte|korr-berichte|beiträge|meldungen|zusammenfassungen|themen|features|reportagen|bilder|grafiken|videos|audios|termine)(?![\p{L}]).*(?:aktuell|geplant|verfügbar|angeboten|im angebot|liegen vor|vorgesehen|gesendet|ressorts?)/iu,
    'a list of pieces on offer',
  ],
  [
    /^(?:lesestücke|unsere angebote|themen des tages für redaktionen|audio-programm|video-programm)(?![\p{L}])/iu,
    'a list of pieces on offer',
  ],
  [
    new RegExp(
      String.raw`^(?:(?:presse|medien)(?:einladung|termin)|einladung (?:an ${DESK}|zu[mr] (?:presse|medien)[\p{L}-]+)|terminhinweis(?:e)? (?:für|an) ${DESK}|(?:foto|bild|medien|presse)termin(?:hinweis)?|akkreditierung(?:shinweis)?)(?![\p{L}])`,
      'iu',
    ),
    'an invitation of the press',
  ],
  [
    new RegExp(
      String.raw`^(?:ihre? )?(?:ansprechpartner(?:innen)?|kontakte?)(?: (?:der|für|in der|bei) (?:die |der )?(?:${AGENCY}[- ]?)?redaktion(?:en)?)?$`,
      'iu',
    ),
    'contacts of a desk',
  ],
]

/** "POL-AUE: ", "FW-HRO: ": the code of a press office. */
const PRESS_OFFICE = /^\p{Lu}{2,5}-[\p{Lu}-]{1,12}:\s*/u

/** Why a document is not for readers; null: it is. A withdrawal always passes. */
export function findEditorNote(document: ParsedDocument): string | null {
  if (document.status !== 'usable') return null
  const genre = document.classes.genres.find(({ name }) => GENRES.has(name.trim().toLowerCase()))
  if (genre !== undefined) return `for editors: genre "${genre.name}"`
  const title = document.title.replace(PRESS_OFFICE, '')
  for (const line of [title, `${document.titlePrefix} ${title}`.trim()]) {
    const found = HEADLINES.find(([pattern]) => pattern.test(line))
    if (found !== undefined) return `for editors: ${found[1]} ("${shorten(line, 80)}")`
  }
  return null
}

const PHONE =
  /(?:\+\d{2}[\d\s()/–-]{6,}|\b0\d{2,5}[\s/)–-]+\d[\d\s–-]{3,}|\b(?:tel(?:efon)?|fon|mobil|telefax|fax|durchwahl)\b\s*\.?\s*:?\s*[+(\d])/i
const MAIL = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,}/
const ADDRESS = /\bhttps?:\/\/|\bwww\.[\w-]+\.|\bdpaq\.de\//i

/** After these headings nothing is for readers. */
const HARD =
  /^[#*\s]*(?:notizblock|(?:die )?(?:folgenden? )?(?:informationen|angaben|kontaktdaten|telefonnummern)\b.{0,60}\b(?:nicht (?:zur|für die) veröffentlichung|nur für (?:die )?redaktion(?:en)?)\b.*|nicht (?:zur|für die) veröffentlichung(?: bestimmt)?|nur (?:zur information )?für (?:die )?redaktion(?:en)?)[#*:\s]*$/i
/** Headings of a block for editors. */
const SOFT = new RegExp(
  String.raw`^[#*+\s]*(?:kontakte?(?:daten)? (?:der|für die|zur|für|in der) (?:${AGENCY}[- ]?)?redaktion(?:en)?|(?:ihre? )?ansprechpartner(?:in|innen)? (?:der|für die|in der) (?:${AGENCY}[- ]?)?redaktion(?:en)?|ihre? ansprechpartner(?:in|innen)?|${AGENCY}[- ]kontakte?|redaktionelle[rn]? hinweise?|hinweise? (?:an|für) (?:die )?redaktion(?:en)?|weiterführende links?(?:\s*\/?\s*internet)?|links? (?:für|zur) (?:die )?(?:redaktion(?:en)?|recherche)|pressekontakte?|medienkontakte?|kontakt (?:für (?:die )?(?:presse|medien)|presse)|rückfragen (?:von |der |für )?(?:(?:medien|presse)(?:vertreter(?:n|innen)*)?|journalist(?:en|innen))? ?(?:bitte )?(?:an|richten sie bitte an)|(?:für )?(?:presse|medien)?rückfragen(?: bitte)?(?: an| steht .{1,80} zur verfügung)?)[#*:.\s]*$`,
  'iu',
)
/** A separate line with contacts: "Redaktion Politik – Tel.: +49 30 …", "Autor/in: Eva Muster (Berlin), +49 …". */
const CONTACT_LINE = new RegExp(
  String.raw`^[-–•*\s]*(?:(?:${AGENCY}[- ])?(?:chef)?redaktion(?:sleitung)?(?: [\p{L}/& -]{2,40})?|autor(?:in|/in|:in)?(?:nen)?|reporter(?:in)?|foto(?:redaktion)?|newsdesk|chef vom dienst|chefin vom dienst|cvd|(?:ihre? )?ansprechpartner(?:in|innen)?|pressekontakt|pressestelle|medienkontakt|rückfragen (?:von |der )?(?:medien|presse|journalist)\S*(?: bitte)? an|kontakt (?:der|für die|zur) redaktion(?:en)?)\s*[:–—,(-]`,
  'iu',
)
/** A closing line such as "dpa kre/su yysw a3 lön mda". */
const CLOSING_LINE =
  /^[#*\s]*(?:dpa|afp|epd|kna|apa|sid)(?:[-/]\w{2,4})?(?: [a-zäöüß]{2,4}(?:\/[a-zäöüß]{2,4})*)(?: [a-zäöüß\d]{1,5}){1,6}$/
const SEPARATOR = /^(?:[#*_=–—-]\s*){2,}$|^#{1,6}\s/

const isContact = (text: string): boolean => PHONE.test(text) || MAIL.test(text)
const isShort = (text: string): boolean => text.length <= 260

type Block = { item: ContentItem; text: string; isHeading: boolean; isList: boolean }

function toBlock(item: ContentItem): Block {
  const text =
    item.type === 'paragraph'
      ? toText(item.html)
      : item.type === 'heading'
        ? item.text
        : item.type === 'list'
          ? item.items.map((html) => toText(html)).join('\n')
          : item.type === 'infoBox'
            ? item.title
            : ''
  return { item, text: text.trim(), isHeading: item.type === 'heading', isList: item.type === 'list' }
}

/** Whether the block continues a block for editors that began above. */
function isInside({ item, text, isHeading, isList }: Block): boolean {
  if (item.type === 'infoBox') return HARD.test(text) || SOFT.test(text)
  if (text === '') return false
  if (HARD.test(text) || SOFT.test(text) || CLOSING_LINE.test(text) || SEPARATOR.test(text)) return true
  if (isHeading) return /^(?:internet|orte?|links?|kontakte?|termine?|redaktion)\b/i.test(text)
  if (isList) return text.split('\n').every((line) => isContact(line) || ADDRESS.test(line) || isShort(line))
  return (
    isShort(text) && (isContact(text) || ADDRESS.test(text) || CONTACT_LINE.test(text) || !/[.!?…]["“]?$/.test(text))
  )
}

function isStart({ item, text, isList }: Block): boolean {
  if (text === '') return false
  if (item.type === 'infoBox') return HARD.test(text) || SOFT.test(text)
  if (HARD.test(text) || SOFT.test(text)) return true
  const lines = text.split('\n')
  if (isList) return lines.every((line) => CONTACT_LINE.test(line) && isContact(line))
  if (!isShort(text))
    return /^(?:rückfragen (?:von |der )?(?:medien|presse|journalist)|pressekontakt:)/i.test(text) && isContact(text)
  return (
    CLOSING_LINE.test(text) || (CONTACT_LINE.test(text) && isContact(text)) || /^rückfragen\b.{0,60}\ban:/i.test(text)
  )
}

/**
 * Removes the blocks for editors. Such a block begins with its heading or a line of contacts and ends before the next
 * text for readers; after "Notizblock" everything is removed.
 */
export function dropDeskBlocks(items: readonly ContentItem[]): { items: ContentItem[]; dropped: string[] } {
  const blocks = items.map(toBlock)
  const kept: ContentItem[] = []
  const dropped: string[] = []
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]!
    if (!isStart(block)) {
      kept.push(block.item)
      continue
    }
    let end = index + 1
    if (HARD.test(block.text) && block.item.type !== 'infoBox') end = blocks.length
    else while (end < blocks.length && isInside(blocks[end]!)) end += 1
    dropped.push(
      `"${shorten(block.text.replace(/\s+/g, ' '), 60)}"${end - index === 1 ? '' : ` and ${end - index - 1} more`}`,
    )
    // A separator above is a part of it.
    while (kept.length > 0 && SEPARATOR.test(toBlock(kept.at(-1)!).text)) kept.pop()
    index = end - 1
  }
  return { items: kept, dropped }
}
