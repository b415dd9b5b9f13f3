/**
 * Reads the body of an answer, and no more of it than it may have: what is longer is cancelled while it comes in, with or
 * without a `Content-Length`. Counted is what comes out after decompression.
 */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** With `signal` reading ends when it aborts: `fetch` forgets its own signal once the headers are here (Node 24). */
export async function readBytes(
  answer: Response,
  most: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (answer.body === null) return new Uint8Array(0)
  const reader = answer.body.getReader()
  const stop = () => void reader.cancel().catch(() => {})
  signal?.addEventListener('abort', stop)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    if (Number(answer.headers.get('content-length') ?? 0) > most) size = Infinity
    while (size <= most) {
      signal?.throwIfAborted()
      const { done, value } = await reader.read()
      // A cancelled reader says that it is done.
      signal?.throwIfAborted()
      if (done) break
      size += value.length
      chunks.push(value)
    }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  if (size > most) {
    stop()
    throw new BodyTooLarge(`The answer is larger than ${most} bytes`)
  }
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

export async function readText(answer: Response, most: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(answer, most))
}
