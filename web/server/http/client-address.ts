/**
 * The client's address: the peer of the connection, or the one reported by our own load balancers. `X-Forwarded-For` is
 * read from the right and trusted only as far as the balancers in TRUST_PROXY wrote it; entries written by a client are
 * ignored. An entry of TRUST_PROXY is an address, or a network (`10.0.0.0/8`) where balancers change their addresses.
 */
import { createHmac } from 'node:crypto'
import { BlockList, isIP } from 'node:net'

export function toClientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const hops = [
    ...(forwardedFor ?? '').split(',').map((hop) => toPlainAddress(hop.trim())),
    toPlainAddress(remote ?? ''),
  ]
  for (let index = hops.length - 1; index > 0; index--) {
    const hop = hops[index]!
    const before = hops[index - 1]!
    if (!isTrusted(hop, trustedProxies) || isIP(before) === 0) return hop
  }
  return hops[0]!
}

/** Networks of each list, parsed once. */
const networks = new WeakMap<readonly string[], BlockList>()

function isTrusted(address: string, proxies: readonly string[]): boolean {
  if (proxies.includes(address)) return true
  const family = isIP(address)
  if (family === 0 || !proxies.some((proxy) => proxy.includes('/'))) return false
  let list = networks.get(proxies)
  if (list === undefined) {
    networks.set(proxies, (list = new BlockList()))
    for (const proxy of proxies) {
      const network = readNetwork(proxy)
      if (network !== null) list.addSubnet(network.address, network.bits, network.family)
    }
  }
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Null: not a network. */
function readNetwork(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | null {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const family = isIP(address)
  const bits = Number(length)
  if (family === 0 || bits > (family === 6 ? 128 : 32)) return null
  return { address, bits, family: family === 6 ? 'ipv6' : 'ipv4' }
}

/** An entry of TRUST_PROXY. A network of every address would believe each client. */
export function isProxyEntry(text: string): boolean {
  return isIP(text) !== 0 || (readNetwork(text)?.bits ?? 0) > 0
}

/** One household or server: the address, or the first 64 bits in IPv6. */
export function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** The address without its end, so that it names a region of the net and no household: 24 bits of IPv4, 48 of IPv6. */
export function toShortAddress(address: string): string {
  return isIP(address) === 6
    ? toNetwork(address).split(':').slice(0, 3).join(':')
    : address.split('.').slice(0, 3).join('.')
}

/**
 * The key by which a service counts attempts (HMAC, 32 characters): distinguishes one `who` from another without
 * revealing any. `use` separates services, so that their keys cannot be matched.
 */
export function toRequester(secret: string, use: string, who: string): string {
  return createHmac('sha256', secret).update(`${use} ${who}`).digest('base64url').slice(0, 32)
}

/** `::ffff:10.0.0.1` is `10.0.0.1` seen through an IPv6 socket. */
function toPlainAddress(address: string): string {
  return address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
}
