/** PDFium as machine code, apart from what speaks to it: the process that starts threads loads nothing else of it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { PageRun } from '@lokalteil/domain/epaper/text-runs'
import type { Box } from '@lokalteil/domain/epaper/zones'

export type Pdfium = WrappedPdfiumModule & { heap: () => Uint8Array<ArrayBuffer> }

/** In points. */
export type PageSize = { width: number; height: number }
export type PageText = { runs: PageRun[]; pictures: Box[] }

/** Machine code, to be shared by threads: each that compiles its own takes 50 MB more. */
export function compilePdfium(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')))
}
