/**
 * Signed addresses (S7.7-03). Media files that occur only in paid texts are served only at `…?e={end}&s={signature}`.
 * The addresses come with the data of an unlocked article; the signature covers path and query, so neither width nor
 * end can be changed. Ends are rounded to six hours, the same for everybody, so that browsers can cache, and no link is
 * valid for more than eighteen. With a picture service (`cdn`) all picture addresses point there, signed in its format.
 * The secrets never leave the server.
 */
import { createHash, createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Picture, PictureSources } from '@lokalteil/contracts/content'
import { IMAGE_QUALITY, imageAddress, type ImageFormat } from '@lokalteil/domain/display/breakpoints'
import { toMediaName, toRequestedMediaName } from '@lokalteil/domain/reading/media'
import { isSameText } from '@lokalteil/services/platform/signed-text'

export type SignatureScheme = 'sha256' | 'md5'
export type ImageCdn = { url: string; secret: string; scheme: SignatureScheme }

type MediaPermission =
  | { kind: 'open' }
  | { kind: 'signed'; secondsLeft: number }
  | { kind: 'refused'; reason: 'unsigned' | 'expired' }

export type SignedMedia = {
  /** Whether this file may be sent. `search` without its question mark. */
  permit: (path: string, search: string) => MediaPermission
  /** For public data: adds addresses in place. Null: no address needs one. */
  addOpenAddresses: ((data: unknown) => void) | null
  /** For an article that its reader may read: adds addresses in place. */
  addUnlockedAddresses: (data: unknown) => void
}

export type SignedMediaOptions = {
  secret: string
  isPaid: (name: string) => boolean
  cdn: ImageCdn | null
  now: () => Date
}

const SLOT_SECONDS = 6 * 3600
/** Fewer widths than unsigned pictures have, because each costs a hundred bytes of data. */
const WIDTHS = [320, 640, 1024, 1536] as const
const FALLBACK_WIDTH = 640
const SHARE_WIDTH = 1280
const OPEN: MediaPermission = { kind: 'open' }

export function createSignedMedia(options: SignedMediaOptions): SignedMedia {
  const { secret, isPaid, cdn } = options
  const known = new LRUCache<string, PictureSources>({ max: 5000 })
  const toSeconds = () => Math.floor(options.now().getTime() / 1000)
  const toEnd = () => (Math.floor(toSeconds() / SLOT_SECONDS) + 3) * SLOT_SECONDS

  const toOwnAddress = (path: string) => withSignature(path, `e=${toEnd()}`, 'sha256', secret)

  function toSources(picture: Picture, isForReaders: boolean): PictureSources {
    const end = toEnd()
    const key = `${end} ${isForReaders} ${picture.width} ${picture.baseUrl}`
    const found = known.get(key)
    if (found !== undefined) return found
    const address = (width: number, format: ImageFormat) =>
      cdn === null
        ? toOwnAddress(imageAddress(picture.baseUrl, { width, format, quality: IMAGE_QUALITY }))
        : toCdnAddress(cdn, picture.baseUrl, width, format, isForReaders ? end : null)
    const widths = WIDTHS.filter((width, index) => index === 0 || picture.width === 0 || width <= picture.width)
    const set = (format: ImageFormat) => widths.map((width) => `${address(width, format)} ${width}w`).join(', ')
    const sources = {
      avif: set('avif'),
      webp: set('webp'),
      fallback: address(FALLBACK_WIDTH, 'jpeg'),
      share: address(SHARE_WIDTH, 'jpeg'),
    }
    known.set(key, sources)
    return sources
  }

  function visit(value: unknown, isUnlocked: boolean): void {
    if (typeof value !== 'object' || value === null) return
    if (isPicture(value)) return visitPicture(value, isUnlocked)
    if ('src' in value && isUnlocked && isPaidAddress(value.src)) value.src = toOwnAddress(value.src)
    for (const inner of Object.values(value)) visit(inner, isUnlocked)
  }

  function visitPicture(picture: Picture, isUnlocked: boolean): void {
    const name = toMediaName(picture.baseUrl)
    if (name === null) return
    const isForReaders = isPaid(name)
    if (isForReaders ? isUnlocked : cdn !== null) picture.sources = toSources(picture, isForReaders)
  }

  function isPaidAddress(address: unknown): address is string {
    const name = typeof address === 'string' ? toMediaName(address) : null
    return name !== null && isPaid(name)
  }

  return {
    permit(path, search) {
      const name = toRequestedMediaName(path)
      if (name === null || !isPaid(name)) return OPEN
      const [, end, signature] = /^e=(\d{10,11})&s=([0-9a-f]{64})$/.exec(search) ?? []
      if (
        end === undefined ||
        signature === undefined ||
        !isSameText(toSignature(`${path}?e=${end}`, 'sha256', secret), signature)
      )
        return { kind: 'refused', reason: 'unsigned' }
      const secondsLeft = Number(end) - toSeconds()
      return secondsLeft > 0 ? { kind: 'signed', secondsLeft } : { kind: 'refused', reason: 'expired' }
    },
    addOpenAddresses: cdn === null ? null : (data) => visit(data, false),
    addUnlockedAddresses: (data) => visit(data, true),
  }
}

/** Signs `{path}?{query}`. `md5` is an older scheme of picture services: a hash of secret and text, without HMAC. */
function toSignature(text: string, scheme: SignatureScheme, secret: string): string {
  return scheme === 'sha256'
    ? createHmac('sha256', secret).update(text).digest('hex')
    : createHash('md5')
        .update(secret + text)
        .digest('hex')
}

function withSignature(path: string, query: string, scheme: SignatureScheme, secret: string): string {
  return `${path}?${query}&s=${toSignature(`${path}?${query}`, scheme, secret)}`
}

/** `{cdn}/{path}?w=640&fm=avif&q=70[&expires={end}]&s={signature}`. The service loads originals from our store. */
function toCdnAddress(cdn: ImageCdn, baseUrl: string, width: number, format: ImageFormat, end: number | null): string {
  const { origin, pathname } = new URL(cdn.url + (baseUrl.startsWith('/') ? baseUrl : `/${baseUrl}`))
  const query = `w=${width}&fm=${format === 'jpeg' ? 'jpg' : format}&q=${IMAGE_QUALITY}${end === null ? '' : `&expires=${end}`}`
  return origin + withSignature(pathname, query, cdn.scheme, cdn.secret)
}

function isPicture(value: object): value is Picture {
  return 'baseUrl' in value && typeof value.baseUrl === 'string'
}
