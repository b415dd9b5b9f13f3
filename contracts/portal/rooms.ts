/** Calls of the pages of rooms (`domain/rooms`). */
import { z } from 'zod'
import { ROOM_KEYS } from '@lokalteil/domain/rooms/rooms'
import { contract } from '../kernel/endpoint.ts'
import { SPORT, SportId } from '../sport.ts'

/** The live programme and the current title; null: unknown. */
export const RadioView = z.object({
  title: z.string(),
  stream: z.string(),
  fallback: z.string().nullable(),
  nowPlaying: z.string().nullable(),
})
export type RadioView = z.infer<typeof RadioView>

export const ROOMS_ENDPOINTS = contract({
  getRoomSettings: {
    method: 'GET',
    path: '/api/rooms/{room}',
    summary: 'How the publication has furnished a room, as rooms.yaml says it; the same for all',
    params: z.object({ room: z.enum(ROOM_KEYS) }),
    answer: z.looseObject({}),
    problems: { 404: 'NOT_FOUND' },
  },
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
  getRadio: {
    method: 'GET',
    path: '/api/radio',
    summary: 'The live programme of the publication and its current title; the same for all',
    answer: RadioView,
    problems: { 404: 'NOT_FOUND' },
  },
})
