/**
 * Finds the articles of this site that a text links to: by their addresses here, or by those of the publisher's former
 * site.
 */
import type { BodyItem } from '@lokalteil/contracts/content/records'
import type { ContentItem } from '@lokalteil/contracts/content'
import { toFormerAddress } from '@lokalteil/domain/routing/former-addresses'
import { matchRoute } from '@lokalteil/domain/routing/routes'

/** Limits the look-ups for one text. */
const MOST_LINKS = 20

/** `hosts`: of the publication. Of a paid text the caller passes only the part this reader may see. */
export function listLinkedArticles(
  items: readonly (ContentItem | BodyItem)[],
  hosts: readonly string[],
): { ids: string[]; formerAddresses: string[] } {
  const ids = new Set<string>()
  const formerAddresses = new Set<string>()
  for (const link of items.flatMap(listLinks).slice(0, MOST_LINKS)) {
    const url = URL.canParse(link) ? new URL(link) : null
    if (url !== null && !hosts.includes(url.host)) continue
    const path = url?.pathname ?? link.replace(/[?#].*$/, '')
    const match = path.startsWith('/') ? matchRoute(path) : null
    if (match?.kind === 'route' && (match.route.name === 'article' || match.route.name === 'testbericht'))
      ids.add(match.route.id)
    const former = toFormerAddress(link)
    if (former !== null) formerAddresses.add(former)
  }
  return { ids: [...ids], formerAddresses: [...formerAddresses] }
}

function listLinks(item: ContentItem | BodyItem): string[] {
  switch (item.type) {
    case 'paragraph':
      return toLinks(item.html)
    case 'list':
      return item.items.flatMap(toLinks)
    case 'heading':
      return item.url === undefined ? [] : [item.url]
    case 'quote':
      return [...(item.url === undefined ? [] : [item.url]), ...(item.paragraphs ?? []).flatMap(toLinks)]
    case 'table':
      return item.cells === 'html' ? [...item.head, ...item.rows.flat()].flatMap(toLinks) : []
    case 'infoBox':
      return (item.items as ContentItem[]).flatMap(listLinks)
    case 'question':
      return item.answer.flatMap(toLinks)
    case 'liveEntry':
      return item.paragraphs.flatMap(toLinks)
    default:
      return []
  }
}

/** Links in HTML as `sanitiseHtml` writes it. */
function toLinks(html: string): string[] {
  return [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
}
