/**
 * Checks `redirects.csv`: every line must be readable, there must be no cycle, and no redirect may have the address of
 * a page.
 */
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { namesPage, toQueried } from '@lokalteil/domain/routing/former-addresses'
import { readRedirects, type RedirectRule } from '@lokalteil/domain/routing/redirect-rules'
import { matchRoute } from '@lokalteil/domain/routing/routes'
import { REDIRECTS_FILE } from './references.ts'
import { toFinding } from './yaml-source.ts'

const MOST_FINDINGS = 100

/** The redirects of the file; [] without a file. */
export function toRedirects(bytes: Uint8Array | null | undefined): RedirectRule[] {
  return bytes === null || bytes === undefined ? [] : readRedirects(decode(bytes)).rules
}

/** Accepts UTF-8, UTF-16 with its byte order mark, or Windows-1252, which a German Excel saves. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export function checkRedirects(folder: PublicationFolder, bytes: Uint8Array | undefined): Finding[] {
  if (bytes === undefined) return []
  const { rules, problems } = readRedirects(decode(bytes))
  const hidden = rules
    .filter(({ from }) => isPage(folder, from))
    .map(({ from }) =>
      toFinding(
        REDIRECTS_FILE,
        null,
        '',
        `"${from}" is a page of its own`,
        'Remove the line; a page is never led elsewhere.',
        'warning',
      ),
    )
  return [
    ...problems.map(({ line, message, remedy, level }) => toFinding(REDIRECTS_FILE, line, '', message, remedy, level)),
    ...hidden,
  ].slice(0, MOST_FINDINGS)
}

/** True for sections, documents and pages that every portal has. */
function isPage({ taxonomy, documents }: PublicationFolder, from: string): boolean {
  if (from.includes(':') || from.endsWith('/*')) return false
  const asked = toQueried(from)
  // The home page gives way to a query that names a page.
  if (asked?.path === '/') return !namesPage(asked.query)
  if (asked === null && from.includes('?')) return false
  const found = matchRoute(asked?.path ?? from)
  if (found.kind !== 'route') return false
  const { route } = found
  if (route.name === 'article') return false
  if (route.name !== 'channel') return true
  return taxonomy.sections.some(({ path }) => path === route.path) || documents.some(({ id }) => id === route.path)
}
