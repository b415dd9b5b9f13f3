/** The pages of all publications, built from the portal's parts. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toOfferApi } from './offer-api.ts'
import type { RoomApi } from '../../app/page/rooms/room-api.ts'
import { createNewsletterReader } from '../api/newsletter-reader.ts'
import { createPages, type Pages } from '../rendering/pages.ts'
import type { RoomSettings } from '../rendering/rooms/room-settings.ts'
import type { PortalParts } from './portal-parts.ts'
import type { ReaderApis } from './reader-apis.ts'

export function openPages({ context, services, content, access, caches, readers, figures }: PortalParts): Pages {
  const { config, renderer, watch, now, log } = context
  const { account, codes, library, newsletters } = readers
  const calls = toCalls(readers.rooms)
  const { sessions, readSession } = services.signOn
  return createPages({
    config,
    renderer,
    cache: caches.pages,
    chrome: caches.chrome,
    settings: readers.settings,
    lines: readers.rooms.flatMap(({ line }) => line ?? []),
    streamOf: ({ code }) => context.rooms.of(code, 'radio')?.stream ?? null,
    advertisingOf: context.advertising.factsOf,
    recipientsOf: context.rooms.recipients,
    contentOf: ({ code }, request) => (request.wantsFresh ? content.freshContentOf : content.contentOf)(code),
    accessOf: ({ code }, reader, principal) => access.accessOf(code)(reader, principal),
    offersOf: ({ code }) => toOfferApi(services, code),
    roomsOf: ({ code }, reader) => ({
      ...toRoomApi(context.rooms, calls, readers.radio, code, reader?.accessToken ?? null),
      cases: readers.cases.of(code),
    }),
    communityOf: ({ code }) => readers.community.of(code),
    isCounted: figures.isCounted,
    sessions,
    readSession,
    guard: readers.guard,
    accountOf: (publication, reader) => ({
      ...account.readerOf(publication, reader),
      ...codes.readerOf(publication, reader),
    }),
    libraryOf: library.libraryOf,
    newslettersOf: (publication, reader) => createNewsletterReader(newsletters, publication, reader),
    now,
    observeRender: watch?.observeRender ?? ((_page, draw) => draw()),
    onError: (error, requestId) => log('error', 'page-failed', { requestId, error }),
    onOutage: (reason, requestId) => log('warn', 'page-unanswered', { requestId, reason }),
  })
}

/** Calls that rooms answer, by method and path. */
function toCalls(rooms: ReaderApis['rooms']) {
  return new Map(
    rooms
      .flatMap((room) => [...room.calls, ...(room.pageCalls ?? [])])
      .map((call) => [`${call.endpoint.method} ${call.endpoint.path}`, call]),
  )
}

function toRoomApi(
  rooms: RoomSettings,
  calls: ReturnType<typeof toCalls>,
  radio: ReaderApis['radio'],
  code: PublicationCode,
  accessToken: string | null,
): Pick<RoomApi, 'getSettings' | 'ask' | 'askOnServer' | 'getRadio'> {
  function ask(call: string, input?: object) {
    const found = calls.get(call)
    if (found === undefined) throw new Error(`No room answers ${call}`)
    const { as, answer } = found
    return answer(code, { params: {}, query: {}, ...input }, as === 'reader' ? accessToken : null)
  }
  return {
    ask: ask as RoomApi['ask'],
    askOnServer: ask as RoomApi['askOnServer'],
    async getSettings(room) {
      const settings = rooms.of(code, room)
      return settings === null ? { ok: false, status: 404 } : { ok: true, data: settings }
    },
    async getRadio() {
      const view = await radio.read(code)
      return view === null ? { ok: false, status: 404 } : { ok: true, data: view }
    },
  }
}
