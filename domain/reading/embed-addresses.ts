/**
 * Finds the provider of embedded content and the address of its page, for importers and for addresses that an editor
 * pastes; frames and players have addresses of their own, which are translated. Providers that readers can consent to
 * (`findVendor`) become embeds, all others a named link.
 */
import type { Vendor } from '../consent/consent.ts'
import { toEmbedFrame } from './embeds.ts'

type FramedVendor = Extract<Vendor, 'youtube' | 'vimeo' | 'glomex' | 'facebook' | 'instagram' | 'twitter' | 'tiktok'>

/** The block `embed` of an article. */
export type Embed = { type: 'embed'; vendor: FramedVendor | 'other'; url: string; title: string; provider?: string }
type Rule = { host: RegExp; name: string; toPage?: (url: URL) => string | null }

const LONGEST_TITLE = 320

/** Advertising, analytics, comment and share boxes: no content for readers. */
const NOT_CONTENT =
  /(?:^|\.)(?:doubleclick\.net|googlesyndication\.com|googletagmanager\.com|google-analytics\.com|adsrvr\.org|adnxs\.com|taboola\.com|outbrain\.com|plista\.com|criteo\.(?:com|net)|amazon-adsystem\.com|ioam\.de|vgwort\.de|disqus\.com|addthis\.com|sharethis\.com)$/

const first = (pattern: RegExp, text: string): string | null => pattern.exec(text)?.[1] ?? null
const page = (base: string, id: string | null): string | null => (id === null ? null : base + id)
const withoutQuery = (url: URL): string => url.origin + url.pathname

const VENDORS: readonly (readonly [RegExp, FramedVendor])[] = [
  [/(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/, 'youtube'],
  [/(?:^|\.)vimeo\.com$/, 'vimeo'],
  [/(?:^|\.)glomex\.(?:com|cloud)$/, 'glomex'],
  [/(?:^|\.)facebook\.com$|^fb\.watch$/, 'facebook'],
  [/(?:^|\.)instagram\.com$/, 'instagram'],
  [/(?:^|\.)(?:twitter|x)\.com$/, 'twitter'],
  [/(?:^|\.)tiktok\.com$/, 'tiktok'],
]

const RULES: readonly Rule[] = [
  {
    host: /(?:^|\.)dwcdn\.net$|(?:^|\.)datawrapper\.de$/,
    name: 'Datawrapper',
    toPage: ({ pathname }) => {
      const id = first(/^\/([A-Za-z0-9]{5})(?:\/|$)/, pathname)
      return id === null ? null : `https://datawrapper.dwcdn.net/${id}/`
    },
  },
  {
    host: /(?:^|\.)spotify\.com$/,
    name: 'Spotify',
    toPage: ({ pathname }) =>
      page('https://open.spotify.com/', first(/^\/embed(?:-podcast)?\/(\w+\/[\w/]+)/, pathname)),
  },
  {
    host: /(?:^|\.)(?:flourish\.studio|uri\.sh)$/,
    name: 'Flourish',
    toPage: ({ pathname }) => {
      const id = first(/^\/((?:visualisation|story)\/\d+)/, pathname)
      return id === null ? null : `https://public.flourish.studio/${id}/`
    },
  },
  { host: /^(?:docs|drive|calendar)\.google\.com$/, name: 'Google' },
  { host: /(?:^|\.)google\.[a-z.]{2,6}$/, name: 'Google Maps', toPage: toMapPage },
  { host: /(?:^|\.)goo\.gl$/, name: 'Google Maps' },
  { host: /^(?:www\.)?openstreetmap\.(?:org|de)$/, name: 'OpenStreetMap', toPage: toOpenStreetMapPage },
  { host: /^umap\.|(?:^|\.)umap-project\.org$/, name: 'uMap', toPage: withoutQuery },
  { host: /(?:^|\.)komoot\.(?:de|com)$/, name: 'Komoot', toPage: (url) => withoutQuery(url).replace(/\/embed$/, '') },
  {
    host: /(?:^|\.)soundcloud\.com$/,
    name: 'SoundCloud',
    toPage: ({ searchParams }) => first(/^(https:\/\/soundcloud\.com\/.+)/, searchParams.get('url') ?? ''),
  },
  {
    host: /(?:^|\.)podigee\.(?:io|com|net)$/,
    name: 'Podigee',
    toPage: (url) => withoutQuery(url).replace(/\/embed\/?$/, ''),
  },
  {
    host: /(?:^|\.)podcasts\.apple\.com$/,
    name: 'Apple Podcasts',
    toPage: (url) => url.href.replace('//embed.podcasts.', '//podcasts.'),
  },
  { host: /(?:^|\.)deezer\.com$/, name: 'Deezer' },
  {
    host: /(?:^|\.)infogram\.com$/,
    name: 'Infogram',
    toPage: ({ pathname }) => page('https://infogram.com/', first(/^\/([\w-]+)/, pathname)),
  },
  { host: /(?:^|\.)(?:opinary|pressekompass)\.(?:com|net)$/, name: 'Opinary' },
  { host: /(?:^|\.)pinpoll\.(?:com|net)$/, name: 'Pinpoll' },
  {
    host: /(?:^|\.)riddle\.com$/,
    name: 'Riddle',
    toPage: ({ pathname }) =>
      page('https://www.riddle.com/view/', first(/^\/(?:embed\/)?(?:a|view|showcase)\/([\w-]+)/, pathname)),
  },
  {
    host: /(?:^|\.)dailymotion\.com$/,
    name: 'Dailymotion',
    toPage: ({ pathname }) => page('https://www.dailymotion.com/', first(/^\/embed\/(video\/\w+)/, pathname)),
  },
  { host: /(?:^|\.)twitch\.tv$/, name: 'Twitch' },
  { host: /(?:^|\.)(?:bsky\.app|bsky\.social)$/, name: 'Bluesky' },
  { host: /(?:^|\.)threads\.(?:net|com)$/, name: 'Threads' },
  { host: /(?:^|\.)linkedin\.com$/, name: 'LinkedIn' },
  { host: /(?:^|\.)pinterest\.[a-z]{2,3}$/, name: 'Pinterest' },
  { host: /(?:^|\.)reddit(?:media)?\.com$/, name: 'Reddit' },
  { host: /(?:^|\.)issuu\.com$/, name: 'Issuu' },
  { host: /(?:^|\.)yumpu\.com$/, name: 'Yumpu' },
  { host: /(?:^|\.)everviz\.com$/, name: 'everviz' },
  { host: /(?:^|\.)knightlab\.com$/, name: 'Knight Lab' },
  { host: /(?:^|\.)genial\.ly$|(?:^|\.)genially\.com$/, name: 'Genially' },
  { host: /(?:^|\.)thinglink\.com$/, name: 'ThingLink' },
  { host: /(?:^|\.)typeform\.com$/, name: 'Typeform' },
  { host: /(?:^|\.)windy\.com$/, name: 'Windy' },
  { host: /(?:^|\.)ardmediathek\.de$|(?:^|\.)ardaudiothek\.de$/, name: 'ARD' },
  { host: /(?:^|\.)zdf\.de$/, name: 'ZDF' },
]

export type Resolved = { kind: 'embed'; embed: Embed } | { kind: 'none' } | { kind: 'not-content'; host: string }

/** Resolves the address of a frame, a post or a player. */
export function resolveEmbed(address: string, title: string, baseUrl = ''): Resolved {
  const given = address.trim().startsWith('//') ? `https:${address.trim()}` : address
  const link = toLink(given, baseUrl).replace(/^http:/i, 'https:')
  if (!/^https:\/\//i.test(link)) return { kind: 'none' }
  const url = unwrap(new URL(link))
  if (NOT_CONTENT.test(url.hostname)) return { kind: 'not-content', host: url.hostname }
  const name = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1).toWellFormed()}…` : title
  const vendor = findVendor(url.href)
  if (vendor !== null) return { kind: 'embed', embed: { type: 'embed', vendor, url: url.href, title: name } }
  const rule = RULES.find(({ host }) => host.test(url.hostname))
  return {
    kind: 'embed',
    embed: {
      type: 'embed',
      vendor: 'other',
      provider: rule?.name ?? url.hostname.replace(/^www\./, '').slice(0, 100),
      url: rule?.toPage?.(url) ?? url.href,
      title: name,
    },
  }
}

/** An address alone in a paragraph that is a post or a film of a known provider. */
export function findBareEmbed(text: string): Embed | null {
  if (!/^https?:\/\/[^\s<>"]{8,500}$/.test(text) || !URL.canParse(text)) return null
  const resolved = resolveEmbed(text, '')
  if (resolved.kind !== 'embed') return null
  const { embed } = resolved
  return embed.vendor !== 'other' && toEmbedFrame(embed.vendor, embed.url) !== null ? embed : null
}

/** Unwraps frames around frames: of the own site (Drupal), of proxy services, of the provider itself. */
function unwrap(url: URL, depth = 0): URL {
  const { hostname, pathname, searchParams } = url
  const inner =
    hostname === 'cdn.embedly.com' || hostname === 'cdn.iframe.ly' || /\/media\/oembed\/?$/.test(pathname)
      ? (searchParams.get('url') ?? searchParams.get('src'))
      : /(?:^|\.)facebook\.com$/.test(hostname) && pathname.includes('/plugins/')
        ? searchParams.get('href')
        : null
  if (inner !== null && depth < 3) {
    const address = inner.startsWith('//') ? `https:${inner}` : inner.replace(/^http:/i, 'https:')
    if (/^https:/i.test(address) && URL.canParse(address)) return unwrap(new URL(address), depth + 1)
  }
  return toOwnPage(url)
}

/** The page of the post that a frame shows. */
function toOwnPage(url: URL): URL {
  const { hostname, pathname, searchParams } = url
  const post = searchParams.get('id')
  if (hostname === 'platform.twitter.com' && post !== null && /^\d{5,25}$/.test(post))
    return new URL(`https://twitter.com/i/status/${post}`)
  if (/(?:^|\.)(?:instagram|twitter|x)\.com$/.test(hostname))
    return new URL(withoutQuery(url).replace(/\/embed(?:\/captioned)?\/?$/, '/'))
  const film = first(/^\/(?:embed\/(?:v2\/)?|player\/v1\/)(\d{5,25})/, pathname)
  if (/(?:^|\.)tiktok\.com$/.test(hostname))
    return new URL(film === null ? withoutQuery(url) : `https://www.tiktok.com/@_/video/${film}`)
  const flash = first(/^\/v\/([\w-]{6,20})/, pathname)
  if (/(?:^|\.)youtube(?:-nocookie)?\.com$/.test(hostname) && flash !== null)
    return new URL(`https://www.youtube.com/watch?v=${flash}`)
  return url
}

function toMapPage({ pathname, searchParams }: URL): string | null {
  if (pathname.startsWith('/maps/d/')) return page('https://www.google.com/maps/d/viewer?mid=', searchParams.get('mid'))
  const place = searchParams.get('q') ?? searchParams.get('pb')
  if (place === null) return null
  const search = 'https://www.google.com/maps/search/?api=1&query='
  if (searchParams.has('q')) return search + encodeURIComponent(place)
  const [, name] = /!2s([^!]+)/.exec(place) ?? []
  const [, longitude] = /!2d(-?[\d.]+)/.exec(place) ?? []
  const [, latitude] = /!3d(-?[\d.]+)/.exec(place) ?? []
  if (name !== undefined && !/^[\w-]{2,3}$/.test(name)) return search + encodeURIComponent(name)
  return longitude === undefined || latitude === undefined ? null : `${search}${latitude},${longitude}`
}

function toOpenStreetMapPage({ searchParams }: URL): string | null {
  const marker = /^(-?[\d.]+),(-?[\d.]+)$/.exec(searchParams.get('marker') ?? '')
  const box = (searchParams.get('bbox') ?? '').split(',').map(Number)
  if (marker !== null)
    return `https://www.openstreetmap.org/?mlat=${marker[1]}&mlon=${marker[2]}#map=16/${marker[1]}/${marker[2]}`
  if (box.length !== 4 || box.some((side) => !Number.isFinite(side))) return null
  const [west, south, east, north] = box as [number, number, number, number]
  return `https://www.openstreetmap.org/#map=14/${((south + north) / 2).toFixed(5)}/${((west + east) / 2).toFixed(5)}`
}

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

/** The provider by its host; null: frames of this host are left out. */
function findVendor(url: string): FramedVendor | null {
  const host = new URL(url).hostname.toLowerCase()
  return VENDORS.find(([pattern]) => pattern.test(host))?.[1] ?? null
}
