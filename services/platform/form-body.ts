/**
 * Reads the body of a plain form, with or without files. Files are handed over one after the other, the next one only
 * when the last one is dealt with, so a request never holds more than one in memory (back-pressure). A body that is too
 * long is still read to its end, up to `mostBytes`, and discarded, because a browser reads the error only afterwards.
 */
import { Readable, Transform } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import busboy from 'busboy'
import { readText } from './request-body.ts'

export type FormLimits = {
  /** Bytes of all fields together. */
  fieldBytes: number
  fields: number
  files: number
  fileBytes: number
  /** Bytes of the whole body. */
  mostBytes: number
}

/** `bytes` null: the file is larger than allowed. `fileName`: as the sender calls it, '' if it does not. */
export type TakeFile = (field: string, bytes: Buffer | null, fileName: string) => Promise<void>

export type FormBody =
  | { kind: 'form'; fields: URLSearchParams; hasTooManyFiles: boolean }
  | { kind: 'too-large' | 'no-form' }

/** `takeFile` null: files are read and discarded. */
export async function readForm(request: Request, limits: FormLimits, takeFile: TakeFile | null): Promise<FormBody> {
  const type = request.headers.get('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    const text = await readText(request, limits.fieldBytes)
    if (text === null) return { kind: 'too-large' }
    return { kind: 'form', fields: new URLSearchParams(text), hasTooManyFiles: false }
  }
  if (!/^multipart\/form-data\b/i.test(type) || request.body === null) return { kind: 'no-form' }
  if (Number(request.headers.get('content-length') ?? 0) > limits.mostBytes) return { kind: 'too-large' }
  return readParts(request.body as WebStream<Uint8Array>, type, limits, takeFile)
}

async function readParts(
  body: WebStream<Uint8Array>,
  type: string,
  limits: FormLimits,
  takeFile: TakeFile | null,
): Promise<FormBody> {
  const fields = new URLSearchParams()
  let [fieldBytes, whole, hasTooManyFiles] = [0, 0, false]
  let taking: Promise<void> = Promise.resolve()
  let fault: unknown = null
  const fail = (error: unknown) => {
    fault ??= error
    counting.destroy(TOO_LARGE)
  }
  const source = Readable.fromWeb(body).on('error', () => {})
  const counting = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      whole += piece.length
      done(whole > limits.mostBytes ? TOO_LARGE : null, piece)
    },
  })
  const { fields: most, files, fileBytes } = limits
  if (!/\bboundary=/i.test(type)) return { kind: 'no-form' }
  const parts = busboy({
    headers: { 'content-type': type },
    defParamCharset: 'utf8',
    limits: { fields: most, files, parts: most + files, fileSize: fileBytes, fieldSize: limits.fieldBytes },
  })
  parts.on('field', (name, value) => {
    fieldBytes += value.length
    if (fieldBytes > limits.fieldBytes) fail(TOO_LARGE)
    else fields.append(name, value)
  })
  parts.on('file', (name, stream, info: { filename?: string }) => {
    // Back-pressure: the next file is read when this one is done.
    taking = taking.then(async () => {
      const bytes = await collect(stream as FileStream).catch(() => null)
      if ((stream as FileStream).errored) return
      // A file field that was left empty.
      if (bytes !== null && bytes.length === 0) return
      await takeFile?.(name, bytes, info.filename ?? '')
    })
    taking.catch(fail)
  })
  parts.on('filesLimit', () => (hasTooManyFiles = true))
  try {
    await new Promise<void>((resolve, reject) => {
      parts.on('close', resolve).on('error', reject)
      counting.on('error', reject)
      source.pipe(counting).pipe(parts)
    })
    await taking
  } catch (error) {
    // Not cancelled: that would close the connection before the sender gets the error.
    source.unpipe(counting)
    await taking.catch(() => {})
    if ((fault ?? error) === TOO_LARGE) return { kind: 'too-large' }
    if (fault !== null) throw fault
    return { kind: 'no-form' }
  }
  return { kind: 'form', fields, hasTooManyFiles }
}

const TOO_LARGE = new Error('The form is larger than allowed')

type FileStream = Readable & { truncated?: boolean }

async function collect(stream: FileStream): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  for await (const piece of stream) if (stream.truncated !== true) pieces.push(piece as Buffer)
  return stream.truncated === true ? null : Buffer.concat(pieces)
}
