/** Cuts a part out of a file of the store. The part is a file of its own, so every rendition and every door shows it. */
import { readFile } from 'node:fs/promises'
import type { Picture } from '@lokalteil/contracts/content'
import { toImageStorePath } from '@lokalteil/domain/display/breakpoints'
import type { CropRect } from '@lokalteil/domain/display/crop'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { PictureFiles } from '../../pictures/picture-files.ts'
import { takePicture } from '../../pictures/take-picture.ts'
import { busy, LEAST_SIDE, MOST_PIXELS, tooSmall, type createDecoding } from './upload-picture.ts'

type CutFile = Pick<Picture, 'baseUrl' | 'width' | 'height' | 'colour'>
export type CutPicture = (baseUrl: string, part: CropRect) => Promise<CutFile | Refusal>

/** `decoding`: shared with uploads. */
export function createCutter(
  files: Pick<PictureFiles, 'put' | 'locate'>,
  decoding: ReturnType<typeof createDecoding>,
): CutPicture {
  async function cut(baseUrl: string, part: CropRect): Promise<CutFile | Refusal> {
    const path = toImageStorePath(baseUrl.replace(/^\//, ''))
    const found = path === null ? null : await files.locate(path)
    if (found === null) return problem(404, 'NOT_FOUND', 'The store does not have the file')
    const bytes = 'file' in found ? await readFile(found.file) : await found.read()
    const taken = await takePicture(bytes, { maxPixels: MOST_PIXELS, part })
    if ('reason' in taken) return problem(415, 'NO_PICTURE', 'The file of the picture cannot be read')
    const { width, height, colour } = taken
    if (Math.min(width, height) < LEAST_SIDE) return tooSmall()
    await files.put(taken.path, taken.bytes)
    return { baseUrl: `/${taken.path}`, width, height, colour }
  }

  return async (baseUrl, part) => (await decoding(() => cut(baseUrl, part))) ?? busy()
}
