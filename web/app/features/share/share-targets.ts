/**
 * Services that can share an address by a plain link: no script of a network, and no request before the click (S1-08).
 */
import type { IconName } from '../../ui/icon-names.ts'
import { keepStored, readStored } from '../../browser/device-storage.ts'

type Shared = { url: string; title: string }
type ShareTarget = { icon: IconName; name: string; toAddress: (shared: Shared) => string }

const query = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
const inOne = ({ url, title }: Shared) => `${title} ${url}`

/** Messengers, then networks. Signal and Mastodon have no common share address and are handled elsewhere. */
export const SHARE_TARGETS: readonly ShareTarget[] = [
  { icon: 'whatsapp', name: 'WhatsApp', toAddress: (shared) => `https://wa.me/?${query({ text: inOne(shared) })}` },
  {
    icon: 'telegram',
    name: 'Telegram',
    toAddress: ({ url, title }) => `https://t.me/share/url?${query({ url, text: title })}`,
  },
  {
    icon: 'bluesky',
    name: 'Bluesky',
    toAddress: (shared) => `https://bsky.app/intent/compose?${query({ text: inOne(shared) })}`,
  },
  {
    icon: 'threads',
    name: 'Threads',
    toAddress: ({ url, title }) => `https://www.threads.com/intent/post?${query({ text: title, url })}`,
  },
  {
    icon: 'facebook',
    name: 'Facebook',
    toAddress: ({ url }) => `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
  },
  { icon: 'x', name: 'X', toAddress: ({ url, title }) => `https://x.com/intent/post?${query({ url, text: title })}` },
  {
    icon: 'linkedin',
    name: 'LinkedIn',
    toAddress: ({ url }) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`,
  },
]

export const toMailAddress = ({ url, title }: Shared) => `mailto:?${query({ subject: title, body: url })}`

export const toMastodonAddress = (server: string, shared: Shared) =>
  `https://${server}/share?${query({ text: inOne(shared) })}`

/** The host in the input: `mastodon.social`, `https://mastodon.social/@name`, `@name@mastodon.social`; else null. */
export function toMastodonServer(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  const address = /^https?:\/\//.test(text) ? text : `https://${text.replace(/^@?[^@/]*@/, '')}`
  if (text.length > 200 || !URL.canParse(address)) return null
  const { hostname, port, username } = new URL(address)
  const isName = /^(?:[a-z0-9-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(hostname)
  return isName && port === '' && username === '' ? hostname : null
}

const SERVER_KEY = 'mastodonServer'

/** '' if none was chosen on this device, or storage is blocked. */
export function readMastodonServer(): string {
  return toMastodonServer(readStored(SERVER_KEY) ?? '') ?? ''
}

export function keepMastodonServer(server: string): void {
  keepStored(SERVER_KEY, server)
}
