/** Push messages for the core's server: a service that follows the change log, and calls of pages and worker. */
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { httpAddress, listByBlanks, secret, serviceKey } from '@lokalteil/web/server/config/values'
import { PAGE_READS } from '@lokalteil/web/server/composition/services/service-mount'
import { z } from 'zod'
import { defineRoom } from '../define-room.ts'
import { PUSH } from './contract/push.ts'
import { openPush } from './server/open-push.ts'
import { createPushRoutes } from './server/push-routes.ts'

const HOST = /^(?:https?:\/\/[a-z0-9.-]+(?::\d+)?|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i

const VARIABLES = {
  /** Default: the embedded service. */
  PUSH_URL: httpAddress.optional(),
  PUSH_SERVICE_KEY: serviceKey.optional(),
  /** The VAPID key, by which push services recognise this portal; the same in every process. */
  PUSH_VAPID_KEY: secret.optional(),
  /** Contact for push services: `mailto:` or https. */
  PUSH_CONTACT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:… or https://…')
    .optional(),
  /**
   * Push services allowed beside those of the browsers: host names (`*.` in front for all subdomains), or origins of
   * the own network.
   */
  PUSH_HOSTS: listByBlanks.pipe(z.array(z.string().regex(HOST, 'must be host names or origins'))).default([]),
  /** Gateway that delivers messages to a publisher's app; without it the app is not asked for a token. */
  PUSH_GATEWAY_URL: httpAddress.optional(),
  PUSH_GATEWAY_KEY: serviceKey.optional(),
}

export const push = defineRoom({
  name: 'push',
  configure(environment) {
    const values = environment.parse(VARIABLES)
    if (values.PUSH_URL !== undefined && values.PUSH_SERVICE_KEY === undefined)
      environment.refuse('PUSH_SERVICE_KEY: is needed with PUSH_URL, for what readers chose')
    return values
  },
  service: (values, { context: { keys }, content, onContentChange }) => ({
    url: values.PUSH_URL ?? null,
    key: () => values.PUSH_SERVICE_KEY ?? keys.read('push'),
    clients: (client) => ({ internal: client(PUSH, { ...PAGE_READS, hasKey: true }) }),
    open: (ours) =>
      openPush(ours, {
        contentOf: content.public,
        onContentChange,
        vapidKey: values.PUSH_VAPID_KEY ?? null,
        contact: values.PUSH_CONTACT ?? null,
        hosts: {
          hosts: values.PUSH_HOSTS.filter((host) => !host.includes('://')),
          origins: values.PUSH_HOSTS.filter((host) => host.includes('://')),
        },
        gateway:
          values.PUSH_GATEWAY_URL === undefined
            ? null
            : { url: values.PUSH_GATEWAY_URL, key: values.PUSH_GATEWAY_KEY ?? null },
      }),
  }),
  notify:
    ({ internal }) =>
    async (code, notice) => {
      await internal(code).notify({ body: notice })
    },
  pushes:
    ({ internal }) =>
    (code) =>
      publicationOf(code).rooms.includes('push') ? internal(code) : null,
  open: ({ context, service: { isThere, clients }, portalApi }) =>
    isThere
      ? { calls: [], routes: createPushRoutes({ portalApi, pushOf: clients.internal, secret: context.accountsSecret }) }
      : { calls: [] },
})
