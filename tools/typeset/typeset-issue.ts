/**
 * `node tools/typeset/typeset-issue.ts CODE DAY FROM TO`: typesets an issue of a demo publication from its own articles
 * (those that came out FROM to TO hours before the edition of the demo) with a print stylesheet in Chromium, and writes
 * `demo/epaper/CODE-DAY.pdf` with its zone file beside it. Run by hand when articles or stylesheet change; what it wrote is
 * committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import sharp from 'sharp'
import { launchBrowser } from '../chromium.ts'
import { listPages, type PrintedArticle, type PrintedPage } from './issue-pages.ts'
import { fitPages, measurePages } from './in-page.ts'

const ROOT = join(import.meta.dirname, '../..')
const BRAND: Readonly<Record<string, string>> = { ak: '#0c5c4c', fb: '#0a5390', ht: '#7d1c2b', la: '#b04400' }
const [code = 'ak', day = '2026-11-23', from = '0', to = '20'] = process.argv.slice(2)
const publication = TEST_PUBLICATIONS.find((one) => one.code === code)
if (publication === undefined) throw new Error(`There is no publication ${code}`)

const pages = listPages(code, { from: Number(from), to: Number(to) })
const date = new Intl.DateTimeFormat('de-DE', { dateStyle: 'full', timeZone: 'UTC' }).format(
  new Date(`${day}T00:00:00Z`),
)

const browser = await launchBrowser()
try {
  const page = await browser.newPage()
  await page.setContent(await toHtml(pages), { waitUntil: 'load' })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  const shown = await page.evaluate(fitPages)
  const measured = await page.evaluate(measurePages)
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: false, outline: false })
  const base = join(ROOT, 'demo/epaper', `${code}-${day}`)
  writeFileSync(`${base}.pdf`, pdf)
  writeFileSync(`${base}.zones.json`, `${JSON.stringify(toZoneFile(measured))}\n`)
  console.log(`${base}.pdf: ${pdf.length} bytes, ${shown} articles`)
} finally {
  await browser.close()
}

function toZoneFile(measured: ReturnType<typeof measurePages>) {
  const printed = new Map(measured.flatMap(({ articles }) => articles.map(({ key, html }) => [key, html] as const)))
  return {
    format: 'lokalteil-zones/1',
    articles: pages
      .flatMap(({ rows }) => rows.flat().flatMap(({ articles }) => articles))
      .filter(({ key }) => printed.has(key))
      .map(({ key, kicker, title, author, contentId }) => ({
        key,
        kicker,
        title,
        author,
        contentId,
        html: printed.get(key)!,
      })),
    pages: measured.map(({ number, zones }) => ({
      number,
      label: String(number),
      section: pages[number - 1]!.section,
      zones,
    })),
  }
}

async function toHtml(all: readonly PrintedPage[]): Promise<string> {
  const font = (path: string) => pathToFileURL(join(ROOT, 'node_modules', path)).href
  const data = (path: string) => `data:font/woff2;base64,${readFileSync(new URL(font(path))).toString('base64')}`
  const faces = `
    @font-face { font-family: Newsreader; src: url(${data('@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2')}); font-weight: 200 800 }
    @font-face { font-family: 'Libre Franklin'; src: url(${data('@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2')}); font-weight: 100 900 }`
  const bodies = []
  for (const one of all) bodies.push(await toPage(one))
  return `<!doctype html><html lang="de"><meta charset="utf-8"><style>${faces}:root{--brand:${BRAND[code]}}${readFileSync(join(import.meta.dirname, 'print.css'), 'utf8')}</style>${bodies.join('')}</html>`
}

async function toPage({ number, section, rows }: PrintedPage): Promise<string> {
  const { name, claim } = publication!
  const cells = []
  for (const row of rows) {
    const inRow = []
    for (const { span, articles } of row) {
      const inside = []
      for (const article of articles) inside.push(await toArticle(article, span))
      inRow.push(
        `<div class="cell span${span}${articles.length > 1 ? ' stacked' : ''}" style="grid-column:span ${span}">${inside.join('')}</div>`,
      )
    }
    cells.push(`<div class="row">${inRow.join('')}</div>`)
  }
  const head =
    number === 1
      ? `<header class="masthead"><h1>${name}</h1><p>${claim}</p></header><div class="date"><span>${date}</span><span>Nr. ${toNumber()} · 81. Jahrgang</span><span>Einzelpreis 2,40 €</span></div>`
      : toFolio(number, section)
  const foot =
    number === 1
      ? ''
      : `<footer class="imprint"><span>${name} · Demonstrationsausgabe, alle Orte und Personen sind erfunden</span><span>${day.split('-').toReversed().join('.')}</span></footer>`
  return `<section class="page" data-number="${number}">${head}<div class="rows">${cells.join('')}</div>${foot}</section>`
}

function toFolio(number: number, section: string): string {
  const [outer, inner] = [`<i>${number}</i>`, `${publication!.name} · ${date}`]
  return number % 2 === 0
    ? `<header class="folio"><span>${outer}</span><b>${section}</b><span>${inner}</span></header>`
    : `<header class="folio"><span>${inner}</span><b>${section}</b><span>${outer}</span></header>`
}

/** Days of the year without Sundays. */
function toNumber(): number {
  const end = Date.parse(`${day}T00:00:00Z`)
  let count = 0
  for (let at = Date.parse(`${day.slice(0, 4)}-01-01T00:00:00Z`); at <= end; at += 86_400_000)
    if (new Date(at).getUTCDay() !== 0) count++
  return count
}

async function toArticle(article: PrintedArticle, span: number): Promise<string> {
  const { key, kicker, title, author, paragraphs, picture } = article
  let figure = ''
  if (picture !== null) {
    const jpeg = await sharp(join(ROOT, 'demo', picture.file))
      .resize({ width: span >= 4 ? 900 : span === 3 ? 560 : 400 })
      .jpeg({ quality: 58, mozjpeg: true })
      .toBuffer()
    figure = `<figure><img src="data:image/jpeg;base64,${jpeg.toString('base64')}"><figcaption>${picture.caption} <small>${picture.credit}</small></figcaption></figure>`
  }
  const byline = author === '' ? '' : `<p class="author">Von ${author}</p>`
  const text = paragraphs
    .map((one, index) =>
      one.startsWith('## ') ? `<h3>${one.slice(3)}</h3>` : `<p${index === 0 ? ' class="first"' : ''}>${one}</p>`,
    )
    .join('')
  return `<article data-key="${key}">${kicker === '' ? '' : `<p class="kicker">${kicker}</p>`}<h2>${title}</h2>${figure}<div class="text">${byline}${text}</div></article>`
}
