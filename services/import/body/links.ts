/** Safe link addresses. */
import { toLink } from '@lokalteil/domain/reading/embed-addresses'
import { escapeHtml } from './house-style.ts'

const MAIL = /^mailto:[^\s"<>?]{3,250}@[^\s"<>?]{2,250}(?:\?[^\s"<>]*)?$/i
const TELEPHONE = /^tel:\+?[\d().\-/;=a-z]{2,60}$/i

/** Also allows mail addresses and telephone numbers, for running text. */
export function toReaderLink(href: string, baseUrl = ''): string {
  const address = href.replace(/[\u0000-\u001f\u007f]+/g, '').trim()
  if (/^mailto:/i.test(address)) {
    const mail = address.replace(/ /g, '%20')
    return mail.length <= 2000 && MAIL.test(mail) ? mail : ''
  }
  if (/^tel:/i.test(address)) {
    const number = address.replace(/(?:%20|[\s\u00a0])+/g, '')
    return TELEPHONE.test(number) ? number : ''
  }
  return toLink(href, baseUrl)
}

export const escapeAttribute = (text: string): string => escapeHtml(text).replace(/"/g, '&quot;')

const BARE_ADDRESS = /https?:\/\/[^\s<>"„“«»]{4,500}/g

/** Text as HTML; written-out addresses become links. */
export function toHtml(text: string, isLinkable: boolean): string {
  if (!isLinkable || !text.includes('://')) return escapeHtml(text)
  let html = ''
  let from = 0
  for (const match of text.matchAll(BARE_ADDRESS)) {
    const address = match[0].replace(/[.,;:!?)\]}'’]+$/, '')
    if (!URL.canParse(address)) continue
    html += `${escapeHtml(text.slice(from, match.index))}<a href="${escapeAttribute(address)}">${escapeHtml(address.replace(/^https?:\/\/(?:www\.)?/, ''))}</a>`
    from = match.index + address.length
  }
  return html + escapeHtml(text.slice(from))
}
