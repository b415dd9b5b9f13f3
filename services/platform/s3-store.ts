/**
 * Files in an S3-compatible store (Amazon, MinIO, Ceph, Hetzner and others), addressed by path, signed with signature
 * version 4. The bucket stays private: readers get files from the portal only.
 */
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'

export type S3Options = {
  /** `https://host/bucket` or `https://host/bucket/prefix`, without a trailing slash. */
  base: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type ObjectStore = {
  /** Bytes of the existing ones, by path. Pass at most some hundred paths. */
  listSizes: (paths: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** Idempotent. */
  put: (path: string, bytes: Uint8Array) => Promise<void>
  /** The bytes piece by piece; null: not there. Rejects if the store does not answer. */
  open: (path: string) => Promise<AsyncIterable<Uint8Array> | null>
  /** Idempotent: a missing file counts as removed. */
  remove: (path: string) => Promise<void>
}

/** `mostBytes`: a larger file is not read to its end. */
export type ObjectKind = { mostBytes: number; toContentType: (path: string) => string }

/** For a whole request; so a file must be read without waiting for a reader. */
const TIMEOUT_MS = 15_000
const RETRIES = 2
/** Parallel requests for sizes. */
const AT_ONCE = 8

/**
 * Parses `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=eu-central-1[&insecure=1]`; returns a sentence if it is
 * invalid.
 */
export function parseS3Url(text: string): S3Options | string {
  if (!URL.canParse(text)) return 'must be an address'
  const url = new URL(text)
  if (url.protocol !== 's3:') return 'must begin with s3://'
  const accessKeyId = decode(url.username)
  const secretAccessKey = decode(url.password)
  if (accessKeyId === null || secretAccessKey === null || accessKeyId === '' || secretAccessKey === '')
    return 'must hold the key and the secret, s3://KEY:SECRET@host/bucket, with / in them written as %2F'
  if (url.host === '') return 'must name a host'
  const path = url.pathname.replace(/\/+$/, '')
  if (!/^(?:\/[\w.-]+)+$/.test(path)) return 'must name a bucket, s3://KEY:SECRET@host/bucket'
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'region' && name !== 'insecure')
  if (unknown.length > 0) return `knows only region and insecure, not ${unknown.join(', ')}`
  const isInsecure = url.searchParams.get('insecure') === '1'
  return {
    base: `${isInsecure ? 'http' : 'https'}://${url.host}${path}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

export function createS3Store(
  { base, ...credentials }: S3Options,
  { mostBytes, toContentType }: ObjectKind,
): ObjectStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES, initRetryMs: 100 })

  async function ask(
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    path: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    const response = await client.fetch(`${base}/${path}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(body === undefined ? {} : { 'content-type': toContentType(path), 'content-length': String(body.length) }),
      },
      body,
    })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`The S3 store answered ${response.status} to ${method} ${path}`)
  }

  return {
    async listSizes(paths) {
      const found = new Map<string, number>()
      for (let start = 0; start < paths.length; start += AT_ONCE)
        await Promise.all(
          paths.slice(start, start + AT_ONCE).map(async (path) => {
            const response = await ask('HEAD', path)
            if (response.ok) found.set(path, Number(response.headers.get('content-length') ?? 0))
          }),
        )
      return found
    },
    async put(path, bytes) {
      const response = await ask('PUT', path, bytes as Uint8Array<ArrayBuffer>)
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The S3 store has no such bucket (404 to PUT ${path})`)
    },
    async open(path) {
      const response = await ask('GET', path)
      if (response.ok && response.body !== null) return toPieces(response.body, path, mostBytes)
      await response.body?.cancel()
      return null
    },
    async remove(path) {
      const response = await ask('DELETE', path)
      await response.body?.cancel()
    },
  }
}

async function* toPieces(body: ReadableStream<Uint8Array>, path: string, mostBytes: number): AsyncIterable<Uint8Array> {
  let read = 0
  for await (const piece of body) {
    read += piece.length
    if (read > mostBytes) throw new Error(`${path} in the S3 store is larger than ${mostBytes} bytes`)
    yield piece
  }
}
