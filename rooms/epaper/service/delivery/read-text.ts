/** Parses the text of a page as `epaper.pages` keeps it until the issue is composed. */
import type { PageText } from '../drawing/pdfium-code.ts'

export function readText(content: PageText | null): PageText {
  return { runs: content?.runs ?? [], pictures: content?.pictures ?? [] }
}
