/** Builds a large issue from the pages of a small one, for benchmarks: real pages, any number of them. */
import { openPdfium } from './drawing/pdf-document.ts'

/** Returns a PDF with `count` pages, repeating the pages of `bytes`. */
export async function repeatPages(bytes: Uint8Array, count: number): Promise<Buffer> {
  const pdfium = await openPdfium()
  const { malloc, free } = pdfium.pdfium.wasmExports
  const memory = malloc(bytes.length)
  pdfium.heap().set(bytes, memory)
  const source = pdfium.FPDF_LoadMemDocument(memory, bytes.length, '')
  const target = pdfium.FPDF_CreateNewDocument()
  const pages = pdfium.FPDF_GetPageCount(source)
  for (let page = 0; page < count; page += pages)
    pdfium.FPDF_ImportPages(target, source, `1-${Math.min(pages, count - page)}`, page)
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  pdfium.PDFiumExt_SaveAsCopy(target, writer)
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
  const out = malloc(size)
  pdfium.PDFiumExt_GetFileWriterData(writer, out, size)
  const whole = Buffer.from(pdfium.heap().slice(out, out + size))
  free(out)
  free(memory)
  return whole
}
