/** Letters and pictures of a page, with where they lie. Bounded: a page of a paper has some twenty thousand letters. */
import { joinChars, type PageChar, type PageRun } from '@lokalteil/domain/epaper/text-runs'
import type { Box } from '@lokalteil/domain/epaper/zones'
import type { PageSize, Pdfium } from './pdfium-code.ts'

const MOST_CHARS = 120_000
const MOST_OBJECTS = 50_000
const MOST_PICTURES = 200
const IMAGE = 3
const BOLD = 600
/** Of the page: rules and ornaments are smaller. */
const SMALLEST_PICTURE = 0.004

export function readRuns(pdfium: Pdfium, page: number, size: PageSize): PageRun[] {
  const text = pdfium.FPDFText_LoadPage(page)
  if (text === 0) return []
  const { malloc, free } = pdfium.pdfium.wasmExports
  const memory = malloc(64)
  try {
    const count = Math.min(pdfium.FPDFText_CountChars(text), MOST_CHARS)
    const chars: (PageChar | null)[] = []
    for (let index = 0; index < count; index++) chars.push(readChar(pdfium, text, index, memory, size))
    return joinChars(chars, size)
  } finally {
    free(memory)
    pdfium.FPDFText_ClosePage(text)
  }
}

function readChar(pdfium: Pdfium, text: number, index: number, memory: number, { height }: PageSize): PageChar | null {
  const code = pdfium.FPDFText_GetUnicode(text, index)
  if (code === 10 || code === 13) return null
  const doubles = () => new Float64Array(pdfium.heap().buffer, memory, 4)
  // Left, right, bottom, top, from the lower left corner.
  if (!pdfium.FPDFText_GetCharBox(text, index, memory, memory + 8, memory + 16, memory + 24)) return null
  const [inkLeft = 0, inkRight = 0, bottom = 0, top = 0] = doubles()
  const [left, right] = readRoom(pdfium, text, index, memory + 32) ?? [inkLeft, inkRight]
  return {
    // PDFium's own sign for a hyphen at the end of a line.
    text: code === 2 || code === 0xad ? '-' : code < 32 ? ' ' : String.fromCodePoint(code),
    left,
    right,
    top: height - top,
    bottom: height - bottom,
    size: readSize(pdfium, text, index, memory + 32),
    isBold: pdfium.FPDFText_GetFontWeight(text, index) >= BOLD,
  }
}

/** From where to where a letter keeps others away: the ink of a "1" or of a full stop is far narrower. */
function readRoom(pdfium: Pdfium, text: number, index: number, memory: number): readonly [number, number] | null {
  if (!pdfium.FPDFText_GetLooseCharBox(text, index, memory)) return null
  // Left, top, right, bottom.
  const [left = 0, , right = 0] = new Float32Array(pdfium.heap().buffer, memory, 4)
  return right > left ? [left, right] : null
}

/** As it is seen: the matrix of the letter makes it larger or smaller. */
function readSize(pdfium: Pdfium, text: number, index: number, memory: number): number {
  const size = pdfium.FPDFText_GetFontSize(text, index)
  if (!pdfium.FPDFText_GetMatrix(text, index, memory)) return size
  const [, , c = 0, d = 1] = new Float32Array(pdfium.heap().buffer, memory, 6)
  return Math.abs(size * Math.hypot(c, d)) || size
}

export function readPictures(pdfium: Pdfium, page: number, { width, height }: PageSize): Box[] {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const memory = malloc(16)
  const found: Box[] = []
  const clamp = (value: number) => Math.min(Math.max(value, 0), 1)
  try {
    const count = Math.min(pdfium.FPDFPage_CountObjects(page), MOST_OBJECTS)
    for (let index = 0; index < count && found.length < MOST_PICTURES; index++) {
      const object = pdfium.FPDFPage_GetObject(page, index)
      if (pdfium.FPDFPageObj_GetType(object) !== IMAGE) continue
      if (!pdfium.FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12)) continue
      const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(pdfium.heap().buffer, memory, 4)
      const [x, y] = [clamp(left / width), clamp(1 - top / height)]
      const box = { x, y, width: clamp(right / width) - x, height: clamp(1 - bottom / height) - y }
      if (box.width * box.height >= SMALLEST_PICTURE) found.push(box)
    }
  } finally {
    free(memory)
  }
  return found
}
