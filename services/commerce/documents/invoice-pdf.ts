/**
 * An invoice as PDF: tagged, and PDF/A-3, so that the XML of the e-invoice can be attached. Reproducible: the same invoice
 * gives the same bytes, in the publication's colour on the day of issue. It never shows the full IBAN of a reader.
 */
import { createRequire } from 'node:module'
import { formatDate } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import type { Invoice, InvoiceLine } from '@lokalteil/domain/commerce/invoices'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type PDFKit from 'pdfkit'
import { closingOf, countryOf, day, inFours, introOf, paymentTextOf, titleOf } from './invoice-texts.ts'

type Pdf = PDFKit.PDFDocument
type Box = { x: number; y: number; width: number }

const require = createRequire(import.meta.url)
/** `…-ext`: fonts for the rare letters of names. */
const FONTS = {
  text: 'barlow-semi-condensed-latin-400-normal',
  'text-ext': 'barlow-semi-condensed-latin-ext-400-normal',
  strong: 'barlow-semi-condensed-latin-600-normal',
  'strong-ext': 'barlow-semi-condensed-latin-ext-600-normal',
} as const
const INK = '#1b1f1e'
const GREY = '#5a6360'
const HAIRLINE = '#c9d0cd'

const MM = 72 / 25.4
const LEFT = 25 * MM
const RIGHT = 190 * MM
const WIDTH = RIGHT - LEFT
const FOOTER = 265 * MM
/** `text` and `period`: left edges of the text; `vat` and `amount`: right edges of the numbers. */
const COLUMNS = { text: LEFT, period: LEFT + 74 * MM, vat: LEFT + 128 * MM, amount: RIGHT } as const
const ROW = 15

const shortDay = (date: Day) => formatDate(new Date(`${date}T12:00:00Z`))
const periodOf = ({ from, to }: Pick<InvoiceLine, 'from' | 'to'>) =>
  to === null ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`

/** `isPlain`: uncompressed, for tests that search the text. */
export async function renderInvoicePdf(
  invoice: Invoice,
  /** The publication's colour, readable on white. */
  colour: string,
  { isPlain = false }: { isPlain?: boolean } = {},
): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit')
  const title = titleOf(invoice)
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 20 * MM, bottom: 0, left: LEFT, right: 210 * MM - RIGHT },
    bufferPages: true,
    tagged: true,
    lang: 'de-DE',
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    compress: !isPlain,
    // Fixed metadata, so that the same invoice gives the same bytes.
    info: {
      Title: title,
      Author: invoice.seller.company,
      Subject: publicationOf(invoice.mandator).name,
      CreationDate: new Date(`${invoice.issuedOn}T12:00:00Z`),
    },
    font: fontFile('text'),
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  for (const name of Object.keys(FONTS)) doc.registerFont(name, fontFile(name as keyof typeof FONTS))
  draw(doc, invoice, title, colour)
  doc.end()
  await done
  return Buffer.concat(chunks)
}

function draw(doc: Pdf, invoice: Invoice, title: string, colour: string): void {
  const page = doc.struct('Document')
  doc.addStructure(page)
  const tag = (kind: string, work: () => void, parent: PDFKit.PDFStructureElement = page) => {
    const element = doc.struct(kind, {}, work)
    parent.add(element)
    return element
  }
  drawHead(doc, invoice, colour)
  tag('P', () => drawAddress(doc, invoice))
  tag('P', () => drawFacts(doc, invoice))
  tag('H1', () => put(doc, title, { x: LEFT, y: 98 * MM, width: WIDTH }, { font: 'strong', size: 17, color: INK }))
  tag('P', () => put(doc, introOf(invoice), { x: LEFT, y: 108 * MM, width: WIDTH }, { size: 10 }))
  const end = drawTable(doc, invoice, colour, 120 * MM, page)
  let y = end + 8 * MM
  for (const line of paymentTextOf(invoice)) {
    tag('P', () => {
      y = put(doc, line, { x: LEFT, y, width: WIDTH }, { size: 10 }) + 2 * MM
    })
  }
  tag('P', () => put(doc, closingOf(invoice), { x: LEFT, y: y + 3 * MM, width: WIDTH }, { size: 8.5, color: GREY }))
  page.end()
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    drawFooter(doc, invoice, count === 1 ? '' : `Seite ${index + 1} von ${count}`)
  }
}

function drawHead(doc: Pdf, { mandator: publication }: Invoice, colour: string): void {
  artifact(doc, 'Layout', () => {
    doc.rect(0, 0, doc.page.width, 4 * MM).fill(colour)
    put(
      doc,
      publicationOf(publication).name,
      { x: LEFT, y: 17 * MM, width: WIDTH },
      { font: 'strong', size: 22, color: colour },
    )
    put(doc, publicationOf(publication).claim, { x: LEFT, y: 26.5 * MM, width: WIDTH }, { size: 9, color: GREY })
  })
}

/** Places the address in the window of the envelope (DIN 5008, form B). */
function drawAddress(doc: Pdf, { seller, buyer }: Invoice): void {
  const sender = `${seller.company} · ${seller.street} · ${seller.postcode} ${seller.town}`
  let y = put(doc, sender, { x: LEFT, y: 50 * MM, width: 85 * MM }, { size: 7, color: GREY }) + 2 * MM
  const { address } = buyer
  const country = address === null || address.country === 'DE' ? '' : countryOf(address.country)
  for (const line of [
    buyer.company,
    buyer.name,
    ...(address === null ? [] : [address.street, `${address.postcode} ${address.town}`, country]),
  ]) {
    if (line.trim() !== '') y = put(doc, line, { x: LEFT, y, width: 85 * MM }, { size: 10.5 })
  }
}

function drawFacts(doc: Pdf, invoice: Invoice): void {
  const facts: [string, string][] = [
    [invoice.kind === 'invoice' ? 'Rechnungsnummer' : 'Nummer', invoice.number],
    ['Datum', day(invoice.issuedOn)],
    ['Kundennummer', invoice.customerNumber],
    ...(invoice.orderNumber === null ? [] : [['Bestellung', invoice.orderNumber] as [string, string]]),
    ...(invoice.buyer.vatId === '' ? [] : [['Ihre USt-IdNr.', invoice.buyer.vatId] as [string, string]]),
  ]
  let y = 52 * MM
  for (const [name, value] of facts) {
    put(doc, name, { x: 128 * MM, y, width: 28 * MM }, { size: 8.5, color: GREY })
    y = put(doc, value, { x: 156 * MM, y: y - 0.8, width: RIGHT - 156 * MM }, { size: 9.5, align: 'right' }) + 1.4 * MM
  }
}

function drawTable(
  doc: Pdf,
  { lines, sums }: Invoice,
  colour: string,
  top: number,
  parent: PDFKit.PDFStructureElement,
): number {
  const table = doc.struct('Table')
  parent.add(table)
  let y = top
  type Cell = { text: string; box: Box; align?: 'right'; font?: 'strong'; size?: number; color?: string }
  const row = (kind: 'TH' | 'TD', cells: readonly Cell[]): number => {
    const element = doc.struct('TR')
    table.add(element)
    let bottom = y
    for (const { text, box, ...look } of cells)
      element.add(
        doc.struct(
          kind,
          {},
          () => void (bottom = Math.max(bottom, put(doc, text, { ...box, y }, { size: 10, ...look }))),
        ),
      )
    element.end()
    return bottom
  }
  const cell = (column: keyof typeof COLUMNS, text: string, look: Omit<Cell, 'text' | 'box'> = {}): Cell => {
    const isNumber = column === 'vat' || column === 'amount'
    const x =
      column === 'amount' ? COLUMNS.amount - 28 * MM : column === 'vat' ? COLUMNS.vat - 14 * MM : COLUMNS[column]
    const width = column === 'amount' ? 28 * MM : column === 'vat' ? 14 * MM : column === 'text' ? 71 * MM : 46 * MM
    return { text, box: { x, y, width }, ...(isNumber ? { align: 'right' as const } : {}), ...look }
  }
  const rule = (color: string, weight: number, from: number = LEFT) =>
    artifact(doc, 'Layout', () => doc.moveTo(from, y).lineTo(RIGHT, y).lineWidth(weight).strokeColor(color).stroke())

  y =
    row('TH', [
      cell('text', 'Leistung', { size: 8.5, color: GREY }),
      cell('period', 'Zeitraum', { size: 8.5, color: GREY }),
      cell('vat', 'USt.', { size: 8.5, color: GREY }),
      cell('amount', 'Betrag', { size: 8.5, color: GREY }),
    ]) + 3
  rule(colour, 1)
  for (const line of lines) {
    y += 6
    if (y > FOOTER - 20 * MM) {
      doc.addPage()
      y = 25 * MM
    }
    y =
      row('TD', [
        cell('text', line.text),
        cell('period', periodOf(line), { size: 9 }),
        cell('vat', `${line.vatPercent} %`, { size: 9 }),
        cell('amount', formatPrice(line.grossCents)),
      ]) + 6
    rule(HAIRLINE, 0.5)
  }
  if (y > FOOTER - (sums.rates.length * 2 + 2) * ROW - 25 * MM) {
    doc.addPage()
    y = 25 * MM
  }
  const sumCells = (text: string, cents: number, look: Omit<Cell, 'text' | 'box'> = {}): Cell[] => [
    { text, box: { x: COLUMNS.period, y, width: 60 * MM }, ...look },
    cell('amount', formatPrice(cents), look),
  ]
  for (const rate of sums.rates) {
    y += 5
    y = row('TD', sumCells(`Netto zu ${rate.vatPercent} %`, rate.netCents, { size: 9, color: GREY })) + 1
    y = row('TD', sumCells(`Umsatzsteuer ${rate.vatPercent} %`, rate.vatCents, { size: 9, color: GREY }))
  }
  y += 6
  rule(INK, 0.8, COLUMNS.period)
  y += 6
  y = row('TD', sumCells('Gesamtbetrag', sums.grossCents, { font: 'strong', size: 12 }))
  table.end()
  return y
}

function drawFooter(doc: Pdf, { seller }: Invoice, pageText: string): void {
  artifact(doc, 'Pagination', () => {
    doc.moveTo(LEFT, FOOTER).lineTo(RIGHT, FOOTER).lineWidth(0.5).strokeColor(HAIRLINE).stroke()
    const columns = [
      [seller.company, seller.street, `${seller.postcode} ${seller.town}`, seller.phone, seller.email],
      [seller.directors, seller.register, `USt-IdNr. ${seller.vatId}`],
      [seller.bank, `IBAN ${inFours(seller.iban)}`, `BIC ${seller.bic}`, `Gläubiger-ID ${seller.creditorId}`, pageText],
    ]
    const width = (WIDTH - 10 * MM) / 3
    for (const [index, lines] of columns.entries()) {
      let y = FOOTER + 3 * MM
      for (const line of lines)
        if (line !== '')
          y = put(doc, line, { x: LEFT + index * (width + 5 * MM), y, width }, { size: 7.2, color: GREY })
    }
  })
}

/** Draws decoration that screen readers skip (PDF artifact). */
function artifact(doc: Pdf, type: 'Layout' | 'Pagination', work: () => void): void {
  doc.markContent('Artifact', { type })
  work()
  doc.endMarkedContent()
}

type Look = { font?: 'text' | 'strong'; size?: number; color?: string; align?: 'left' | 'right' }

/** Writes text and answers the y (in points) at which the next line may begin. */
function put(
  doc: Pdf,
  text: string,
  { x, y, width }: Box,
  { font = 'text', size = 10, color = INK, align = 'left' }: Look,
): number {
  const runs = toRuns(text)
  const options = { width, align, lineGap: 1.5 }
  doc.fillColor(color).fontSize(size)
  doc.x = x
  doc.y = y
  for (const [index, run] of runs.entries())
    doc.font(run.isRare ? `${font}-ext` : font).text(run.text, { ...options, continued: index < runs.length - 1 })
  return doc.y
}

/** Splits text by font: letters outside western Europe are in the `…-ext` file. */
function toRuns(text: string): { text: string; isRare: boolean }[] {
  const rare = /[\u0100-\u0151\u0154-\u024f]+|[^\u0100-\u0151\u0154-\u024f]+/g
  return (text.match(rare) ?? ['']).map((run) => ({ text: run, isRare: /^[\u0100-\u0151\u0154-\u024f]/.test(run) }))
}

function fontFile(name: keyof typeof FONTS): string {
  return require.resolve(`@fontsource/barlow-semi-condensed/files/${FONTS[name]}.woff`)
}
