/**
 * The client's address: the peer of the connection, or the one reported by our own load balancers. `X-Forwarded-For` is
 * read from the right and trusted only as far as the balancers in TRUST_PROXY wrote it; entries written by a client are
 * ignored.
 */
import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'

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
    if (!trustedProxies.includes(hop) || isIP(before) === 0) return hop
  }
  return hops[0]!
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
