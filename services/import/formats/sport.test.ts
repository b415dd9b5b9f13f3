import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseText } from './parse.ts'

const CONTEXT = { now: new Date('2026-11-29T20:00:00Z'), fallbackDate: new Date('2026-11-29T20:00:00Z') }
const docs = readFileSync(new URL('../../../docs/sport.md', import.meta.url), 'utf8')
const [COMPETITION, MATCH] = [...docs.matchAll(/```json\n([\s\S]*?)```/g)].map((found) => JSON.parse(found[1]!)) as [
  { matches: object[]; teams: object[]; rules: object },
  { match: object },
]
const parse = (value: unknown) => parseText(JSON.stringify(value), CONTEXT)
const only = (value: unknown) => {
  const { documents, refusals, roomDocuments = [] } = parse(value)
  expect([documents, refusals, roomDocuments.length]).toEqual([[], [], 1])
  const [found] = roomDocuments
  if (found?.room !== 'sport') throw new Error('no sport')
  return found
}
const withMatch = (more: object) => ({ ...COMPETITION, matches: [{ ...COMPETITION.matches[0], ...more }] })

describe('the examples of the documentation', () => {
  it('are a competition', () => {
    const { delivery, sourceId, notes } = only(COMPETITION)
    expect([sourceId, notes, delivery.kind]).toEqual(['sport:kreisliga-nord', [], 'competition'])
    if (delivery.kind !== 'competition') return
    const [played, next] = delivery.competition.matches
    expect(played).toMatchObject({
      updated: '2026-11-22T17:05:00.000Z',
      kickoff: '2026-11-22T13:00:00.000Z',
      score: { home: 2, away: 1 },
      goals: [{ minute: 17 }, { kind: 'penalty', score: null }, { minute: 90, stoppage: 3 }],
      lineUps: { home: { start: [{ number: 1, isCaptain: true }], bench: [{ number: null, name: 'Kalle Immbeck' }] } },
      ticker: [{ id: '1', label: '17.', isImportant: true }],
    })
    expect(next).toMatchObject({ status: 'scheduled', score: null, lineUps: null, ticker: [] })
  })

  it('are one match of it', () => {
    const { delivery, sourceId } = only(MATCH)
    expect(sourceId).toBe('sport:kreisliga-nord/2-muehlgraben-nordend')
    expect(delivery).toMatchObject({ kind: 'match', match: { status: 'live', score: { home: 0, away: 1 } } })
  })
})

describe('what is wrong is named by its field', () => {
  it.each<[string, unknown, RegExp]>([
    ['an unknown team', withMatch({ away: 'ostend' }), /matches\.0\.away "ostend" is none of the teams/],
    ['a team against itself', withMatch({ away: 'nordend' }), /matches\.0\.away is the same team as home/],
    ['no score', withMatch({ score: null }), /matches\.0\.score is needed/],
    [
      'a score too early',
      withMatch({ status: 'scheduled' }),
      /matches\.0\.score cannot be there while the match is scheduled/,
    ],
    [
      'a time without its zone',
      withMatch({ kickoff: '2026-11-22T14:00:00' }),
      /matches\.0\.kickoff must be a time with its zone/,
    ],
    ['an unknown status', withMatch({ status: 'running' }), /matches\.0\.status/],
    [
      'the same match twice',
      { ...COMPETITION, matches: [COMPETITION.matches[0], COMPETITION.matches[0]] },
      /matches has an id twice/,
    ],
    ['an id that is no address', { ...COMPETITION, id: 'Kreisliga Nord' }, /id must be words/],
    ['an address that is taken', { ...COMPETITION, id: 'spiel' }, /id is the address of something else/],
    ['one team', { ...COMPETITION, teams: COMPETITION.teams.slice(1) }, /teams/],
    [
      'a deduction of a stranger',
      { ...COMPETITION, rules: { deductions: [{ team: 'x', points: 1 }] } },
      /rules\.deductions\.0\.team "x"/,
    ],
    ['another version', { ...COMPETITION, format: 'sport@2' }, /format must be sport@1/],
    ['no kind', { ...COMPETITION, kind: 'table' }, /kind/],
  ])('%s', (_name, value, reason) => {
    const { refusals, roomDocuments = [] } = parse(value)
    expect(roomDocuments).toEqual([])
    expect(refusals[0]?.reason).toMatch(reason)
  })

  it('goals that do not add up are a note', () =>
    expect(only(withMatch({ score: { home: 4, away: 1 } })).notes).toEqual([
      'match 1-nordend-muehlgraben: the goals add up to 2:1, the score is 4:1',
    ]))
})

it('a withdrawal needs nothing but its id', () =>
  expect(
    only({
      format: 'sport@1',
      kind: 'competition',
      id: 'kreisliga-nord',
      status: 'canceled',
      updated: '2026-11-30T10:00:00Z',
    }).delivery,
  ).toMatchObject({ kind: 'competition', competition: { id: 'kreisliga-nord', status: 'canceled' } }))
