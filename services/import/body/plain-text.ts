/**
 * HTML as plain text, for titles, cells, captions: entities decoded, superscript and subscript in their own characters
 * where they exist (m², CO₂), a space where a line or block ends. Struck-out text can be left out: as plain text it
 * would mean the opposite.
 */
import { hasChildren, isTag, isText } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import type { Context } from './context.ts'
import { note } from './context.ts'

const pair = (from: string, to: string): ReadonlyMap<string, string> =>
  new Map(from.split('').map((letter, index) => [letter, to.charAt(index)]))
const RAISED = pair('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ')
const LOWERED = pair('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎')
const PARTS = new Set(
  'p div br li ul ol dl dt dd tr td th table h1 h2 h3 h4 h5 h6 blockquote section article figure figcaption pre'.split(
    ' ',
  ),
)
const SKIPPED = new Set(['script', 'style', 'template', 'title'])
const STRUCK = new Set(['del', 's', 'strike'])
const MARKUP = /<[a-z!/][^<>]*>/i

/** The words of HTML. A bare `<` in text stays. */
export function toText(html: string, isStruckKept = true): string {
  if (!html.includes('<') && !html.includes('&')) return clean(html)
  const source = MARKUP.test(html) ? html : html.replace(/</g, '&lt;')
  return clean(write(parseDocument(source).children, isStruckKept))
}

/** Converts for a field that takes only plain text; lost links and struck-out text are noted. */
export function toPlainForm(context: Context, html: string, place: string): string {
  for (const [, address] of html.matchAll(/<a href="([^"]*)"/g))
    note(context, `link in ${place} left out: ${address!.replace(/&amp;/g, '&')}`)
  for (const [, , struck] of html.matchAll(/<(del|s)>(.*?)<\/\1>/g))
    note(context, `words struck out in ${place} left out: "${toText(struck!)}"`)
  return toText(html, false)
}

/** The visible words of nodes. */
export const toWords = (nodes: readonly ChildNode[]): string => clean(write(nodes, true))

function write(nodes: readonly ChildNode[], isStruckKept: boolean): string {
  let text = ''
  for (const node of nodes) {
    if (isText(node)) text += node.data
    else if (!isTag(node)) text += hasChildren(node) ? write(node.children, isStruckKept) : ''
    else if (SKIPPED.has(node.name) || (!isStruckKept && STRUCK.has(node.name))) continue
    else {
      const inner = write(node.children, isStruckKept)
      if (node.name === 'sup') text += toLetters(inner, RAISED)
      else if (node.name === 'sub') text += toLetters(inner, LOWERED)
      else text += PARTS.has(node.name) ? ` ${inner} ` : inner
    }
  }
  return text
}

/** All or nothing: a half-raised word would be misread. */
function toLetters(text: string, letters: ReadonlyMap<string, string>): string {
  const mapped = text.split('').map((letter) => letters.get(letter))
  return mapped.every((letter) => letter !== undefined) ? mapped.join('') : text
}

export const raise = (text: string): string => toLetters(text, RAISED)
export const lower = (text: string): string => toLetters(text, LOWERED)

const clean = (text: string): string => text.replace(/[ \t\r\n\f]+/g, ' ').trim()
