/**
 * Widths of pictures, and the grammar of `/_ipx/{modifiers}/{path}` (section 9, decisions S7.7-02, S9-13, S9-14). An
 * allow-list of sizes keeps an attacker from filling disk and processor by asking for 4,000 widths of one picture;
 * every other size is 'invalid'.
 */

export const IMAGE_BREAKPOINTS = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536, '2xl': 1536 } as const
const IMAGE_DENSITIES = [1, 2] as const
export const IMAGE_QUALITY = 70
const TEASER_IMAGE_QUALITY = 75
/** The space reserved for a picture of unknown size. */
const DEFAULT_IMAGE_RATIO = '16 / 12'

export type ImageRatio = '16:9' | '1:1' | '4:3' | '16:12'
export type ImageFormat = 'avif' | 'webp' | 'jpeg'
type ImageQuality = typeof IMAGE_QUALITY | typeof TEASER_IMAGE_QUALITY
type ImageFit = 'cover' | 'inside'

/** Portraits, list thumbnails and small teasers, which the breakpoints would make far too large. */
const SMALL_WIDTHS = [64, 96, 160, 240, 480]

/** Every width that can be produced, ascending. */
export const IMAGE_WIDTHS: readonly number[] = [
  ...new Set([
    ...SMALL_WIDTHS,
    ...Object.values(IMAGE_BREAKPOINTS).flatMap((width) => IMAGE_DENSITIES.map((density) => width * density)),
  ]),
].sort((a, b) => a - b)

const RATIOS: Readonly<Record<ImageRatio, number>> = { '16:9': 16 / 9, '1:1': 1, '4:3': 4 / 3, '16:12': 16 / 12 }

export type ImageModifiers = {
  width: number
  /** Null: the height follows from the picture's own ratio. */
  height: number | null
  quality: ImageQuality
  format: ImageFormat
  fit: ImageFit
  /** Focal point of a crop, in quarters of width and height. */
  focus?: { x: number; y: number }
}

export type ParsedModifiers = { kind: 'ok'; modifiers: ImageModifiers } | { kind: 'invalid' }

/** `w_640,h_360,f_avif,q_75,fit_cover,fp_25x50` in any order, each at most once; only `w_` is required. */
export function parseImageModifiers(text: string): ParsedModifiers {
  const invalid: ParsedModifiers = { kind: 'invalid' }
  if (text.length > 60) return invalid
  const given = new Map<string, string>()
  for (const part of text.split(',')) {
    const [, name, value] = /^(w|h|q|f|fit|fp)_([a-z0-9]{1,7})$/.exec(part) ?? []
    if (name === undefined || value === undefined || given.has(name)) return invalid
    given.set(name, value)
  }
  const width = toSize(given.get('w'))
  const height = given.has('h') ? toSize(given.get('h')) : null
  const quality = given.has('q') ? toSize(given.get('q')) : IMAGE_QUALITY
  const format = given.get('f') ?? 'jpeg'
  const fit = given.get('fit') ?? (height === null ? 'inside' : 'cover')
  const focus = given.has('fp') ? toFocus(given.get('fp') ?? '') : null
  const isAllowed =
    (!given.has('fp') || (focus !== null && height !== null && fit === 'cover')) &&
    IMAGE_WIDTHS.includes(width) &&
    (height === null || Object.values(RATIOS).some((ratio) => Math.round(width / ratio) === height)) &&
    (quality === IMAGE_QUALITY || quality === TEASER_IMAGE_QUALITY) &&
    (format === 'avif' || format === 'webp' || format === 'jpeg') &&
    (fit === 'cover' || fit === 'inside')
  return isAllowed
    ? { kind: 'ok', modifiers: { width, height, quality, format, fit, ...(focus && { focus }) } }
    : invalid
}

/** The card of a gift link: a picture with a band across it. */
const GIFT_CARD = 'gift'

/** `gift` or `gift,fp_25x50`; null: another modifier. */
export function parseGiftCard(text: string): ParsedModifiers | null {
  const [name, ...rest] = text.split(',')
  if (name !== GIFT_CARD) return null
  return parseImageModifiers(['w_1280', 'h_720', 'f_jpeg', `q_${TEASER_IMAGE_QUALITY}`, ...rest].join(','))
}

/** The address of the gift card, from the address of any crop of the picture. */
export function toGiftCardAddress(cropAddress: string): string {
  return cropAddress.replace(/^\/_ipx\/([^/]+)\//, (_all, modifiers: string) => {
    const focus = modifiers.split(',').find((part) => part.startsWith('fp_'))
    return `/_ipx/${[GIFT_CARD, ...(focus === undefined ? [] : [focus])].join(',')}/`
  })
}

export type ImageOptions = {
  width: number
  ratio?: ImageRatio | null
  format?: ImageFormat
  quality?: ImageQuality
  /** In percent; used for crops only. */
  focus?: { x: number; y: number } | undefined
}

/**
 * The address of a produced picture. The width is rounded up to the next allowed one. A picture with an address of its
 * own (a picture service that signs on the server) keeps it.
 */
export function imageAddress(baseUrl: string, options: ImageOptions): string {
  if (/^https?:\/\//.test(baseUrl)) return baseUrl
  const width = toAllowedWidth(options.width)
  const modifiers = [
    `w_${width}`,
    ...(options.ratio ? [`h_${Math.round(width / RATIOS[options.ratio])}`] : []),
    `f_${options.format ?? 'jpeg'}`,
    `q_${options.quality ?? IMAGE_QUALITY}`,
    ...(options.ratio && options.focus ? [`fp_${toQuarter(options.focus.x)}x${toQuarter(options.focus.y)}`] : []),
  ]
  const segments = baseUrl.split('/').filter((segment) => segment !== '')
  const path = segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')
  return `/_ipx/${modifiers.join(',')}/${path}`
}

/** The smallest allowed width that is large enough, else the largest. */
export function toAllowedWidth(width: number): number {
  return IMAGE_WIDTHS.find((allowed) => allowed >= width) ?? IMAGE_WIDTHS.at(-1) ?? width
}

/** A crop is 1:1 for square pictures and 16:9 for all others. */
export function toCropRatio(cropVal: string): '1:1' | '16:9' {
  return cropVal === '1:1' || cropVal === 'square' ? '1:1' : '16:9'
}

/** The CSS aspect ratio of an uncropped picture; 16:12 for unknown sizes, which are 0 (section 8, S9-14). */
export function toAspectRatio({ width, height }: { width: number; height: number }): string {
  return width > 0 && height > 0 ? `${width} / ${height}` : DEFAULT_IMAGE_RATIO
}

/**
 * The picture's path below the store, from the decoded end of an address; null for a path that could leave the store
 * (path traversal) or name a hidden file.
 */
export function toImageStorePath(path: string): string | null {
  const segments = path.split('/')
  const isSafe = segments.every((segment) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(segment) && !segment.includes('..'))
  return isSafe && path.length <= 300 ? path : null
}

function toSize(value: string | undefined): number {
  return value !== undefined && /^[1-9]\d{0,3}$/.test(value) ? Number(value) : Number.NaN
}

/** Rounds so that a picture has few different crops; the focal point stays visible. */
const toQuarter = (percent: number): number => Math.round(percent / 25) * 25

function toFocus(value: string): { x: number; y: number } | null {
  const [, x, y] = /^(0|25|50|75|100)x(0|25|50|75|100)$/.exec(value) ?? []
  return x === undefined ? null : { x: Number(x), y: Number(y) }
}
