/**
 * Tables of push, in the PostgreSQL schema `push`. Choices belong to an owner: a device (`d:` and its id) or an account
 * (`r:` and the reader); a device has one owner at a time. A delivery stays after it is done: its key prevents a second
 * message about the same article.
 */
import type { PushKind } from '../domain/push.ts'
import type { ColumnType, Kysely } from 'kysely'

export type PushTables = {
  'push.devices': {
    id: string
    publication: string
    /** Digest of the endpoint. */
    digest: string
    endpoint: string
    p256dh: string
    auth: string
    /** Our key, with which the browser subscribed. */
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
    /** A device gets one message per subject. */
    subject: string
    title: string
    body: string
    path: string
    tag: string
    /** `breaking`, `reply`, or `follow`: for followers of one of `matches`. */
    kind: 'breaking' | 'reply' | 'follow'
    matches: ColumnType<Match[], string, string>
    /** The only recipient; null: all who chose this kind. */
    owner: string | null
    article: string | null
    created_at: Date
    expires_at: Date
    /** The last device that was planned. */
    reached: string
    /** `held`: somebody of the office ordered it and may stop it until `due_at`. */
    state: 'held' | 'stopped' | 'planning' | 'planned'
    /** Not planned before this time. */
    due_at: Date
    /** The person of the office who ordered it; null: another source. */
    ordered_by: string | null
    /** Devices that the order would have reached when it was given. */
    expected: number
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
    /** Day of the due time in Berlin, for the daily cap. */
    day: string
    state: 'waiting' | 'sent' | 'failed'
    attempts: number
    lease: string | null
    leased_until: Date | null
    done_at: Date | null
    error: string | null
  }
  /** News from before this time are not sent. */
  'push.marks': { publication: string; since: Date }
  'push.counters': { bucket: string; started_at: Date; count: number }
}

/** In the order in which they are named as the reason. */
export type Match = { follow: string; label: string }

export type PushDb = Kysely<PushTables>

export const ofDevice = (device: string) => `d:${device}`
export const ofReader = (sub: string) => `r:${sub}`
