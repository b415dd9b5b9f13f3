/**
 * Removes phrases that feed generators add to a text: "The post … appeared first on …", "Weiterlesen", "[…]". Works on
 * finished blocks, whole sentences only, so that no text is lost. Widgets (share buttons, tracking pixels) are left out
 * by the visitor, see `body/boilerplate.ts`.
 */
import { toText } from '../body/body-html.ts'
import type { ContentItem } from '../parsed-document.ts'

const NAME = String.raw`(?:<a [^<>]*>)?(?:(?!<\/?a\b)[^]){1,300}?(?:<\/a>)?`
const CREDIT = new RegExp(
  String.raw`\s*(?:<br>\s*)*(?:<(?:i|em|strong|b)>)*(?:(?:The post|The article|Der Beitrag|Der Artikel|Dieser Beitrag) ${NAME} (?:(?:first )?appeared first on|was first published on|first appeared on|(?:erschien|ist) zuerst (?:auf|bei|in)|wurde zuerst (?:auf|bei) ${NAME} veröffentlicht|ist zuerst (?:auf|bei) ${NAME} erschienen)(?: ${NAME})?)\.?(?:<\/(?:i|em|strong|b)>)*\s*$`,
  'i',
)
const READ_ON = String.raw`(?:(?:hier |jetzt )?weiterlesen|weiter lesen|continue reading|keep reading|read more|read the rest)`
const READ_MORE = String.raw`(?:mehr lesen|mehr dazu|mehr erfahren|(?:den )?(?:ganzen|vollständigen) (?:artikel|beitrag) (?:lesen|ansehen)|beitrag lesen|artikel lesen|zum (?:ganzen )?(?:artikel|beitrag)|lesen sie mehr|mehr|more)`
const ARROW = String.raw`(?:→|»|›|&gt;{1,2}|>{1,2})`
const DOTS = String.raw`(?:…|\.\.\.)`
const QUOTED = String.raw`(?:\s*:?\s*(?:„[^“]{1,200}“|"[^"]{1,200}"))?`
/**
 * A link that only leads to the rest, or such words in brackets or before an arrow; the bare words in a sentence stay.
 */
const MORE_AT_END = new RegExp(
  String.raw`\s*(?:<br>\s*)*(?:<a [^<>]*>\s*[\[(]?${DOTS}?\s*(?:${READ_ON}\b(?:(?!<\/?a\b)[^]){0,200}?|${READ_MORE}${QUOTED}\s*${DOTS}?\s*${ARROW}?[\])]?\s*)<\/a>|[\[(]\s*${DOTS}?\s*(?:${READ_ON}|${READ_MORE})\s*${DOTS}?\s*[\])]|(?:${ARROW}\s*)?${READ_ON}\b[^<.!?]{0,120}(?:${ARROW}|${DOTS}))\s*${ARROW}?\s*$`,
  'i',
)
const CUT_OFF = /\s*(?:\[\s*(?:…|\.\.\.)\s*\]|\(\s*(?:…|\.\.\.)\s*\))\s*$/
const ALONE = new RegExp(
  String.raw`^(?:${ARROW}\s*)?(?:${READ_ON}\b.{0,200}|${READ_MORE}${QUOTED})\s*${DOTS}?\s*${ARROW}?$|^(?:share this|teilen(?: mit)?|gefällt mir|like this|loading|wird geladen|like loading|drucken|tweet|email this|subscribe now|jetzt abonnieren|leave a comment|kommentar hinterlassen|share)\s*(?::|\.\.\.|…)?(?:\s*(?:wird geladen|loading)\s*(?:…|\.\.\.)?)?$|^(?:dieser|der) (?:eintrag|beitrag) wurde (?:am .{1,60} )?(?:von .{1,60} )?(?:unter|in) .{1,120} (?:veröffentlicht|abgelegt)\b.{0,200}$|^original-content von: .{1,200}, übermittelt durch news aktuell$`,
  'i',
)

const isAlone = (text: string): boolean => text.length <= 400 && ALONE.test(text)

/** Characters. Boilerplate is at the end only, and the limit keeps the patterns fast. */
const TAIL = 2000

/** HTML without boilerplate at its end; '' if nothing else was in it. */
export function trimBoilerplate(html: string): string {
  let kept = html
  for (let round = 0; round < 4; round += 1) {
    const before = kept
    if (isAlone(toText(kept))) return ''
    const head = kept.slice(0, -TAIL)
    let tail = kept.slice(-TAIL).replace(CREDIT, '').replace(MORE_AT_END, '')
    if (CUT_OFF.test(tail)) tail = `${tail.replace(CUT_OFF, '').replace(/[\s,;:–-]+$/, '')} …`
    kept = head + tail
    if (kept === before) break
  }
  return kept === '…' || kept === ' …' ? '' : kept
}

/** Blocks without boilerplate. */
export function dropBoilerplate(items: readonly ContentItem[]): ContentItem[] {
  return items.flatMap((item): ContentItem[] => {
    if (item.type === 'heading') return isAlone(item.text) ? [] : [item]
    if (item.type === 'list') {
      const kept = item.items.filter((entry) => !isAlone(toText(entry)))
      return kept.length === 0 ? [] : [{ ...item, items: kept }]
    }
    if (item.type !== 'paragraph') return [item]
    const html = trimBoilerplate(item.html)
    return html === '' ? [] : [{ ...item, html }]
  })
}
