/** Addresses a reader may be sent to, and the hosts whose players we embed. */
import { escapeHtml } from './house-style.ts'
import type { ContentItem } from './parsed-document.ts'

type Vendor = Extract<ContentItem, { type: 'embed' }>['vendor']

const VENDORS: readonly (readonly [RegExp, Vendor])[] = [
  [/(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/, 'youtube'],
  [/(?:^|\.)vimeo\.com$/, 'vimeo'],
  [/(?:^|\.)glomex\.(?:com|cloud)$/, 'glomex'],
  [/(?:^|\.)facebook\.com$/, 'facebook'],
  [/(?:^|\.)instagram\.com$/, 'instagram'],
  [/(?:^|\.)(?:twitter|x)\.com$/, 'twitter'],
  [/(?:^|\.)tiktok\.com$/, 'tiktok'],
]

/** An address a reader may be sent to, or ''. */
export function toLink(href: string, baseUrl = ''): string {
  // Browsers ignore controls and blanks inside a scheme, so they go before it is looked at.
  const address = href.replace(/[\u0000-\u0020\u007f]+/g, '')
  if (address === '' || address.length > 2000) return ''
  if (/^https?:\/\//i.test(address)) return URL.canParse(address) ? address : ''
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('\\') || address.startsWith('#')) return ''
  if (baseUrl !== '') {
    const url = URL.canParse(address, baseUrl) ? new URL(address, baseUrl) : null
    return url !== null && /^https?:$/.test(url.protocol) ? url.href : ''
  }
  return /^\/[^/\\]/.test(address) ? address : ''
}

export const escapeAttribute = (text: string): string => escapeHtml(text).replace(/"/g, '&quot;')

const BARE_ADDRESS = /https?:\/\/[^\s<>"„“«»]{4,500}/g

/** Text as HTML; addresses written out become links. */
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

/** An embed is known by its host; other frames are left out. */
export function findVendor(url: string): Vendor | null {
  const host = new URL(url).hostname.toLowerCase()
  return VENDORS.find(([pattern]) => pattern.test(host))?.[1] ?? null
}
