import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import {
  SPORT,
  SPORT_INTERNAL,
  type IncomingCompetition,
  type IncomingMatch,
  type SportDelivery,
} from '../contract/sport.ts'
import { USUAL_RULES } from '../domain/table.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { createSportService, type SportService } from './app.ts'

const KEY = 'a-key-for-tests'
const NOW = new Date('2026-11-25T12:00:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString()

describe.each(ENGINES)('sport on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: SportService
  let ak: Client<typeof SPORT>
  let internal: Client<typeof SPORT_INTERNAL>
  let changes = 0

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createSportService({
      database: opened.database,
      serviceKey: KEY,
      now: () => NOW,
      checkAnswers: true,
    })
    const open = (headers: Record<string, string> = {}) => ({
      base: 'http://sport.local/ak',
      headers,
      timeout: 20_000,
      fetch: (request: Request) => service.app.fetch(request),
    })
    ak = createTestClient(SPORT, open())
    internal = createTestClient(SPORT_INTERNAL, open({ authorization: `Bearer ${KEY}` }))
    service.onChange(() => (changes += 1))
  })
  afterAll(() => opened.drop())

  const team = (id: string) => ({ id, name: `SV ${id}`, short: id, crest: null })
  const match = (id: string, home: string, away: string, more: Partial<IncomingMatch> = {}): IncomingMatch => ({
    id,
    updated: at(0),
    matchday: 1,
    round: '',
    kickoff: '2026-11-22T13:00:00.000Z',
    isTimeOpen: false,
    place: '',
    status: 'finished',
    score: { home: 2, away: 1 },
    halfTime: null,
    afterExtraTime: null,
    penalties: null,
    goals: [],
    cards: [],
    substitutions: [],
    lineUps: null,
    ticker: [],
    referee: '',
    spectators: null,
    home,
    away,
    ...more,
  })
  const next = (more: Partial<IncomingMatch> = {}) =>
    match('next', 'b', 'a', {
      matchday: 2,
      kickoff: '2026-11-29T13:00:00.000Z',
      status: 'scheduled',
      score: null,
      ...more,
    })
  const league = (id: string, more: Partial<IncomingCompetition> = {}): SportDelivery => ({
    kind: 'competition',
    competition: {
      id,
      updated: at(0),
      status: 'usable',
      name: `Liga ${id}`,
      season: '2026/27',
      sport: 'football',
      source: '',
      rules: { ...USUAL_RULES, order: [...USUAL_RULES.order], deductions: [], up: 1, down: 1 },
      teams: [team('a'), team('b'), team('c')],
      isWhole: true,
      matches: [match('first', 'a', 'b'), next()],
      table: null,
      ...more,
    },
  })
  async function send(delivery: SportDelivery): Promise<string> {
    const answer = await internal.ingest({ body: { delivery } })
    return answer.ok ? answer.data.outcome : `${answer.status} ${answer.problem.code}`
  }
  const scoreOf = async (competition: string, id = 'next') => {
    const found = await ak.getMatch({ params: { competition, match: id } })
    return found.ok ? found.data.match.score : found.status
  }
  const live = (minutes: number, home: number): SportDelivery => ({
    kind: 'match',
    competition: 'order',
    match: next({ status: 'live', score: { home, away: 0 }, updated: at(minutes) }),
  })

  it('shows table, matchdays, teams and matches of a delivery', async () => {
    expect(await send(league('one'))).toBe('created')
    const overview = await ak.getOverview({ params: { competition: 'one' } })
    expect(overview.ok && overview.data).toMatchObject({
      competition: { current: 1, matchdays: [{ number: 1 }, { number: 2 }] },
      table: {
        isOfficial: false,
        lines: [
          { rank: 1, team: { id: 'a' }, points: 3, zone: 'up' },
          { rank: 2, team: { id: 'c' }, zone: null },
          { rank: 3, team: { id: 'b' }, zone: 'down' },
        ],
      },
      latest: [{ id: 'first', home: { name: 'SV a' } }],
      next: [{ id: 'next' }],
    })
    const second = await ak.getMatchday({ params: { competition: 'one' }, query: { matchday: 2 } })
    expect(second.ok && second.data.matches.map(({ id }) => id)).toEqual(['next'])
    expect((await ak.getMatchday({ params: { competition: 'one' }, query: { matchday: 3 } })).ok).toBe(false)
    const own = await ak.getTeam({ params: { competition: 'one', team: 'a' } })
    expect(own.ok && [own.data.line?.rank, own.data.matches.length]).toEqual([1, 2])
    expect((await ak.getTeam({ params: { competition: 'one', team: 'z' } })).ok).toBe(false)
    const all = await ak.listCompetitions({})
    expect(all.ok && all.data.competitions.map(({ id }) => id)).toEqual(['one'])
  })

  it('a repeated delivery changes nothing and notifies no listener', async () => {
    const before = changes
    expect([await send(league('one')), changes]).toEqual(['unchanged', before])
  })

  it('ends in the same state for any order of its matches', async () => {
    await send(league('order'))
    expect([await send(live(10, 1)), await send(live(30, 3)), await send(live(20, 2))]).toEqual([
      'updated',
      'updated',
      'unchanged',
    ])
    expect(await scoreOf('order')).toEqual({ home: 3, away: 0 })
    // The complete delivery from before the kick-off again, then with changed names.
    expect(await send(league('order', { name: 'Anders', updated: at(5) }))).toBe('updated')
    expect(await scoreOf('order')).toEqual({ home: 3, away: 0 })
    expect(await send(league('order', { name: 'Älter', updated: at(4) }))).toBe('unchanged')
    const found = await ak.getMatchday({ params: { competition: 'order' } })
    expect(found.ok && [found.data.competition.name, found.data.competition.current]).toEqual(['Anders', 2])
  })

  it('a match missing from a complete delivery is removed, and an older delivery does not bring it back', async () => {
    await send(league('less'))
    expect(await send(league('less', { updated: at(60), matches: [match('first', 'a', 'b')] }))).toBe('updated')
    expect(await scoreOf('less')).toBe(404)
    const late = { kind: 'match', competition: 'less', match: next({ updated: at(30) }) } as const
    expect([await send(late), await scoreOf('less')]).toEqual(['unchanged', 404])
    expect(await send({ ...late, match: next({ updated: at(90) }) })).toBe('created')
  })

  it('removes no match after a delivery that was readable only in part', async () => {
    await send(league('odd'))
    const part = {
      updated: at(60),
      isWhole: false,
      matches: [match('first', 'a', 'b', { updated: at(60), score: { home: 3, away: 1 } })],
    }
    expect(await send(league('odd', part))).toBe('updated')
    expect([await scoreOf('odd'), await scoreOf('odd', 'first')]).toEqual([null, { home: 3, away: 1 }])
  })

  it('refuses a match of an unknown competition or of an unknown team', async () => {
    expect(await send({ kind: 'match', competition: 'nobody', match: next() })).toBe('409 UNKNOWN_COMPETITION')
    expect(await send({ kind: 'match', competition: 'one', match: next({ home: 'z' }) })).toBe('422 UNKNOWN_TEAM')
    expect(
      (
        await createTestClient(SPORT_INTERNAL, {
          base: 'http://sport.local/ak',
          fetch: (request) => service.app.fetch(request),
        }).ingest({ body: { delivery: league('key') } })
      ).ok,
    ).toBe(false)
  })

  it('a delivered table is shown unchanged, next to the form computed from results', async () => {
    const line = { played: 9, won: 3, drawn: 0, lost: 6, scored: 10, conceded: 20, points: 9 }
    await send(
      league('official', {
        table: [
          { team: 'c', ...line },
          { team: 'a', ...line },
        ],
      }),
    )
    const found = await ak.getOverview({ params: { competition: 'official' } })
    expect(found.ok && found.data.table).toMatchObject({
      isOfficial: true,
      lines: [
        { rank: 1, team: { id: 'c' }, points: 9, form: [] },
        { rank: 2, team: { id: 'a' }, points: 9, form: ['win'] },
      ],
    })
  })

  it('is gone after its withdrawal, until a newer delivery comes', async () => {
    await send(league('gone'))
    expect(await send(league('gone', { status: 'canceled', updated: at(10), teams: [], matches: [] }))).toBe('removed')
    const found = await ak.getOverview({ params: { competition: 'gone' } })
    expect(found.ok || found.status).toBe(410)
    expect(await send(league('gone', { updated: at(5) }))).toBe('unchanged')
    expect(await send(league('gone', { updated: at(20) }))).toBe('created')
  })
})
