/**
 * Sport of all publications, as pages ask for it; where the room is off there is none. An answer is kept for some seconds,
 * because everybody who watches a match asks for the same.
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
  /** Something has changed. */
  forget: () => void
}

export type SportSourceOptions = {
  rooms: RoomSettings
  /** Null: there is no service. */
  sportOf: ((code: Mandator) => Client<typeof SPORT>) | null
  /** Where addresses of pictures are signed, they are put in. */
  addAddresses: ((value: unknown) => void) | null
  now: () => number
}

const OFF = { ok: false, status: 404 } as const
const FRESH_MS = 5000
const MOST_KEPT = 500

type Answered<T> = { ok: true; data: T } | { ok: false; status: number }

export function createSportSource({ rooms, sportOf, addAddresses, now }: SportSourceOptions): SportSource {
  const kept = new LRUCache<string, { until: number; answer: Promise<Read<unknown>> }>({ max: MOST_KEPT })

  async function read<T>(asked: Promise<Answered<T>>): Promise<Read<T>> {
    const found = await asked
    if (!found.ok) return { ok: false, status: found.status }
    addAddresses?.(found.data)
    return { ok: true, data: found.data }
  }

  function keep<T>(key: string, ask: () => Promise<Answered<T>>): Promise<Read<T>> {
    const known = kept.get(key)
    if (known !== undefined && now() < known.until) return known.answer as Promise<Read<T>>
    const answer = read(ask())
    kept.set(key, { until: now() + FRESH_MS, answer })
    answer.then(
      ({ ok }) => ok || kept.delete(key),
      () => kept.delete(key),
    )
    return answer
  }

  return {
    of(code) {
      const ask =
        <T>(key: string, call: (client: Client<typeof SPORT>) => Promise<Answered<T>>) =>
        async () =>
          rooms.of(code, 'sport') === null || sportOf === null ? OFF : keep(`${code} ${key}`, () => call(sportOf(code)))
      return {
        listCompetitions: ask('all', (client) => client.listCompetitions({})),
        getOverview: (competition) =>
          ask(`o ${competition}`, (client) => client.getOverview({ params: { competition } }))(),
        getMatchday: (competition, matchday) =>
          ask(`d ${competition} ${matchday ?? ''}`, (client) =>
            client.getMatchday({ params: { competition }, query: matchday === undefined ? {} : { matchday } }),
          )(),
        getTeam: (competition, team) =>
          ask(`t ${competition} ${team}`, (client) => client.getTeam({ params: { competition, team } }))(),
        getMatch: (competition, match) =>
          ask(`m ${competition} ${match}`, (client) => client.getMatch({ params: { competition, match } }))(),
      }
    },
    forget: () => kept.clear(),
  }
}
