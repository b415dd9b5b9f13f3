/** Builds small PDFs for tests: each page has a headline and two columns of text. */
import Pdf from 'pdfkit'

export type PaperPage = { title: string; text: string }

export async function toPaper(pages: readonly PaperPage[], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new Pdf({ size: [600, 840], margin: 40, autoFirstPage: false, ...options })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on('end', resolve))
  for (const { title, text } of pages) {
    document.addPage()
    document.font('Times-Bold').fontSize(26).text(title, 40, 90, { width: 520 })
    document.font('Times-Roman').fontSize(9).text(text, 40, 170, { width: 250, height: 600, columns: 1 })
  }
  document.end()
  await ended
  return Buffer.concat(chunks)
}
