/**
 * Gifts: articles that plus readers give away, and links of the publisher. Promises: a token is accepted only if
 * its signature, kind, issuer, publication and time are valid, and if the link it names exists, is not revoked and
 * matches; nothing inside the token chooses how it is checked; a giver's monthly limit and a link's number of readers
 * hold under parallel calls; opening twice counts once. A token names an article and a purpose, never a person, and it
 * is no login.
 */
import { GIFTS, GIFTS_INFO } from '@lokalteil/contracts/gifts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { createSchedule } from '../platform/schedule.ts'
import { part, serveService, type ServiceOptions } from '../platform/service.ts'
import type { GiftsContext } from './context.ts'
import { createGiftKeys } from './gift-keys.ts'
import { GIFTS_HANDLERS, toDigest } from './links.ts'
import * as store from './store.ts'

export type GiftsServiceOptions = ServiceOptions & {
  /**
   * Secrets of at least 32 characters, the same in every process; the first signs, the others only verify (key
   * rotation).
   */
  secrets: readonly string[]
}

type Held = { publication: PublicationCode; sub: string }
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
  const { app, context: gifts } = await serveService<GiftsContext>(options, {
    schema: 'gifts',
    folder: import.meta.dirname,
    info: GIFTS_INFO,
    toContext: (base) => ({ ...base, keys: createGiftKeys(options.secrets) }),
    parts: [part(GIFTS, GIFTS_HANDLERS, { bodyLimits: { verify: 10_000 } })],
  })
  const prune = () => store.removeExpired(gifts.db, new Date(gifts.now().getTime() - KEPT_DAYS * DAY))
  const schedule = createSchedule(HOUR, prune, (error) => options.onError?.(error, 'prune'))
  return {
    app,
    prune,
    start: () => schedule.start(),
    close: () => schedule.close(),
    personalData: {
      name: 'gifts',
      title: 'Verschenkte Artikel',
      read: (reader) => readGifts(gifts, reader),
      listKept: async () => [],
      erase: ({ publication, sub }) => store.eraseReader(gifts.db, publication, sub, toDigest(publication, sub)),
    },
  }
}

async function readGifts({ db }: GiftsContext, { publication, sub }: Held): Promise<unknown> {
  const [links, geöffnet] = await Promise.all([
    store.listGifts(db, publication, sub),
    store.listOpenings(db, publication, toDigest(publication, sub)),
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
