/**
 * Turns a click on a link into an analytics event (3.12), by the place of the link in the page. Null: the click is not
 * counted.
 */
import type { AnalyticsEvent } from '@lokalteil/domain/analytics/analytics'
import { toLinkTarget } from '@lokalteil/domain/routing/links'
import { matchRoute } from '@lokalteil/domain/routing/routes'

/** The article in view ('' for none), and the content type of a teaser's target. */
export type ClickedPage = { documentId: string; contentTypeOf: (documentId: string) => string }

/** Menus outside of the page's content; the first that contains the link names it. */
const MENUS = [
  ['#sidebar', 'sidebar'],
  ['#navigation', 'main'],
  ['header', 'header'],
  ['footer', 'footer'],
  ['nav', 'utility'],
] as const

export function toClickEvent(
  anchor: HTMLAnchorElement,
  { documentId, contentTypeOf }: ClickedPage,
): AnalyticsEvent | null {
  const linkTarget = toLinkTarget(anchor.href)
  if (anchor.closest('[data-paragraph]') !== null) return { eventName: 'click_article_link', linkTarget, documentId }
  const match = anchor.origin === location.origin ? matchRoute(anchor.pathname) : null
  const name = match?.kind === 'route' ? match.route.name : null
  if (anchor.closest('main') === null) {
    const menu = MENUS.find(([place]) => anchor.closest(place) !== null)
    return menu === undefined
      ? null
      : { eventName: 'click_menu', clickedMenuItem: toLabel(anchor), clickedMenuType: menu[1], linkTarget }
  }
  if (name === 'author') return { eventName: 'click_author', authorName: toLabel(anchor), linkTarget, documentId }
  const teaser = anchor.closest<HTMLElement>('article[data-document]')
  if (teaser !== null) {
    const teaserId = teaser.dataset.document!
    return {
      eventName: 'click_teaser',
      teaserId,
      teaserTitle: toLabel(anchor),
      teaserSize: teaser.dataset.size ?? '',
      teaserPosition: String([...document.querySelectorAll('main article[data-document]')].indexOf(teaser) + 1),
      contentType: contentTypeOf(teaserId),
      linkTarget,
      documentId,
    }
  }
  if (name === 'topic' || name === 'tag' || anchor.closest('[data-topics]') !== null)
    return { eventName: 'click_topic', topicName: toLabel(anchor), linkTarget, documentId }
  return null
}

function toLabel(anchor: HTMLAnchorElement): string {
  const text = anchor.textContent.replaceAll(/\s+/g, ' ').trim()
  return (text === '' ? (anchor.ariaLabel ?? anchor.title) : text).slice(0, 200)
}
