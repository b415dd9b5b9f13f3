/** Pictures of readers as services show them and take them back: in the picture store, at names nobody can guess. */
import { toReaderPicturePath } from '@lokalteil/services/pictures/originals'
import type { PictureFiles } from '@lokalteil/services/pictures/picture-files'
import type { ShownPictures } from '@lokalteil/services/platform/reader-pictures'

export function toShownPictures({ put, remove }: Pick<PictureFiles, 'put' | 'remove'>): ShownPictures {
  return { toPath: toReaderPicturePath, put, remove }
}
