/** Texts of the content service as the mail contract takes them. */
import { toPlainText } from '@lokalteil/domain/plain-text'

/** What the mail contract takes as a path. */
export const MAIL_PATH = /^\/(?!\/)[\w\-.~%/?=&#+:@]{0,400}$/

export function toLine(text: string, most: number): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}

/** A teaser's text without its few tags, ended at a word. */
export function toTeaserText(html: string, most: number): string {
  const text = toPlainText(html).replace(/\s+/g, ' ')
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()} …`.toWellFormed()
}
