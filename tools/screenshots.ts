/**
 * `npm run screenshots -- [--base URL] [--out FOLDER] [--widths 360,768,1280] [--schemes light,dark] [--publications
 * ak,fb,ht,la] [--no-js] [--viewport] [--consent refused|given|unasked] PATH…`: takes screenshots of pages of a running
 * server. A publication is reached by its host name in front of the base's (ak.localhost). It also prints what a
 * picture does not show: status, console errors, failed requests, and pages wider than their window.
 *
 * `npm run screenshots -- --office [--base URL] [--out FOLDER]`: takes the pictures of docs/office.md, of the office of a demo
 * that was started for this (`office-pictures.ts`).
 */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { grantVendors, serializeConsent } from '@lokalteil/domain/consent/consent'
import { launchBrowser } from './chromium.ts'
import { takeOfficePictures } from './office-pictures.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string', default: 'http://localhost:3000' },
    out: { type: 'string' },
    widths: { type: 'string', default: '360,768,1280' },
    schemes: { type: 'string', default: 'light,dark' },
    publications: { type: 'string', default: 'ak,fb,ht,la' },
    'no-js': { type: 'boolean', default: false },
    viewport: { type: 'boolean', default: false },
    consent: { type: 'string', default: 'refused' },
    office: { type: 'boolean', default: false },
  },
})

const HEIGHTS: Readonly<Record<string, number>> = { 360: 740, 768: 1024, 1280: 900 }
const paths = positionals.length > 0 ? positionals : ['/']
const folder = values.out ?? (values.office ? 'docs/pictures' : 'screenshots')
const out = resolve(process.env.INIT_CWD ?? process.cwd(), folder)

await mkdir(out, { recursive: true })
// Fields for dates follow the language of the browser, not of the page.
const browser = await launchBrowser({ args: ['--lang=de-DE'], env: { ...process.env, LANGUAGE: 'de_DE' } })
let findings = 0
try {
  if (values.office) findings += await takeOfficePictures(browser, values.base, out)
  for (const path of values.office ? [] : paths) {
    for (const publication of values.publications.split(',')) {
      for (const scheme of values.schemes.split(',')) {
        for (const width of values.widths.split(','))
          findings += await shoot(browser, { path, publication, scheme, width })
      }
    }
  }
} finally {
  await browser.close()
}
if (findings > 0) process.exitCode = 1

type Shot = { path: string; publication: string; scheme: string; width: string }

async function shoot(from: Browser, { path, publication, scheme, width }: Shot): Promise<number> {
  const context = await from.newContext({
    viewport: { width: Number(width), height: HEIGHTS[width] ?? 900 },
    deviceScaleFactor: Number(width) < 600 ? 2 : 1,
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    javaScriptEnabled: !values['no-js'],
  })
  await storeConsent(context, toAddress(publication, path))
  const notes: string[] = []
  const name = `${toFileName(path)}-${publication}-${scheme}-${width}.png`
  try {
    const page = await context.newPage()
    page.on('console', (message) => message.type() === 'error' && notes.push(`console: ${message.text()}`))
    page.on('pageerror', (error) => notes.push(`error: ${error.message}`))
    page.on('requestfailed', (request) => notes.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`))
    const response = await page.goto(toAddress(publication, path), { waitUntil: 'load', timeout: 30_000 })
    await settle(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (overflow > 0) notes.push(`${overflow} px wider than the window`)
    await page.screenshot({ path: join(out, name), fullPage: !values.viewport })
    console.log(`${response?.status() ?? '—'} ${name}`)
  } catch (error) {
    notes.push(error instanceof Error ? error.message : String(error))
    console.log(`failed ${name}`)
  } finally {
    await context.close()
  }
  for (const note of notes) console.log(`    ${note}`)
  return notes.length
}

/** `unasked`: shows the consent banner on top of the page. */
async function storeConsent(context: BrowserContext, url: string): Promise<void> {
  if (values.consent === 'unasked') return
  const value = encodeURIComponent(serializeConsent(grantVendors({ kdm: values.consent === 'given' })))
  await context.addCookies([{ name: 'consents', value, url: new URL(url).origin }])
}

function toAddress(publication: string, path: string): string {
  const url = new URL(path, values.base)
  url.hostname = `${publication}.${url.hostname}`
  return url.href
}

function toFileName(path: string): string {
  return (
    path
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 80) || 'home'
  )
}

/** Scrolls down so that lazy pictures load, and up again; then waits for fonts and the last requests. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight) {
      window.scrollTo(0, top)
      await pause(40)
    }
    window.scrollTo(0, 0)
    await document.fonts.ready
  })
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
}
