/**
 * Sport of all publications, for pages; nothing if the room is off. Answers are cached for some seconds, because many
 * readers of a match request the same.
 */
import type { SPORT } from '@lokalteil/contracts/sport'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { LRUCache } from 'lru-cache'
import type { Read } from '../../../app/page/content-api.ts'
import type { SportApi } from '../../../app/page/rooms/room-api.ts'
import type { RoomSettings } from './room-settings.ts'

export type SportSource = {
  of: (code: Mandator) => SportApi
  /** Called after a change. */
  forget: () => void
}

export type SportSourceOptions = {
  rooms: RoomSettings
  /** Null: there is no service. */
  sportOf: ((code: Mandator) => Client<typeof SPORT>) | null
  /** Adds signed addresses of pictures, if needed. */
  addAddresses: ((value: unknown) => void) | null
  now: () => number
}

const OFF = { ok: false, status: 404 } as const
const FRESH_MS = 5000
const MOST_KEPT = 500

type Answered<T> = { ok: true; data: T } | { ok: false; status: number }

export function createSportSource({ rooms, sportOf, addAddresses, now }: SportSourceOptions): SportSource {
  const caches: { clear: () => void }[] = []

  async function read<T>(asked: Promise<Answered<T>>): Promise<Read<T>> {
    const found = await asked
    if (!found.ok) return { ok: false, status: found.status }
    addAddresses?.(found.data)
    return { ok: true, data: found.data }
  }

  function keep<Asked, T>(ask: (client: Client<typeof SPORT>, asked: Asked) => Promise<Answered<T>>) {
    const kept = new LRUCache<string, { until: number; answer: Promise<Read<T>> }>({ max: MOST_KEPT })
    caches.push(kept)
    return async (code: Mandator, asked: Asked): Promise<Read<T>> => {
      if (rooms.of(code, 'sport') === null || sportOf === null) return OFF
      const key = JSON.stringify([code, asked])
      const known = kept.get(key)
      if (known !== undefined && now() < known.until) return known.answer
      const answer = read(ask(sportOf(code), asked))
      kept.set(key, { until: now() + FRESH_MS, answer })
      answer.then(
        ({ ok }) => ok || kept.delete(key),
        () => kept.delete(key),
      )
      return answer
    }
  }

  const listCompetitions = keep((client) => client.listCompetitions({}))
  const getOverview = keep((client, params: { competition: string }) => client.getOverview({ params }))
  const getMatchday = keep((client, asked: { competition: string; matchday: number | undefined }) =>
    client.getMatchday({ params: { competition: asked.competition }, query: { matchday: asked.matchday } }),
  )
  const getTeam = keep((client, params: { competition: string; team: string }) => client.getTeam({ params }))
  const getMatch = keep((client, params: { competition: string; match: string }) => client.getMatch({ params }))
  return {
    of: (code) => ({
      listCompetitions: () => listCompetitions(code, null),
      getOverview: (competition) => getOverview(code, { competition }),
      getMatchday: (competition, matchday) => getMatchday(code, { competition, matchday }),
      getTeam: (competition, team) => getTeam(code, { competition, team }),
      getMatch: (competition, match) => getMatch(code, { competition, match }),
    }),
    forget: () => caches.forEach((cache) => cache.clear()),
  }
}
