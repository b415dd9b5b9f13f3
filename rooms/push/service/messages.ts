/**
 * Messages on request: of another service for one reader, of an editor for all who chose their kind; and their
 * statistics.
 */
import { randomUUID } from 'node:crypto'
import { LIFE_MS, MOST_BODY, MOST_TITLE, toMessageLine } from '../domain/push.ts'
import type { FeedNode } from '@lokalteil/contracts/content'
import { toAuthorName } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem } from '@lokalteil/services/platform/serve'
import type { PushCall, PushContext } from './context.ts'
import { planFor } from './planning.ts'
import { ofReader, type Match } from './schema.ts'
import { countWaiting, listRecipients } from './store/deliveries.ts'
import { countDevices } from './store/devices.ts'
import { addMessage, findMessage, listLatest, type NewMessage } from './store/messages.ts'
import { sql } from 'kysely'

/** More devices than an account may have. */
const ALL_DEVICES = 100

/** Planned at once, because it concerns one reader. */
export async function notify(push: PushContext, { context: publication, body }: PushCall<'notify'>) {
  const now = push.now()
  const { sub, tag } = body
  const key = `reply:${tag}:${sub}`
  const message: NewMessage = {
    id: randomUUID(),
    publication,
    key,
    subject: key,
    title: toMessageLine(body.title, MOST_TITLE),
    body: toMessageLine(body.body, MOST_BODY),
    path: body.path,
    tag,
    kind: 'reply',
    matches: [],
    owner: ofReader(sub),
    article: null,
    created_at: now,
    expires_at: toExpiry(body.expires, LIFE_MS.reply, now),
  }
  if (message.expires_at <= now) return { devices: 0 }
  const devices = await push.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`push ${publication}`}))`.execute(trx)
    const { recipients } = await listRecipients(trx, message, '', ALL_DEVICES)
    // No device wants it: nothing is stored.
    if (recipients.length === 0 || !(await addMessage(trx, message))) return 0
    const planned = await planFor(push, trx, message, recipients)
    await trx.updateTable('push.messages').set({ state: 'planned' }).where('id', '=', message.id).execute()
    return planned
  })
  if (devices > 0) push.wake()
  return { devices }
}

export async function send(push: PushContext, { context: publication, body }: PushCall<'send'>) {
  const now = push.now()
  const expires = toExpiry(body.expires, LIFE_MS[body.audience.kind], now)
  if (expires <= now) return problem(422, 'TOO_LATE', 'The message is past its time')
  const key = `hand:${body.key ?? randomUUID()}`
  const message = await toMessageToMany(push, publication, body, { key, expires })
  const isNew = await addMessage(push.db, message)
  if (!isNew) return { id: (await findMessage(push.db, publication, key)) ?? '', outcome: 'known' as const }
  push.wake()
  return { id: message.id, outcome: 'created' as const }
}

/** To all who chose breaking news, or to followers of a subject. */
export async function toMessageToMany(
  push: PushContext,
  publication: PublicationCode,
  { audience, title, body, path }: Pick<PushCall<'send'>['body'], 'audience' | 'title' | 'body' | 'path'>,
  { key, expires }: { key: string; expires: Date },
): Promise<NewMessage> {
  const matches =
    audience.kind === 'breaking'
      ? []
      : [{ follow: `${audience.kind} ${audience.ref}`, label: await findLabel(push, publication, audience) }]
  const article = /-(\d+)$/.exec(path)?.[1] ?? null
  // The subject of an article, so that a device gets it once from any source.
  const subject = article === null ? key : `article:${article}`
  return {
    id: randomUUID(),
    publication,
    key,
    subject,
    title: toMessageLine(title, MOST_TITLE),
    body: toMessageLine(body, MOST_BODY),
    path,
    tag: subject,
    kind: audience.kind === 'breaking' ? 'breaking' : 'follow',
    matches,
    owner: null,
    article,
    created_at: push.now(),
    expires_at: expires,
  }
}

export async function getStatus(push: PushContext, { context: publication }: PushCall<'getStatus'>) {
  const [devices, waiting, messages] = await Promise.all([
    countDevices(push.db, publication),
    countWaiting(push.db, publication),
    listLatest(push.db, publication, 20),
  ])
  return {
    publicKey: push.vapid.publicKey,
    ...devices,
    waiting,
    messages: messages.map(({ id, title, path, state, sent, failed, created_at, expires_at, ...message }) => ({
      id,
      title,
      path,
      state,
      waiting: message.waiting,
      sent,
      failed,
      createdAt: created_at.toISOString(),
      expiresAt: expires_at.toISOString(),
    })),
  }
}

function toExpiry(given: string | undefined, life: number, now: Date): Date {
  const latest = new Date(now.getTime() + life)
  const expires = given === undefined ? latest : new Date(given)
  return expires < latest ? expires : latest
}

/** '' if the content service does not answer. */
async function findLabel(
  { contentOf }: PushContext,
  publication: PublicationCode,
  { kind, ref }: { kind: 'topic' | 'region' | 'author'; ref: string },
): Promise<Match['label']> {
  const content = contentOf(publication)
  if (kind === 'author') {
    const found = /^\d+$/.test(ref) ? await content.getAuthor({ params: { id: ref } }) : null
    return found?.ok === true ? toAuthorName(found.data.author) : ''
  }
  const found = await (kind === 'topic' ? content.listPersonalTopics({}) : content.listPersonalRegions({}))
  return found.ok ? (findNode(found.data, ref)?.label ?? '') : ''
}

function findNode(nodes: readonly FeedNode[], id: string): FeedNode | null {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children, id)
    if (found !== null) return found
  }
  return null
}
