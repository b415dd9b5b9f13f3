/** `redirects.csv`: every line can be read, nothing goes in circles, and nothing stands where a page is. */
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { readRedirects, type RedirectRule } from '@lokalteil/domain/routing/redirect-rules'
import { matchRoute } from '@lokalteil/domain/routing/routes'
import { REDIRECTS_FILE } from './references.ts'
import { toFinding } from './yaml-source.ts'

const MOST_FINDINGS = 100

/** What the file says; [] where there is none. */
export function toRedirects(bytes: Uint8Array | null | undefined): RedirectRule[] {
  return bytes === null || bytes === undefined ? [] : readRedirects(decode(bytes)).rules
}

/** UTF-8, UTF-16 with its mark, or what a German Excel saves. */
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

/** Sections, documents, and what every portal has. */
function isPage({ taxonomy, documents }: PublicationFolder, from: string): boolean {
  if (from.includes(':') || from.endsWith('/*') || from.includes('?')) return false
  const found = matchRoute(from)
  if (found.kind !== 'route') return false
  const { route } = found
  if (route.name === 'article') return false
  if (route.name !== 'channel') return true
  return taxonomy.sections.some(({ path }) => path === route.path) || documents.some(({ id }) => id === route.path)
}
