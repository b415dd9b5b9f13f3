import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT } from '@lokalteil/contracts/content'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { createPushService, type PushService } from '@lokalteil/services/push/app'
import { toVapid } from '@lokalteil/services/push/vapid'
import type { Config } from '../../../config/config.ts'
import type { OpenedService, OwnServiceContext } from '../service-mount.ts'

export async function openPush(
  { config, keys, now, log, database, rooms, serviceKey }: OwnServiceContext,
  needs: {
    contentOf: (mandator: Mandator) => Client<typeof CONTENT>
    /** Null: the content service is external and must be polled. */
    onContentChange: ((listener: () => void) => unknown) | null
  },
): Promise<OpenedService<PushService>> {
  const service = await createPushService({
    database,
    serviceKey,
    contentOf: needs.contentOf,
    vapid: toVapid(config.push.vapidKey ?? keys.read('push-vapid'), config.push.contact ?? toContact(config)),
    hosts: config.push.hosts,
    gateway: config.push.gateway,
    isThere: (mandator) => rooms.of(mandator, 'push') !== null,
    now,
    onError: (error, requestId) => log('error', 'push-service', { requestId, error }),
    onTrouble: (host, reason, count) => log('warn', 'push-undelivered', { host, reason, count }),
  })
  needs.onContentChange?.(service.wake)
  return {
    service,
    app: service.app,
    personalData: service.readerData,
    start: service.start,
    close: service.close,
  }
}

/** Push services require https or a mail address as contact; a portal on this machine has neither. */
function toContact({ mandator, originOf }: Config): string {
  const origin = originOf(mandator)
  return origin.startsWith('https:') ? origin : `mailto:push@${new URL(origin).hostname}`
}
