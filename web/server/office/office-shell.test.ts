import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readOfficeManifest, toOfficeShell } from './office-shell.ts'

const BUILT = { scripts: ['/assets/office/main-abc12345.js'], styles: ['/assets/office/main-abc12345.css'] }

function build(manifest: unknown): { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-office-'))
  mkdirSync(join(folder, 'client/.vite'), { recursive: true })
  writeFileSync(join(folder, 'client/.vite/office-manifest.json'), JSON.stringify(manifest))
  return { folder }
}

it('the shell names the files of the build and hands its nonce to the scripts, a new one each time', () => {
  const manifest = readOfficeManifest(build(BUILT))
  const [one, other] = [toOfficeShell(manifest), toOfficeShell(manifest)]
  const nonce = /'nonce-([\w-]+)'/.exec(one.headers['content-security-policy']!)![1]!
  expect(one.status).toBe(200)
  expect(one.html).toContain('<html lang="de">')
  expect(one.html).toContain('<title>Redaktion</title>')
  expect(one.html).toContain('<meta name="robots" content="noindex">')
  expect(one.html).toContain(`<meta property="csp-nonce" nonce="${nonce}">`)
  expect(one.html).toContain('<script type="module" src="/assets/office/main-abc12345.js"></script>')
  expect(one.html).toContain('<link rel="stylesheet" href="/assets/office/main-abc12345.css">')
  expect(other.html).not.toContain(nonce)
})

it('in development the preamble of Vite runs before all scripts, and its socket is open; in a build neither', () => {
  const files = { scripts: ['/assets/office/@vite/client'], styles: [], preamble: 'window.early = 1' }
  const { html, headers } = toOfficeShell(files)
  const policy = headers['content-security-policy']!
  const nonce = /'nonce-([\w-]+)'/.exec(policy)![1]!
  expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'; `)
  expect(policy).toContain("connect-src 'self' ws:; ")
  expect(html.indexOf(`<script type="module" nonce="${nonce}">window.early = 1</script>`)).toBeLessThan(
    html.indexOf('@vite/client'),
  )
  expect(toOfficeShell(BUILT).headers['content-security-policy']).toContain("script-src 'self'; ")
})

it('a manifest that names other files stops the start', () =>
  expect(() => readOfficeManifest(build({ ...BUILT, scripts: ['https://evil.example/x.js'] }))).toThrow(/scripts/))

it('without a build of the office a plain page says so', () => {
  expect(readOfficeManifest({ folder: tmpdir() })).toBeNull()
  expect(toOfficeShell(null)).toMatchObject({ status: 503, html: expect.stringContaining('nicht gebaut') as string })
})
