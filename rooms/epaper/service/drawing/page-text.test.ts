import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Pdf from 'pdfkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPdf, openPdfium } from './pdf-document.ts'
import type { PageText, Pdfium } from './pdfium-code.ts'

/** Points of the page that readers see. */
const [WIDTH, HEIGHT] = [600, 840]
const TEXT = 'Nach langer Debatte hat der Rat entschieden. '.repeat(12)
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYGAAAAAEAAH2FzhVAAAAAElFTkSuQmCC',
  'base64',
)

type Matrix = readonly [number, number, number, number, number, number]
/** How a page lies in the PDF; all look the same. `media` and `crop`: left, bottom, right, top; `matrix`: where the page lies. */
type Shape = { media: readonly number[]; crop?: readonly number[]; rotate?: number; unit?: number; matrix?: Matrix }

const PLAIN: Shape = { media: [0, 0, WIDTH, HEIGHT] }
const SHAPES: Readonly<Record<string, Shape>> = {
  'turned by 90°': { media: [0, 0, HEIGHT, WIDTH], rotate: 90, matrix: [0, 1, -1, 0, HEIGHT, 0] },
  'upside down': { ...PLAIN, rotate: 180, matrix: [-1, 0, 0, -1, WIDTH, HEIGHT] },
  'turned by 270°': { media: [0, 0, HEIGHT, WIDTH], rotate: 270, matrix: [0, -1, 1, 0, 0, WIDTH] },
  'turned by -90°': { media: [0, 0, HEIGHT, WIDTH], rotate: -90, matrix: [0, -1, 1, 0, 0, WIDTH] },
  'in a printer’s bleed': {
    media: [0, 0, WIDTH + 106, HEIGHT + 126],
    crop: [53, 63, WIDTH + 53, HEIGHT + 63],
    matrix: [1, 0, 0, 1, 53, 63],
  },
  'cropped left of and below the origin': {
    media: [-100, -120, WIDTH, HEIGHT],
    crop: [-50, -70, WIDTH - 50, HEIGHT - 70],
    matrix: [1, 0, 0, 1, -50, -70],
  },
  'on paper that begins left of and below the origin': {
    media: [-30, -20, WIDTH - 30, HEIGHT - 20],
    matrix: [1, 0, 0, 1, -30, -20],
  },
  'turned by 90° in a printer’s bleed': {
    media: [-10, -10, HEIGHT + 30, WIDTH + 20],
    crop: [20, 10, HEIGHT + 20, WIDTH + 10],
    rotate: 90,
    matrix: [0, 1, -1, 0, HEIGHT + 20, 10],
  },
  'upside down, cropped left of and below the origin': {
    media: [-100, -120, WIDTH, HEIGHT],
    crop: [-50, -70, WIDTH - 50, HEIGHT - 70],
    rotate: 180,
    matrix: [-1, 0, 0, -1, WIDTH - 50, HEIGHT - 70],
  },
  'in units of two points': { media: [0, 0, WIDTH / 2, HEIGHT / 2], unit: 2, matrix: [0.5, 0, 0, 0.5, 0, 0] },
}

describe('the text of a page', () => {
  let pdfium: Pdfium
  const folder = mkdtempSync(join(tmpdir(), 'page-text-'))
  beforeAll(async () => {
    pdfium = await openPdfium()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  async function read(shapes: readonly Shape[]): Promise<PageText[]> {
    const file = join(folder, 'paper.pdf')
    writeFileSync(file, await toPaper(shapes))
    const document = openPdf(pdfium, file)
    try {
      return shapes.map((_shape, index) => document.read(index + 1))
    } finally {
      document.close()
    }
  }
  const rounded = ({ runs, pictures }: PageText) => [
    ...runs.map(({ text, ...box }) => [text, ...toShares(box)]),
    ...pictures.map((box) => ['picture', ...toShares(box)]),
  ]

  it('has its lines and its picture', async () => {
    const [page] = await read([PLAIN])
    expect(page!.runs.length).toBeGreaterThan(5)
    expect(page!.pictures.map(toShares)).toEqual([toShares({ x: 0.55, y: 0.25, width: 0.4, height: 0.2 })])
  })

  it.each(Object.entries(SHAPES))('has the positions that readers see on a page that is %s', async (_case, shape) => {
    const [plain, page] = await read([PLAIN, shape])
    expect(rounded(page!)).toEqual(rounded(plain!))
  })

  it('has the positions that readers see on every page of a paper whose pages lie in different ways', async () => {
    const [plain, ...others] = (await read([PLAIN, ...Object.values(SHAPES), PLAIN])).map(rounded)
    for (const page of others) expect(page).toEqual(plain)
  })
})

const toShares = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
  [x, y, width, height].map((part) => Math.round(part * 200))

/** The same page once for each shape: a headline, a column of text and a picture. */
async function toPaper(shapes: readonly Shape[]): Promise<Buffer> {
  const document = new Pdf({ autoFirstPage: false, margin: 0 })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on('end', resolve))
  for (const { media, crop, rotate, unit, matrix } of shapes) {
    document.addPage({ size: [WIDTH, HEIGHT], margin: 0 })
    const { data } = (document.page as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary
    data.MediaBox = media
    if (crop !== undefined) data.CropBox = crop
    if (rotate !== undefined) data.Rotate = rotate
    if (unit !== undefined) data.UserUnit = unit
    // pdfkit counts from the upper left corner of its page; `matrix` moves that page as a whole.
    if (matrix !== undefined) setUnder(document, matrix)
    document.font('Times-Bold').fontSize(26).text('Der Rat stimmt ab', 40, 90, { width: 520 })
    document.font('Times-Roman').fontSize(9).text(TEXT, 40, 170, { width: 250 })
    document.image(PICTURE, 0.55 * WIDTH, 0.25 * HEIGHT, { width: 0.4 * WIDTH, height: 0.2 * HEIGHT })
  }
  document.end()
  await ended
  return Buffer.concat(chunks)
}

/** Applies a matrix in coordinates of the PDF, which begin at the lower left corner, under pdfkit's own. */
function setUnder(document: PDFKit.PDFDocument, matrix: Matrix): void {
  const flip: Matrix = [1, 0, 0, -1, 0, HEIGHT]
  document.transform(...flip)
  document.transform(...matrix)
  document.transform(...flip)
}
