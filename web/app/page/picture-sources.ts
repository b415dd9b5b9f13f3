/** Addresses of the image route for a picture of the content service, in the allowed widths and formats. */
import type { Picture, PictureSources } from '@lokalteil/contracts/content'
import { IMAGE_BREAKPOINTS, imageAddress, type ImageRatio } from '@lokalteil/domain/display/breakpoints'

type PictureRatio = Extract<ImageRatio, '16:9' | '1:1' | '4:3'> | 'original'

const WIDTHS = [...new Set(Object.values(IMAGE_BREAKPOINTS))]
const SMALL_WIDTHS = [160, 240, 320, 640] as const
type PictureScale = 'small' | 'wide'

/** `position`: the focal point, for styles that crop the picture once more. */
export type PositionedSources = PictureSources & { position?: string }

type Wanted = { ratio: PictureRatio; quality: 70 | 75; scale?: PictureScale }

/** The signed addresses that came with the picture, else those of the image route. */
export function pictureSources(picture: Picture, wanted: Wanted): PositionedSources | null {
  const sources = picture.sources ?? ownSources(picture, wanted)
  return sources && picture.focus ? { ...sources, position: `${picture.focus.x}% ${picture.focus.y}%` } : sources
}

/** Whether there are such addresses; nothing is loaded from other hosts. */
export function isInStore({ sources, baseUrl }: Picture): boolean {
  return (sources ?? null) !== null || isStored(baseUrl)
}

const isStored = (baseUrl: string) => baseUrl !== '' && !/^[a-z]+:/i.test(baseUrl) && !baseUrl.startsWith('//')

/** Addresses of the image route. null if the picture is not in the store. */
export function ownSources(picture: Picture, options: Wanted): PictureSources | null {
  const { baseUrl } = picture
  if (!isStored(baseUrl)) return null
  const ratio = options.ratio === 'original' ? null : options.ratio
  const limit = picture.width > 0 ? picture.width : Infinity
  const all: readonly number[] = options.scale === 'small' ? SMALL_WIDTHS : WIDTHS
  const widths = all.filter((width, index) => width <= limit || index === 0)
  const address = (width: number, format: 'avif' | 'webp' | 'jpeg') =>
    imageAddress(baseUrl, { width, ratio, format, quality: options.quality, focus: picture.focus })
  const set = (format: 'avif' | 'webp') => widths.map((width) => `${address(width, format)} ${width}w`).join(', ')
  return {
    avif: set('avif'),
    webp: set('webp'),
    fallback: address(options.scale === 'small' ? 320 : 640, 'jpeg'),
    share: address(1280, 'jpeg'),
  }
}
