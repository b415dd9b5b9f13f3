/**
 * Reads the letters and pictures of a page with their positions. Limited in number: a newspaper page has some twenty
 * thousand letters.
 */
import { joinChars, type PageChar, type PageRun } from '../../domain/text-runs.ts'
import type { Box } from '../../domain/zones.ts'
import type { PageSize, Pdfium } from './pdfium-code.ts'

const MOST_CHARS = 120_000
const MOST_OBJECTS = 50_000
const MOST_PICTURES = 200
const IMAGE = 3
const BOLD = 600
/** Share of the page's area; smaller pictures are rules and ornaments. */
const SMALLEST_PICTURE = 0.004

/** Converts PDF coordinates to the drawn page: points from its upper left corner, after crop box and rotation. */
type ToPage = {
  box: (left: number, top: number, right: number, bottom: number) => Edges
  /** Points on the drawn page for one unit of the PDF (UserUnit). */
  scale: number
}
type Edges = { left: number; top: number; right: number; bottom: number }

/** Factor for the corners that PDFium maps, because it returns whole numbers only. */
const FINE = 100
const REACH = 1000

function createToPage(pdfium: Pdfium, page: number, { width, height }: PageSize): ToPage {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const memory = malloc(8)
  try {
    const map = (x: number, y: number): readonly [number, number] => {
      const [wide, high] = [Math.round(width * FINE), Math.round(height * FINE)]
      pdfium.FPDF_PageToDevice(page, 0, 0, wide, high, 0, x, y, memory, memory + 4)
      const [left = 0, top = 0] = new Int32Array(pdfium.heap().buffer, memory, 2)
      return [(left / wide) * width, (top / high) * height]
    }
    const [x0, y0] = map(0, 0)
    const [xRight, yRight] = map(REACH, 0)
    const [xUp, yUp] = map(0, REACH)
    const [a, b, c, d] = [xRight - x0, yRight - y0, xUp - x0, yUp - y0].map((step) => step / REACH) as [
      number,
      number,
      number,
      number,
    ]
    const toX = (x: number, y: number) => a * x + c * y + x0
    const toY = (x: number, y: number) => b * x + d * y + y0
    return {
      scale: Math.hypot(a, b) || 1,
      box(left, top, right, bottom) {
        const [x1, x2] = [toX(left, bottom), toX(right, top)]
        const [y1, y2] = [toY(left, bottom), toY(right, top)]
        return { left: Math.min(x1, x2), right: Math.max(x1, x2), top: Math.min(y1, y2), bottom: Math.max(y1, y2) }
      },
    }
  } finally {
    free(memory)
  }
}

/** Printer's marks and the bleed are in the PDF but outside the visible page. */
const isOnPage = ({ left, right, top, bottom }: Edges, { width, height }: PageSize): boolean => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x >= 0 && x <= width && y >= 0 && y <= height
}

export function readRuns(pdfium: Pdfium, page: number, size: PageSize): PageRun[] {
  const text = pdfium.FPDFText_LoadPage(page)
  if (text === 0) return []
  const toPage = createToPage(pdfium, page, size)
  const { malloc, free } = pdfium.pdfium.wasmExports
  const memory = malloc(64)
  try {
    const count = Math.min(pdfium.FPDFText_CountChars(text), MOST_CHARS)
    const chars: (PageChar | null)[] = []
    for (let index = 0; index < count; index++) {
      const char = readChar(pdfium, text, index, memory, toPage)
      if (char === null || isOnPage(char, size)) chars.push(char)
    }
    return joinChars(chars, size)
  } finally {
    free(memory)
    pdfium.FPDFText_ClosePage(text)
  }
}

function readChar(pdfium: Pdfium, text: number, index: number, memory: number, toPage: ToPage): PageChar | null {
  const code = pdfium.FPDFText_GetUnicode(text, index)
  if (code === 10 || code === 13) return null
  const doubles = () => new Float64Array(pdfium.heap().buffer, memory, 4)
  // PDFium gives left, right, bottom, top, measured from the lower left corner.
  if (!pdfium.FPDFText_GetCharBox(text, index, memory, memory + 8, memory + 16, memory + 24)) return null
  const [inkLeft = 0, inkRight = 0, bottom = 0, top = 0] = doubles()
  const ink = toPage.box(inkLeft, top, inkRight, bottom)
  const room = readRoom(pdfium, text, index, memory + 32, toPage) ?? ink
  return {
    // PDFium returns character code 2 for a hyphen at the end of a line.
    text: code === 2 || code === 0xad ? '-' : code < 32 ? ' ' : String.fromCodePoint(code),
    left: room.left,
    right: room.right,
    top: ink.top,
    bottom: ink.bottom,
    size: readSize(pdfium, text, index, memory + 32) * toPage.scale,
    isBold: pdfium.FPDFText_GetFontWeight(text, index) >= BOLD,
  }
}

/** The full width a letter occupies (its advance): the ink of "1" or of a full stop is far narrower. */
function readRoom(pdfium: Pdfium, text: number, index: number, memory: number, toPage: ToPage): Edges | null {
  if (!pdfium.FPDFText_GetLooseCharBox(text, index, memory)) return null
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(pdfium.heap().buffer, memory, 4)
  const room = toPage.box(left, top, right, bottom)
  return room.right > room.left ? room : null
}

/** The visible font size: the letter's matrix scales the nominal one. */
function readSize(pdfium: Pdfium, text: number, index: number, memory: number): number {
  const size = pdfium.FPDFText_GetFontSize(text, index)
  if (!pdfium.FPDFText_GetMatrix(text, index, memory)) return size
  const [, , c = 0, d = 1] = new Float32Array(pdfium.heap().buffer, memory, 6)
  return Math.abs(size * Math.hypot(c, d)) || size
}

export function readPictures(pdfium: Pdfium, page: number, size: PageSize): Box[] {
  const { width, height } = size
  const toPage = createToPage(pdfium, page, size)
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
      const [inkLeft = 0, inkBottom = 0, inkRight = 0, inkTop = 0] = new Float32Array(pdfium.heap().buffer, memory, 4)
      const { left, top, right, bottom } = toPage.box(inkLeft, inkTop, inkRight, inkBottom)
      const [x, y] = [clamp(left / width), clamp(top / height)]
      const box = { x, y, width: clamp(right / width) - x, height: clamp(bottom / height) - y }
      if (box.width * box.height >= SMALLEST_PICTURE) found.push(box)
    }
  } finally {
    free(memory)
  }
  return found
}
