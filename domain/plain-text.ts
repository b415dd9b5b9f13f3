/** Text made from cleaned HTML, for what is no page: structured data, mails, messages on a screen. */

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '',
}
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi
/** Where one of these begins or ends, a word does. */
const BREAKS = /<\/?(?:br|p|li|ul|ol|div|h[1-6]|tr|td|th|blockquote|figcaption|dt|dd)\b[^>]*>/gi

/** One line: tags go, entities are resolved once, words that a line break parted stay apart. */
export function toPlainText(html: string): string {
  return html
    .replace(BREAKS, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : whole
      const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
      return point <= 0x10ffff ? String.fromCodePoint(point) : ''
    })
    .replace(/\p{Cc}+|[^\S\u00a0\u202f]+/gu, ' ')
    .trim()
    .toWellFormed()
}
