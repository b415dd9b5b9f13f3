/**
 * Notices of all publications, for pages and their API; nothing if the room is off. Not cached, so that an entry
 * removed by a moderator is gone at once.
 */
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Read } from '@lokalteil/web/app/page/content-api'
import type { RoomSitemap } from '@lokalteil/web/server/discovery/site'
import { answerCalls, OFF, withAddresses } from '../../define-room.ts'
import { OBITUARY_CALLS, REMINDER_CALLS } from '../contract/calls.ts'
import type { OBITUARIES, OBITUARIES_INTERNAL } from '../contract/obituaries.ts'
import { toPersonPath } from '../domain/obituary-paths.ts'
import { isObituaryId, readPeriod, toDays } from '../domain/obituaries.ts'

type ObituarySourceOptions = {
  isOpen: (code: PublicationCode) => boolean
  serviceOf: {
    public: (code: PublicationCode) => Client<typeof OBITUARIES>
    internal: (code: PublicationCode) => Pick<Client<typeof OBITUARIES_INTERNAL>, 'getReminder'>
  }
  /** Adds signed addresses of pictures, if needed. */
  addAddresses: ((value: unknown) => void) | null
  now: () => Date
}

export function createObituarySource({ isOpen, serviceOf, addAddresses, now }: ObituarySourceOptions) {
  async function ask<T>(
    code: PublicationCode,
    call: (client: Client<typeof OBITUARIES>) => Promise<Result<T>>,
  ): Promise<Read<T>> {
    return isOpen(code) ? withAddresses(call(serviceOf.public(code)), addAddresses) : OFF
  }

  const calls = answerCalls(OBITUARY_CALLS, {
    listNotices(code, { query: { name = '', ort: place = '', zeit, page } }) {
      const { from, until } = toDays(readPeriod(zeit ?? null), toDayKey(now()))
      const query = { page, name, place, from: from ?? undefined, until: until ?? undefined }
      return ask(code, (client) => client.listNotices({ query }))
    },
    getNoticeFacets: (code) => ask(code, (client) => client.getFacets({})),
    getNotice: async (code, { params }) =>
      isObituaryId(params.notice) ? ask(code, (client) => client.getNotice({ params })) : OFF,
    getNoticePerson: async (code, { params }) =>
      isObituaryId(params.person) ? ask(code, (client) => client.getPerson({ params })) : OFF,
    getNoticeBook: async (code, { params, query }) =>
      isObituaryId(params.person) ? ask(code, (client) => client.getBook({ params, query })) : OFF,
  })

  const pageCalls = answerCalls(REMINDER_CALLS, {
    getReminder: async (code, { params }) =>
      isOpen(code) && /^[\w-]{20,60}$/.test(params.token) ? serviceOf.internal(code).getReminder({ params }) : OFF,
  })

  /** Pages of persons; books of condolence are not listed. */
  const listPersons: RoomSitemap['list'] = async (code, page) => {
    const found = await serviceOf.public(code).listPersons({ query: { page } })
    if (!found.ok) return null
    const { persons, pages } = found.data
    return { entries: persons.map(({ id, modified }) => ({ path: toPersonPath(id), modified })), pages }
  }

  return { calls, pageCalls, listPersons }
}
