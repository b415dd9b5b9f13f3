/** Builds small PDFs for tests: each page has a headline and two columns of text. */
import Pdf from 'pdfkit'

export type PaperPage = { title: string; text: string }

/** How a page lies in the PDF: rotated, or inside a printer's bleed. All variants look the same. */
export type PaperShape = { rotate: 90 | 180 | 270 } | { crop: readonly [x: number, y: number] }

type Matrix = readonly [number, number, number, number, number, number]
const TURNS: Readonly<Record<90 | 180 | 270, { size: [number, number]; matrix: Matrix }>> = {
  90: { size: [840, 600], matrix: [0, -1, 1, 0, 0, 600] },
  180: { size: [600, 840], matrix: [-1, 0, 0, -1, 600, 840] },
  270: { size: [840, 600], matrix: [0, 1, -1, 0, 840, 0] },
}

function addPage(document: PDFKit.PDFDocument, shape: PaperShape | undefined): void {
  if (shape === undefined) return void document.addPage()
  const dictionary = () =>
    (document.page as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary.data
  if ('rotate' in shape) {
    const { size, matrix } = TURNS[shape.rotate]
    document.addPage({ size, margin: 0 })
    dictionary().Rotate = shape.rotate
    document.transform(...matrix)
  } else {
    const [x, y] = shape.crop
    document.addPage({ size: [600 + 2 * x, 840 + 2 * y], margin: 0 })
    document.fontSize(8).text('Druckbogen 7 Cyan Magenta Gelb', 2, 2)
    dictionary().CropBox = [x, y, x + 600, y + 840]
    document.transform(1, 0, 0, 1, x, y)
  }
}

export async function toPaper(
  pages: readonly PaperPage[],
  options: PDFKit.PDFDocumentOptions = {},
  shape?: PaperShape,
): Promise<Buffer> {
  const document = new Pdf({ size: [600, 840], margin: 40, autoFirstPage: false, ...options })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on('end', resolve))
  for (const { title, text } of pages) {
    addPage(document, shape)
    document.font('Times-Bold').fontSize(26).text(title, 40, 90, { width: 520 })
    document.font('Times-Roman').fontSize(9).text(text, 40, 170, { width: 250, height: 600, columns: 1 })
  }
  document.end()
  await ended
  return Buffer.concat(chunks)
}
