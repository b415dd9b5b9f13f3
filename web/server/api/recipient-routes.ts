/**
 * What readers are told before they consent: who gets their data (`consent.yaml`), and the texts of the layer in every version that a
 * receipt may name.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { CONSENT_ENDPOINTS } from '@lokalteil/contracts/portal'
import type { PortalEnv } from '../http/portal-env.ts'
import type { RoomSettings } from '../rendering/rooms/room-settings.ts'
import { reply, type PortalApi } from './portal-api.ts'

/** A file for each version, named after it. */
const TEXTS = new URL('../../app/messages/consent/texts/', import.meta.url)
/** A version never changes. */
const DAY_SECONDS = 86_400

export function createRecipientRoutes({
  portalApi,
  recipientsOf,
}: {
  portalApi: PortalApi
  recipientsOf: RoomSettings['recipients']
}): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  portalApi.serve(app, CONSENT_ENDPOINTS.getRecipients, { as: 'anyone' }, async ({ context }) =>
    reply({ recipients: recipientsOf(context.publication) }),
  )
  for (const file of readdirSync(TEXTS)) {
    const text = readFileSync(new URL(file, TEXTS), 'utf8')
    app.get(`/api/consent/texts/${file.replace(/\.txt$/, '')}`, (c) =>
      c.body(text, 200, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': `public, max-age=${DAY_SECONDS}`,
      }),
    )
  }
  return app
}
