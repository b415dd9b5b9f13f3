/**
 * Reads a body up to a size limit, with or without a `Content-Length`. An answer above the limit is cancelled while it
 * arrives. The limit counts bytes after decompression. For requests see `services/platform/request-body.ts`.
 */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

type Chunk = { done: true; value?: unknown } | { done?: false | undefined; value: Uint8Array }

/**
 * All chunks in one; null once they exceed `most` bytes, and no further chunk is read. With `signal`, reading stops
 * when it aborts: `fetch` itself ignores its signal after the headers (Node 24).
 */
export async function readUpTo(
  next: () => Promise<Chunk>,
  most: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    signal?.throwIfAborted()
    const { done, value } = await next()
    // A cancelled reader reports `done`, so check the signal first.
    signal?.throwIfAborted()
    if (done) break
    size += value.length
    if (size > most) return null
    chunks.push(value)
  }
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

export async function readBytes(
  answer: Response,
  most: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (answer.body === null) return new Uint8Array(0)
  const reader = answer.body.getReader()
  const stop = () => void reader.cancel().catch(() => {})
  signal?.addEventListener('abort', stop)
  try {
    if (!(Number(answer.headers.get('content-length') ?? 0) > most)) {
      const whole = await readUpTo(() => reader.read(), most, signal)
      if (whole !== null) return whole
    }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  stop()
  throw new BodyTooLarge(`The answer is larger than ${most} bytes`)
}

export async function readText(answer: Response, most: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(answer, most))
}
