/**
 * Devices of a publisher's app, reached with the vendor's token through the publisher's own gateway (docs/push.md).
 * This address takes the place of a browser's endpoint. There are no keys, because the gateway is the publisher's and
 * the vendor needs to read the text.
 */
import type { ShellSubscription } from '@lokalteil/contracts/native-shell'

export type Gateway = { url: string; key: string | null }

const SCHEME = 'shell:'

export const toShellAddress = ({ shell }: ShellSubscription): string => `${SCHEME}${shell.platform}:${shell.token}`

export const isShellAddress = (endpoint: string): boolean => endpoint.startsWith(SCHEME)

export function parseShellAddress(endpoint: string): ShellSubscription['shell'] {
  const [, platform = '', token = ''] = /^shell:([a-z]+):(.+)$/.exec(endpoint) ?? []
  return { platform: platform as ShellSubscription['shell']['platform'], token }
}

/** Name of the push service, for logs and a reader's own data; never the token. */
export function toPushServiceName(endpoint: string): string {
  return isShellAddress(endpoint) ? `app (${parseShellAddress(endpoint).platform})` : new URL(endpoint).hostname
}
