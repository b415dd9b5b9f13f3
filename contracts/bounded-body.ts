/**
 * Reads the body of an answer, and no more of it than it may have: what is longer is cancelled while it comes in, with or
 * without a `Content-Length`. Counted is what comes out after decompression.
 */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

export async function readBytes(answer: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = answer
  if (body === null) return new Uint8Array(0)
  const refuse = async (): Promise<never> => {
    await body.cancel().catch(() => {})
    throw new BodyTooLarge(`The answer is larger than ${most} bytes`)
  }
  if (Number(answer.headers.get('content-length') ?? 0) > most) return refuse()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > most) {
      await reader.cancel().catch(() => {})
      throw new BodyTooLarge(`The answer is larger than ${most} bytes`)
    }
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

export async function readText(answer: Response, most: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(answer, most))
}
