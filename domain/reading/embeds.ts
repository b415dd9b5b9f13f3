/**
 * Frame addresses of embedded content, loaded after the reader's consent (decision S1-11). They are built here from
 * parts of the vendor's own address, so that an article cannot embed any other site. The Content-Security-Policy allows
 * the same origins. For a vendor without a rule the link remains.
 */
import type { Vendor } from '../consent/consent.ts'

/** `film` has the ratio 16:9; a `post` is as high as its text. */
export type EmbedFrame = { address: string; look: 'film' | 'post' }

type FrameRule = {
  origin: string
  look: EmbedFrame['look']
  /** Path and query of the frame; null: none. */ toPath: (url: URL) => string | null
}

const id = (pattern: RegExp, text: string): string | null => pattern.exec(text)?.[1] ?? null

const FRAMES = {
  youtube: {
    origin: 'https://www.youtube-nocookie.com',
    look: 'film',
    toPath: ({ hostname, pathname, searchParams }) => {
      const found =
        hostname === 'youtu.be'
          ? id(/^\/([\w-]{6,20})$/, pathname)
          : (id(/^([\w-]{6,20})$/, searchParams.get('v') ?? '') ??
            id(/^\/(?:embed|shorts|live)\/([\w-]{6,20})$/, pathname))
      return found === null ? null : `/embed/${found}`
    },
  },
  vimeo: {
    origin: 'https://player.vimeo.com',
    look: 'film',
    toPath: ({ pathname, searchParams }) => {
      const found = id(/^\/(?:video\/)?(\d{5,15})(?:\/|$)/, pathname)
      // Unlisted films need their second key.
      const key = id(/^(\w{6,20})$/, searchParams.get('h') ?? '') ?? id(/^\/\d+\/(\w{6,20})$/, pathname)
      return found === null ? null : `/video/${found}?dnt=1${key === null ? '' : `&h=${key}`}`
    },
  },
  glomex: {
    origin: 'https://player.glomex.com',
    look: 'film',
    toPath: ({ hostname, pathname, search }) => (hostname === 'player.glomex.com' ? pathname + search : null),
  },
  facebook: {
    origin: 'https://www.facebook.com',
    look: 'post',
    toPath: (url) => {
      if (url.pathname.length < 2) return null
      // Some posts are identified by their query alone.
      const kept = new URL(url.origin + url.pathname)
      for (const name of ['v', 'story_fbid', 'fbid', 'id']) {
        const value = url.searchParams.get(name)
        if (value !== null && /^\w{1,120}$/.test(value)) kept.searchParams.set(name, value)
      }
      const isFilm = /\/(?:videos|reel|watch)\b|^\/video\.php$/.test(url.pathname)
      return `/plugins/${isFilm ? 'video' : 'post'}.php?href=${encodeURIComponent(kept.href)}&show_text=true`
    },
  },
  instagram: {
    origin: 'https://www.instagram.com',
    look: 'post',
    toPath: ({ pathname }) => {
      const found = /^\/(p|reel|tv)\/([\w-]{5,40})/.exec(pathname)
      return found === null ? null : `/${found[1]}/${found[2]}/embed/captioned/`
    },
  },
  twitter: {
    origin: 'https://platform.twitter.com',
    look: 'post',
    toPath: ({ pathname }) => {
      const found = id(/\/status\/(\d{5,25})/, pathname)
      return found === null ? null : `/embed/Tweet.html?id=${found}&dnt=true&lang=de`
    },
  },
  tiktok: {
    origin: 'https://www.tiktok.com',
    look: 'post',
    toPath: ({ pathname }) => {
      const found = id(/\/video\/(\d{5,25})/, pathname)
      return found === null ? null : `/embed/v2/${found}?lang=de`
    },
  },
} satisfies Partial<Record<Vendor, FrameRule>>

const HOSTS: Partial<Record<Vendor, RegExp>> = {
  youtube: /(?:^|\.)youtube(?:-nocookie)?\.com$|^youtu\.be$/,
  vimeo: /(?:^|\.)vimeo\.com$/,
  glomex: /(?:^|\.)glomex\.com$/,
  facebook: /(?:^|\.)facebook\.com$/,
  instagram: /(?:^|\.)instagram\.com$/,
  twitter: /(?:^|\.)(?:twitter|x)\.com$/,
  tiktok: /(?:^|\.)tiktok\.com$/,
}

/** Origins of the frames by platform. */
export const EMBED_ORIGIN_OF = Object.fromEntries(
  Object.entries(FRAMES).map(([vendor, { origin }]) => [vendor, origin]),
) as Readonly<Record<keyof typeof FRAMES, string>>

/**
 * Null: cannot be embedded, the link remains. `frames`: vendors by origin, from the configuration; their addresses are
 * frames already.
 */
export function toEmbedFrame(
  vendor: Vendor,
  address: string,
  frames: Readonly<Record<string, Vendor>> = {},
): EmbedFrame | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (Object.hasOwn(frames, url.origin))
    return frames[url.origin] === vendor ? { address: url.href, look: 'post' } : null
  const rule: FrameRule | undefined = (FRAMES as Partial<Record<Vendor, FrameRule>>)[vendor]
  if (rule === undefined) return null
  if (url.protocol !== 'https:' || HOSTS[vendor]?.test(url.hostname) !== true) return null
  const path = rule.toPath(url)
  return path === null ? null : { address: rule.origin + path, look: rule.look }
}
