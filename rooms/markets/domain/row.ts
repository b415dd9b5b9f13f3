import type { RoomRow } from '@lokalteil/domain/rooms/room-row'
import { toMarketQuery } from './market-search.ts'

export const homes = {
  route: 'immobilien',
  path: '/immobilien',
  label: 'Immobilien',
  icon: 'realestate',
  inNotice: /\bImmobilien/,
  sells: true,
} as const satisfies RoomRow

export const jobs = {
  route: 'jobs',
  path: '/jobs',
  label: 'Jobs',
  icon: 'jobs',
  inNotice: /\bJobs/,
  sells: true,
} as const satisfies RoomRow

export const marketQueries = {
  immobilien: { keyed: (query: URLSearchParams) => toMarketQuery('home', query) },
  jobs: { keyed: (query: URLSearchParams) => toMarketQuery('job', query) },
}
