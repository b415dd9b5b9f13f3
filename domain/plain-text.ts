/** Plain text from sanitised HTML, for uses outside of pages: structured data, mails, push messages. */

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
/** Tags that separate words. */
const BREAKS = /<\/?(?:br|p|li|ul|ol|div|h[1-6]|tr|td|th|blockquote|figcaption|dt|dd)\b[^>]*>/gi

/** One line: tags are removed and entities decoded once; words on both sides of a line break stay separate. */
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

/** The same without no-break spaces, for texts that are searched or cut. */
export const toPlainLine = (html: string): string => toPlainText(html).replace(/\s+/g, ' ')
