/** PDFium as machine code, apart from what speaks to it: the process that starts threads loads nothing else of it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Machine code, to be shared by threads: each that compiles its own takes 50 MB more. */
export function compilePdfium(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')))
}
