/** Converts texts of the content service for the mail contract. */
import { toPlainLine } from '@lokalteil/domain/plain-text'

/** Paths that the mail contract accepts. */
export const MAIL_PATH = /^\/(?!\/)[\w\-.~%/?=&#+:@]{0,400}$/

export function toLine(text: string, most: number): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}

/** A teaser's text without markup, shortened at a word. */
export function toTeaserText(html: string, most: number): string {
  const text = toPlainLine(html)
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()} …`.toWellFormed()
}
