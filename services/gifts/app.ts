/**
 * Link tokens: articles that plus readers give away, and links of the publisher. Promises: a token is accepted only if
 * its signature, kind, issuer, publication and time are valid, and if the link it names exists, is not revoked and
 * matches; nothing inside the token chooses how it is checked; a giver's monthly limit and a link's number of readers
 * hold under parallel calls; opening twice counts once. A token names an article and a purpose, never a person, and it
 * is no login.
 */
import { LINK_TOKENS, LINK_TOKENS_INFO } from '@lokalteil/contracts/gifts'
import { toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { migrate, migrationsIn } from '../platform/database/migrations.ts'
import { createSchedule } from '../platform/schedule.ts'
import { bindHandlers, problem, serveContract, serveDocumentation } from '../platform/serve.ts'
import type { GiftsContext } from './context.ts'
import { createLinkKeys } from './link-keys.ts'
import { GIFTS_HANDLERS, toDigest } from './links.ts'
import type { GiftsDb } from './schema.ts'
import * as store from './store.ts'

export type GiftsServiceOptions = {
  database: Database
  serviceKey: string
  /**
   * Secrets of at least 32 characters, the same in every process; the first signs, the others only verify (key
   * rotation).
   */
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
  /** For the export and erasure of a reader's data. */
  personalData: {
    name: string
    title: string
    read: (reader: Held) => Promise<unknown>
    listKept: (reader: Held) => Promise<{ what: string; reason: string; until: string }[]>
    erase: (reader: Held) => Promise<void>
  }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/**
 * Days for which an ended link is kept, so that it answers 'expired' instead of 'invalid' and stays in its giver's
 * list.
 */
const KEPT_DAYS = 60

export async function createGiftsService(options: GiftsServiceOptions): Promise<GiftsService> {
  const { database, secrets, now = () => new Date() } = options
  await migrate(database, 'gifts', await migrationsIn(import.meta.dirname))
  const gifts: GiftsContext = { db: database.db as GiftsDb, keys: createLinkKeys(secrets), now }
  const prune = () => store.removeExpired(gifts.db, new Date(now().getTime() - KEPT_DAYS * DAY))
  const schedule = createSchedule(HOUR, prune, (error) => options.onError?.(error, 'prune'))
  return {
    app: createApp(gifts, options),
    prune,
    start: () => schedule.start(),
    close: () => schedule.close(),
    personalData: {
      name: 'gifts',
      title: 'Verschenkte Artikel',
      read: (reader) => readGifts(gifts, reader),
      listKept: async () => [],
      erase: ({ mandator, sub }) => store.eraseReader(gifts.db, mandator, sub, toDigest(mandator, sub)),
    },
  }
}

function createApp(gifts: GiftsContext, { serviceKey, checkAnswers, onError }: GiftsServiceOptions): Hono {
  const served = serveContract(LINK_TOKENS, bindHandlers(gifts, GIFTS_HANDLERS), {
    base: '/:mandator',
    toContext: ({ mandator = '' }) => toMandator(mandator) ?? problem(404, 'NOT_FOUND', 'No such publication'),
    serviceKey,
    headers: { 'cache-control': 'no-store' },
    bodyLimits: { verify: 10_000 },
    ...(checkAnswers === undefined ? {} : { checkAnswers }),
    ...(onError === undefined ? {} : { onError }),
  })
  const app = new Hono()
  app.route('/', serveDocumentation(LINK_TOKENS, LINK_TOKENS_INFO))
  app.all('*', (c) => served.fetch(c.req.raw))
  return app
}

async function readGifts({ db }: GiftsContext, { mandator, sub }: Held): Promise<unknown> {
  const [links, geöffnet] = await Promise.all([
    store.listGifts(db, mandator, sub),
    store.listOpenings(db, mandator, toDigest(mandator, sub)),
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
}
