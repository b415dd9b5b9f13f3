/**
 * An S3 store for tests: objects in memory; every signature (version 4) is recomputed by separate code, and the hash of
 * every body checked. A mismatch is 403, as in real stores.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TestS3 = {
  /** A value for PICTURES_URL; `change` replaces parts of it. */
  url: (change?: { key?: string; secret?: string; bucket?: string; region?: string }) => string
  objects: Map<string, { body: Buffer; type: string }>
  requests: string[]
  /** Answers every request with this status; null: works. */
  fail: (status: number | null) => void
  close: () => Promise<void>
}

const KEY = 'AKIDTEST/1+2'
const SECRET = 'geheim/mit+Zeichen='
const BUCKET = 'bilder'
const REGION = 'eu-test-1'

export async function openTestS3(): Promise<TestS3> {
  const objects: TestS3['objects'] = new Map()
  const requests: string[] = []
  let failure: number | null = null
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    const path = request.url ?? '/'
    requests.push(`${request.method} ${path}`)
    if (failure !== null) return response.writeHead(failure).end('<Error/>')
    const reason = findFault(request, body)
    if (reason !== null)
      return response.writeHead(403, { 'content-type': 'application/xml' }).end(`<Error>${reason}</Error>`)
    const [bucket, ...rest] = path.slice(1).split('/')
    const key = rest.join('/')
    if (bucket !== BUCKET) return response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')
    if (request.method === 'PUT') {
      objects.set(key, { body, type: request.headers['content-type'] ?? '' })
      return response.writeHead(200, { etag: '"x"' }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const found = objects.get(key)
    if (found === undefined) return response.writeHead(404).end(request.method === 'HEAD' ? undefined : '<Error/>')
    response.writeHead(200, { 'content-type': found.type, 'content-length': found.body.length })
    return response.end(request.method === 'HEAD' ? undefined : found.body)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: ({ key = KEY, secret = SECRET, bucket = BUCKET, region = REGION } = {}) =>
      `s3://${encodeURIComponent(key)}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}?region=${region}&insecure=1`,
    objects,
    requests,
    fail: (status) => (failure = status),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Follows Amazon's description of the signature step by step. */
function findFault({ method, url, headers }: IncomingMessage, body: Buffer): string | null {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=(.+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (parts === null) return 'no authorization'
  const [, key = '', day = '', region = '', names = '', signature = ''] = parts
  const time = String(headers['x-amz-date'])
  if (key !== KEY) return 'InvalidAccessKeyId'
  if (region !== REGION) return 'wrong region'
  if (!time.startsWith(day) || Math.abs(toTime(time) - Date.now()) > 900_000) return 'RequestTimeTooSkewed'
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch'
  const signed = names.split(';')
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!signed.includes(name)) return `${name} is not signed`
  const { pathname, searchParams } = new URL(url ?? '/', 'http://store')
  const canonical = [
    method,
    pathname,
    searchParams.toString(),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    names,
    hash,
  ].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    time,
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const secret = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `AWS4${SECRET}`,
  )
  return createHmac('sha256', secret).update(text).digest('hex') === signature ? null : 'SignatureDoesNotMatch'
}

function toTime(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
