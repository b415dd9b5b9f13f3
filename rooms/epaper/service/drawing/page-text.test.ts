import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toPaper, type PaperShape } from '@lokalteil/services/platform/paper.testing'
import { openPdf, openPdfium } from './pdf-document.ts'
import type { PageText, Pdfium } from './pdfium-code.ts'

const PAGES = [{ title: 'Der Rat stimmt ab', text: 'Nach langer Debatte hat der Rat entschieden. '.repeat(12) }]

describe('the text of a page', () => {
  let pdfium: Pdfium
  const folder = mkdtempSync(join(tmpdir(), 'page-text-'))
  beforeAll(async () => {
    pdfium = await openPdfium()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  async function read(shape?: PaperShape): Promise<PageText> {
    const file = join(folder, 'paper.pdf')
    writeFileSync(file, await toPaper(PAGES, {}, shape))
    const document = openPdf(pdfium, file)
    try {
      return document.read(1)
    } finally {
      document.close()
    }
  }
  const rounded = ({ runs }: PageText) =>
    runs.map(({ text, x, y, width, height, size }) => [
      text,
      ...[x, y, width, height].map((part) => Math.round(part * 200)),
      Math.round(size),
    ])

  it.each<[string, PaperShape]>([
    ['turned by 90°', { rotate: 90 }],
    ['upside down', { rotate: 180 }],
    ['turned by 270°', { rotate: 270 }],
    ['in a printer’s bleed', { crop: [53, 63] }],
  ])('has the positions that readers see on a page that is %s', async (_case, shape) => {
    const plain = rounded(await read())
    expect(plain.length).toBeGreaterThan(5)
    expect(rounded(await read(shape))).toEqual(plain)
  })
})
