/** Our own community: comments, reviews, moderation. */
import type { COMMUNITY } from '@lokalteil/contracts/community'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { createCommunityService, type CommunityService, type ReplyNotice } from '@lokalteil/services/community/app'
import type { PersonalDataSource } from '@lokalteil/services/accounts/privacy/privacy'
import type { PUSH } from '@lokalteil/contracts/push'
import { pushTexts } from '../../../app/messages/reading/push.ts'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

export async function openCommunity(
  { now, log, database, mail, rooms, serviceKey }: OwnServiceContext,
  { secret, pushOf }: { secret: string; /** Null: nobody sends push messages. */ pushOf: PushOf | null },
): Promise<OpenedService<CommunityService>> {
  const service = await createCommunityService({
    database,
    serviceKey,
    secret,
    rulesOf: (code) => rooms.community(code),
    queueMail: mail.queue,
    notifyReply:
      pushOf === null ? null : toNotifyReply(pushOf, (reason) => log('warn', 'reply-not-pushed', { reason })),
    now,
    onError: (error, requestId) => log('error', 'community-service', { requestId, error }),
  })
  return { service, app: service.app, start: service.start, close: service.close }
}

type PushOf = (mandator: Mandator) => Pick<Client<typeof PUSH>, 'notify'>

/** Beside the mail, and quiet when it fails. */
function toNotifyReply(pushOf: PushOf, onTrouble: (reason: string) => void): (notice: ReplyNotice) => void {
  return ({ mandator, sub, commentId, by, title, path, excerpt }) => {
    const message = { title: pushTexts.message.reply(by, title).slice(0, 240), body: excerpt.slice(0, 900) }
    void pushOf(mandator)
      .notify({ body: { sub, kind: 'reply', ...message, path, tag: `comment-${commentId}` } })
      .then((found) => found.ok || onTrouble(`${found.status} ${found.problem.code}`))
  }
}

/** For readers' export and erasure, wherever the service is. */
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
