/** A picture that only its reader may see yet: not in the public store, but at an address that checks the session. */
import type { Picture } from '@lokalteil/contracts/content'
import type { ReaderPicture } from '@lokalteil/contracts/content/reader-pictures'

export function toOwnPicture(
  path: string,
  { width, height, colour }: Pick<ReaderPicture, 'width' | 'height' | 'colour'>,
  altText: string,
): Picture {
  const sources = { avif: '', webp: '', fallback: path, share: '' }
  return { baseUrl: path, cropVal: '', altText, width, height, credit: '', caption: '', colour, sources }
}
