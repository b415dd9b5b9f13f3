/**
 * The one way in which the product reads the body of a request: counted while it streams, so that a length that is
 * missing or wrong changes nothing, and given up at the limit. What comes after the limit is never kept in memory.
 */

/** Null: it is longer than `limit` bytes. */
export async function readBytes(request: Request, limit: number): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null
  if (request.body === null) return Buffer.alloc(0)
  const reader = request.body.getReader()
  const kept = createKeeper(limit)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return kept.toBuffer()
    if (!kept.add(value)) {
      // Not cancelled: that would end the connection before the sender is told why.
      reader.releaseLock()
      return null
    }
  }
}

/** The same as text; null: it is longer than `limit` bytes. */
export async function readText(request: Request, limit: number): Promise<string | null> {
  return (await readBytes(request, limit))?.toString('utf8') ?? null
}

/** The same for a request of `node:http`. */
export async function readStreamText(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<string | null> {
  const kept = createKeeper(limit)
  for await (const chunk of chunks) if (!kept.add(chunk)) return null
  return kept.toBuffer().toString('utf8')
}

function createKeeper(limit: number): { add: (chunk: Uint8Array) => boolean; toBuffer: () => Buffer } {
  const chunks: Uint8Array[] = []
  let size = 0
  return {
    add(chunk) {
      size += chunk.length
      if (size > limit) return false
      chunks.push(chunk)
      return true
    },
    toBuffer: () => Buffer.concat(chunks),
  }
}
