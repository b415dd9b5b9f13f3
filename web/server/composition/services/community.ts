/** The embedded community service: comments, reviews, moderation. */
import type { COMMUNITY } from '@lokalteil/contracts/community'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createCommunityService, type CommunityService } from '@lokalteil/services/community/app'
import type { ReplyNotice } from '@lokalteil/services/community/context'
import type { PersonalDataSource } from '@lokalteil/services/accounts/privacy/privacy'
import type { NotifyReader, OpenedService, OwnServiceContext, ReaderNotice } from './service-mount.ts'

export async function openCommunity(
  { now, log, database, mail, rooms, serviceKey }: OwnServiceContext,
  { secret, notifiers }: { secret: string; notifiers: readonly NotifyReader[] },
): Promise<OpenedService<CommunityService>> {
  const service = await createCommunityService({
    database,
    serviceKey,
    secret,
    rulesOf: (code) => rooms.community(code),
    queueMail: mail.queue,
    notifyReply: notifiers.length === 0 ? null : (reply) => notifyReply(notifiers, reply),
    now,
    onError: (error, requestId) => log('error', 'community-service', { requestId, error }),
  })
  return { service, app: service.app, start: service.start, close: service.close }
}

/** In addition to the mail. Best effort: failures are ignored, and the room decides whether a device receives it. */
function notifyReply(
  notifiers: readonly NotifyReader[],
  { publication, sub, commentId, heading, title, path, excerpt }: ReplyNotice,
): void {
  const body = excerpt === '' ? title : excerpt
  const notice: ReaderNotice = { sub, kind: 'reply', title: heading, body, path, tag: `comment-${commentId}` }
  for (const notify of notifiers) void notify(publication, notice).catch(() => undefined)
}

/** Personal data for export and erasure, from the embedded or external service. */
export function toCommunityData(
  communityOf: (publication: PublicationCode) => Client<typeof COMMUNITY>,
): PersonalDataSource {
  return {
    name: 'community',
    title: 'Kommentare, Bewertungen und Meldungen',
    async read({ publication, sub }) {
      const found = await communityOf(publication).readReader({ body: { sub } })
      if (!found.ok) throw new Error(`community answered ${found.status} ${found.problem.code}`)
      return found.data
    },
    async erase({ publication, sub }) {
      const erased = await communityOf(publication).eraseReader({ body: { sub } })
      if (!erased.ok) throw new Error(`community answered ${erased.status} ${erased.problem.code}`)
    },
  }
}
