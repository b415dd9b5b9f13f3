/**
 * Reads a body, and no more of it than it may have, with or without a `Content-Length`. Of an answer what is longer is
 * cancelled while it comes in; counted is what comes out after decompression. Requests: `services/request-body.ts`.
 */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

type Chunk = { done: true; value?: unknown } | { done?: false | undefined; value: Uint8Array }

/** All chunks in one; null as soon as they are more than `most` bytes, and what follows is not asked for. */
export async function readUpTo(next: () => Promise<Chunk>, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await next(); chunk.done !== true; chunk = await next()) {
    size += chunk.value.length
    if (size > most) return null
    chunks.push(chunk.value)
  }
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

/** What a sender says itself to be longer need not be begun. */
export function isDeclaredLonger(headers: Headers, most: number): boolean {
  return Number(headers.get('content-length') ?? 0) > most
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
  const next = async () => {
    signal?.throwIfAborted()
    const chunk = await reader.read()
    // A cancelled reader says that it is done.
    signal?.throwIfAborted()
    return chunk
  }
  signal?.addEventListener('abort', stop)
  try {
    const whole = isDeclaredLonger(answer.headers, most) ? null : await readUpTo(next, most)
    if (whole !== null) return whole
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  stop()
  throw new BodyTooLarge(`The answer is larger than ${most} bytes`)
}

export async function readText(answer: Response, most: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(answer, most))
}
