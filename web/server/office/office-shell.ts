/**
 * The one document of the office, the same for all its addresses: the browser decides the screen. Its scripts and styles are a
 * build of their own, named by `office-manifest.json` beside the manifest of the readers' build.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { escapeHtml } from '../../app/html.ts'
import { officeServerTexts as texts } from '../../app/messages/office/office-server.ts'

const OfficePath = z.string().regex(/^\/assets\/office\/[\w./-]+$/)
const Manifest = z.object({ scripts: z.array(OfficePath).min(1), styles: z.array(OfficePath) })
/** `preamble`: the script that Vite needs before all others, in development alone. */
export type OfficeFiles = z.infer<typeof Manifest> & { preamble?: string }

/** Null: there is no build of the office. */
export function readOfficeManifest(built: { folder: string } | undefined): OfficeFiles | null {
  if (built === undefined) return null
  try {
    const text = readFileSync(join(built.folder, 'client/.vite/office-manifest.json'), 'utf8')
    return Manifest.parse(JSON.parse(text))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export type OfficeShell = { status: number; html: string; headers: Record<string, string> }

export function toOfficeShell(files: OfficeFiles | null): OfficeShell {
  const nonce = randomBytes(16).toString('base64url')
  return {
    status: files === null ? 503 : 200,
    html: files === null ? toMissingPage() : toDocument(files, nonce),
    headers: {
      ...OFFICE_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': toPolicy(nonce, files?.preamble !== undefined),
    },
  }
}

/** Of every answer of the office. */
export const OFFICE_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
} as const

/** Styles with the nonce are those that components insert; style attributes carry measures. */
function toPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self'${isDevelopment ? ` 'nonce-${nonce}'` : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob:",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "frame-src 'self'",
    "font-src 'self'",
    "media-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

const HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">`

function toDocument({ scripts, styles, preamble }: OfficeFiles, nonce: string): string {
  const links = [
    ...(preamble === undefined ? [] : [`<script type="module" nonce="${nonce}">${preamble}</script>`]),
    ...styles.map((path) => `<link rel="stylesheet" href="${escapeHtml(path)}">`),
    ...scripts.map((path) => `<script type="module" src="${escapeHtml(path)}"></script>`),
  ]
  return `<!doctype html>
<html lang="de"><head>${HEAD}<meta property="csp-nonce" nonce="${nonce}"><title>${escapeHtml(texts.title)}</title>${links.join('')}</head>
<body><div id="office"></div><noscript>${escapeHtml(texts.needsScript)}</noscript></body></html>`
}

function toMissingPage(): string {
  return `<!doctype html>
<html lang="de"><head>${HEAD}<title>${escapeHtml(texts.title)}</title></head>
<body><h1>${escapeHtml(texts.missingTitle)}</h1><p>${escapeHtml(texts.missingText)}</p></body></html>`
}
