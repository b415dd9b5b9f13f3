/**
 * Pictures that come with a form. Each is decoded and encoded again, upright and without metadata (place, camera, time); its
 * format is detected from the bytes, not from the file name. At most two uploads at a time in a process, others wait
 * (back-pressure).
 */
import type { SentPicture } from '@lokalteil/contracts/content/reader-pictures'
import { MOST_PICTURE_BYTES } from '@lokalteil/contracts/content/reader-pictures'
import { takePicture } from '@lokalteil/services/pictures/take-picture'
import { readForm, type FormBody } from '@lokalteil/services/platform/form-body'
import { NO_STORE } from '../portal-api.ts'

/** Most bytes of a picture: enough for a telephone's camera. */
const MOST_SENT_BYTES = 12_000_000
const MOST_FORM_BYTES = 130_000_000
const PLAIN_BYTES = 200_000
const FIELD_BYTES = 60_000
const FIELDS = 160
const AT_ONCE = 2

/** @markets */
export type PictureFault = 'too-many' | 'no-picture' | 'too-large'
/** Saves a picture; answers the fault, or null if it was saved. */
export type KeepPicture = (picture: SentPicture) => Promise<PictureFault | null>

export type SentForm = { fields: URLSearchParams; fault: PictureFault | null }

/** Reads a form and saves its pictures. `keep` null: pictures are not allowed, but the fields are read. */
export async function readFormWithPictures(
  request: Request,
  most: number,
  keep: KeepPicture | null,
): Promise<SentForm | Exclude<FormBody['kind'], 'form'>> {
  let fault: PictureFault | null = null
  const read = await readForm(
    request,
    {
      fieldBytes: FIELD_BYTES,
      fields: FIELDS,
      files: most,
      fileBytes: MOST_SENT_BYTES,
      mostBytes: most === 0 ? PLAIN_BYTES : MOST_FORM_BYTES,
    },
    keep === null
      ? null
      : async (_field, bytes) => {
          const taken = bytes === null ? 'too-large' : await toSentPicture(bytes)
          fault = (typeof taken === 'string' ? taken : await keep(taken)) ?? fault
        },
  )
  if (read.kind !== 'form') return read.kind
  return { fields: read.fields, fault: read.hasTooManyFiles ? 'too-many' : fault }
}

const waiting: (() => void)[] = []
let busy = 0

async function toSentPicture(bytes: Uint8Array): Promise<SentPicture | PictureFault> {
  if (busy >= AT_ONCE) await new Promise<void>((start) => waiting.push(start))
  else busy++
  try {
    const taken = await takePicture(bytes, { isReaders: true })
    if ('reason' in taken) return /pixel limit/i.test(taken.reason) ? 'too-large' : 'no-picture'
    if (taken.bytes.length > MOST_PICTURE_BYTES) return 'too-large'
    const { width, height, colour } = taken
    return { data: taken.bytes.toString('base64'), width, height, colour }
  } finally {
    // Hand the slot to the next waiting upload.
    const next = waiting.shift()
    if (next === undefined) busy--
    else next()
  }
}

/** A picture for its owner only; caches must not store it. */
export function toPictureResponse({ data }: SentPicture): Response {
  return new Response(Buffer.from(data, 'base64'), {
    headers: {
      ...NO_STORE,
      'content-type': 'image/jpeg',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  })
}
