import type { MatchLine } from '../contract/sport.ts'
import type { Sport } from '../domain/sport.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MatchList } from './MatchList.tsx'

const team = (id: string) => ({ id, name: id, short: '', crest: null })
const MATCH: MatchLine = {
  id: 'm1',
  matchday: 1,
  round: '',
  kickoff: '2026-11-22T13:00:00.000Z',
  isTimeOpen: false,
  place: '',
  status: 'finished',
  score: { home: 1, away: 1 },
  halfTime: null,
  afterExtraTime: null,
  penalties: null,
  home: team('a'),
  away: team('b'),
}
const read = (more: Partial<MatchLine>, sport: Sport = 'football') =>
  renderToStaticMarkup(<MatchList competition="pokal" sport={sport} matches={[{ ...MATCH, ...more }]} hasDays />)
    .replaceAll(/<h3.*?<\/h3>/g, '')
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|')

it.each<[string, Partial<MatchLine>, string]>([
  ['by regular time', {}, '|a|1:1|b|14:00 Uhr|'],
  ['by extra time', { afterExtraTime: { home: 2, away: 1 } }, '|a|2:1|b|14:00 Uhr|n.\u00a0V.|'],
  ['by a shootout', { penalties: { home: 4, away: 5 } }, '|a|1:1|b|14:00 Uhr|4:5 i.\u00a0E.|'],
  [
    'by both',
    { afterExtraTime: { home: 2, away: 2 }, penalties: { home: 4, away: 5 } },
    '|a|2:2|b|14:00 Uhr|n.\u00a0V., 4:5 i.\u00a0E.|',
  ],
  ['by the association', { status: 'awarded', score: { home: 2, away: 0 } }, '|a|2:0|b|14:00 Uhr|Wertung|'],
  ['and nobody knows yet how', { score: null }, '|a|–:–|b|14:00 Uhr|Ergebnis folgt|'],
])('shows a match that is decided %s', (_how, more, expected) => expect(read(more)).toBe(expected))

it.each<[string, Sport, Partial<MatchLine>, string]>([
  ['in extra time', 'football', { afterExtraTime: { home: 2, away: 1 } }, '|a|2:1|b|14:00 Uhr|Live|Verlängerung|'],
  [
    'in a shootout',
    'football',
    { afterExtraTime: { home: 2, away: 2 }, penalties: { home: 3, away: 2 } },
    '|a|2:2|b|14:00 Uhr|Live|Elfmeterschießen 3:2|',
  ],
  ['before both', 'football', {}, '|a|1:1|b|14:00 Uhr|Live|'],
  [
    'in a shootout on ice',
    'ice-hockey',
    { penalties: { home: 0, away: 1 } },
    '|a|1:1|b|14:00 Uhr|Live|Penaltyschießen 0:1|',
  ],
])('shows a match that is %s as running', (_when, sport, more, expected) =>
  expect(read({ status: 'live', ...more }, sport)).toBe(expected),
)

it('names the shootout as its sport does', () => {
  expect(read({ penalties: { home: 3, away: 4 } }, 'handball')).toBe('|a|1:1|b|14:00 Uhr|3:4 im Siebenmeterwerfen|')
})
