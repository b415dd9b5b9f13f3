/** The tables of link tokens, in the PostgreSQL schema `gifts`. The tokens themselves are not kept, only what they name. */
import type { Kysely } from 'kysely'

export type LinkRow = {
  mandator: string
  id: string
  /** Null: a link of the publisher, or a giver whose account was erased. */
  giver: string | null
  article_id: string
  token_type: string
  scope: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  /** Readers who may open it. */
  most_readers: number
}

type GiftsTables = {
  'gifts.links': LinkRow
  /** `reader` is a digest. */
  'gifts.openings': { link_id: string; mandator: string; reader: string; opened_at: Date }
}

export type GiftsDb = Kysely<GiftsTables>
