/** Calls of pages and the service worker about push messages. Only the session says whose they are. */
import { Hono } from 'hono'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import { PUSH_CALLS } from '../contract/calls.ts'
import type { PUSH } from '../contract/push.ts'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { toNetwork, toRequester } from '@lokalteil/web/server/http/client-address'
import type { PortalEnv } from '@lokalteil/web/server/http/portal-env'
import { notLoggedIn, refusal, toReply, type PortalApi, type Reply } from '@lokalteil/web/server/api/portal-api'

export type PushRoutesOptions = {
  portalApi: PortalApi
  pushOf: (publication: PublicationCode) => Client<typeof PUSH>
  /** Key of the hash under which IP addresses are counted. */
  secret: string
}

export function createPushRoutes({ portalApi, pushOf, secret }: PushRoutesOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  /** Refuses new subscriptions while the room is off; existing ones can still be ended. */
  async function ifOn<T>(publication: PublicationCode, ask: () => Promise<Result<T>>): Promise<Reply<T>> {
    return publicationOf(publication).rooms.includes('push')
      ? toReply(await ask())
      : refusal(404, 'NOT_FOUND', 'The publication has no push messages')
  }

  portalApi.serve(app, PUSH_CALLS.getPushKey, { as: 'anyone' }, ({ context: { publication } }) =>
    ifOn(publication, () => pushOf(publication).getKey({})),
  )
  portalApi.serve(app, PUSH_CALLS.registerPushDevice, { as: 'reader-or-guest' }, ({ context, principal, body }) => {
    const { publication, origin } = context
    const requester = toRequester(secret, 'push', toNetwork(origin.address))
    return ifOn(publication, () =>
      pushOf(publication).register({ body: { ...body, sub: principal?.sub ?? null, requester } }),
    )
  })
  portalApi.serve(app, PUSH_CALLS.getPushState, { as: 'reader-or-guest' }, async ({ context, principal, body }) => {
    const { publication } = context
    const { device } = body
    const sub = principal?.sub ?? null
    if (device !== null)
      return ifOn(publication, () => pushOf(publication).getDevice({ params: { device }, body: { sub } }))
    return sub === null ? notLoggedIn() : ifOn(publication, () => pushOf(publication).getReader({ params: { sub } }))
  })
  portalApi.serve(app, PUSH_CALLS.savePushChoices, { as: 'reader-or-guest' }, async ({ context, principal, body }) => {
    const { publication } = context
    const { device, choices } = body
    const sub = principal?.sub ?? null
    if (device !== null)
      return ifOn(publication, () => pushOf(publication).saveChoices({ params: { device }, body: { sub, choices } }))
    return sub === null
      ? notLoggedIn()
      : ifOn(publication, () => pushOf(publication).saveReader({ params: { sub }, body: { choices } }))
  })
  portalApi.serve(app, PUSH_CALLS.turnPushOff, { as: 'anyone' }, async ({ context: { publication }, body }) => {
    const { device, ...off } = body
    return toReply(await pushOf(publication).turnOff({ params: { device }, body: off }))
  })
  portalApi.serve(app, PUSH_CALLS.detachPushDevice, { as: 'anyone' }, async ({ context: { publication }, body }) =>
    toReply(await pushOf(publication).detach({ params: body })),
  )
  portalApi.serve(app, PUSH_CALLS.replacePushSubscription, { as: 'anyone' }, ({ context: { publication }, body }) => {
    const { device, subscription } = body
    return ifOn(publication, () => pushOf(publication).replace({ params: { device }, body: { subscription } }))
  })
  portalApi.serve(app, PUSH_CALLS.removePushDevice, { as: 'anyone' }, async ({ context: { publication }, body }) =>
    toReply(await pushOf(publication).remove({ params: body })),
  )
  return app
}
