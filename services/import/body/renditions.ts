/** Choosing among the files an agency offers of one picture, sound or film. */
import type { FoundPicture, IncomingAudio } from '../parsed-document.ts'
import { cleanCaption, setLine, toLine } from './house-style.ts'

export type Rendition = {
  href: string
  mimeType: string
  width: number
  height: number
  title: string
  seconds: number
  bytes: number
}

/** Pixels of width, enough for a lead picture at double density. */
const ENOUGH = 1600

/** Changes http to https, because browsers refuse http. '' if it is no address. Relative file names stay. */
export function toMediaAddress(href: string): string {
  const address = href.trim()
  if (address.length > 2000) return ''
  if (/^https?:\/\//i.test(address)) return URL.canParse(address) ? address.replace(/^http:/i, 'https:') : ''
  return /^[a-z][a-z0-9+.-]*:|^[/\\]|^$/i.test(address) ? '' : address
}

/** The smallest file that is large enough, else the largest; never one with a watermark. */
function choosePicture(renditions: readonly Rendition[]): Rendition | null {
  const usable = renditions.filter(
    (rendition) =>
      toMediaAddress(rendition.href) !== '' &&
      (rendition.mimeType === ''
        ? !/\.(?:mp[34]|xml|json|pdf|svg)(?:\?|$)/i.test(rendition.href)
        : /^image\/(?!svg)/i.test(rendition.mimeType)) &&
      !/watermark/i.test(`${rendition.title} ${rendition.href}`),
  )
  const enough = usable.filter((rendition) => rendition.width >= ENOUGH).sort((a, b) => a.width - b.width)
  return enough[0] ?? usable.toSorted((a, b) => b.width - a.width)[0] ?? null
}

export function chooseMedia(renditions: readonly Rendition[], kind: 'audio' | 'video'): Rendition | null {
  const usable = renditions.filter(
    (rendition) => rendition.mimeType.toLowerCase().startsWith(`${kind}/`) && toMediaAddress(rendition.href) !== '',
  )
  return usable.find((rendition) => /mpeg|mp3|mp4|aac|ogg|opus|webm/i.test(rendition.mimeType)) ?? usable[0] ?? null
}

const SOUND_TYPES: Readonly<Record<string, string>> = {
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
}

/** The spoken article. Addresses of the store stay as they are. */
export function toReading(src: string, durationSeconds: number, kind: IncomingAudio['kind']): IncomingAudio {
  const extension = /\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(src)?.[1]?.toLowerCase() ?? ''
  const address = src.startsWith('/_media/') ? src : toMediaAddress(src)
  return { src: address, mimeType: SOUND_TYPES[extension] ?? 'audio/mpeg', durationSeconds, kind }
}

/** Seconds. Some agencies write milliseconds, recognised by a rate below a quarter kilobyte a second. */
export function toSeconds(rendition: Rendition): number {
  const { seconds, bytes } = rendition
  if (!(seconds > 0)) return 0
  return bytes > 0 && seconds > 600 && bytes / seconds < 250 ? seconds / 1000 : seconds
}

export function toPicture(
  found: { renditions: readonly Rendition[]; caption: string; credit: string; altText: string },
  language: string,
): FoundPicture {
  const best = choosePicture(found.renditions)
  return {
    baseUrl: best === null ? '' : toMediaAddress(best.href),
    cropVal: '16:9',
    altText: toLine(found.altText),
    width: best?.width ?? 0,
    height: best?.height ?? 0,
    credit: toLine(found.credit),
    caption: setLine(cleanCaption(found.caption), language),
    colour: null,
  }
}
