/** Links that readers give away and links of the publisher, with the record of who opened them. */
import { createHash, randomUUID } from 'node:crypto'
import type { Gift, GIFTS } from '@lokalteil/contracts/gifts'
import { countGiftsLeft, GIFT, toGiftState } from '@lokalteil/domain/access/gift'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { created, isRefusal, problem, type BoundHandlers, type Refusal } from '../platform/serve.ts'
import type { GiftsCall, GiftsContext } from './context.ts'
import { findLinkOf, signLink } from './gift-tokens.ts'
import type { LinkRow } from './schema.ts'
import * as store from './store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const GIFTS_HANDLERS: BoundHandlers<GiftsContext, typeof GIFTS, PublicationCode> = {
  giveArticle,
  async listGifts(gifts, { context: publication, params: { sub } }) {
    const [links, given] = await Promise.all([
      store.listGifts(gifts.db, publication, sub),
      store.countGifts(gifts.db, publication, sub, toMonthStart(gifts.now())),
    ])
    const list = await Promise.all(links.map((link) => toGift(gifts, link)))
    return { gifts: list, left: countGiftsLeft(given), perMonth: GIFT.perMonth }
  },
  revokeGift: (gifts, { context, params }) => revoke(gifts, context, params.id, params.sub),
  async createLink(gifts, { context: publication, body: { articleId, ...link } }) {
    const row = toRow(publication, articleId, { ...link, giver: null, tokenType: 'link' }, gifts.now())
    await store.addLink(gifts.db, row)
    return toGift(gifts, { ...row, opened: 0 })
  },
  revokeLink: (gifts, { context, params }) => revoke(gifts, context, params.id, null),
  async verify(gifts, { context: publication, body }) {
    const link = await findLinkOf(gifts, publication, body.token)
    if (isRefusal(link)) return link
    const { id, article_id: articleId, scope } = link
    return {
      id,
      articleId,
      tokenType: link.token_type as 'gift' | 'link',
      scope,
      expiresAt: link.expires_at.toISOString(),
    }
  },
  open,
}

async function giveArticle(
  gifts: GiftsContext,
  { context: publication, params: { sub: giver }, body: { articleId } }: GiftsCall<'giveArticle'>,
) {
  const time = gifts.now()
  const found = await gifts.db.transaction().execute(async (trx) => {
    await store.lockGiver(trx, publication, giver)
    const given = await store.countGifts(trx, publication, giver, toMonthStart(time))
    const known = await store.getActiveGift(trx, publication, giver, articleId, time)
    if (known !== null) return { link: known, left: countGiftsLeft(given), isNew: false }
    if (countGiftsLeft(given) === 0) return null
    const link = toRow(publication, articleId, { ...GIFT, giver, tokenType: 'gift', scope: 'no_paywall' }, time)
    await store.addLink(trx, link)
    return { link: { ...link, opened: 0 }, left: countGiftsLeft(given + 1), isNew: true }
  })
  if (found === null) return problem(409, 'GIFT_LIMIT', `${GIFT.perMonth} articles were given away this month`)
  const answer = { ...(await toGift(gifts, found.link)), left: found.left }
  return found.isNew ? created(answer) : answer
}

function open(
  { db, now }: GiftsContext,
  { context: publication, params: { id }, body: { sub } }: GiftsCall<'open'>,
): Promise<{ openedCount: number } | Refusal> {
  const time = now()
  const reader = toDigest(publication, sub)
  return db.transaction().execute(async (trx) => {
    const link = await store.lockLink(trx, publication, id)
    if (link === null || link.revoked_at !== null || link.expires_at.getTime() <= time.getTime())
      return problem(404, 'NOT_FOUND', 'There is no such link, or no longer')
    const count = await store.countOpenings(trx, id)
    // The giver who tries the own link is not counted as a reader.
    if (link.giver === sub || (await store.hasOpened(trx, id, reader))) return { openedCount: count }
    if (count >= link.most_readers) return problem(409, 'USED_UP', 'As many readers as may have opened this link')
    await store.addOpening(trx, { link_id: id, mandator: publication, reader, opened_at: time })
    return { openedCount: count + 1 }
  })
}

async function revoke(
  gifts: GiftsContext,
  publication: PublicationCode,
  id: string,
  giver: string | null,
): Promise<Gift | Refusal> {
  const isRevoked = await store.revokeLink(gifts.db, publication, id, giver, gifts.now())
  const link = isRevoked ? await store.getLink(gifts.db, publication, id) : null
  return link === null ? problem(404, 'NOT_FOUND', 'There is no such link') : toGift(gifts, link)
}

async function toGift(gifts: GiftsContext, link: store.Link): Promise<Gift> {
  return {
    id: link.id,
    articleId: link.article_id,
    token: await signLink(gifts, link),
    state: toGiftState({ expiresAt: link.expires_at, revokedAt: link.revoked_at }, gifts.now()),
    createdAt: link.created_at.toISOString(),
    expiresAt: link.expires_at.toISOString(),
    openedCount: link.opened,
  }
}

function toRow(
  publication: PublicationCode,
  articleId: string,
  link: { giver: string | null; tokenType: string; scope: string; days: number; readers: number },
  at: Date,
): LinkRow {
  // Rounded down to whole seconds, like the times in a token.
  const createdAt = new Date(Math.floor(at.getTime() / 1000) * 1000)
  return {
    mandator: publication,
    id: randomUUID(),
    giver: link.giver,
    article_id: articleId,
    token_type: link.tokenType,
    scope: link.scope,
    created_at: createdAt,
    expires_at: new Date(createdAt.getTime() + link.days * DAY),
    revoked_at: null,
    most_readers: link.readers,
  }
}

/** The pseudonym under which a reader's openings are stored: a SHA-256 digest. */
export function toDigest(publication: PublicationCode, sub: string): string {
  return createHash('sha256').update(`reader ${publication} ${sub}`).digest('base64url')
}

/** The first moment of the current month in Berlin, which is one or two hours ahead of UTC. */
function toMonthStart(now: Date): Date {
  const midnight = Date.parse(`${toDayKey(now).slice(0, 7)}-01T00:00:00Z`)
  const day = toDayKey(new Date(midnight))
  for (const hours of [2, 1, 0]) {
    const at = new Date(midnight - hours * HOUR)
    if (toDayKey(at) === day) return at
  }
  return new Date(midnight)
}
