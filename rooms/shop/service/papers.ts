/**
 * Tickets and value codes of a purchase, one per page, as a PDF for printing or showing, with a QR code that can be
 * scanned at the entrance.
 */
import { createRequire } from 'node:module'
import { formatLongDate } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import type PDFKit from 'pdfkit'
import { encode } from 'uqr'
import { problem, type Refusal } from '@lokalteil/services/platform/serve'
import { isSameText } from '@lokalteil/services/platform/signed-text'
import { toPapersToken } from './codes.ts'
import type { ShopContext } from './context.ts'
import type { TicketRow, VoucherRow } from './schema.ts'
import { findOrder } from './store.ts'
import { listTickets, type TicketEvent } from './tickets.ts'
import { listVouchers } from './vouchers.ts'

type Pdf = PDFKit.PDFDocument
type Sheet = { kicker: string; title: string; facts: string[]; code: string; note: string }

const require = createRequire(import.meta.url)
const FONTS = {
  text: 'barlow-semi-condensed-latin-400-normal',
  strong: 'barlow-semi-condensed-latin-600-normal',
  ext: 'barlow-semi-condensed-latin-ext-400-normal',
} as const
const MM = 72 / 25.4
const LEFT = 25 * MM
const WIDTH = 160 * MM
const QR = 52 * MM
const INK = '#1b1f1e'
const GREY = '#5a6360'

const dayOf = (key: string) => formatLongDate(new Date(`${key}T12:00:00Z`))

export async function getPapers(
  context: ShopContext,
  publication: PublicationCode,
  number: string,
  token: string,
): Promise<{ fileName: string; base64: string } | Refusal> {
  const order = await findOrder({ publication, number }, context.db)
  if (order?.state !== 'sold' || !isSameText(toPapersToken(context.secret, publication, number), token))
    return notFound()
  const tickets = (await listTickets({ publication, number }, context.db)).filter(({ state }) => state !== 'void')
  const vouchers = (await listVouchers({ publication, number }, null, context.db)).filter(({ is_void }) => !is_void)
  const sheets = [...tickets.map(toTicketSheet), ...vouchers.map((voucher) => toVoucherSheet(voucher, publication))]
  if (sheets.length === 0) return notFound()
  const pdf = await draw(sheets, publicationOf(publication).name, context.colourOf(publication), order.ordered_at)
  return { fileName: `Bestellung-${number}.pdf`, base64: Buffer.from(pdf).toString('base64') }
}

function notFound(): Refusal {
  return problem(404, 'NOT_FOUND', 'There is nothing to print')
}

function toTicketSheet({ title, event, code }: TicketRow): Sheet {
  const { on, at, place } = (event ?? { on: '', at: '', place: '' }) as TicketEvent
  return {
    kicker: 'Eintrittskarte',
    title,
    facts: [on === '' ? '' : [dayOf(on), at].filter((part) => part !== '').join(', '), place].filter(
      (fact) => fact !== '',
    ),
    code,
    note: 'Bitte gedruckt oder auf dem Telefon vorzeigen. Die Karte gilt einmal.',
  }
}

function toVoucherSheet({ cents, code, valid_until }: VoucherRow, publication: PublicationCode): Sheet {
  return {
    kicker: 'Gutschein',
    title: formatPrice(cents),
    facts: [
      `Einzulösen im Shop von ${publicationOf(publication).name}, auch in Teilen.`,
      `Gültig bis ${dayOf(valid_until)}.`,
    ],
    code,
    note: 'Geben Sie den Code im Warenkorb ein. Wer ihn hat, kann ihn einlösen: Bewahren Sie ihn auf wie Bargeld.',
  }
}

async function draw(sheets: readonly Sheet[], name: string, colour: string, at: Date): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit')
  const fontFile = (font: keyof typeof FONTS) =>
    require.resolve(`@fontsource/barlow-semi-condensed/files/${FONTS[font]}.woff`)
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 20 * MM, bottom: 0, left: LEFT, right: 25 * MM },
    autoFirstPage: false,
    lang: 'de-DE',
    // A fixed creation date, so that the same purchase always gives the same file.
    info: { Title: sheets[0]!.kicker, Author: name, CreationDate: at },
    font: fontFile('text'),
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  for (const font of Object.keys(FONTS)) doc.registerFont(font, fontFile(font as keyof typeof FONTS))
  for (const sheet of sheets) drawSheet(doc, sheet, name, colour)
  doc.end()
  await done
  return Buffer.concat(chunks)
}

function drawSheet(doc: Pdf, { kicker, title, facts, code, note }: Sheet, name: string, colour: string): void {
  doc.addPage()
  doc.rect(0, 0, doc.page.width, 4 * MM).fill(colour)
  put(doc, name, 20 * MM, { font: 'strong', size: 20, color: colour })
  put(doc, kicker, 44 * MM, { size: 12, color: GREY })
  let y = put(doc, title, 52 * MM, { font: 'strong', size: 26, color: INK }) + 3 * MM
  for (const fact of facts) y = put(doc, fact, y, { size: 14, color: INK }) + 1.5 * MM
  drawCode(doc, code, y + 10 * MM)
  y = put(doc, code, y + 14 * MM + QR, { font: 'strong', size: 18, color: INK }) + 4 * MM
  put(doc, note, y, { size: 10.5, color: GREY })
}

/** Drawn as vectors, so that it is sharp on every printer. */
function drawCode(doc: Pdf, text: string, top: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const cell = QR / size
  doc.fillColor('#000000')
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) doc.rect(LEFT + column * cell, top + row * cell, cell, cell)
  doc.fill()
}

function put(
  doc: Pdf,
  text: string,
  y: number,
  { font = 'text', size, color }: { font?: 'text' | 'strong'; size: number; color: string },
): number {
  doc
    .font(/[\u0100-\u024f]/.test(text) ? 'ext' : font)
    .fontSize(size)
    .fillColor(color)
  doc.text(text, LEFT, y, { width: WIDTH, lineGap: 2 })
  return doc.y
}
