import { readFileSync } from 'node:fs'
import type { SportDelivery } from '../contract/sport.ts'
import { describe, expect, it } from 'vitest'
import { parseText } from '@lokalteil/services/import/formats/parse'

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
  expect(found?.room).toBe('sport')
  return { ...found!, delivery: found!.delivery as SportDelivery }
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

describe('a wrong field is named', () => {
  it.each<[string, unknown, RegExp]>([
    ['an unknown team', withMatch({ away: 'ostend' }), /matches\.0\.away "ostend" is none of the teams/],
    ['a team against itself', withMatch({ away: 'nordend' }), /matches\.0\.away is the same team as home/],
    [
      'a time without its zone',
      withMatch({ kickoff: '2026-11-22T14:00:00' }),
      /matches\.0\.kickoff must be a time with its zone/,
    ],
    ['an unknown status', withMatch({ status: 'running' }), /matches\.0\.status/],
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

  it('goals that do not match the result are a note', () =>
    expect(only(withMatch({ score: { home: 4, away: 1 } })).notes).toEqual([
      'match 1-nordend-muehlgraben: the goals add up to 2:1, the score is 4:1',
    ]))
})

describe('an odd part is left out alone, with a note', () => {
  const deliveryOf = (value: unknown) => {
    const { delivery, notes } = only(value)
    if (delivery.kind !== 'competition') throw new Error('no competition')
    return { ...delivery.competition, notes }
  }
  const odd = (...matches: object[]) =>
    deliveryOf({
      ...COMPETITION,
      matches: [...COMPETITION.matches, ...matches.map((more) => ({ ...COMPETITION.matches[1], ...more }))],
    })

  it.each<[string, object, RegExp]>([
    ['a match without a kick-off', { id: 'x', kickoff: null }, /^matches\.2\.kickoff .*: left out$/],
    [
      'a match of a stranger',
      { id: 'x', away: 'ostend' },
      /^matches\.2\.away "ostend" is none of the teams: left out$/,
    ],
    ['the same match twice', {}, /^matches\.2\.id .* is there twice: left out$/],
  ])('%s, and no other match is affected', (_case, more, note) => {
    const { matches, isWhole, notes } = odd(more)
    expect([matches.length, isWhole, notes.length]).toEqual([2, false, 1])
    expect(notes[0]).toMatch(note)
  })

  it('a team with an odd crest keeps its name; a wrong table is computed from the results', () => {
    const [one, ...others] = COMPETITION.teams
    const found = deliveryOf({
      ...COMPETITION,
      teams: [{ ...one, crest: 'x' }, ...others],
      table: [{ team: 'nordend' }],
    })
    expect([found.teams[0]?.crest, found.table, found.isWhole]).toEqual([null, null, true])
    expect(found.notes).toEqual([expect.stringMatching(/^table\.0\.played .*: the table is made of the results$/)])
  })

  it('a goal without its minute stays and comes last; one of neither side is left out', () => {
    const goals = [
      { minute: null, side: 'home', scorer: 'A' },
      { minute: '90+3', side: 'away', scorer: null },
      { minute: 12, side: 'home', scorer: 'B' },
      { side: 'home' },
      { minute: 4, side: 'both' },
    ]
    const { matches, notes } = deliveryOf(withMatch({ goals, score: { home: 3, away: 1 } }))
    expect(matches[0]!.goals.map(({ minute, scorer }) => [minute, scorer])).toEqual([
      [12, 'B'],
      [90, ''],
      [null, 'A'],
      [null, ''],
    ])
    expect(notes).toEqual([expect.stringMatching(/^match 1-nordend-muehlgraben: goals\.4\.side .*: left out$/)])
  })

  it.each<[string, object, object, RegExp]>([
    ['a finished match whose score comes later', { score: null }, { status: 'finished', score: null }, /still to come/],
    [
      'a score before the match',
      { status: 'scheduled' },
      { score: null },
      /cannot be there while the match is scheduled/,
    ],
    ['a field nobody knows', { attendance: 3 }, { status: 'finished' }, /attendance is no field of a match/],
    ['line-ups in another shape', { lineUps: [] }, { lineUps: null }, /lineUps .*: left out/],
  ])('%s', (_case, more, expected, note) => {
    const { matches, notes } = deliveryOf(withMatch({ goals: [], ...more }))
    expect(matches[0]).toMatchObject(expected)
    expect(notes.join()).toMatch(note)
  })
})

it('a match may be decided by extra time, a shootout or the association', () => {
  const cup = { afterExtraTime: { home: 2, away: 2 }, penalties: { home: 4, away: 5 } }
  const decided = only(withMatch({ ...cup, goals: [], score: { home: 1, away: 1 } }))
  expect(decided).toMatchObject({ notes: [], delivery: { competition: { matches: [cup] } } })
  const awarded = only(withMatch({ status: 'awarded', goals: [], score: { home: 2, away: 0 } }))
  expect(awarded).toMatchObject({ notes: [], delivery: { competition: { matches: [{ status: 'awarded' }] } } })
})

it('a withdrawal needs only its id', () =>
  expect(
    only({
      format: 'sport@1',
      kind: 'competition',
      id: 'kreisliga-nord',
      status: 'canceled',
      updated: '2026-11-30T10:00:00Z',
    }).delivery,
  ).toMatchObject({ kind: 'competition', competition: { id: 'kreisliga-nord', status: 'canceled' } }))
