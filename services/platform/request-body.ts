/**
 * The one way to read the body of a request. Bytes are counted while they stream, so a missing or wrong
 * `Content-Length` changes nothing; reading stops at the limit, and nothing after it is kept in memory.
 */

import { readUpTo } from '@lokalteil/contracts/kernel/bounded-body'

/** Null: it is longer than `limit` bytes. */
export async function readBytes(request: Request, limit: number): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null
  if (request.body === null) return Buffer.alloc(0)
  const reader = request.body.getReader()
  const whole = await readUpTo(() => reader.read(), limit)
  // Not cancelled: that would close the connection before the sender gets the error.
  if (whole === null) reader.releaseLock()
  return whole === null ? null : Buffer.from(whole.buffer)
}

/** Reads the body as text; null: it is longer than `limit` bytes. */
export async function readText(request: Request, limit: number): Promise<string | null> {
  return (await readBytes(request, limit))?.toString('utf8') ?? null
}

/** Reads the body of a `node:http` request as text; null: it is longer than `limit` bytes. */
export async function readStreamText(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<string | null> {
  const each = chunks[Symbol.asyncIterator]()
  const whole = await readUpTo(() => each.next(), limit)
  if (whole === null) await each.return?.()
  return whole === null ? null : Buffer.from(whole.buffer).toString('utf8')
}
