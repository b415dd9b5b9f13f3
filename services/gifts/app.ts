/**
 * Link tokens: articles that plus readers give away, and links of the publisher. Promises: a token is good only if its
 * signature, kind, issuer, publication and time are, and the link it names is there, not revoked and the same; nothing in
 * the token chooses how it is checked; a giver's quota and a link's number of readers hold under any number of calls at
 * once; opening twice counts once. A token says which article and what for, never who. It is no login.
 */
import { createHash, randomUUID } from 'node:crypto'
import { LINK_TOKENS, LINK_TOKENS_INFO, type Gift } from '@lokalteil/contracts/gifts'
import { toDayKey } from '@lokalteil/domain/german'
import { countGiftsLeft, GIFT, LONGEST_LINK_TOKEN, toGiftState } from '@lokalteil/domain/access/link-token'
import { toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { Hono } from 'hono'
import { jwtVerify, SignJWT } from 'jose'
import type { Database } from '../platform/database.ts'
import { migrate } from '../platform/database/migrations.ts'
import { createSchedule } from '../platform/schedule.ts'
import { created, problem, serveContract, serveDocumentation, type Refusal } from '../platform/serve.ts'
import { createLinkKeys } from './link-keys.ts'
import * as gifts0001 from './migrations/0001-gifts.ts'
import type { LinkRow } from './schema.ts'
import { createGiftsStore, type Link } from './store.ts'

export type GiftsServiceOptions = {
  database: Database
  serviceKey: string
  /** At least 32 characters each, the same in every process; the first signs, the others still verify. */
  secrets: readonly string[]
  now?: () => Date
  checkAnswers?: boolean
  onError?: (error: unknown, requestId: string) => void
}

type Held = { mandator: Mandator; sub: string }
export type GiftsService = {
  app: Hono
  prune: () => Promise<void>
  start: () => void
  close: () => Promise<void>
  /** For the reader's export and erasure. */
  personalData: {
    name: string
    title: string
    read: (reader: Held) => Promise<unknown>
    listKept: (reader: Held) => Promise<{ what: string; reason: string; until: string }[]>
    erase: (reader: Held) => Promise<void>
  }
}

const ISSUER = 'urn:lokalteil:link-token'
/** So that no token of another kind is ever taken for one. */
const KIND = 'link+jwt'
const COMPACT = /^[\w-]{2,}\.[\w-]{2,}\.[\w-]{2,}$/
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** An ended link still says 'expired' instead of 'invalid' and stays in its giver's list. */
const KEPT_DAYS = 60

export async function createGiftsService(options: GiftsServiceOptions): Promise<GiftsService> {
  const { database } = options
  await migrate(database, 'gifts', { '0001-gifts': gifts0001 })
  const store = createGiftsStore(database)
  const now = options.now ?? (() => new Date())
  const keys = createLinkKeys(options.secrets)

  const toDigest = (mandator: Mandator, sub: string) =>
    createHash('sha256').update(`reader ${mandator} ${sub}`).digest('base64url')

  function sign(link: LinkRow): Promise<string> {
    const { kid, privateKey } = keys[0]
    return new SignJWT({
      mandator: link.mandator,
      articleId: link.article_id,
      tokenType: link.token_type,
      scope: link.scope,
    })
      .setProtectedHeader({ alg: 'ES256', typ: KIND, kid })
      .setIssuer(ISSUER)
      .setAudience(`${ISSUER}:${link.mandator}`)
      .setJti(link.id)
      .setIssuedAt(Math.floor(link.created_at.getTime() / 1000))
      .setExpirationTime(Math.floor(link.expires_at.getTime() / 1000))
      .sign(privateKey)
  }

  async function toGift(link: Link): Promise<Gift> {
    const state = toGiftState({ expiresAt: link.expires_at, revokedAt: link.revoked_at }, now())
    return {
      id: link.id,
      articleId: link.article_id,
      token: await sign(link),
      state,
      createdAt: link.created_at.toISOString(),
      expiresAt: link.expires_at.toISOString(),
      openedCount: link.opened,
    }
  }

  async function give(mandator: Mandator, giver: string, articleId: string) {
    const time = now()
    const since = toMonthStart(time)
    const found = await store.inTransaction(async (within) => {
      await store.lockGiver(mandator, giver, within)
      const given = await store.countGifts(mandator, giver, since, within)
      const known = await store.getActiveGift(mandator, giver, articleId, time, within)
      if (known !== null) return { link: known, left: countGiftsLeft(given), isNew: false }
      if (countGiftsLeft(given) === 0) return null
      const link = toRow(
        mandator,
        articleId,
        { giver, tokenType: 'gift', scope: 'no_paywall', days: GIFT.days, readers: GIFT.readers },
        time,
      )
      await store.addLink(link, within)
      return { link: { ...link, opened: 0 }, left: countGiftsLeft(given + 1), isNew: true }
    })
    if (found === null) return problem(409, 'GIFT_LIMIT', `${GIFT.perMonth} articles were given away this month`)
    const answer = { ...(await toGift(found.link)), left: found.left }
    return found.isNew ? created(answer) : answer
  }

  async function verify(mandator: Mandator, token: string) {
    const invalid = (reason: string) => problem(401, 'ERR_JWT_INVALID', reason)
    if (token.length > LONGEST_LINK_TOKEN || !COMPACT.test(token)) return invalid('This is no token')
    let claims: Record<string, unknown>
    try {
      const verified = await jwtVerify(
        token,
        ({ kid, crit, b64 }) => {
          const key = crit === undefined && b64 === undefined ? keys.find((one) => one.kid === kid) : undefined
          if (key === undefined) throw new Error('There is no such key')
          return key.publicKey
        },
        {
          algorithms: ['ES256'],
          typ: KIND,
          issuer: ISSUER,
          audience: `${ISSUER}:${mandator}`,
          currentDate: now(),
          requiredClaims: ['exp', 'iat', 'jti'],
        },
      )
      claims = verified.payload
    } catch (error) {
      // The library checks the signature first: only what we signed is ever called expired.
      return (error as { code?: unknown }).code === 'ERR_JWT_EXPIRED'
        ? problem(401, 'ERR_JWT_EXPIRED', 'The token has expired')
        : invalid('The token is not one of ours')
    }
    const link = typeof claims.jti === 'string' ? await store.getLink(mandator, claims.jti) : null
    if (
      link === null ||
      claims.articleId !== link.article_id ||
      claims.mandator !== mandator ||
      claims.scope !== link.scope
    )
      return invalid('There is no such link')
    if (link.revoked_at !== null) return invalid('The link was revoked')
    return {
      id: link.id,
      articleId: link.article_id,
      tokenType: link.token_type as 'gift' | 'link',
      scope: link.scope,
      expiresAt: link.expires_at.toISOString(),
    }
  }

  async function open(mandator: Mandator, id: string, sub: string) {
    const time = now()
    const reader = toDigest(mandator, sub)
    return store.inTransaction(async (within) => {
      const link = await store.lockLink(mandator, id, within)
      if (link === null || link.revoked_at !== null || link.expires_at.getTime() <= time.getTime())
        return problem(404, 'NOT_FOUND', 'There is no such link, or no longer')
      const count = await store.countOpenings(id, within)
      // The giver trying the own link is no reader who got it.
      if (link.giver === sub || (await store.hasOpened(id, reader, within))) return { openedCount: count }
      if (count >= link.most_readers) return problem(409, 'USED_UP', 'As many readers as may have opened this link')
      await store.addOpening({ link_id: id, mandator, reader, opened_at: time }, within)
      return { openedCount: count + 1 }
    })
  }

  async function revoke(mandator: Mandator, id: string, giver: string | null) {
    const isRevoked = await store.revoke(mandator, id, giver, now())
    const link = isRevoked ? await store.getLink(mandator, id) : null
    return link === null ? problem(404, 'NOT_FOUND', 'There is no such link') : toGift(link)
  }

  const toContext = ({ mandator = '' }: Readonly<Record<string, string>>): Mandator | Refusal =>
    toMandator(mandator) ?? problem(404, 'NOT_FOUND', 'No such publication')
  const served = serveContract(
    LINK_TOKENS,
    {
      giveArticle: ({ context, params, body }) => give(context, params.sub, body.articleId),
      listGifts: async ({ context, params }) => {
        const [links, given] = await Promise.all([
          store.listGifts(context, params.sub),
          store.countGifts(context, params.sub, toMonthStart(now())),
        ])
        return { gifts: await Promise.all(links.map(toGift)), left: countGiftsLeft(given), perMonth: GIFT.perMonth }
      },
      revokeGift: ({ context, params }) => revoke(context, params.id, params.sub),
      createLink: async ({ context, body }) => {
        const link = toRow(
          context,
          body.articleId,
          { giver: null, tokenType: 'link', scope: body.scope, days: body.days, readers: body.readers },
          now(),
        )
        await store.addLink(link)
        return toGift({ ...link, opened: 0 })
      },
      revokeLink: ({ context, params }) => revoke(context, params.id, null),
      verify: ({ context, body }) => verify(context, body.token),
      open: ({ context, params, body }) => open(context, params.id, body.sub),
    },
    {
      base: '/:mandator',
      toContext,
      serviceKey: options.serviceKey,
      headers: { 'cache-control': 'no-store' },
      bodyLimits: { verify: 10_000 },
      ...(options.checkAnswers === undefined ? {} : { checkAnswers: options.checkAnswers }),
      ...(options.onError === undefined ? {} : { onError: options.onError }),
    },
  )
  const app = new Hono()
  app.route('/', serveDocumentation(LINK_TOKENS, LINK_TOKENS_INFO))
  app.all('*', (c) => served.fetch(c.req.raw))

  const prune = () => store.prune(new Date(now().getTime() - KEPT_DAYS * DAY))
  const schedule = createSchedule(HOUR, prune, (error) => options.onError?.(error, 'prune'))

  return {
    app,
    prune,
    start: () => schedule.start(),
    close: () => schedule.close(),
    personalData: {
      name: 'gifts',
      title: 'Verschenkte Artikel',
      async read({ mandator, sub }) {
        const [links, geöffnet] = await Promise.all([
          store.listGifts(mandator, sub),
          store.listOpenings(mandator, toDigest(mandator, sub)),
        ])
        return {
          verschenkt: links.map(({ article_id, created_at, expires_at, opened }) => ({
            artikel: article_id,
            am: created_at.toISOString(),
            bis: expires_at.toISOString(),
            geöffnet: opened,
          })),
          geöffnet,
        }
      },
      listKept: async () => [],
      erase: ({ mandator, sub }) => store.eraseReader(mandator, sub, toDigest(mandator, sub)),
    },
  }
}

function toRow(
  mandator: Mandator,
  articleId: string,
  link: { giver: string | null; tokenType: string; scope: string; days: number; readers: number },
  at: Date,
): LinkRow {
  // Whole seconds, as a token has them.
  const createdAt = new Date(Math.floor(at.getTime() / 1000) * 1000)
  return {
    mandator,
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

/** The first moment of this month in Berlin, which is one or two hours ahead. */
function toMonthStart(now: Date): Date {
  const midnight = Date.parse(`${toDayKey(now).slice(0, 7)}-01T00:00:00Z`)
  const day = toDayKey(new Date(midnight))
  for (const hours of [2, 1, 0]) {
    const at = new Date(midnight - hours * HOUR)
    if (toDayKey(at) === day) return at
  }
  return new Date(midnight)
}
