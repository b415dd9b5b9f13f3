/** Publishes readers' pictures in the picture store at unguessable names, and removes them. */
import { toReaderPicturePath } from '@lokalteil/services/pictures/originals'
import type { PictureFiles } from '@lokalteil/services/pictures/picture-files'
import type { ShownPictures } from '@lokalteil/services/platform/reader-pictures'

export function toShownPictures({ put, remove }: Pick<PictureFiles, 'put' | 'remove'>): ShownPictures {
  return { toPath: toReaderPicturePath, put, remove }
}
