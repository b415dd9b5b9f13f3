/**
 * Pictures that come with a form. Each is decoded by what takes pictures anywhere in the house and written anew, upright and
 * without a word about place, camera or time; its kind is what its bytes are, whatever its name says. Two at a time in a
 * process, the others wait with their upload.
 */
import type { SentPicture } from '@lokalteil/contracts/content/reader-pictures'
import { MOST_PICTURE_BYTES } from '@lokalteil/contracts/content/reader-pictures'
import { takePicture } from '@lokalteil/services/pictures/take-picture'
import { readForm, type FormBody } from '@lokalteil/services/platform/form-body'
import { NO_STORE } from '../portal-api.ts'

/** What a camera of a telephone makes. */
const MOST_SENT_BYTES = 12_000_000
const MOST_FORM_BYTES = 130_000_000
const PLAIN_BYTES = 200_000
const FIELD_BYTES = 60_000
const FIELDS = 160
const AT_ONCE = 2

export type PictureFault = 'too-many' | 'no-picture' | 'too-large'
/** `keep` answers why not; null: it is kept. */
export type KeepPicture = (picture: SentPicture) => Promise<PictureFault | null>

export type SentForm = { fields: URLSearchParams; fault: PictureFault | null }

/** `keep` null: nobody may send pictures, the form is read all the same. */
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
    // The place goes to the next in the queue.
    const next = waiting.shift()
    if (next === undefined) busy--
    else next()
  }
}

/** For nobody but its owner, and in no cache. */
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
