/**
 * The library service: bookmarks, follows, reading positions and other things that a reader stores in one publication.
 * Promises: a reader reaches only the own data, and this is checked before any other part of a call; the bookmark limit is
 * counted while the reader's row is locked, so that parallel calls cannot exceed it; a change of several things is applied
 * completely or not at all; repeating a call has no further effect (idempotent); all lists are limited. It refuses ID tokens,
 * tokens of another publication and invalid ids.
 */
import { SETTINGS, LIBRARY, LIBRARY_INFO } from '@lokalteil/contracts/library'
import { toPublicationCode, type PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { problem, type Asked, type Refusal } from '../platform/serve.ts'
import { part, partFor, serveService, type ServiceOptions } from '../platform/service.ts'
import type { Caller, LibraryContext, LibraryHandlers, Purchases } from './context.ts'
import { GAME_HANDLERS } from './games.ts'
import { MARK_HANDLERS } from './bookmarks.ts'
import { createPersonalData, type LibraryData } from './personal-data.ts'
import { READING_HANDLERS } from './reading.ts'
import { fillSettings, SETTINGS_HANDLERS } from './settings.ts'

export type { Purchases } from './context.ts'

/** The bearer of an access token; `roles` are the subscription roles in it. */
export type Bearer = { sub: string; publication: string; roles: readonly string[] }

export type LibraryServiceOptions = ServiceOptions & {
  /**
   * Resolves to null unless the token is a valid access token whose audience is the library; must never throw for an
   * invalid token.
   */
  verify: (
    accessToken: string,
    /** From the path of the call; no proof of anything. */ publication: string,
  ) => Promise<Bearer | null>
  purchases: Purchases
  /** The feature flag `bookmarkLimitBypass` of the configuration (S6-01); default false. */
  isBookmarkLimitBypassed?: boolean
  /** Default false: settings that load scripts of other houses are answered with a warning. */
  isOfficeApart?: boolean
}

export type LibraryService = {
  app: Hono
  /** For the account service, which calls it for export and erasure. */
  personalData: LibraryData
  /** Stores settings for a publication that has none yet; settings that exist are left unchanged. */
  fillSettings: (
    publication: PublicationCode,
    settings: Readonly<Record<string, string | number | boolean>>,
  ) => Promise<'saved' | 'unchanged'>
}

const BODY_LIMIT = 20_000
const BEARER = /^Bearer ([\w.~+/=-]{1,8192})$/i
const HANDLERS: LibraryHandlers = { ...MARK_HANDLERS, ...READING_HANDLERS, ...GAME_HANDLERS }

export async function createLibraryService(options: LibraryServiceOptions): Promise<LibraryService> {
  const { verify, purchases, isBookmarkLimitBypassed = false, isOfficeApart = false } = options
  const { app, context: library } = await serveService<LibraryContext>(options, {
    schema: 'reader',
    folder: import.meta.dirname,
    info: LIBRARY_INFO,
    toContext: (base) => ({ ...base, purchases, isBookmarkLimitBypassed, isOfficeApart }),
    parts: [
      part(SETTINGS, SETTINGS_HANDLERS, { base: '/mandators/:publication' }),
      partFor(LIBRARY, HANDLERS, (_library, params, request) => authorise(verify, params, request), {
        base: '/mandators/:publication/users/:user',
        bodyLimits: Object.fromEntries(Object.keys(LIBRARY).map((name) => [name, BODY_LIMIT])),
        cacheControl: 'private, no-store',
      }),
    ],
  })
  return {
    app,
    personalData: createPersonalData(library),
    fillSettings: (publication, given) => fillSettings(library, publication, given),
  }
}

async function authorise(
  verify: LibraryServiceOptions['verify'],
  { publication: code = '', user = '' }: Readonly<Record<string, string>>,
  request: Asked,
): Promise<Caller | Refusal> {
  const token = BEARER.exec(request.headers.get('authorization') ?? '')?.[1]
  const bearer = token === undefined ? null : await verify(token, code)
  if (bearer === null || bearer.sub === '')
    return problem(401, 'NOT_LOGGED_IN', 'An access token for the library is needed', {
      'www-authenticate': 'Bearer',
    })
  const publication = toPublicationCode(code)
  if (publication === null || bearer.publication !== publication)
    return problem(404, 'OTHER_PUBLICATION', 'The token is not of this publication')
  if (bearer.sub !== user) return problem(403, 'OTHER_READER', 'The token is of another reader')
  return { publication, user, roles: bearer.roles }
}
