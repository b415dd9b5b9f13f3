import { createPushService, type PushService, type PushServiceOptions } from '../service/app.ts'
import { toVapid } from '../service/vapid.ts'
import type { Config } from '@lokalteil/web/server/config/config'
import type { OpenedService, OwnServiceContext } from '@lokalteil/web/server/composition/services/service-mount'

type PushOptions = Required<Pick<PushServiceOptions, 'contentOf' | 'hosts' | 'gateway'>> & {
  /** Null: a key that the portal keeps. */
  vapidKey: string | null
  /** Null: the address of the portal. */
  contact: string | null
  /** Null: the content service is external and must be polled. */
  onContentChange: ((listener: () => void) => unknown) | null
}

export async function openPush(
  { config, keys, now, log, database, rooms, serviceKey }: OwnServiceContext,
  { vapidKey, contact, hosts, gateway, contentOf, onContentChange }: PushOptions,
): Promise<OpenedService<PushService>> {
  const service = await createPushService({
    database,
    serviceKey,
    contentOf,
    vapid: toVapid(vapidKey ?? keys.read('push-vapid'), contact ?? toContact(config)),
    hosts,
    gateway,
    isThere: (publication) => rooms.of(publication, 'push') !== null,
    now,
    onError: (error, requestId) => log('error', 'push-service', { requestId, error }),
    onTrouble: (host, reason, count) => log('warn', 'push-undelivered', { host, reason, count }),
  })
  onContentChange?.(service.wake)
  return {
    service,
    app: service.app,
    personalData: service.personalData,
    start: service.start,
    close: service.close,
  }
}

/** Push services require https or a mail address as contact; a portal on this machine has neither. */
function toContact({ defaultPublication: publication, originOf }: Config): string {
  const origin = originOf(publication)
  return origin.startsWith('https:') ? origin : `mailto:push@${new URL(origin).hostname}`
}
