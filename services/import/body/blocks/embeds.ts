/**
 * Embedded content as sites write it: frames, quotations that a script turns into posts, empty boxes that a script
 * fills, and wrappers of consent tools. A finder for each shape returns address and title; the address decides the
 * rest. Content without any address is named in the notes.
 */
import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { note, putBeside } from '../context.ts'
import type { Context } from '../context.ts'
import { resolveEmbed } from '@lokalteil/domain/reading/embed-addresses'
import { attribute, findInside, findOwn, hasClass, sourceOf, textOf } from '../elements.ts'

type FoundEmbed = { address: string; title: string }
type Finder = (element: Element) => FoundEmbed | null

/** Whether the element was embedded content; then it is done. */
export function visitEmbed(context: Context, element: Element): boolean {
  if (hasClass(element, /^BorlabsCookie$/) && visitHidden(context, element)) return true
  for (const find of FINDERS[element.name] ?? FINDERS['*']!) {
    const found = find(element)
    if (found === null) continue
    putEmbed(context, found)
    return true
  }
  return false
}

export function putEmbed(context: Context, { address, title }: FoundEmbed) {
  const { baseUrl = '' } = context.document.options
  const resolved = resolveEmbed(address, title, baseUrl)
  if (resolved.kind === 'not-content')
    return note(context, `frame of ${resolved.host} left out (advertisement, counter)`)
  if (resolved.kind === 'none')
    return note(context, `embedded content without address left out${title === '' ? '' : `: ${title}`}`)
  const { embed } = resolved
  const last = context.items.at(-1)
  // Consent tools write a frame twice, once for browsers without scripts.
  if (last?.type === 'embed' && last.url === embed.url && context.run.text === '') return
  if (embed.vendor === 'other') note(context, `content of ${embed.provider} became a link: ${embed.url}`)
  putBeside(context, embed)
}

/** The widget has no page of its own, so the link leads to the article at its source. */
function putWidget(context: Context, provider: string, title: string) {
  const { baseUrl = '' } = context.document.options
  if (!/^https?:\/\//i.test(baseUrl))
    return note(context, `content of ${provider} left out: it has no address of its own`)
  note(context, `content of ${provider} became a link to the original article: ${baseUrl}`)
  putBeside(context, {
    type: 'embed',
    vendor: 'other',
    provider,
    url: baseUrl.replace(/^http:/i, 'https:'),
    title,
  })
}

const WIDGETS: readonly (readonly [RegExp, string])[] = [
  [/^opinary-widget(?:-embed)?$/, 'Opinary'],
  [/^(?:riddle_target|riddle2?-wrapper)$/, 'Riddle'],
  [/^pinpoll$/, 'Pinpoll'],
  [/^apester-media$/, 'Apester'],
  [/^typeform-widget$/, 'Typeform'],
  [/^tableauPlaceholder$/, 'Tableau'],
  [/^twitter-timeline$/, 'X'],
]

/** Whether the element is a box that only its script could fill; then it is done. */
export function visitWidget(context: Context, element: Element): boolean {
  const provider =
    attribute(element, 'data-pinpoll-id') === ''
      ? WIDGETS.find(([pattern]) => hasClass(element, pattern))?.[1]
      : 'Pinpoll'
  if (provider === undefined) return false
  const frame = findInside(element, ({ name }) => name === 'iframe')
  const link = attribute(element, 'href')
  if (frame !== null && sourceOf(frame) !== '') putEmbed(context, toFrame(frame))
  else if (link !== '') putEmbed(context, { address: link, title: textOf(element) })
  else putWidget(context, provider, attribute(element, 'data-title') || textOf(element))
  return true
}

/** Standard titles of players, which say nothing. */
const NO_TITLE = /^(?:Spotify Embed:\s*|YouTube video player$|Embedded post$|Vimeo$|Inline-?frame.*$)/i

function toFrame(element: Element): FoundEmbed {
  return {
    address: sourceOf(element),
    title: (attribute(element, 'title') || attribute(element, 'aria-label')).replace(NO_TITLE, ''),
  }
}

/** WordPress embeds another post of the same site as a quotation with its link, and a frame beside it. */
const isOwnPost = (element: Element): boolean => hasClass(element, /^wp-embedded-content$/)

const isHiddenFrame = ({ attribs }: Element): boolean =>
  /^[01](?:px)?$/.test(attribs.width ?? '') ||
  /^[01](?:px)?$/.test(attribs.height ?? '') ||
  /display:\s*none|visibility:\s*hidden/i.test(attribs.style ?? '')

/** Frames that show nothing: analytics, and the frame beside a quoted post. */
export const isSilentFrame = (element: Element): boolean => isOwnPost(element) || isHiddenFrame(element)

const linksOf = (element: Element): Element[] =>
  findOwn(
    element,
    ({ name, attribs }) => name === 'a' && attribs.href !== undefined,
    () => false,
  )

function findLink(element: Element, pattern: RegExp): string | null {
  return (
    linksOf(element)
      .map(({ attribs }) => attribs.href!)
      .findLast((href) => pattern.test(href)) ?? null
  )
}

const found = (address: string | null | undefined, title: string): FoundEmbed | null =>
  address ? { address, title: title.trim() } : null

const INVITATION =
  /^(?:Sieh dir diesen (?:Beitrag|Thread|Reel) auf (?:Instagram|Threads) an|View this post on (?:Instagram|Threads))\s*/i

const BLOCKQUOTES: readonly Finder[] = [
  (element) =>
    hasClass(element, /^twitter-(?:tweet|video)$/)
      ? found(
          findLink(element, /(?:twitter|x)\.com\/[^/]+\/status\/\d+/i) ?? attribute(element, 'cite'),
          textOf(element).replace(/^“|”$/g, ''),
        )
      : null,
  (element) =>
    hasClass(element, /^instagram-media$/)
      ? found(
          attribute(element, 'data-instgrm-permalink') ||
            findLink(element, /instagram\.com\/(?:[^/]+\/)?(?:p|reel|tv)\//i) ||
            attribute(element, 'cite'),
          textOf(element).replace(INVITATION, ''),
        )
      : null,
  (element) =>
    hasClass(element, /^tiktok-embed$/)
      ? found(attribute(element, 'cite') || findLink(element, /tiktok\.com\/@[^/]+\/video\//i), textOf(element))
      : null,
  (element) =>
    hasClass(element, /^bluesky-embed$/) ? found(findLink(element, /bsky\.app\/.+\/post\//i), textOf(element)) : null,
  (element) =>
    hasClass(element, /^(?:text-post-media|mastodon-embed|reddit-embed-bq|imgur-embed-pub)$/)
      ? found(
          attribute(element, 'data-text-post-permalink') ||
            attribute(element, 'data-embed-url').replace(/\/embed$/, '') ||
            findLink(element, /^https:/i),
          textOf(element).replace(INVITATION, ''),
        )
      : null,
]

const FRAMES: readonly Finder[] = [(element) => found(sourceOf(element) || ' ', toFrame(element).title)]

const SCRIPTS: readonly Finder[] = [
  (element) =>
    hasClass(element, /^podigee-podcast-player$/)
      ? found(attribute(element, 'data-configuration').replace(/\?.*$/, ''), attribute(element, 'data-title'))
      : null,
]

const GLOMEX: readonly Finder[] = [
  (element) => {
    const id = attribute(element, 'playlist-id')
    const integration = attribute(element, 'integration-id')
    const address = `https://player.glomex.com/integration/1/iframe-player.html?integrationId=${encodeURIComponent(integration)}&playlistId=${encodeURIComponent(id)}`
    return found(id === '' ? null : address, '')
  },
]

/** `<amp-youtube data-videoid="…">` and similar elements. */
const byAttribute =
  (name: string, prefix: string): Finder =>
  (element) => {
    const value = attribute(element, name)
    return found(value === '' ? null : prefix + value, attribute(element, 'title') || attribute(element, 'playlabel'))
  }

const BOXES: readonly Finder[] = [
  (element) =>
    hasClass(element, /^fb-(?:post|video|reel)$/) ? found(attribute(element, 'data-href'), textOf(element)) : null,
  (element) => {
    const id = /^datawrapper-(?:vis|chart)-(\w{5})$/.exec(attribute(element, 'id'))?.[1]
    const image = id === undefined ? null : findInside(element, ({ name }) => name === 'img')
    return id === undefined
      ? null
      : found(`https://datawrapper.dwcdn.net/${id}/`, image === null ? '' : attribute(image, 'alt'))
  },
  (element) =>
    hasClass(element, /^flourish-embed$/) && attribute(element, 'data-src') !== ''
      ? found(`https://public.flourish.studio/${attribute(element, 'data-src')}/`, picturedName(element))
      : null,
  (element) =>
    hasClass(element, /^infogram-embed$/) && attribute(element, 'data-id') !== ''
      ? found(`https://infogram.com/${attribute(element, 'data-id')}`, attribute(element, 'data-title'))
      : null,
  (element) =>
    hasClass(element, /^(?:rll-youtube-player|youtube-player|lyte|lazy-youtube)$/)
      ? found(
          /^[\w-]{6,20}$/.test(attribute(element, 'data-id'))
            ? `https://www.youtube.com/watch?v=${attribute(element, 'data-id')}`
            : attribute(element, 'data-src'),
          attribute(element, 'data-alt') || attribute(element, 'title'),
        )
      : null,
  (element) => (hasClass(element, /^(?:tweet|twitter-embed)$/) ? readAttributes(element) : null),
]

const FINDERS: Readonly<Record<string, readonly Finder[]>> = {
  '*': BOXES,
  blockquote: BLOCKQUOTES,
  iframe: FRAMES,
  'amp-iframe': FRAMES,
  script: SCRIPTS,
  'glomex-integration': GLOMEX,
  'amp-youtube': [byAttribute('data-videoid', 'https://www.youtube.com/watch?v=')],
  'lite-youtube': [byAttribute('videoid', 'https://www.youtube.com/watch?v=')],
  'amp-vimeo': [byAttribute('data-videoid', 'https://vimeo.com/')],
  'lite-vimeo': [byAttribute('videoid', 'https://vimeo.com/')],
  'amp-twitter': [byAttribute('data-tweetid', 'https://twitter.com/i/status/')],
  'amp-instagram': [byAttribute('data-shortcode', 'https://www.instagram.com/p/')],
  'amp-facebook': [byAttribute('data-href', '')],
}

function picturedName(element: Element): string {
  const image = findInside(element, ({ name }) => name === 'img')
  return image === null ? '' : attribute(image, 'alt')
}

/** Substack stores a post as JSON beside its picture. */
function readAttributes(element: Element): FoundEmbed | null {
  try {
    const value: unknown = JSON.parse(attribute(element, 'data-attrs'))
    const { url, full_text: text, name } = value as Record<string, unknown>
    if (typeof url !== 'string') return null
    return found(url, [name, text].filter((part) => typeof part === 'string').join(': '))
  } catch {
    return null
  }
}

/** A consent tool of the source keeps the markup as base64 in a script; its own text is no content. */
function visitHidden(context: Context, element: Element): boolean {
  const script = findInside(element, ({ name, attribs }) => name === 'script' && attribs.type === 'text/template')
  if (script === null) return false
  const code = script.children.map((child) => ('data' in child ? child.data : '')).join('')
  const html = Buffer.from(code, 'base64').toString('utf8')
  const inner = parseDocument(html).children
  if (!inner.some(isTag)) return false
  context.document.visit(context, inner)
  return true
}
