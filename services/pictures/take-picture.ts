/**
 * Turns an uploaded picture into an original of the store: fully decoded, rotated upright, at most as wide as the image
 * route delivers, re-encoded as JPEG, so that nothing but a picture is stored. For newsrooms and agencies the credit
 * metadata is kept; for readers (`isReaders`) no metadata at all: no place, camera or time.
 */
import { toRegion, type CropRect, type FocalPoint } from '@lokalteil/domain/display/crop'
import { readEmbeddedFocus } from './embedded-focus.ts'
import { toImportPath } from './originals.ts'

export const MAX_PICTURE_BYTES = 20 * 1024 * 1024
const MAX_PIXELS = 25_000_000
/** The image route delivers nothing wider. */
const MAX_WIDTH = 2560
const READERS_WIDTH = 2000
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'avif', 'heif', 'gif', 'tiff'])

type TakeOptions = {
  /** Sent by a reader: smaller, without any metadata and focal point. */
  isReaders?: boolean
  /** Of the given file; default 25 million. */
  maxPixels?: number
  /** False: no metadata in the original, for a caller that has read its texts. Default true, except for readers. */
  keepsMetadata?: boolean
  /** Only this part of the upright picture, without its own focal point. Default: all of it. */
  part?: CropRect
}

/** `colour`: the average, shown while the picture loads. */
export type PictureMeasures = { width: number; height: number; colour: string }
/** `focus`: the picture's own focal point, if it has one. */
export type TakenPicture = PictureMeasures & { path: string; bytes: Buffer; focus?: FocalPoint }

export async function takePicture(
  bytes: Uint8Array,
  { isReaders = false, maxPixels = MAX_PIXELS, keepsMetadata = !isReaders, part }: TakeOptions = {},
): Promise<TakenPicture | { reason: string }> {
  // Loads the codecs on demand.
  const { default: sharp } = await import('sharp')
  try {
    const open = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    // Reads the header alone: a picture with too many pixels is refused before it is decoded.
    const { format, orientation = 1, xmpAsString, autoOrient } = await open().metadata()
    if (format === undefined || !FORMATS.has(format))
      return { reason: `not a picture we take (${format ?? 'unknown'})` }
    const width = isReaders ? READERS_WIDTH : MAX_WIDTH
    const whole = open().autoOrient()
    const upright = (part === undefined ? whole : whole.extract(toRegion(autoOrient, part)))
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
    const { data, info } = await (keepsMetadata ? upright.keepMetadata() : upright)
      .jpeg({ quality: 86 })
      .toBuffer({ resolveWithObject: true })
    const colour = await averageColour(data)
    // Regions refer to the unrotated picture, and it is unknown whether they were rotated with it.
    const focus = orientation === 1 && !isReaders && part === undefined ? readEmbeddedFocus(xmpAsString) : null
    return {
      path: toImportPath(data),
      bytes: data,
      width: info.width,
      height: info.height,
      colour,
      ...(focus && { focus }),
    }
  } catch (error) {
    return {
      reason: `not a picture that can be read (${error instanceof Error ? error.message.slice(0, 120) : 'unknown'})`,
    }
  }
}

/** Measures an original without changing it; null: it cannot be measured. */
export async function measurePicture(original: Uint8Array | string): Promise<PictureMeasures | null> {
  const { default: sharp } = await import('sharp')
  try {
    const { autoOrient } = await sharp(original, { limitInputPixels: MAX_PIXELS }).metadata()
    return { width: autoOrient.width, height: autoOrient.height, colour: await averageColour(original) }
  } catch {
    return null
  }
}

async function averageColour(original: Uint8Array | string): Promise<string> {
  const { default: sharp } = await import('sharp')
  const average = await sharp(original, { limitInputPixels: MAX_PIXELS })
    .resize(1, 1, { fit: 'cover' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return `#${average.subarray(0, 3).toString('hex')}`
}
