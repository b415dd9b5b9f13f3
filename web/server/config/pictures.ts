/** The picture store, and the signing of addresses of paid pictures. */
import { z } from 'zod'
import { parseS3Url, type S3Options } from '@lokalteil/services/platform/s3-store'
import type { ImageCdn } from '../http/signed-media.ts'
import type { EnvironmentReader } from './environment.ts'
import { count, httpAddress, secret } from './values.ts'

const VARIABLES = {
  /** An S3-compatible store for imported pictures; default: the database. */
  PICTURES_URL: z
    .string()
    .transform((value, context): S3Options => {
      const parsed = parseS3Url(value)
      if (typeof parsed !== 'string') return parsed
      context.addIssue({ code: 'custom', message: parsed })
      return z.NEVER
    })
    .optional(),
  PICTURE_CACHE_BYTES: count(5_000_000_000, 10_000_000, 10_000_000_000_000),
  /** Signs the addresses of paid pictures; the same in every process; default: generated at the first start. */
  IMAGE_SECRET: secret.max(500).optional(),
  /** A picture service (CDN) in front of the picture folder, with the secret and the method of its signatures. */
  IMAGE_CDN_URL: httpAddress.optional(),
  IMAGE_CDN_SECRET: z.string().min(8).max(500).optional(),
  IMAGE_CDN_SCHEME: z.enum(['sha256', 'md5']).default('sha256'),
}

export type PicturesConfig = {
  /** Null: imported pictures are stored in the database. */
  pictureStore: S3Options | null
  /** Limit on disk for pictures that can be loaded or produced again. */
  pictureCacheBytes: number
  imageSecret: string | null
  imageCdn: ImageCdn | null
}

export function readPictures(environment: EnvironmentReader): PicturesConfig {
  const values = environment.parse(VARIABLES)
  const { IMAGE_CDN_URL: url, IMAGE_CDN_SECRET: cdnSecret, IMAGE_CDN_SCHEME: scheme } = values
  if (url !== undefined && cdnSecret === undefined)
    environment.refuse('IMAGE_CDN_SECRET: is needed with IMAGE_CDN_URL, to sign addresses')
  return {
    pictureStore: values.PICTURES_URL ?? null,
    pictureCacheBytes: values.PICTURE_CACHE_BYTES,
    imageSecret: values.IMAGE_SECRET ?? null,
    imageCdn: url === undefined || cdnSecret === undefined ? null : { url, secret: cdnSecret, scheme },
  }
}
