/**
 * The one way in which the product reads the body of a request: counted while it streams, so that a length that is
 * missing or wrong changes nothing, and given up at the limit. What comes after the limit is never kept in memory.
 */

import { readUpTo } from '@lokalteil/contracts/kernel/bounded-body'

/** Null: it is longer than `limit` bytes. */
export async function readBytes(request: Request, limit: number): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null
  if (request.body === null) return Buffer.alloc(0)
  const reader = request.body.getReader()
  const whole = await readUpTo(() => reader.read(), limit)
  // Not cancelled: that would end the connection before the sender is told why.
  if (whole === null) reader.releaseLock()
  return whole === null ? null : Buffer.from(whole.buffer)
}

/** The same as text; null: it is longer than `limit` bytes. */
export async function readText(request: Request, limit: number): Promise<string | null> {
  return (await readBytes(request, limit))?.toString('utf8') ?? null
}

/** The same for a request of `node:http`. */
export async function readStreamText(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<string | null> {
  const each = chunks[Symbol.asyncIterator]()
  const whole = await readUpTo(() => each.next(), limit)
  if (whole === null) await each.return?.()
  return whole === null ? null : Buffer.from(whole.buffer).toString('utf8')
}
