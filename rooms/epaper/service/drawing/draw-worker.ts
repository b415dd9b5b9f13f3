/**
 * Worker thread that draws pages of one PDF: for each page number it receives, it answers with pictures and text, or
 * with the reason for failing.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { COVER_WIDTH, RENDITION_WIDTHS } from '../../contract/epaper.ts'
import sharp from 'sharp'
import type { DrawAnswer, PageDrawing, PageImage } from './page-drawing.ts'
import { openPdf, openPdfium, toMillimetres, type PdfDocument } from './pdf-document.ts'
import { PdfRefused } from './pdf-refused.ts'

const QUALITY: Readonly<Record<PageImage['name'], number>> = { thumb: 60, small: 66, page: 74, zoom: 76, cover: 66 }

type Raw = { data: Uint8Array; width: number; height: number }

const open = ({ data, width, height }: Raw) => sharp(data, { raw: { width, height, channels: 3 } })

async function resize(from: Raw, width: number): Promise<Raw> {
  const { data, info } = await open(from).resize({ width }).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

async function encode(name: PageImage['name'], raw: Raw): Promise<PageImage> {
  const bytes = await open(raw)
    .webp({ quality: QUALITY[name], effort: name === 'zoom' ? 0 : 2 })
    .toBuffer()
  return { name, width: raw.width, height: raw.height, bytes: new Uint8Array(bytes) }
}

async function drawPage(document: PdfDocument, number: number): Promise<PageDrawing> {
  const size = document.sizeOf(number)
  const text = document.read(number)
  const drawn = document.draw(number, RENDITION_WIDTHS.zoom)
  const zoom: Raw = { data: drawn.pixels, width: drawn.width, height: drawn.height }
  const page = await resize(zoom, RENDITION_WIDTHS.page)
  const images = [await encode('zoom', zoom), await encode('page', page)]
  // Scaled from the smaller picture: equally good and a quarter of the work.
  for (const name of ['small', 'thumb'] as const)
    images.push(await encode(name, await resize(page, RENDITION_WIDTHS[name])))
  if (number === 1) images.push(await encode('cover', await resize(page, COVER_WIDTH)))
  return {
    ...text,
    number,
    label: document.labelOf(number),
    width: toMillimetres(size.width),
    height: toMillimetres(size.height),
    images,
  }
}

function answer(message: DrawAnswer, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved)
}

function fail(error: unknown): void {
  // A page that exceeds the memory limit would do so again, so it is refused and not retried.
  const isTooMuch = error instanceof WebAssembly.RuntimeError || error instanceof RangeError
  const reason =
    error instanceof PdfRefused
      ? error.message
      : isTooMuch
        ? 'A page needs more memory than there is for one'
        : 'The page could not be drawn'
  answer({ kind: 'failed', reason, isRefused: error instanceof PdfRefused || isTooMuch })
}

try {
  const { file, code } = workerData as { file: string; code: WebAssembly.Module }
  const document = openPdf(await openPdfium(code), file)
  parentPort?.on('message', (number: number) => {
    drawPage(document, number).then(
      (page) =>
        answer(
          { kind: 'page', page },
          page.images.map(({ bytes }) => bytes.buffer),
        ),
      fail,
    )
  })
  answer({ kind: 'opened', pageCount: document.pageCount })
} catch (error) {
  fail(error)
}
