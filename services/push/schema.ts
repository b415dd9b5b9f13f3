/**
 * The tables of push, in the PostgreSQL schema `push`. Choices belong to an owner: a device (`d:` and its id) or an account
 * (`r:` and the reader); a device has one owner at a time. A delivery stays when it is done: its key keeps the same
 * article from coming twice.
 */
import type { PushKind } from '@lokalteil/domain/push/push'
import type { ColumnType, Kysely } from 'kysely'

export type PushTables = {
  'push.devices': {
    id: string
    publication: string
    /** Of the endpoint. */
    digest: string
    endpoint: string
    p256dh: string
    auth: string
    /** Ours, that the browser subscribed with. */
    public_key: string
    owner: string
    text_version: string
    agreed_at: Date
  }
  'push.owners': {
    publication: string
    owner: string
    breaking: boolean
    replies: boolean
    quiet_from: number | null
    quiet_to: number | null
    breaking_in_quiet: boolean
    most_a_day: number
    changed_at: Date
  }
  /** `follow`: kind and id, "topic 12". */
  'push.follows': { publication: string; owner: string; follow: string; position: number }
  'push.messages': {
    id: string
    publication: string
    key: string
    /** What a device hears of once. */
    subject: string
    title: string
    body: string
    path: string
    tag: string
    /** `breaking`, `reply`, or `follow`: of whom follows one of `matches`. */
    kind: 'breaking' | 'reply' | 'follow'
    matches: ColumnType<Match[], string, string>
    /** The one it is for; null: all who chose such. */
    owner: string | null
    article: string | null
    created_at: Date
    expires_at: Date
    /** The last device that was looked at. */
    reached: string
    state: 'planning' | 'planned'
    lease: string | null
    leased_until: Date | null
  }
  'push.deliveries': {
    publication: string
    subject: string
    device: string
    message: string
    kind: PushKind
    ref: string
    due_at: Date
    expires_at: Date
    /** Of the due time in Berlin: the cap counts by it. */
    day: string
    state: 'waiting' | 'sent' | 'failed'
    attempts: number
    lease: string | null
    leased_until: Date | null
    done_at: Date | null
    error: string | null
  }
  /** News before it is not told. */
  'push.marks': { publication: string; since: Date }
  'push.counters': { bucket: string; started_at: Date; count: number }
}

/** In the order of what counts more as the reason. */
export type Match = { follow: string; label: string }

export type PushDb = Kysely<PushTables>

export const ofDevice = (device: string) => `d:${device}`
export const ofReader = (sub: string) => `r:${sub}`
