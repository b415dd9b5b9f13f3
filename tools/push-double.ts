/**
 * A simulated push service with browsers, for tests and benchmarks: receives the portal's messages, gives configurable
 * answers, and decrypts messages like a browser. Written from RFC 8291, 8188 and 8292 with Node's cryptography only, so
 * that it shares no code with what it tests.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }
type PushAnswer = { status: number; headers?: Record<string, string> }

export type PushDouble = {
  origin: string
  received: Received[]
  /** Number of received messages, stored or not. */
  count: () => number
  /** Sets the answers to the next messages, by path; default 201. */
  answer: (decide: (path: string) => PushAnswer) => void
  /** False: received messages are not stored. */
  keep: (isKept: boolean) => void
  close: () => Promise<void>
}

export async function startPushDouble(): Promise<PushDouble> {
  const received: Received[] = []
  let decide: (path: string) => PushAnswer = () => ({ status: 201 })
  let isKept = true
  let count = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => isKept && chunks.push(chunk))
    request.on('end', () => {
      count++
      const path = request.url ?? ''
      if (isKept) received.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
      const { status, headers } = decide(path)
      response.writeHead(status, headers).end()
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    count: () => count,
    answer: (next) => (decide = next),
    keep: (next) => (isKept = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type BrowserDouble = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Decrypts a message sent to it. */
  open: (body: Buffer) => string
}

export function createBrowserDouble(endpoint: string): BrowserDouble {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    open: (body) => decrypt(body, curve, publicKey, auth),
  }
}

/** RFC 8188: salt, record size, key id (the sender's public key), one record. */
function decrypt(body: Buffer, curve: ECDH, own: Buffer, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const size = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > size) throw new Error('The message has more than one record')
  const shared = curve.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
  const input = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0) throw new Error('The last record has no end')
  return padded.subarray(0, end).toString('utf8')
}

/**
 * The portal's identification (RFC 8292); throws if its signature is invalid.
 * @push
 */
export function readVapid(headers: IncomingHttpHeaders): { key: string; aud: string; exp: number; sub: string } {
  const { token, key } =
    /^vapid t=(?<token>[\w.-]+), ?k=(?<key>[\w-]+)$/.exec(headers.authorization ?? '')?.groups ?? {}
  if (token === undefined || key === undefined) throw new Error('There is no VAPID header')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The VAPID header is not signed by its key')
  return {
    key,
    ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }),
  }
}
