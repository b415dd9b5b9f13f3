/**
 * The tables of gifts, in the PostgreSQL schema `gifts`. The tokens themselves are not stored, only the links
 * they name.
 */
import type { Kysely } from 'kysely'

export type LinkRow = {
  mandator: string
  id: string
  /** Null: a link of the publisher. */
  giver: string | null
  article_id: string
  token_type: string
  scope: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  /** Number of readers who may open it. */
  most_readers: number
}

type GiftsTables = {
  'gifts.links': LinkRow
  /** `reader`: a digest, see `toDigest`. */
  'gifts.openings': { link_id: string; mandator: string; reader: string; opened_at: Date }
}

export type GiftsDb = Kysely<GiftsTables>
