/** Publishes readers' pictures in the picture store at unguessable names, and removes them. */
import { toReaderPicturePath } from '@lokalteil/services/pictures/originals'
import type { PictureFiles } from '@lokalteil/services/pictures/picture-files'
import { createS3Originals } from '@lokalteil/services/pictures/s3-originals'
import type { ShownPictures } from '@lokalteil/services/platform/reader-pictures'
import type { S3Options } from '@lokalteil/services/platform/s3-store'

/** `s3`: where pictures lie that not everybody may see; null: in the database. */
export function toShownPictures(
  { put, remove }: Pick<PictureFiles, 'put' | 'remove'>,
  s3: S3Options | null,
): ShownPictures {
  return { toPath: toReaderPicturePath, put, remove, kept: s3 === null ? null : createS3Originals(s3) }
}
