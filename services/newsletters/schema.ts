/**
 * Tables of the newsletter service, in the PostgreSQL schema `newsletter`. An address is stored only while mails are
 * sent to it; `address_key` is a keyed hash that only this service can compute.
 */
import type { IssueDraft } from '@lokalteil/contracts/newsletter-issues'
import type { IssuePlan } from '@lokalteil/domain/reading/newsletter-issues'
import type { ColumnType, Generated, Kysely } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type NewsletterTables = {
  /** `ended` rows lose their owner and stay for a while, so that a second click finds them. */
  'newsletter.subscriptions': {
    id: string
    mandator: string
    slug: string
    address_key: string | null
    address: string | null
    reader: string | null
    state: 'active' | 'ended'
    since: Date
    ended_at: Date | null
  }
  'newsletter.orders': {
    /** Digest of the token in the mail. */
    digest: string
    mandator: string
    address_key: string
    /** '' once confirmed. */
    address: string
    reader: string | null
    slugs: Json<string[]>
    text_version: string
    ordered_at: Date
    expires_at: Date
    confirmed_at: Date | null
  }
  /** Proof of consent: the person, the text, the kind of confirmation; `until` is set when the subscription ends. */
  'newsletter.proofs': {
    sequence: Generated<number>
    mandator: string
    address_key: string
    slug: string
    event: 'ordered' | 'confirmed' | 'ended'
    method: 'mail' | 'account' | 'link'
    text_version: string
    at: Date
    until: Date | null
  }
  /** Changes of an account's address, without the address. `joined`: newsletters that the new one already had. */
  'newsletter.address_changes': {
    mandator: string
    id: string
    at: Date
    joined: Json<{ slug: string; since: string }[]>
  }
  'newsletter.schedules': {
    mandator: string
    slug: string
    rhythm: string
    next_at: Date | null
    last_issue_at: Date | null
    lease: string | null
    leased_until: Date | null
  }
  'newsletter.issues': {
    id: string
    mandator: string
    slug: string
    due_at: Date
    state: 'sending' | 'sent' | 'empty' | 'late' | 'stopped'
    /** The part that all recipients share; deleted when everybody has it. */
    content: Json<unknown> | null
    article_ids: Json<string[]>
    recipients: number
    /** The last subscription whose mail is in the outbox. */
    reached: string
    lease: string | null
    leased_until: Date | null
    created_at: Date
    finished_at: Date | null
    /** Id of an extra issue; null: a regular one. */
    draft_id: string | null
    /** By people. */
    is_composed: boolean | null
    subject: string | null
    /** Mails that were given up; null: some may wait. */
    failed: number | null
  }
  /** Issues that people prepare. A regular one is named by its time, `due_at`. */
  'newsletter.drafts': {
    mandator: string
    slug: string
    id: string
    is_special: boolean
    due_at: Date | null
    /** `done`: the issue was planned, with this draft or without. */
    plan: IssuePlan | 'done'
    /** 0: nothing was saved. */
    revision: number
    draft: Json<IssueDraft> | null
    changed_at: Date
    changed_by: string
    released: Json<IssueDraft> | null
    released_revision: number | null
    released_at: Date | null
    released_by: string | null
    lease: string | null
    leased_until: Date | null
  }
  'newsletter.counters': { bucket: string; started_at: Date; count: number }
}

export type NewsletterDb = Kysely<NewsletterTables>
