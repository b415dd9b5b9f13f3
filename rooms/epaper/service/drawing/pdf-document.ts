/**
 * A PDF opened with PDFium (WebAssembly), one page at a time. The file is read from disk in the pieces PDFium asks for,
 * never completely; PDFium's memory is limited, and a document that needs more fails. Nothing inside a document is
 * executed: this build has no JavaScript engine and no XFA, and attachments are never opened.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { init } from '@embedpdf/pdfium'
import { readPictures, readRuns } from './page-text.ts'
import { compilePdfium, type PageSize, type PageText, type Pdfium } from './pdfium-code.ts'
import { PdfRefused } from './pdf-refused.ts'

/** Memory limit of PDFium in bytes; the pictures of a newspaper page take 20 to 60 MB while it is drawn. */
const MOST_MEMORY = 400 * 1024 * 1024
/**
 * Longest side of a page in points (1.41 m); a large newspaper page has some 1,700. PDF 1.x would allow 14,400 (5.08
 * m).
 */
const LONGEST_SIDE = 4000
const SHORTEST_SIDE = 72
/** Largest ratio of the long to the short side of a page. */
const MOST_RATIO = 4

/** `pixels`: red, green and blue, rows without gaps; valid until the next page is drawn. */
type DrawnPage = { pixels: Uint8Array; width: number; height: number }

export type PdfDocument = {
  pageCount: number
  /** Size of the drawn page in points; throws `PdfRefused` if its size cannot be that of a newspaper page. */
  sizeOf: (number: number) => PageSize
  labelOf: (number: number) => string
  draw: (number: number, width: number) => DrawnPage
  read: (number: number) => PageText
  close: () => void
}

export async function openPdfium(code?: WebAssembly.Module): Promise<Pdfium> {
  const compiled = code ?? (await compilePdfium())
  const module = await init({
    // Sets our own limit on memory growth; the build's own limit is 2 GB.
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
      const grow = imports.env!.emscripten_resize_heap as (bytes: number) => boolean
      const env = {
        ...imports.env,
        emscripten_resize_heap: (bytes: number) => bytes >>> 0 <= MOST_MEMORY && grow(bytes),
      }
      void WebAssembly.instantiate(compiled, { ...imports, env }).then(receive)
      return {}
    },
    print: () => {},
    printErr: () => {},
  } as Parameters<typeof init>[0])
  module.PDFiumExt_Init()
  const holder = module.pdfium as unknown as { HEAPU8: Uint8Array<ArrayBuffer> }
  return Object.assign(module, { heap: () => holder.HEAPU8 })
}

/** Messages for the codes of `FPDF_GetLastError`. */
const REASONS: Readonly<Record<number, string>> = {
  3: 'The file is no PDF, or it is damaged',
  4: 'The PDF is locked with a password',
  5: 'The PDF is locked in a way that cannot be opened',
}

/** Opens the file; throws `PdfRefused` if it is damaged or locked. */
export function openPdf(pdfium: Pdfium, file: string): PdfDocument {
  const descriptor = openSync(file, 'r')
  let document = 0
  let release = () => {}
  try {
    const access = toFileAccess(pdfium, descriptor)
    release = access.release
    document = pdfium.FPDF_LoadCustomDocument(access.pointer, '')
    if (document === 0) throw new PdfRefused(REASONS[pdfium.FPDF_GetLastError()] ?? REASONS[3]!)
    if (pdfium.EPDF_IsEncrypted(document)) throw new PdfRefused('The PDF is encrypted; deliver it without protection')
  } catch (error) {
    if (document !== 0) pdfium.FPDF_CloseDocument(document)
    release()
    closeSync(descriptor)
    throw error
  }
  const handle = document
  return {
    pageCount: pdfium.FPDF_GetPageCount(handle),
    sizeOf: (number) => toSize(pdfium, handle, number),
    labelOf: (number) => readLabel(pdfium, handle, number),
    draw: (number, width) =>
      withPage(pdfium, handle, number, (page) => drawPage(pdfium, page, toSize(pdfium, handle, number), width)),
    read: (number) =>
      withPage(pdfium, handle, number, (page) => {
        const size = toSize(pdfium, handle, number)
        return { runs: readRuns(pdfium, page, size), pictures: readPictures(pdfium, page, size) }
      }),
    close() {
      pdfium.FPDF_CloseDocument(handle)
      release()
      closeSync(descriptor)
    },
  }
}

/** Builds the struct `FPDF_FILEACCESS`: length, read callback, its parameter. */
function toFileAccess(pdfium: Pdfium, descriptor: number): { pointer: number; release: () => void } {
  const { size } = fstatSync(descriptor)
  const { wasmExports, setValue, addFunction, removeFunction } = pdfium.pdfium
  const read = addFunction((_parameter: number, position: number, target: number, length: number) => {
    const at = position >>> 0
    const wanted = length >>> 0
    if (at + wanted > size) return 0
    return readSync(descriptor, pdfium.heap(), target >>> 0, wanted, at) === wanted ? 1 : 0
  }, 'iiiii')
  const pointer = wasmExports.malloc(12)
  setValue(pointer, size, 'i32')
  setValue(pointer + 4, read, 'i32')
  setValue(pointer + 8, 0, 'i32')
  return {
    pointer,
    release() {
      wasmExports.free(pointer)
      removeFunction(read)
    },
  }
}

function toSize(pdfium: Pdfium, document: number, number: number): PageSize {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const pointer = malloc(16)
  try {
    if (!pdfium.FPDF_GetPageSizeByIndex(document, number - 1, pointer, pointer + 8))
      throw new PdfRefused(`Page ${number} cannot be read`)
    const width = pdfium.pdfium.getValue(pointer, 'double')
    const height = pdfium.pdfium.getValue(pointer + 8, 'double')
    const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
    if (!(shorter >= SHORTEST_SIDE && longer <= LONGEST_SIDE && longer <= shorter * MOST_RATIO))
      throw new PdfRefused(
        `Page ${number} measures ${toMillimetres(width)} × ${toMillimetres(height)} mm; pages may have sides of 26 to 1411 mm`,
      )
    return { width, height }
  } finally {
    free(pointer)
  }
}

export function toMillimetres(points: number): number {
  return Math.round((points * 254) / 72) / 10
}

function withPage<T>(pdfium: Pdfium, document: number, number: number, work: (page: number) => T): T {
  const page = pdfium.FPDF_LoadPage(document, number - 1)
  if (page === 0) throw new PdfRefused(`Page ${number} cannot be read`)
  try {
    return work(page)
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

/** `FPDFBitmap_BGR`: three bytes per pixel. */
const RGB = 2
const PIXEL = 3
const WITH_ANNOTATIONS = 1
const RED_FIRST = 0x10
const LIMITED_IMAGE_CACHE = 0x200

let kept = new Uint8Array(0)

function drawPage(pdfium: Pdfium, page: number, size: PageSize, width: number): DrawnPage {
  const height = Math.max(1, Math.round((width * size.height) / size.width))
  const bytes = width * height * PIXEL
  const memory = pdfium.pdfium.wasmExports.malloc(bytes)
  if (memory === 0) throw new PdfRefused('The page needs more memory than a page may')
  try {
    pdfium.heap().fill(255, memory, memory + bytes)
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, RGB, memory, width * PIXEL)
    if (bitmap === 0) throw new PdfRefused('The page needs more memory than a page may')
    pdfium.FPDF_RenderPageBitmap(
      bitmap,
      page,
      0,
      0,
      width,
      height,
      0,
      WITH_ANNOTATIONS | LIMITED_IMAGE_CACHE | RED_FIRST,
    )
    pdfium.FPDFBitmap_Destroy(bitmap)
    // Pages are drawn one at a time, so one buffer is reused: the garbage collector would free old ones late.
    if (kept.length !== bytes) kept = new Uint8Array(bytes)
    kept.set(pdfium.heap().subarray(memory, memory + bytes))
    return { pixels: kept, width, height }
  } finally {
    pdfium.pdfium.wasmExports.free(memory)
  }
}

function readLabel(pdfium: Pdfium, document: number, number: number): string {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const most = 64
  const pointer = malloc(most)
  try {
    const bytes = pdfium.FPDF_GetPageLabel(document, number - 1, pointer, most)
    if (bytes <= 2 || bytes > most) return String(number)
    return pdfium.pdfium.UTF16ToString(pointer).trim().slice(0, 20) || String(number)
  } finally {
    free(pointer)
  }
}
