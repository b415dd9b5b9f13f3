/**
 * Pictures that editors upload. The format is decided by the bytes, never by name or declared type; the picture is decoded and
 * written anew, upright and without metadata, after its texts were read.
 */
import type { Picture } from '@lokalteil/contracts/content'
import { readForm } from '../../platform/form-body.ts'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { createWorkGate } from '../../platform/work-gate.ts'
import type { PictureFiles } from '../../pictures/picture-files.ts'
import { takePicture } from '../../pictures/take-picture.ts'
import { NO_TEXTS, readPictureTexts, type PictureTexts } from './picture-texts.ts'

const MOST_BYTES = 40 * 1024 * 1024
export const MOST_PIXELS = 60_000_000
/** AVIF takes 19 bytes for a pixel while it is decoded, five times as much as the other formats. */
const MOST_PIXELS_OF_AVIF = 25_000_000
/** Pixels of the shorter side; smaller ones look broken on a page. */
export const LEAST_SIDE = 160
/** Files that are received at once, each in memory; a slow one does not hold up the others. */
const RECEIVED_AT_ONCE = 4
const WAITING = 20
/** The heaviest takes 230 to 470 MB while it is decoded, so they are decoded one by one. */
const DECODED_AT_ONCE = 1
/** The multipart frame around the file. */
const FRAME_BYTES = 64 * 1024
const LONGEST_NAME = 200

/** `written`: texts in the file; `picture` has those that articles show. */
export type Upload = { picture: Picture; written: PictureTexts; fileName: string }
export type TakeUpload = (request: Request) => Promise<Upload | Refusal>

/** For everything that decodes pictures of this size in one process. */
export const createDecoding = () => createWorkGate(DECODED_AT_ONCE, WAITING)
/** For everything that receives files in one process. */
export const createReceiving = () => createWorkGate(RECEIVED_AT_ONCE, WAITING)

/** `store`: the picture store of the portal. */
export function createUploads(
  store: Pick<PictureFiles, 'put'>,
  decoding = createDecoding(),
  receiving = createReceiving(),
): TakeUpload {
  return async (request) => {
    const taken = await receiving(async () => {
      const file = await readFile(request, MOST_BYTES, noPicture)
      if (isRefusal(file)) return file
      if (!isPicture(file.bytes)) return noPicture()
      return (await decoding(() => takeFile(store, file))) ?? busy()
    })
    return taken ?? busy()
  }
}

export const busy = () => problem(503, 'BUSY', 'Too many uploads at once', { 'retry-after': '5' })
export const tooSmall = () => problem(422, 'TOO_SMALL', `The shorter side must have ${LEAST_SIDE} pixels`)
const noPicture = () => problem(415, 'NO_PICTURE', 'Not a JPEG, PNG, WebP, AVIF or HEIC picture')

/** `bytes`: the whole file. */
export type ReceivedFile = { bytes: Buffer; fileName: string }

async function takeFile(
  store: Pick<PictureFiles, 'put'>,
  { bytes, fileName }: ReceivedFile,
): Promise<Upload | Refusal> {
  const written = await readTexts(bytes)
  const maxPixels = bytes.toString('latin1', 4, 8) === 'ftyp' ? MOST_PIXELS_OF_AVIF : MOST_PIXELS
  const taken = await takePicture(bytes, { maxPixels, keepsMetadata: false })
  if ('reason' in taken)
    return /pixel limit/i.test(taken.reason)
      ? problem(413, 'TOO_LARGE', `Such a picture may have ${maxPixels} pixels`)
      : noPicture()
  const { path, width, height, colour, focus } = taken
  if (Math.min(width, height) < LEAST_SIDE) return tooSmall()
  await store.put(path, taken.bytes)
  const { caption, credit, altText } = written
  const texts = { caption, credit, altText }
  return {
    picture: { baseUrl: `/${path}`, cropVal: '16:9', width, height, colour, ...texts, ...(focus && { focus }) },
    written,
    fileName,
  }
}

/** The field `file`; others are ignored. `noFile`: the answer to a form without one. */
export async function readFile(
  request: Request,
  mostBytes: number,
  noFile: () => Refusal,
): Promise<ReceivedFile | Refusal> {
  const found: { bytes: Buffer | null; fileName: string }[] = []
  const form = await readForm(
    request,
    { fieldBytes: 4096, fields: 4, files: 1, fileBytes: mostBytes, mostBytes: mostBytes + FRAME_BYTES },
    async (field, bytes, fileName) => {
      if (field === 'file') found.push({ bytes, fileName: toFileName(fileName) })
    },
  )
  const [file] = found
  if (form.kind === 'too-large' || file?.bytes === null)
    return problem(413, 'TOO_LARGE', `The file may hold ${mostBytes} bytes`)
  return form.kind === 'no-form' || file === undefined ? noFile() : { ...file, bytes: file.bytes }
}

/** The name alone, without folders and control characters. */
function toFileName(given: string): string {
  const name = given.toWellFormed().split(/[/\\]/).at(-1)!
  return name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
}

/** SVG and HTML never reach the decoder, whatever they are called. */
function isPicture(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  return (
    text(0, 3) === '\xff\xd8\xff' ||
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    (text(4, 8) === 'ftyp' && /^(?:avif|avis|heic|heix|heim|heis|mif1|msf1)/.test(text(8, 12)))
  )
}

async function readTexts(bytes: Buffer): Promise<PictureTexts> {
  const { default: sharp } = await import('sharp')
  try {
    const { iptc, xmpAsString } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, pages: 1 }).metadata()
    return readPictureTexts(iptc, xmpAsString)
  } catch {
    // The decoder names the fault.
    return NO_TEXTS
  }
}
