/** The beginning of an article: teaser, dateline, first paragraph. */
import { cutFirstSentence, escapeHtml, toDateline } from './house-style.ts'
import type { ContentItem } from '../parsed-document.ts'

const WRITTEN_DATELINE = /^(\p{Lu}[^.()<]{1,60}\([\p{L} ./-]{2,20}\))\s*[-–—]{1,2}\s+/u

/**
 * Puts the dateline before the first paragraph. If the agency sent no teaser, the first sentence is moved into it, as
 * an editor would, so that it does not appear twice.
 */
export function openBody(
  items: readonly ContentItem[],
  given: { teaser: string; dateline: string },
): { items: ContentItem[]; teaserTextHtml: string } {
  const first = items[0]
  if (first?.type !== 'paragraph') return { items: [...items], teaserTextHtml: given.teaser }
  let html = first.html
  let dateline = escapeHtml(toDateline(given.dateline))
  const written = WRITTEN_DATELINE.exec(html)
  if (written) {
    html = html.slice(written[0].length)
    dateline = toDateline(written[1]!)
  }
  let rest = items.slice(1)
  let teaser = given.teaser
  if (teaser === '') {
    const cut = cutFirstSentence(html)
    const isMovable = cut.sentence.length >= 40 && cut.sentence.length <= 320 && !cut.sentence.includes('<')
    if (isMovable && cut.rest.length >= 40) {
      teaser = cut.sentence
      html = cut.rest
    } else if (isMovable && cut.rest === '' && rest[0]?.type === 'paragraph') {
      teaser = cut.sentence
      html = rest[0].html
      rest = rest.slice(1)
    }
  }
  return { items: [{ type: 'paragraph', html: dateline + html }, ...rest], teaserTextHtml: teaser }
}
