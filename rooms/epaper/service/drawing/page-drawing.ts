/**
 * The types of a drawn page; a module of its own, so that importing them does not load the code of the drawing thread.
 */
import type { Rendition } from '../../contract/epaper.ts'
import type { PageText } from './pdfium-code.ts'

export const IMAGE_TYPE = 'image/webp'

export type PageImage = { name: Rendition | 'cover'; width: number; height: number; bytes: Uint8Array<ArrayBuffer> }
export type PageDrawing = PageText & {
  number: number
  label: string
  /** Width in millimetres. */
  width: number
  height: number
  images: PageImage[]
}

export type DrawAnswer =
  | { kind: 'opened'; pageCount: number }
  | { kind: 'page'; page: PageDrawing }
  | { kind: 'failed'; reason: string; isRefused: boolean }
