/** The embedded community service: comments, reviews, moderation. */
import type { COMMUNITY } from '@lokalteil/contracts/community'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { PUSH } from '@lokalteil/contracts/push'
import { createCommunityService, type CommunityService } from '@lokalteil/services/community/app'
import type { ReplyNotice } from '@lokalteil/services/community/context'
import type { PersonalDataSource } from '@lokalteil/services/accounts/privacy/privacy'
import type { OpenedService, OwnServiceContext } from '../service-mount.ts'

export async function openCommunity(
  { now, log, database, mail, rooms, serviceKey }: OwnServiceContext,
  { secret, pushOf }: { secret: string; pushOf: ((mandator: Mandator) => Pick<Client<typeof PUSH>, 'notify'>) | null },
): Promise<OpenedService<CommunityService>> {
  const service = await createCommunityService({
    database,
    serviceKey,
    secret,
    rulesOf: (code) => rooms.community(code),
    queueMail: mail.queue,
    notifyReply: pushOf === null ? null : (reply) => void pushReply(pushOf, reply).catch(() => undefined),
    now,
    onError: (error, requestId) => log('error', 'community-service', { requestId, error }),
  })
  return { service, app: service.app, start: service.start, close: service.close }
}

/**
 * In addition to the mail. Best effort: failures are ignored, and the push service decides whether a device receives
 * it.
 */
async function pushReply(
  pushOf: (mandator: Mandator) => Pick<Client<typeof PUSH>, 'notify'>,
  { mandator, sub, commentId, heading, title, path, excerpt }: ReplyNotice,
): Promise<void> {
  await pushOf(mandator).notify({
    body: {
      sub,
      kind: 'reply',
      title: heading,
      body: excerpt === '' ? title : excerpt,
      path,
      tag: `comment-${commentId}`,
    },
  })
}

/** Personal data for export and erasure, from the embedded or external service. */
export function toCommunityData(communityOf: (mandator: Mandator) => Client<typeof COMMUNITY>): PersonalDataSource {
  return {
    name: 'community',
    title: 'Kommentare, Bewertungen und Meldungen',
    async read({ mandator, sub }) {
      const found = await communityOf(mandator).readReader({ body: { sub } })
      if (!found.ok) throw new Error(`community answered ${found.status} ${found.problem.code}`)
      return found.data
    },
    async erase({ mandator, sub }) {
      const erased = await communityOf(mandator).eraseReader({ body: { sub } })
      if (!erased.ok) throw new Error(`community answered ${erased.status} ${erased.problem.code}`)
    },
  }
}
