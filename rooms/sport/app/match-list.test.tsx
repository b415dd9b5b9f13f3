import type { MatchLine } from '../contract/sport.ts'
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
const read = (more: Partial<MatchLine>) =>
  renderToStaticMarkup(<MatchList competition="pokal" matches={[{ ...MATCH, ...more }]} hasDays />)
    .replaceAll(/<h3.*?<\/h3>/g, '')
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|')

it.each<[string, Partial<MatchLine>, string]>([
  ['by regular time', {}, '|a|1:1|b|14:00 Uhr|'],
  ['by extra time', { afterExtraTime: { home: 2, away: 1 } }, '|a|2:1|b|14:00 Uhr|n. V.|'],
  ['by a shootout', { penalties: { home: 4, away: 5 } }, '|a|1:1|b|14:00 Uhr|4:5 i. E.|'],
  [
    'by both',
    { afterExtraTime: { home: 2, away: 2 }, penalties: { home: 4, away: 5 } },
    '|a|2:2|b|14:00 Uhr|n. V., 4:5 i. E.|',
  ],
  ['by the association', { status: 'awarded', score: { home: 2, away: 0 } }, '|a|2:0|b|14:00 Uhr|Wertung|'],
  ['and nobody knows yet how', { score: null }, '|a|–:–|b|14:00 Uhr|Ergebnis folgt|'],
])('shows a match that is decided %s', (_how, more, expected) => expect(read(more)).toBe(expected))
