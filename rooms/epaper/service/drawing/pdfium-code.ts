/**
 * Compiles PDFium's machine code; a module of its own, so that the process that starts the threads loads nothing else
 * of PDFium.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { PageRun } from '../../domain/text-runs.ts'
import type { Box } from '../../domain/zones.ts'

export type Pdfium = WrappedPdfiumModule & { heap: () => Uint8Array<ArrayBuffer> }

/** In points (1/72 inch). */
export type PageSize = { width: number; height: number }
export type PageText = { runs: PageRun[]; pictures: Box[] }

/** Compiles once for all threads: a thread that compiles its own copy takes 50 MB more. */
export function compilePdfium(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')))
}
