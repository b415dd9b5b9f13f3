/**
 * A device that is no browser but a publisher's app: reached by its vendor's token through the publisher's own gateway
 * (docs/push.md). Where a browser has an endpoint it has an address of this form; there are no keys, because the gateway
 * is the publisher's and a vendor wants to read what it shows.
 */
import type { ShellSubscription } from '@lokalteil/contracts/push'

export type Gateway = { url: string; key: string | null }

const SCHEME = 'shell:'

export const toShellAddress = ({ shell }: ShellSubscription): string => `${SCHEME}${shell.platform}:${shell.token}`

export const isShellAddress = (endpoint: string): boolean => endpoint.startsWith(SCHEME)

export function parseShellAddress(endpoint: string): ShellSubscription['shell'] {
  const [, platform = '', token = ''] = /^shell:([a-z]+):(.+)$/.exec(endpoint) ?? []
  return { platform: platform as ShellSubscription['shell']['platform'], token }
}

/** Whom a message is handed to, for logs and a reader's own data; never the token. */
export function toPushServiceName(endpoint: string): string {
  return isShellAddress(endpoint) ? `app (${parseShellAddress(endpoint).platform})` : new URL(endpoint).hostname
}
