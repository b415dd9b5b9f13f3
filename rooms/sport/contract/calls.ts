/** Same-origin calls of sport pages, with the same answers for all readers. */
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import { z } from 'zod'
import { SPORT, SportId } from './sport.ts'

export const SPORT_CALLS = contract({
  listCompetitions: {
    method: 'GET',
    path: '/api/sport',
    summary: 'The publication’s competitions; the same for all',
    answer: SPORT.listCompetitions.answer,
    problems: { 404: 'NOT_FOUND' },
  },
  getSportOverview: {
    method: 'GET',
    path: '/api/sport/{competition}/overview',
    summary: 'The table, the last results and what comes next; the same for all',
    params: z.object({ competition: SportId }),
    answer: SPORT.getOverview.answer,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  getMatchday: {
    method: 'GET',
    path: '/api/sport/{competition}/matchday',
    summary: 'The table and the matches of a matchday, of the current one where none is named; the same for all',
    params: z.object({ competition: SportId }),
    query: SPORT.getMatchday.query,
    answer: SPORT.getMatchday.answer,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  getTeam: {
    method: 'GET',
    path: '/api/sport/{competition}/teams/{team}',
    summary: 'A team’s place in the table and all its matches; the same for all',
    params: z.object({ competition: SportId, team: SportId }),
    answer: SPORT.getTeam.answer,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  getMatch: {
    method: 'GET',
    path: '/api/sport/{competition}/matches/{match}',
    summary: 'A match with goals, cards, line-ups and ticker, asked again while it is played; the same for all',
    params: z.object({ competition: SportId, match: SportId }),
    answer: SPORT.getMatch.answer,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
})
