/**
 * Article texts of issues as safe HTML: only paragraphs, headings and emphasis; no attributes, no links, nothing that
 * loads a resource.
 */
import sanitizeHtml from 'sanitize-html'
import { splitSentences } from '@lokalteil/domain/listening/sentences'

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'h2', 'strong', 'em', 'br'],
  allowedAttributes: {},
  nestingLimit: 12,
  transformTags: { b: 'strong', i: 'em', h1: 'h2', h3: 'h2', h4: 'h2', div: 'p', li: 'p' },
}

export function sanitiseArticle(html: string): string {
  return sanitizeHtml(html, ALLOWED).replace(/<p>\s*<\/p>/g, '')
}

/** Turns the paragraphs of an article into HTML; those that begin with `## ` become headings. */
export function toArticleHtml(paragraphs: readonly string[]): string {
  return paragraphs
    .map((text) => (text.startsWith('## ') ? `<h2>${escape(text.slice(3))}</h2>` : `<p>${escape(text)}</p>`))
    .join('')
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

const LONGEST_TEASER = 240

/** The first sentences; '' if the text is too short, because then the teaser would give all of it away. */
export function toTeaser(plain: string): string {
  if (plain.length < 200) return ''
  const end = splitSentences(plain).findLast((sentence) => sentence.end <= LONGEST_TEASER)?.end ?? 0
  const shown = plain.slice(0, end).trim() || `${plain.slice(0, LONGEST_TEASER).replace(/\s\S*$/, '')} …`
  return shown.length > plain.length / 2 ? '' : shown
}
