/** Tables in the PostgreSQL schema `community`. */
import type { ModerationGround, TextState } from '@lokalteil/domain/community/moderation'
import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely'
import type { DecisionRow, ReportRow } from '../platform/moderation/case-tables.ts'

/** Columns that comments and reviews share. */
type TextTable = {
  publication: string
  id: GeneratedAlways<number>
  article: string
  /** Null: the account was deleted. */
  sub: string | null
  text: string
  state: TextState
  /** Why it is held, for moderators. */
  held_for: Generated<string>
  /** Ground of the removal; null unless the text was removed. */
  ground: ModerationGround | null
  at: Date
  edited_at: Date | null
  search: GeneratedAlways<string>
}

export type CommunityTables = {
  'community.threads': {
    publication: string
    article: string
    path: string
    title: string
    /** Number of visible ones. */
    comments: Generated<number>
    reviews: Generated<number>
    /** Sum of their stars. */
    stars: Generated<number>
  }
  'community.members': {
    publication: string
    sub: string
    name: string | null
    /** `toNameKey` of the name. */
    name_key: string | null
    email: Generated<string>
    author_path: string | null
    has_reply_mails: Generated<boolean>
    /** Number of their texts that are or were visible. */
    texts: Generated<number>
    /** Null: not banned. */
    banned_at: Date | null
    /** Null: until it is lifted. */
    banned_until: Date | null
    ban_reason: Generated<string>
    created_at: Date
  }
  'community.comments': TextTable & {
    /** First comment of the thread; null: this is it. */
    parent: number | null
    reply_to: number | null
    up: Generated<number>
    down: Generated<number>
    score: Generated<number>
    /** Number of visible ones. */
    replies: Generated<number>
    is_picked: Generated<boolean>
  }
  'community.votes': { publication: string; comment: number; sub: string; value: number }
  'community.reviews': TextTable & { stars: number }
  'community.reports': ReportRow
  'community.decisions': DecisionRow
  'community.bans': { publication: string; at: Date }
  'community.windows': { key: string; count: number; until: Date }
  'community.seen': { publication: string; sub: string; article: string; at: Date }
}
export type TargetKind = 'comment' | 'review'
export type CommunityDb = Kysely<CommunityTables>
export type Trx = Transaction<CommunityTables>
