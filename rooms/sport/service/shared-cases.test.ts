/** Cases from the field: competitions, sent to the door for agencies. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { createImportApp } from '@lokalteil/services/import/app'
import {
  hasCases,
  listCases,
  listCodes,
  readCase,
  toTitles,
  WITH_CASES,
} from '@lokalteil/services/import/shared-cases.testing'
import type { Database } from '@lokalteil/services/platform/database'
import { openEmptyDatabase } from '@lokalteil/services/platform/database/database.testing'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SPORT } from '../contract/sport.ts'
import { createSportService, type SportService } from './app.ts'

const KEY = 'k'.repeat(40)
const now = new Date('2026-11-27T12:00:00Z')

type Row = { outcome: string; reason?: RegExp; competition?: string; match?: object; points?: Record<string, number> }
const ROWS: Readonly<Record<string, Row>> = {
  s01: {
    outcome: 'created',
    competition: 'ohne-minute',
    match: {
      score: { home: 2, away: 1 },
      goals: [
        { minute: 12, scorer: 'Krämer' },
        { minute: null, scorer: 'Aukamp' },
        { minute: null, scorer: 'Wolter' },
      ],
    },
    points: { nordend: 3, tannau: 0 },
  },
  s02: {
    outcome: 'created',
    competition: 'kreispokal',
    match: {
      round: 'Viertelfinale',
      score: { home: 1, away: 1 },
      afterExtraTime: { home: 2, away: 2 },
      penalties: { home: 4, away: 5 },
    },
  },
  s03: {
    outcome: 'created',
    competition: 'wertung',
    match: { status: 'awarded', score: { home: 2, away: 0 } },
    points: { nordend: 3, tannau: 0 },
  },
  // A format that is not promised (docs/sport.md): the answer lists the known ones.
  s05: { outcome: 'refused', reason: /neither .*sport/ },
}

describe.skipIf(!hasCases)('cases from the field', WITH_CASES, () => {
  let database: Database
  let service: SportService
  let door: ReturnType<typeof createImportApp>
  const toService = {
    fetch: (request: Request) => Promise.resolve(service.app.fetch(request)),
    base: 'http://sport.local/ak',
    headers: { authorization: `Bearer ${KEY}` },
  }
  const pages = createTestClient(SPORT, toService)

  beforeAll(async () => {
    database = await openEmptyDatabase(createTestDatabase)
    service = await createSportService({ database, serviceKey: KEY, now: () => now, checkAnswers: true })
    const internal = createTestClient(CONTENT_INTERNAL, {
      fetch: async () => new Response('{}', { status: 404 }),
      base: 'http://content.local/ak',
    })
    door = createImportApp({
      clientsOf: () => ({ internal }),
      roomsOf: () => toService,
      key: KEY,
      dataDir: mkdtempSync(join(tmpdir(), 'sport-cases-')),
      now: () => now,
    })
  }, 240_000)
  afterAll(() => database?.close())

  it('every case has a row', () => {
    const { there, expected } = listCodes('sport')
    expect(Object.keys(ROWS).toSorted()).toEqual(there)
    expect(there).toEqual(expect.arrayContaining(expected))
  })

  it.each(toTitles(Object.entries(ROWS).map(([code, row]) => ({ folder: 'sport', code, row }))))(
    '%s',
    async (_title, { code, row }) => {
      const answer = await door.request('/documents?publication=ak', {
        method: 'POST',
        body: new Uint8Array(readCase(listCases('sport', code)[0]!)),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
      })
      const { results } = (await answer.json()) as { results: { outcome: string; reason: string }[] }
      expect(results).toMatchObject([{ outcome: row.outcome, reason: expect.stringMatching(row.reason ?? /^$/) }])
      if (row.competition === undefined) return
      const params = { competition: row.competition }
      const found = await pages.getMatch({ params: { ...params, match: 'm1' } })
      expect(found.ok && found.data.match).toMatchObject(row.match!)
      const overview = await pages.getOverview({ params })
      const lines = overview.ok ? (overview.data.table?.lines ?? []) : []
      for (const [team, points] of Object.entries(row.points ?? {}))
        expect(lines.find((line) => line.team.id === team)?.points).toBe(points)
    },
  )
})
