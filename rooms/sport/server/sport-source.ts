/**
 * Sport of all publications, for pages; nothing if the room is off. Answers are cached for some seconds, because many
 * readers of a match request the same.
 */
import { SPORT_CALLS } from '../contract/calls.ts'
import type { SPORT } from '../contract/sport.ts'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { LRUCache } from 'lru-cache'
import { answerCalls, OFF, withAddresses } from '../../define-room.ts'
import type { Read } from '@lokalteil/web/app/page/content-api'
import type { RoomSettings } from '@lokalteil/web/server/rendering/rooms/room-settings'

type SportSourceOptions = {
  rooms: RoomSettings
  /** Null: there is no service. */
  sportOf: ((code: PublicationCode) => Client<typeof SPORT>) | null
  /** Adds signed addresses of pictures, if needed. */
  addAddresses: ((value: unknown) => void) | null
  now: () => number
}

const FRESH_MS = 5000
const MOST_KEPT = 500

export function createSportSource({ rooms, sportOf, addAddresses, now }: SportSourceOptions) {
  const caches: { clear: () => void }[] = []

  function keep<Asked, T>(ask: (client: Client<typeof SPORT>, asked: Asked) => Promise<Result<T>>) {
    const kept = new LRUCache<string, { until: number; answer: Promise<Read<T>> }>({ max: MOST_KEPT })
    caches.push(kept)
    return async (code: PublicationCode, asked: Asked): Promise<Read<T>> => {
      if (rooms.of(code, 'sport') === null || sportOf === null) return OFF
      const key = JSON.stringify([code, asked])
      const known = kept.get(key)
      if (known !== undefined && now() < known.until) return known.answer
      const answer = withAddresses(ask(sportOf(code), asked), addAddresses)
      kept.set(key, { until: now() + FRESH_MS, answer })
      answer.then(
        ({ ok }) => ok || kept.delete(key),
        () => kept.delete(key),
      )
      return answer
    }
  }

  return {
    calls: answerCalls(SPORT_CALLS, {
      listCompetitions: keep((client) => client.listCompetitions({})),
      getSportOverview: keep((client, { params }) => client.getOverview({ params })),
      getMatchday: keep((client, { params, query }) => client.getMatchday({ params, query })),
      getTeam: keep((client, { params }) => client.getTeam({ params })),
      getMatch: keep((client, { params }) => client.getMatch({ params })),
    }),
    /** Called after a change. */
    forget: () => caches.forEach((cache) => cache.clear()),
  }
}
