/** Texts of the content service as the mail contract takes them. */

/** What the mail contract takes as a path. */
export const MAIL_PATH = /^\/(?!\/)[\w\-.~%/?=&#+:@]{0,400}$/

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
}

export function toLine(text: string, most: number): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}

/** A teaser's text without its few tags, ended at a word. */
export function toPlainText(html: string, most: number): string {
  const text = html
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : whole
        const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
        return point <= 0x10ffff ? String.fromCodePoint(point) : ''
      },
    )
    .replace(/\p{Cc}+|\s+/gu, ' ')
    .trim()
  if (text.length <= most) return text.toWellFormed()
  const cut = text.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()} …`.toWellFormed()
}
