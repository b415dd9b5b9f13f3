/**
 * Requests an address that comes from outside (a feed, a picture named in a document) without server-side request
 * forgery: only public hosts are asked. The resolved IP address is checked and then used, so DNS cannot change in
 * between (which `fetch` could not promise); size and time are limited, and each redirect is checked like the first
 * address.
 */
import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

// Two lists: a rule for `::ffff:0:0/96` in a common one would cover every IPv4 address.
const PRIVATE_4 = new BlockList()
const PRIVATE_6 = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE_4.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE_6.addSubnet(address, bits, 'ipv6')

/** True for everything but the address of a host on the public internet. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return true
  return version === 4 ? PRIVATE_4.check(address, 'ipv4') : PRIVATE_6.check(address, 'ipv6')
}

/** Written for the publisher's operators, who may read it in a log. */
export const NOT_PUBLIC = 'the host is not a public address; hosts of your own network are named in IMPORT_HOSTS'

/**
 * DNS lookup for a socket: resolves through the system, refuses private addresses, returns the checked one.
 * @push
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 4)
    const allowed = addresses.filter(({ address }) => !isPrivateAddress(address))
    const first = allowed[0]
    if (first === undefined || allowed.length < addresses.length)
      return done(Object.assign(new Error(NOT_PUBLIC), { code: 'EPRIVATE' }), '', 4)
    if ((options as { all?: boolean }).all)
      return (done as unknown as (error: null, all: typeof allowed) => void)(null, allowed)
    return done(null, first.address, first.family)
  })
}

export type GuardedAnswer =
  | {
      kind: 'answer'
      status: number
      headers: IncomingHttpHeaders
      bytes: Buffer
      /** `url`: the address after redirects. */ address: string
    }
  | { kind: 'failed'; reason: string }

export type GuardedOptions = {
  accept: string
  headers?: Readonly<Record<string, string>>
  /** Limit for the body after unpacking. */
  maxBytes: number
  /** Milliseconds for the whole, redirects included. */
  timeout: number
  /** `https of one host`: no plain http, no other ports, no redirects to other hosts. `anywhere`: all of them. */
  reach: 'https of one host' | 'anywhere'
  /** Allow-list: `host` or `host:port` in the publisher's own network that may be asked. */
  internalHosts?: ReadonlySet<string>
  /** Aborts the request. */
  signal?: AbortSignal
}

const MOST_REDIRECTS = 4

/** Only an answer with 200 has a body. Never throws: failures are `kind: 'failed'` with a reason. */
export async function requestGuarded(address: string, options: GuardedOptions): Promise<GuardedAnswer> {
  const timeout = AbortSignal.timeout(options.timeout)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  let at = address
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const refused = findRefusal(at, options)
    if (refused !== null) return failed(refused)
    const url = new URL(at)
    const response = await ask(url, options, signal)
    if (typeof response === 'string') return failed(response)
    const status = response.statusCode ?? 0
    const { location } = response.headers
    if (status >= 300 && status < 400 && status !== 304) {
      response.destroy()
      if (location === undefined || !URL.canParse(location, at)) return failed('a redirect that leads nowhere')
      const target = new URL(location, at)
      if (options.reach !== 'anywhere' && target.host !== url.host) return failed('redirect to another host')
      at = target.href
      continue
    }
    if (status !== 200) {
      response.destroy()
      return { kind: 'answer', status, headers: response.headers, bytes: Buffer.alloc(0), address: at }
    }
    const bytes = await readBody(response, options.maxBytes)
    if (typeof bytes === 'string') return failed(signal.aborted ? TOO_SLOW : bytes)
    return { kind: 'answer', status, headers: response.headers, bytes, address: at }
  }
  return failed('too many redirects')
}

const failed = (reason: string): GuardedAnswer => ({ kind: 'failed', reason })
const TOO_SLOW = 'no answer in time'

const isInternal = (url: URL, { internalHosts }: GuardedOptions): boolean =>
  internalHosts !== undefined && (internalHosts.has(url.host) || internalHosts.has(url.hostname))

/** The reason why this address may not be asked; null: it may. */
function findRefusal(address: string, options: GuardedOptions): string | null {
  if (!URL.canParse(address)) return 'no address'
  const url = new URL(address)
  const isNarrow = options.reach !== 'anywhere'
  if (url.protocol !== 'https:' && (isNarrow || url.protocol !== 'http:'))
    return isNarrow ? 'only https is fetched' : 'only http and https are fetched'
  const isOtherPort = isNarrow && url.port !== '' && !isInternal(url, options)
  if (url.username !== '' || url.password !== '' || isOtherPort)
    return 'not fetched: credentials or a port in the address'
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  const isPrivate = isIP(literal) !== 0 && isPrivateAddress(literal)
  return isPrivate && !isInternal(url, options) ? NOT_PUBLIC : null
}

/** Returns a text, the reason, if there is no answer. */
async function ask(url: URL, options: GuardedOptions, signal: AbortSignal): Promise<IncomingMessage | string> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  try {
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(
        url,
        {
          ...(isInternal(url, options) ? {} : { lookup: publicLookup }),
          signal,
          headers: {
            accept: options.accept,
            'accept-encoding': 'gzip, identity;q=0.5',
            'user-agent': 'Lokalteil-Import',
            ...options.headers,
          },
        },
        resolve,
      )
      outgoing.on('error', reject)
      outgoing.end()
    })
  } catch (error) {
    if (signal.aborted) return TOO_SLOW
    const { code, message } = error as { code?: string; message?: string }
    return code === 'EPRIVATE' ? `${NOT_PUBLIC} (${code})` : (code ?? message ?? 'unreachable')
  }
}

const UNPACK: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/** Returns a text, the reason, if the body cannot be read. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer | string> {
  const tooLarge = `larger than ${Math.floor(maxBytes / (1024 * 1024))} MB`
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    return tooLarge
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) {
        response.destroy()
        return tooLarge
      }
      chunks.push(chunk)
    }
    const packed = Buffer.concat(chunks)
    const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? ''
    if (encoding === '' || encoding === 'identity') return packed
    const unpack = UNPACK[encoding]
    return unpack === undefined
      ? `packed in a way we do not know (${encoding.slice(0, 20)})`
      : await unpack(packed, { maxOutputLength: maxBytes })
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    return code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : (message ?? 'broken off')
  }
}
