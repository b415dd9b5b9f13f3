/** Cases from the field: issues as PDF. Their articles and zones are those that readers see on the drawn page. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import {
  hasCases,
  listCases,
  listCodes,
  readCase,
  toCasePath,
  toTitles,
  WITH_CASES,
} from '@lokalteil/services/import/shared-cases.testing'
import type { Database } from '@lokalteil/services/platform/database'
import { openEmptyDatabase } from '@lokalteil/services/platform/database/database.testing'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EPAPER_INTERNAL } from '../contract/epaper.ts'
import { createEpaperService, type EpaperService } from './app.ts'
import { composeIssue, type ComposedIssue, type ReadPage } from './delivery/compose-issue.ts'
import { openPdf, openPdfium, type PdfDocument } from './drawing/pdf-document.ts'
import type { Pdfium } from './drawing/pdfium-code.ts'
import { PdfRefused } from './drawing/pdf-refused.ts'

const KEY = 'the key of the e-paper in this test'
const now = new Date('2026-11-27T08:00:00Z')

const BRIDGE = 'Die Bruecke wird gebaut'
const CHOIR = 'Chor sucht Stimmen'
const BOTH = [BRIDGE, CHOIR]

/** Titles of the articles, page by page; null: the file is refused. */
const ROWS: Readonly<Record<string, readonly (readonly string[])[] | null>> = {
  e01: [BOTH],
  e02: [BOTH],
  e03: [BOTH],
  e04: [BOTH],
  e05: [['Rechte Seite', BRIDGE, CHOIR]],
  e06: [BOTH],
  e07: [BOTH, [], []],
  e08: [BOTH, BOTH, BOTH],
  e09: null,
  e10: [BOTH, BOTH, BOTH],
  e11: Array.from({ length: 120 }, (_one, index) => [`Seite ${index + 1}`]),
}
/** Pages of which zones and drawing are compared. */
const MOST_DRAWN = 3
const WIDTH = 1200

/** The edges of the drawn area, as shares of the page. */
function findInk(document: PdfDocument, number: number) {
  const { pixels, width, height } = document.draw(number, WIDTH)
  const edges = { left: 1, top: 1, right: 0, bottom: 0 }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (pixels[(y * width + x) * 3]! > 200) continue
      edges.left = Math.min(edges.left, x / width)
      edges.right = Math.max(edges.right, (x + 1) / width)
      edges.top = Math.min(edges.top, y / height)
      edges.bottom = Math.max(edges.bottom, (y + 1) / height)
    }
  return edges
}

function findEdges(boxes: readonly { x: number; y: number; width: number; height: number }[]) {
  return {
    left: Math.min(...boxes.map(({ x }) => x)),
    top: Math.min(...boxes.map(({ y }) => y)),
    right: Math.max(...boxes.map(({ x, width }) => x + width)),
    bottom: Math.max(...boxes.map(({ y, height }) => y + height)),
  }
}

describe.skipIf(!hasCases)('cases from the field', WITH_CASES, () => {
  let pdfium: Pdfium
  beforeAll(async () => {
    pdfium = await openPdfium()
  })

  /** Reads a file as the drawing of a delivery does. */
  function read(code: string): { document: PdfDocument; issue: ComposedIssue } {
    const document = openPdf(pdfium, toCasePath(listCases('epaper', code)[0]!))
    const pages = Array.from({ length: document.pageCount }, (_one, index): ReadPage => {
      const number = index + 1
      return { number, label: document.labelOf(number), ...document.read(number) }
    })
    return { document, issue: composeIssue(pages, null) }
  }

  it('every case has a row', () => {
    const { there, expected } = listCodes('epaper')
    expect(Object.keys(ROWS).toSorted()).toEqual(there)
    expect(there).toEqual(expect.arrayContaining(expected))
  })

  it.each(toTitles(Object.entries(ROWS).map(([code, titles]) => ({ folder: 'epaper', code, titles }))))(
    '%s',
    (_title, { code, titles }) => {
      if (titles === null) return expect(() => read(code)).toThrow(PdfRefused)
      const texts = new Map(read('e01').issue.articles.map(({ title, plain }) => [title, plain]))
      const { document, issue } = read(code)
      try {
        const found = issue.pages.map(({ number }) => issue.articles.filter(({ pages }) => pages.includes(number)))
        expect(found.map((articles) => articles.map(({ title }) => title))).toEqual(titles)
        for (const { title, plain } of issue.articles) if (texts.has(title)) expect(plain).toBe(texts.get(title))
        for (const { number, zones } of issue.pages.slice(0, MOST_DRAWN)) {
          if (zones.length === 0) continue
          const [edges, ink] = [findEdges(zones.map(({ box }) => box)), findInk(document, number)]
          for (const side of ['left', 'top', 'right', 'bottom'] as const)
            expect(Math.abs(edges[side] - ink[side]), `page ${number}, ${side}`).toBeLessThan(0.015)
        }
      } finally {
        document.close()
      }
    },
  )

  describe('through the service', () => {
    let folder: string
    let database: Database
    let service: EpaperService
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'epaper-cases-'))
      database = await openEmptyDatabase(createTestDatabase)
      service = await createEpaperService({
        database,
        folder,
        serviceKey: KEY,
        settingsOf: () => ({ editions: [{ id: 'haupt', name: 'Hauptausgabe' }], coins: 2 }),
        contents: {
          public: () => ({ listNewestArticles: async () => ({ ok: true, data: { teasers: [], pages: 1 } }) }),
        } as unknown as Parameters<typeof createEpaperService>[0]['contents'],
        now: () => now,
        onError: () => {},
      })
    }, 240_000)
    afterAll(async () => {
      await service?.close()
      await database?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it('a cut file fails with its reason, and the issue of before stays', async () => {
      const internal = createTestClient(EPAPER_INTERNAL, {
        fetch: (request) => service.app.fetch(request),
        base: 'http://epaper.test/ak',
        headers: { authorization: `Bearer ${KEY}` },
      })
      const issue = { edition: 'haupt', day: '2026-11-27' }
      const deliver = async (code: string) => {
        await service.deliver('ak', issue, { pdf: readCase(listCases('epaper', code)[0]!), zones: null })
        await service.deliveries.runDue()
        const state = await internal.getState({ params: issue })
        return state.ok ? state.data.delivery : null
      }
      expect(await deliver('e02')).toMatchObject({ state: 'done', pageCount: 1, articles: 2 })
      expect(await deliver('e09')).toMatchObject({ state: 'failed', reason: expect.stringMatching(/damaged/) })
      const pages = await internal.listPages({ params: issue })
      expect(pages.ok && pages.data.pages.map(({ zones }) => zones.length)).toEqual([4])
    }, 240_000)
  })
})
