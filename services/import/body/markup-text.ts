/** Plain text of lines with possible markup or HTML entities: headlines, names, categories. */
import { Parser } from 'htmlparser2'
import { toLine } from './house-style.ts'

const MARKUP =
  /<(?:\/?(?:a|abbr|b|bdi|big|br|cite|code|del|div|em|font|h[1-6]|i|img|ins|mark|p|q|s|script|small|span|strong|style|sub|sup|svg|tt|u|wbr)(?=[\s/>])[^<>]*|!--[^]*?--)>/gi
const SPACING = /^<(?:br|p|div|\/p|\/div|h\d|\/h\d)/i

/** Decodes HTML entities once; everything else stays. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  let decoded = ''
  const parser = new Parser({ ontext: (data) => (decoded += data) }, { decodeEntities: true })
  parser.end(text.replaceAll('<', '&lt;'))
  return decoded
}

/** Removes known tags; a "<" that opens none stays ("Temperatur < 5 Grad"). */
export function toPlainLine(markup: string): string {
  const text = markup.includes('<') ? markup.replace(MARKUP, (tag) => (SPACING.test(tag) ? ' ' : '')) : markup
  return toLine(decodeEntities(text))
}
