/**
 * The allow-list for HTML in articles. Applied when a document arrives, and again on the way out to text that the
 * service did not write itself (the seal beside every stored answer tells). Other elements are dropped and their text
 * kept; scripts and styles lose their text, too. Addresses are paths of this site, https, http, mailto or tel. Never
 * throws.
 */
import type { BodyItem } from '@lokalteil/contracts/content/records'
import { hash } from 'node:crypto'
import type { Article, ContentItem, Picture, Teaser, Video } from '@lokalteil/contracts/content'
import { toPlainText } from '@lokalteil/domain/plain-text'
import { isDocumentAddress } from '@lokalteil/domain/reading/media'
import { bindNumbers, bindNumbersInHtml } from '@lokalteil/domain/reading/no-break'
import sanitizeHtml from 'sanitize-html'

const LINK: sanitizeHtml.IOptions['transformTags'] = {
  a: (tagName, { href = '' }) => {
    const target = toSafeAddress(href, ['http:', 'https:', 'mailto:', 'tel:'])
    if (target === null) return { tagName, attribs: {} }
    return { tagName, attribs: { href: target, ...(/^https?:/i.test(target) ? { rel: 'noopener' } : {}) } }
  },
}

const PARAGRAPH: sanitizeHtml.IOptions = {
  allowedTags: ['a', 'b', 'i', 'em', 'strong', 'br', 'sub', 'sup', 'code', 'del', 's', 'ins', 'mark'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowProtocolRelative: false,
  transformTags: LINK,
  nestingLimit: 12,
}

/** An entry of a list may contain lists. */
const ENTRY: sanitizeHtml.IOptions = {
  ...PARAGRAPH,
  allowedTags: [...(PARAGRAPH.allowedTags as string[]), 'ul', 'ol', 'li'],
  nestingLimit: 24,
}

const TEASER: sanitizeHtml.IOptions = { ...PARAGRAPH, allowedTags: ['a', 'b', 'i', 'em', 'strong', 'br'] }

/** Inline HTML of a paragraph, an answer, a cell. */
export function sanitiseHtml(html: string): string {
  return bindNumbersInHtml(html.includes('<') ? dropEmptyLinks(sanitizeHtml(html, PARAGRAPH)) : html)
}

/** HTML of a list entry. */
function sanitiseEntryHtml(html: string): string {
  return bindNumbersInHtml(html.includes('<') ? dropEmptyLinks(sanitizeHtml(html, ENTRY)) : html)
}

export function sanitiseTeaserHtml(html: string): string {
  return bindNumbersInHtml(html.includes('<') ? dropEmptyLinks(sanitizeHtml(html, TEASER)) : html)
}

/** Unwraps links that lost their address. */
function dropEmptyLinks(html: string): string {
  return html.replace(/<a>([\s\S]*?)<\/a>/g, '$1')
}

/** Plain text of unsanitised HTML: scripts and styles lose their text. */
export function toSafeText(html: string): string {
  return toPlainText(html.includes('<') ? sanitizeHtml(html, ENTRY) : html)
}

/** The address; null if it is forbidden: other schemes, `//host`, `/\host`, control characters. */
export function toSafeAddress(address: string, schemes: readonly string[] = ['http:', 'https:']): string | null {
  const text = address.trim()
  if (text === '' || /[\u0000-\u0020\u007f\\]/.test(text)) return null
  if (text.startsWith('#')) return text
  if (text.startsWith('/')) return text.startsWith('//') ? null : text
  return URL.canParse(text) && schemes.includes(new URL(text).protocol) ? text : null
}

/** Finished addresses (`sources`) are set by the portal only. */
export function sanitisePicture(given: Picture | null): Picture | null {
  if (given === null) return null
  const { sources: _sources, ...picture } = given
  // '': the agency's picture was not fetched; caption and credit are shown in its place.
  const baseUrl = picture.baseUrl === '' ? '' : toSafeAddress(picture.baseUrl, ['https:'])
  if (baseUrl === null || baseUrl.startsWith('#')) return null
  const colour = picture.colour !== null && /^#[0-9a-f]{6}$/i.test(picture.colour) ? picture.colour : null
  return { ...picture, baseUrl, colour, caption: bindNumbers(picture.caption) }
}

/** Leaves out items with a forbidden address. */
export function sanitiseItems<Item extends ContentItem | BodyItem>(items: readonly Item[]): Item[] {
  return items.flatMap((item) => {
    const clean = sanitiseItem(item)
    return clean === null ? [] : [clean as Item]
  })
}

type LiveEntry = Extract<ContentItem, { type: 'liveEntry' }>

function withSafePicture({ picture, ...entry }: LiveEntry): LiveEntry {
  const safe = sanitisePicture(picture ?? null)
  return safe === null ? entry : { ...entry, picture: safe }
}

function sanitiseItem(item: ContentItem | BodyItem): ContentItem | BodyItem | null {
  switch (item.type) {
    case 'paragraph':
      return { ...item, html: sanitiseHtml(item.html) }
    case 'list':
      return { ...item, items: item.items.map(sanitiseEntryHtml) }
    case 'heading': {
      const heading = { ...item, text: bindNumbers(item.text) }
      return heading.url === undefined ? heading : withSafeUrl(heading, heading.url)
    }
    case 'quote': {
      const bound = { ...item, text: bindNumbers(item.text) }
      const quote =
        bound.paragraphs === undefined ? bound : { ...bound, paragraphs: bound.paragraphs.map(sanitiseHtml) }
      return quote.url === undefined ? quote : withSafeUrl(quote, quote.url)
    }
    case 'table': {
      const clean = item.cells === undefined ? bindNumbers : sanitiseHtml
      return {
        ...item,
        caption: bindNumbers(item.caption),
        head: item.head.map(clean),
        rows: item.rows.map((row) => row.map(clean)),
      }
    }
    case 'infoBox':
      return {
        ...item,
        title: bindNumbers(item.title),
        items: sanitiseItems(item.items as ContentItem[]) as typeof item.items,
      }
    case 'timeline':
      return { ...item, entries: item.entries.map((entry) => ({ ...entry, text: bindNumbers(entry.text) })) }
    case 'people':
      // Pages of people are looked up when the article is read.
      return { ...item, people: item.people.map(({ name, role }) => ({ name, role: bindNumbers(role) })) }
    case 'match':
      return { ...item, competition: bindNumbers(item.competition) }
    case 'question':
      return { ...item, question: bindNumbers(item.question), answer: item.answer.map(sanitiseHtml) }
    case 'liveEntry':
      return withSafePicture({
        ...item,
        headline: bindNumbers(item.headline),
        paragraphs: item.paragraphs.map(sanitiseHtml),
      })
    case 'image': {
      const picture = sanitisePicture(item.picture)
      return picture === null ? null : { ...item, picture }
    }
    case 'gallery': {
      const pictures = item.pictures.map(sanitisePicture).filter((picture) => picture !== null)
      return pictures.length === 0 ? null : { ...item, pictures }
    }
    case 'video':
      return isMediaAddress(item.src) ? sanitiseVideo(item) : null
    case 'audio':
      return isMediaAddress(item.src) ? item : null
    case 'document':
      return isDocumentAddress(item.src) ? item : null
    case 'embed':
      return URL.canParse(item.url) && new URL(item.url).protocol === 'https:' ? item : null
    case 'articleTeaser':
      return { ...item, articleTeaser: sanitiseTeaser(item.articleTeaser) }
    default:
      return item
  }
}

/** The item without its address if that is forbidden. */
function withSafeUrl<Item extends { url?: string | undefined }>(item: Item, address: string): Item {
  const safe = toSafeAddress(address)
  if (safe !== null) return { ...item, url: safe }
  const { url: _url, ...rest } = item
  return rest as Item
}

/** Drops captions on other sites; the player would fetch them there. */
function sanitiseVideo<V extends Video>(video: V): V {
  const { captions, ...rest } = video
  const own = (captions ?? []).filter(({ src }) => /^\/(?![/\\])/.test(src) && isMediaAddress(src))
  return { ...rest, poster: sanitisePicture(video.poster), ...(own.length === 0 ? {} : { captions: own }) } as V
}

function isMediaAddress(address: string): boolean {
  const safe = toSafeAddress(address, ['https:'])
  return safe !== null && !safe.startsWith('#')
}

export function sanitiseTeaser(teaser: Teaser): Teaser {
  return {
    ...teaser,
    title: bindNumbers(teaser.title),
    titlePrefix: bindNumbers(teaser.titlePrefix),
    targetPathOrUrl: toSafeAddress(teaser.targetPathOrUrl) ?? '/',
    teaserTextHtml: sanitiseTeaserHtml(teaser.teaserTextHtml),
    img: sanitisePicture(teaser.img),
    authors: teaser.authors.map((author) => ({
      ...author,
      urlPath: toSafeAddress(author.urlPath) ?? '',
      portrait: sanitisePicture(author.portrait),
    })),
  }
}

/** Sanitises a stored article, complete or cut. */
export function sanitiseArticle<
  A extends Pick<Article, 'title' | 'titlePrefix' | 'teaserTextHtml' | 'img' | 'headerVideo' | 'authors'> & {
    contentItems: (ContentItem | BodyItem)[]
  },
>(article: A): A {
  return {
    ...article,
    title: bindNumbers(article.title),
    titlePrefix: bindNumbers(article.titlePrefix),
    teaserTextHtml: sanitiseTeaserHtml(article.teaserTextHtml),
    img: sanitisePicture(article.img),
    headerVideo:
      article.headerVideo === null || !isMediaAddress(article.headerVideo.src)
        ? null
        : sanitiseVideo(article.headerVideo),
    authors: article.authors.map((author) => ({
      ...author,
      urlPath: toSafeAddress(author.urlPath) ?? '',
      portrait: sanitisePicture(author.portrait),
    })),
    contentItems: sanitiseItems(article.contentItems),
  }
}

/** Raise it with every change of the rules, so that stored texts are sanitised by the new ones on the way out. */
const RULES = '6'

export function toSeal(text: string): string {
  return hash('sha256', RULES + text, 'base64url').slice(0, 22)
}

/** Parses a stored answer, and sanitises it if its seal does not match the current rules. */
export function openSealed<T>(text: string, seal: string, clean: (value: T) => T): T {
  const value = JSON.parse(text) as T
  return toSeal(text) === seal ? value : clean(value)
}
