/** Safe link addresses, and the hosts whose players we embed. */
import { escapeHtml } from './house-style.ts'
import type { ContentItem } from '../parsed-document.ts'

type Vendor = Extract<ContentItem, { type: 'embed' }>['vendor']

const VENDORS: readonly (readonly [RegExp, Vendor])[] = [
  [/(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/, 'youtube'],
  [/(?:^|\.)vimeo\.com$/, 'vimeo'],
  [/(?:^|\.)glomex\.(?:com|cloud)$/, 'glomex'],
  [/(?:^|\.)facebook\.com$|^fb\.watch$/, 'facebook'],
  [/(?:^|\.)instagram\.com$/, 'instagram'],
  [/(?:^|\.)(?:twitter|x)\.com$/, 'twitter'],
  [/(?:^|\.)tiktok\.com$/, 'tiktok'],
]

/** A safe absolute address (or a path), or ''. */
export function toLink(href: string, baseUrl = ''): string {
  // Browsers ignore control characters inside a scheme, so they are removed before the check; a blank inside an address
  // is part of it.
  const address = href
    .replace(/[\u0000-\u001f\u007f]+/g, '')
    .trim()
    .replace(/ /g, '%20')
  if (address === '' || address.length > 2000) return ''
  if (/^https?:\/\//i.test(address)) return URL.canParse(address) ? address : ''
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('\\') || address.startsWith('#')) return ''
  if (baseUrl !== '') {
    const url = URL.canParse(address, baseUrl) ? new URL(address, baseUrl) : null
    return url !== null && /^https?:$/.test(url.protocol) ? url.href : ''
  }
  return /^\/[^/\\]/.test(address) ? address : ''
}

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

/** The provider by its host; null: frames of this host are left out. */
export function findVendor(url: string): Vendor | null {
  const host = new URL(url).hostname.toLowerCase()
  return VENDORS.find(([pattern]) => pattern.test(host))?.[1] ?? null
}
