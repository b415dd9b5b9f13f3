import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bodySizeOf, findArticles } from '../domain/layout.ts'
import { compareTitles } from '../domain/matching.ts'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { drawPages } from '../service/drawing/draw-pages.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listIssueDays } from './issue-days.ts'
import { listMissingIssues, openIssuePress, type IssuePress } from './issues.ts'

type Zones = {
  articles: { key: string; title: string; html: string; contentId: string }[]
  pages: {
    number: number
    zones: { kind: string; article: string; box: { x: number; y: number; width: number; height: number } }[]
  }[]
}

/** A Sunday: the newest issue is that of Saturday. */
const FILLED = new Date('2026-11-29T09:00:00Z')
const { name, claim } = TEST_PUBLICATIONS.find(({ code }) => code === 'ak')!
let press: IssuePress
const issues: { day: string; pdf: string; zones: Zones }[] = []

beforeAll(async () => {
  press = openIssuePress(FILLED)
  const wanted = listMissingIssues([{ publication: 'ak', days: [] }], FILLED)
  for (const issue of [wanted[0]!, wanted.at(-1)!]) {
    const { pdf, zones } = await press.typeset(issue, { name, claim })
    issues.push({
      day: issue.day,
      pdf: Buffer.from(pdf).toString('latin1'),
      zones: JSON.parse(Buffer.from(zones).toString('utf8')) as Zones,
    })
  }
}, 240_000)
afterAll(() => press.close())

it('an issue has its own date, and four or six pages', () => {
  expect(issues.map(({ day }) => day)).toEqual([
    listIssueDays('ak', '2026-11-29')[0],
    listIssueDays('ak', '2026-11-29').at(-1),
  ])
  for (const [index, { pdf, zones }] of issues.entries()) {
    expect(pdf.slice(0, 5)).toBe('%PDF-')
    expect(pdf).toContain(index === 0 ? 'Samstag, 28. November 2026' : 'Montag, 23. November 2026')
    expect(zones.pages).toHaveLength(index === 0 ? 6 : 4)
    expect(pdf.length).toBeLessThan(2_000_000)
  }
})

it('pages are filled: no zone leaves its page or overlaps another article, and little paper is empty', () => {
  for (const { zones } of issues)
    for (const page of zones.pages) {
      const boxes = page.zones.map(({ article, box }) => ({
        article,
        ...box,
        right: box.x + box.width,
        end: box.y + box.height,
      }))
      for (const box of boxes) expect(box.x >= 0 && box.y >= 0 && box.right <= 1 && box.end <= 1).toBe(true)
      for (const one of boxes)
        for (const other of boxes)
          if (one.article !== other.article)
            expect(
              one.x >= other.right - 0.001 ||
                other.x >= one.right - 0.001 ||
                one.y >= other.end - 0.001 ||
                other.y >= one.end - 0.001,
              `page ${page.number}: ${one.article} over ${other.article}`,
            ).toBe(true)
      const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0)
      expect(area, `page ${page.number}`).toBeGreaterThan(0.5)
    }
})

it('an article stands in one issue, with a headline and a text', () => {
  const all = issues.flatMap(({ zones }) => zones.articles.map(({ contentId }) => contentId))
  expect(new Set(all).size).toBe(all.length)
  for (const { zones } of issues) {
    expect(zones.articles.length).toBeGreaterThan(13)
    for (const { key, html } of zones.articles) {
      expect(html).toMatch(/^<(p|h2)>/)
      const kinds = zones.pages.flatMap((page) => page.zones.filter(({ article }) => article === key))
      expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['headline', 'text']))
    }
  }
})

it('R1-53 the layout heuristic finds its articles', { timeout: 240_000 }, async () => {
  const [{ pdf, zones }] = issues as [(typeof issues)[number]]
  const folder = mkdtempSync(join(tmpdir(), 'issue-'))
  const file = join(folder, 'issue.pdf')
  writeFileSync(file, pdf, 'latin1')
  const pages: Awaited<Parameters<Parameters<typeof drawPages>[0]['onPage']>[0]>[] = []
  await drawPages({
    file,
    threads: 1,
    pageMs: 60_000,
    select: (count) => Array.from({ length: count }, (_one, index) => index + 1),
    onPage: (page) => Promise.resolve(void pages.push(page)),
  })
  rmSync(folder, { recursive: true })
  const bodySize = bodySizeOf(pages)
  const found = pages.flatMap((page) =>
    findArticles(page, bodySize).map(({ title }) => ({ number: page.number, title })),
  )
  const printed = zones.pages.flatMap((page) =>
    [...new Set(page.zones.map(({ article }) => article))].map((key) => ({
      number: page.number,
      title: zones.articles.find((one) => one.key === key)!.title,
    })),
  )
  const isSame = (a: { number: number; title: string }, b: { number: number; title: string }) =>
    a.number === b.number && compareTitles(a.title, b.title) > 0.8
  const recall = printed.filter((one) => found.some((other) => isSame(one, other))).length / printed.length
  const precision = found.filter((one) => printed.some((other) => isSame(one, other))).length / found.length
  expect({ recall: recall >= 0.95, precision: precision >= 0.95 }, JSON.stringify({ recall, precision })).toEqual({
    recall: true,
    precision: true,
  })
})
