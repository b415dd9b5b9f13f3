/**
 * Notices of all publications, for pages and their API; nothing if the room is off. Not cached, so that an entry
 * removed by a moderator is gone at once.
 */
import type { NOTICES, NOTICES_INTERNAL } from '@lokalteil/contracts/notices'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { toDayKey } from '@lokalteil/domain/german'
import { toPersonPath } from '@lokalteil/domain/notices/notice-paths'
import { isNoticeId, toDays } from '@lokalteil/domain/notices/notices'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Read } from '../../../app/page/content-api.ts'
import type { NoticeApi } from '../../../app/page/rooms/notice-api.ts'
import type { RoomSettings } from './room-settings.ts'

export type NoticeSource = {
  of: (code: Mandator) => NoticeApi
  isOpen: (code: Mandator) => boolean
  /** For sitemaps; null: the service is down. */
  listPersons: (
    code: Mandator,
    page: number,
  ) => Promise<{ entries: { path: string; modified: string }[]; pages: number } | null>
}

export type NoticeSourceOptions = {
  rooms: RoomSettings
  /** Null: there is no service. */
  serviceOf: {
    public: (code: Mandator) => Client<typeof NOTICES>
    internal: (code: Mandator) => Pick<Client<typeof NOTICES_INTERNAL>, 'getReminder'>
  } | null
  /** Adds signed addresses of pictures, if needed. */
  addAddresses: ((value: unknown) => void) | null
  now: () => Date
}

const OFF = { ok: false, status: 404 } as const
type Answered<T> = { ok: true; data: T } | { ok: false; status: number }

export function createNoticeSource({ rooms, serviceOf, addAddresses, now }: NoticeSourceOptions): NoticeSource {
  const isOpen = (code: Mandator) => rooms.of(code, 'notices') !== null && serviceOf !== null

  async function read<T>(asked: Promise<Answered<T>>): Promise<Read<T>> {
    const found = await asked
    if (!found.ok) return { ok: false, status: found.status }
    addAddresses?.(found.data)
    return { ok: true, data: found.data }
  }

  return {
    isOpen,
    async listPersons(code, page) {
      if (!isOpen(code) || serviceOf === null) return { entries: [], pages: 1 }
      const found = await serviceOf.public(code).listPersons({ query: { page } })
      if (!found.ok) return null
      const { persons, pages } = found.data
      return { entries: persons.map(({ id, modified }) => ({ path: toPersonPath(id), modified })), pages }
    },
    of(code) {
      const ask = async <T>(call: (client: Client<typeof NOTICES>) => Promise<Answered<T>>): Promise<Read<T>> =>
        isOpen(code) && serviceOf !== null ? read(call(serviceOf.public(code))) : OFF
      return {
        listNotices({ name, place, period, page }) {
          const { from, until } = toDays(period, toDayKey(now()))
          const query = {
            page,
            ...(name === '' ? {} : { name }),
            ...(place === '' ? {} : { place }),
            ...(from === null ? {} : { from }),
            ...(until === null ? {} : { until }),
          }
          return ask((client) => client.listNotices({ query }))
        },
        getFacets: () => ask((client) => client.getFacets({})),
        getNotice: async (notice) =>
          isNoticeId(notice) ? ask((client) => client.getNotice({ params: { notice } })) : OFF,
        getPerson: async (person) =>
          isNoticeId(person) ? ask((client) => client.getPerson({ params: { person } })) : OFF,
        getBook: async (person, page) =>
          isNoticeId(person) ? ask((client) => client.getBook({ params: { person }, query: { page } })) : OFF,
        async getReminder(token) {
          if (!isOpen(code) || serviceOf === null || !/^[\w-]{20,60}$/.test(token)) return OFF
          const found = await serviceOf.internal(code).getReminder({ params: { token } })
          return found.ok ? { ok: true, data: { name: found.data.person.name } } : { ok: false, status: found.status }
        },
      }
    },
  }
}
