/**
 * Pictures that editors upload. The format is decided by the bytes, never by name or declared type; the picture is decoded and
 * written anew, upright and without metadata, after its texts were read.
 */
import type { OFFICE_ARTICLES } from '@lokalteil/contracts/office'
import { readForm } from '../../platform/form-body.ts'
import { type BoundHandlers, created, problem, type Refusal } from '../../platform/serve.ts'
import { createWorkGate } from '../../platform/work-gate.ts'
import type { PictureFiles } from '../../pictures/picture-files.ts'
import { takePicture } from '../../pictures/take-picture.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'
import { readPictureTexts, type PictureTexts } from './picture-texts.ts'

const MOST_BYTES = 40 * 1024 * 1024
const MOST_PIXELS = 60_000_000
/** Pixels of the shorter side; smaller ones look broken on a page. */
const LEAST_SIDE = 160
/** Each upload holds its file and the decoded picture in memory. */
const AT_ONCE = 2
const WAITING = 20
/** The multipart frame around the file. */
const FRAME_BYTES = 64 * 1024

type MediaHandlers = Pick<BoundHandlers<OfficeContext, typeof OFFICE_ARTICLES, DeskCaller>, 'uploadPicture'>

/** `store`: the picture store of the portal. */
export function createMediaHandlers(store: Pick<PictureFiles, 'put'>): MediaHandlers {
  const gate = createWorkGate(AT_ONCE, WAITING)
  return {
    uploadPicture: async (office, { context, request }) => {
      const answer = await gate(() => takeUpload(store, request))
      if (answer === null) return problem(503, 'BUSY', 'Too many uploads at once', { 'retry-after': '5' })
      if ('picture' in answer) {
        const { baseUrl, width, height } = answer.picture
        const { publication } = context
        await office.log(context, { act: 'uploadPicture', publication, target: baseUrl, after: { width, height } })
        return created(answer)
      }
      return answer
    },
  }
}

async function takeUpload(store: Pick<PictureFiles, 'put'>, request: Request) {
  const file = await readFile(request)
  if (!(file instanceof Uint8Array)) return file
  if (!isPicture(file)) return noPicture()
  const texts = await readTexts(file)
  const taken = await takePicture(file, { maxPixels: MOST_PIXELS, keepsMetadata: false })
  if ('reason' in taken)
    return /pixel limit/i.test(taken.reason)
      ? problem(413, 'TOO_LARGE', `A picture may have ${MOST_PIXELS} pixels`)
      : noPicture()
  const { path, bytes, width, height, colour, focus } = taken
  if (Math.min(width, height) < LEAST_SIDE)
    return problem(422, 'TOO_SMALL', `The shorter side must have ${LEAST_SIDE} pixels`)
  await store.put(path, bytes)
  return {
    picture: { baseUrl: `/${path}`, cropVal: '16:9', width, height, colour, ...texts, ...(focus && { focus }) },
  }
}

const noPicture = () => problem(415, 'NO_PICTURE', 'Not a JPEG, PNG, WebP, AVIF or HEIC picture')

/** The field `file`; others are ignored. */
async function readFile(request: Request): Promise<Buffer | Refusal> {
  const found: { bytes: Buffer | null }[] = []
  const form = await readForm(
    request,
    { fieldBytes: 4096, fields: 4, files: 1, fileBytes: MOST_BYTES, mostBytes: MOST_BYTES + FRAME_BYTES },
    async (field, bytes) => {
      if (field === 'file') found.push({ bytes })
    },
  )
  const [file] = found
  if (form.kind === 'too-large' || file?.bytes === null)
    return problem(413, 'TOO_LARGE', `A picture may hold ${MOST_BYTES} bytes`)
  return form.kind === 'no-form' || file === undefined ? noPicture() : file.bytes
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
    return { caption: '', credit: '', altText: '' }
  }
}
