/** Pictures in an S3-compatible store. */
import { createS3Store, type S3Options } from '../platform/s3-store.ts'
import { MAX_ORIGINAL_BYTES, toContentType, type Originals } from './originals.ts'

export function createS3Originals(options: S3Options): Originals {
  return createS3Store(options, { mostBytes: MAX_ORIGINAL_BYTES, toContentType })
}
