/**
 * Who asks: the address at the other end of the line, or what our own balancers say about it. `X-Forwarded-For` is
 * believed only as far as the balancers in TRUST_PROXY wrote it, read from the right; what a client wrote is not.
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

/** One household or server: the address, or the first 64 bits of an IPv6 one. */
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
 * Whom a service counts attempts of (HMAC, 32 characters): it tells one `who` from another and says nothing about any.
 * `use` keeps what one service knows from fitting another's.
 */
export function toRequester(secret: string, use: string, who: string): string {
  return createHmac('sha256', secret).update(`${use} ${who}`).digest('base64url').slice(0, 32)
}

/** `::ffff:10.0.0.1` is `10.0.0.1` seen through an IPv6 socket. */
function toPlainAddress(address: string): string {
  return address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
}
