import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byKickoff, findCurrentMatchday, splitAround, type MatchStatus } from './sport.ts'
import { computeTable, USUAL_RULES, type TableMatch } from './table.ts'

const TEAMS = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: `SV ${id.toUpperCase()}` }))
let minute = 0
const match = (
  home: string,
  score: `${number}:${number}` | null,
  away: string,
  status: MatchStatus = 'finished',
): TableMatch => {
  const [own = 0, other = 0] = (score ?? '').split(':').map(Number)
  minute += 1
  return {
    home,
    away,
    kickoff: new Date(1_790_000_000_000 + minute * 60_000).toISOString(),
    status,
    score: score === null ? null : { home: own, away: other },
  }
}
const order = (matches: TableMatch[], rules = USUAL_RULES) =>
  computeTable(TEAMS, matches, rules).map(({ rank, team }) => `${rank}${team}`)

describe('a table', () => {
  it('counts wins, draws, losses, goals and points of decided matches only', () => {
    const table = computeTable(TEAMS, [
      match('a', '2:1', 'b'),
      match('b', '0:0', 'c', 'awarded'),
      match('c', '3:1', 'a'),
      match('a', '9:0', 'd', 'live'),
      match('a', '9:0', 'd', 'abandoned'),
      match('a', null, 'd', 'scheduled'),
      match('a', '9:0', 'stranger'),
    ])
    expect(table).toEqual([
      {
        rank: 1,
        team: 'c',
        played: 2,
        won: 1,
        drawn: 1,
        lost: 0,
        scored: 3,
        conceded: 1,
        points: 4,
        form: ['draw', 'win'],
      },
      {
        rank: 2,
        team: 'a',
        played: 2,
        won: 1,
        drawn: 0,
        lost: 1,
        scored: 3,
        conceded: 4,
        points: 3,
        form: ['win', 'loss'],
      },
      {
        rank: 3,
        team: 'b',
        played: 2,
        won: 0,
        drawn: 1,
        lost: 1,
        scored: 1,
        conceded: 2,
        points: 1,
        form: ['loss', 'draw'],
      },
      { rank: 4, team: 'd', played: 0, won: 0, drawn: 0, lost: 0, scored: 0, conceded: 0, points: 0, form: [] },
    ])
  })

  it.each<[string, TableMatch[], Partial<typeof USUAL_RULES>, string[]]>([
    ['the difference of goals decides', [match('a', '1:0', 'c'), match('b', '3:0', 'd')], {}, ['1b', '2a', '3c', '4d']],
    ['then the goals', [match('a', '1:0', 'c'), match('b', '3:2', 'd')], {}, ['1b', '2a', '3d', '4c']],
    [
      'equal ones share their rank, by name',
      [match('b', '1:0', 'c'), match('a', '1:0', 'd')],
      {},
      ['1a', '1b', '3c', '3d'],
    ],
    [
      'the match between them, where the rules say so',
      [match('a', '0:1', 'b'), match('a', '5:0', 'c'), match('b', '0:1', 'd')],
      { order: ['points', 'headToHead', 'difference'] },
      ['1d', '2b', '3a', '4c'],
    ],
    [
      'a deduction',
      [match('a', '3:0', 'c'), match('b', '1:0', 'd')],
      { deductions: [{ team: 'a', points: 1, reason: 'Schiedsrichtersoll' }] },
      ['1b', '2a', '3d', '4c'],
    ],
    [
      'two points a win',
      [match('a', '1:0', 'b'), match('c', '1:1', 'd')],
      { points: { win: 2, draw: 1, loss: 0 } },
      ['1a', '2c', '2d', '4b'],
    ],
  ])('%s', (_name, matches, rules, expected) => expect(order(matches, { ...USUAL_RULES, ...rules })).toEqual(expected))

  it('the form is the newest five results', () => {
    const won = Array.from({ length: 6 }, () => match('a', '1:0', 'b'))
    expect(computeTable(TEAMS, [...won, match('a', '0:1', 'c')])[0]).toMatchObject({
      team: 'a',
      form: ['win', 'win', 'win', 'win', 'loss'],
    })
  })
})

describe('for random results', () => {
  const id = fc.constantFrom(...TEAMS.map((team) => team.id))
  const played = fc
    .record({ home: id, away: id, own: fc.nat(7), other: fc.nat(7), at: fc.nat(10_000), isOver: fc.boolean() })
    .filter(({ home, away }) => home !== away)
    .map(({ home, away, own, other, at, isOver }): TableMatch => ({
      home,
      away,
      kickoff: new Date(1_790_000_000_000 + at * 60_000).toISOString(),
      status: isOver ? 'finished' : 'live',
      score: { home: own, away: other },
    }))
  const matches = fc.array(played, { maxLength: 40 })

  it('goals, matches and points add up', () =>
    fc.assert(
      fc.property(matches, (all) => {
        const table = computeTable(TEAMS, all)
        const sum = (of: (row: (typeof table)[number]) => number) => table.reduce((total, row) => total + of(row), 0)
        const over = all.filter(({ status }) => status === 'finished')
        const draws = over.filter(({ score }) => score!.home === score!.away).length
        expect(sum((row) => row.scored)).toBe(sum((row) => row.conceded))
        expect(sum((row) => row.played)).toBe(over.length * 2)
        expect(sum((row) => row.points)).toBe((over.length - draws) * 3 + draws * 2)
        for (const row of table) {
          expect(row.won + row.drawn + row.lost).toBe(row.played)
          expect(row.form.length).toBe(Math.min(5, row.played))
        }
      }),
    ))

  it('the order of matches and teams does not matter, and ranks never fall', () =>
    fc.assert(
      fc.property(matches, fc.constantFrom(0, 1, 2, 3), (all, turn) => {
        const spread = all.map((one, index) => ({
          ...one,
          kickoff: new Date(1_790_000_000_000 + index * 60_000).toISOString(),
        }))
        const table = computeTable(TEAMS, spread)
        expect(computeTable([...TEAMS.slice(turn), ...TEAMS.slice(0, turn)], spread.toReversed())).toEqual(table)
        table.slice(1).forEach((row, index) => {
          const before = table[index]!
          expect(before.points).toBeGreaterThanOrEqual(row.points)
          if (before.points === row.points)
            expect(before.scored - before.conceded).toBeGreaterThanOrEqual(row.scored - row.conceded)
          expect(row.rank === before.rank || row.rank === index + 2).toBe(true)
        })
      }),
    ))

  it('one more win never makes a team worse off', () =>
    fc.assert(
      fc.property(matches, id, id, (all, winner, loser) => {
        fc.pre(winner !== loser)
        const rankOf = (given: TableMatch[]) => computeTable(TEAMS, given).find(({ team }) => team === winner)!.rank
        expect(rankOf([...all, match(winner, '1:0', loser)])).toBeLessThanOrEqual(rankOf(all))
      }),
    ))
})

describe('the matchday shown first', () => {
  const on = (matchday: number, day: number, status: MatchStatus = 'scheduled') => ({
    matchday,
    kickoff: `2026-11-${String(day).padStart(2, '0')}T14:00:00Z`,
    status,
  })
  const now = new Date('2026-11-18T12:00:00Z')
  it.each<[string, ReturnType<typeof on>[], number | null]>([
    ['none', [], null],
    ['the nearest', [on(1, 1, 'finished'), on(2, 15, 'finished'), on(3, 22)], 2],
    ['the one ahead, when it is nearer', [on(2, 11, 'finished'), on(3, 22)], 3],
    ['the one that is played', [on(2, 18), on(7, 1, 'half-time')], 7],
    ['not one that was put off', [on(2, 18, 'postponed'), on(3, 29)], 3],
    ['one that was put off, when there is nothing else', [on(2, 18, 'postponed')], 2],
  ])('%s', (_name, matches, matchday) => expect(findCurrentMatchday(matches, now)).toBe(matchday))

  it('the last matches played and the next ones', () => {
    const { latest, next } = splitAround([
      on(3, 29),
      on(2, 15, 'finished'),
      on(3, 22),
      on(1, 8, 'finished'),
      on(2, 14, 'finished'),
    ])
    expect([latest, next]).toEqual([
      [on(2, 14, 'finished'), on(2, 15, 'finished')],
      [on(3, 22), on(3, 29)],
    ])
    expect([on(1, 2), on(1, 1)].toSorted(byKickoff).map(({ kickoff }) => kickoff.slice(8, 10))).toEqual(['01', '02'])
  })
})
