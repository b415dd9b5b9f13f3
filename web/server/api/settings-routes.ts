/**
 * Settings of the publication and the reader's onboarding on the same origin (specification 7.5, 4.7; S1-03, S3.13-04).
 * Settings are public and the same for all readers; the local edition gets the defaults without a request. Only the session's
 * tokens say whose onboarding it is.
 */
import { Hono } from 'hono'
import { PORTAL } from '@lokalteil/contracts/portal'
import { publicationOf, type Publication } from '@lokalteil/domain/publication/publications'
import type { LibraryApi } from '../../app/page/library-api.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import {
  notLoggedIn,
  refusal,
  reply,
  unavailable,
  type RequestContext,
  type PortalApi,
  type Reply,
} from './portal-api.ts'
import { askWithRenewal } from './renewal.ts'
import type { ReaderSession, Sessions } from '../session/session.ts'
import type { SettingsSource } from '../rendering/settings-source.ts'

export type SettingsRoutesOptions = {
  portalApi: PortalApi
  settings: SettingsSource
  sessions: Pick<Sessions, 'read' | 'renew'>
  /** Null without a library. */
  libraryOf: (publication: Publication, session: ReaderSession) => LibraryApi | null
}

const SECONDS = 5

export function createSettingsRoutes({
  portalApi,
  settings,
  sessions,
  libraryOf,
}: SettingsRoutesOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()

  app.get(PORTAL.getSettings.path, async (c) => {
    const { publication } = portalApi.toRequestContext(c)
    return c.json(await settings.read(publication), 200, { 'cache-control': `public, max-age=${SECONDS}` })
  })

  /** Calls the library for the session's reader; an expired token is renewed first. */
  async function asReader<T>(
    context: RequestContext,
    ask: (library: LibraryApi) => Promise<{ ok: true; data: T } | { ok: false; status: number; code: string }>,
  ): Promise<Reply<T>> {
    const askAs = async (session: ReaderSession): Promise<Reply<T>> => {
      if (session.kind !== 'reader') return notLoggedIn()
      const library = libraryOf(publicationOf(context.publication), session)
      if (library === null) return refusal(404, 'NOT_FOUND', 'There is no library')
      const found = await ask(library)
      if (found.ok) return reply(found.data)
      return found.status === 401 ? notLoggedIn() : unavailable()
    }
    const first = await askAs(await sessions.read(context.publication, context.cookies))
    return askWithRenewal(sessions, context, first, askAs)
  }

  portalApi.serve(app, PORTAL.getOnboarding, { as: 'anyone' }, ({ context }) =>
    asReader(context, (library) => library.getOnboarding()),
  )
  portalApi.serve(app, PORTAL.setOnboarding, { as: 'anyone' }, ({ context, body }) =>
    asReader(context, (library) => library.setOnboarding({ body })),
  )

  return app
}
