/**
 * The allow-list of push services. Subscriptions come from outside: without the list anybody could make the portal call
 * internal hosts (SSRF) or flood another one.
 */
import { isIP } from 'node:net'

/** Push services of the known browsers; `*.` stands for any subdomain. */
const PUBLIC_HOSTS = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

export type PushHosts = {
  /** Further hosts. */
  hosts: readonly string[]
  /** Origins in the publisher's own network; plain http and other ports are allowed. */
  origins: readonly string[]
}

/** Null: it may be called; else the reason. */
export function findEndpointRefusal(endpoint: string, { hosts, origins }: PushHosts): string | null {
  if (!URL.canParse(endpoint)) return 'no address'
  const url = new URL(endpoint)
  if (url.username !== '' || url.password !== '') return 'credentials in the address'
  if (origins.includes(url.origin)) return null
  if (url.protocol !== 'https:' || url.port !== '') return 'only https at its own port is called'
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return 'a number is no push service'
  return [...PUBLIC_HOSTS, ...hosts].some((known) => isHost(url.hostname, known)) ? null : 'no push service we know'
}

/** In the publisher's own network: its IP address is not checked. */
export function isOwnOrigin(endpoint: string, { origins }: PushHosts): boolean {
  return origins.includes(new URL(endpoint).origin)
}

function isHost(hostname: string, known: string): boolean {
  return known.startsWith('*.') ? hostname.endsWith(known.slice(1)) : hostname === known
}
