/**
 * Recognises boilerplate in a text: share buttons, forms, calls to subscribe, related posts, boxes of consent tools. It
 * is left out, each kind with a note, so that an editor can check it.
 */
import type { Element } from 'domhandler'
import { attribute, hasClass, textOf } from './elements.ts'

const CLASSES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:sharedaddy|sd-sharing\S*|addtoany_\S*|a2a_kit|heateor_sss\S*|shariff\S*|social-?share\S*|share-buttons?|post-share\w*|rrssb-buttons)$/i,
    'share buttons',
  ],
  [
    /^(?:jp-relatedposts|wp-block-jetpack-related-posts|yarpp\S*|related-posts|wp-block-newspack-blocks-homepage-articles|crp_related)$/,
    'list of other articles',
  ],
  [
    /^(?:subscription-widget\S*|wp-block-jetpack-subscriptions\S*|newsletter-signup|kg-signup-card|mc4wp-form\S*|mc_embed_signup|wp-block-newspack-newsletters-subscribe|subscribe-widget|button-wrapper)$/,
    'call to subscribe',
  ],
  [/^(?:wpbnbd|wp-block-newspack-blocks-donate|donation-form)$/, 'call to donate'],
  [/^feedflare$/i, 'links of the feed service'],
  [/^post-views\S*$/i, 'count of views'],
  [/^tx-srfreecap\S*$/i, 'form'],
  [/^blogger-post-footer$/i, 'foot of the feed'],
  [
    /^(?:adsbygoogle|ad-slot|advertisement|werbung|anzeige-box|code-block-ad|wpvp-ad|newspack_global_ad)$/,
    'advertisement',
  ],
  [
    /^(?:_brlbs-content-blocker|brlbs-cmpnt-cb-\S*|embed-privacy-(?:overlay|input-wrapper)|cmplz-blocked-content-notice|rcb-content-blocker|cc-placeholder|consent-placeholder)$/,
    'consent box of the source',
  ],
  [/^field--name-(?:title|uid|created|links)$/, "field of the source's system"],
  [/^(?:screen-reader-text|visually-hidden|sr-only|more-link|kg-callout-emoji)$/, ''],
  [
    /^(?:jp-carousel\S*|wp-block-file__button|kg-audio-player|kg-video-player|kg-audio-(?:hide|duration|thumbnail)|kg-video-overlay|mejs-\S+)$/,
    '',
  ],
]

const NAMES: Readonly<Record<string, string>> = {
  form: 'form',
  nav: 'navigation',
  canvas: 'drawing made by a script',
  applet: 'program',
  frameset: 'frames',
  head: '',
  style: '',
  template: '',
  title: '',
  button: '',
  select: '',
  textarea: '',
  input: '',
  label: '',
  script: '',
  link: '',
  meta: '',
  'amp-analytics': '',
  'amp-pixel': '',
  'amp-ad': 'advertisement',
  note: 'note for editors',
}

/** Addresses of analytics services. */
const COUNTERS =
  /^(?:https?:)?\/\/(?:feeds?\.feedburner\.com\/~|feedproxy\.google\.com\/~|pixel\.wp\.com\/|stats\.wordpress\.com\/|(?:[\w-]+\.)?met\.vgwort\.de\/|(?:www\.)?google-analytics\.com\/|b\.scorecardresearch\.com\/|pixel\.quantserve\.com\/|[\w.-]+\/(?:matomo|piwik)\.php)/i

function isCounter(element: Element): boolean {
  if (element.name === 'a') return COUNTERS.test(attribute(element, 'href'))
  if (element.name !== 'img') return false
  const { width = '', height = '1' } = element.attribs
  return COUNTERS.test(attribute(element, 'src')) || (/^[01](?:px)?$/.test(width) && /^[01](?:px)?$/.test(height))
}

/** Ids say something on these elements; on a heading an id only repeats its words. */
const NAMED_BY_ID = new Set(['div', 'section', 'aside', 'ul'])

/** Null: part of the text. '': left out without a note. Else the name for the note. */
export function findBoilerplate(element: Element): string | null {
  const named = Object.hasOwn(NAMES, element.name) ? NAMES[element.name]! : null
  if (named !== null) return named
  if (element.attribs.hidden !== undefined && element.name !== 'div') return ''
  if (element.name === 'span' && /display:\s*none/i.test(attribute(element, 'style'))) return ''
  if (isCounter(element)) return ''
  const { class: classes, id } = element.attribs
  const kind = classes === undefined ? undefined : CLASSES.find(([pattern]) => hasClass(element, pattern))
  if (kind !== undefined) return kind[1]
  if (id === undefined || !NAMED_BY_ID.has(element.name)) return null
  return CLASSES.find(([pattern]) => pattern.test(id))?.[1] ?? null
}

/** The note, with the first words of the element if it has any. */
export function describeBoilerplate(element: Element, kind: string): string {
  const words = textOf(element).slice(0, 60).toWellFormed()
  return `${kind} left out${words === '' ? '' : `: "${words}"`}`
}
