/**
 * Rules of push messages: the reader's choices, the time of delivery, and how long a message is useful. Only chosen
 * messages are sent. Quiet hours and the daily limit are set by the reader, in Berlin time.
 */
import { toPlainLine } from '@lokalteil/domain/plain-text'
import { formatTime } from '@lokalteil/domain/german'

/**
 * The consent text under the button. It stands here and not in the message catalogue, because the stored proof names
 * its version.
 */
export const PUSH_CONSENT = {
  version: '2026-11-28',
  text: 'Ich möchte auf diesem Gerät Mitteilungen zu dem bekommen, was ich ausgewählt habe. Dafür speichern Sie eine technische Adresse meines Browsers. Ich kann das jederzeit hier oder in jeder Mitteilung beenden.',
} as const

export const FOLLOW_KINDS = ['topic', 'region', 'author'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]
/** Reasons of a message. */
export const PUSH_KINDS = ['breaking', ...FOLLOW_KINDS, 'reply'] as const
export type PushKind = (typeof PUSH_KINDS)[number]

export type Follow = { kind: FollowKind; ref: string }
/** Minutes since midnight. If `from` is after `to`, the span crosses midnight. */
export type QuietHours = { from: number; to: number }

export type PushChoices = {
  breaking: boolean
  /** Replies to the reader's comments; only with an account. */
  replies: boolean
  follows: readonly Follow[]
  /** Null: no quiet hours. */
  quiet: QuietHours | null
  /** Breaking news are sent during quiet hours, too. */
  isBreakingInQuiet: boolean
  /** Daily limit for topics, regions and authors; breaking news and replies do not count. */
  mostADay: number
}

export const MOST_FOLLOWS = 100
export const MOST_A_DAY = { least: 1, usual: 5, most: 20 } as const
export const USUAL_QUIET: QuietHours = { from: 22 * 60, to: 7 * 60 }

/** Default of a new device: breaking news, except at night. */
export const FIRST_CHOICES: PushChoices = {
  breaking: true,
  replies: true,
  follows: [],
  quiet: USUAL_QUIET,
  isBreakingInQuiet: false,
  mostADay: MOST_A_DAY.usual,
}

/** Choices of a device after logout: nothing that says anything about the reader. */
export const NO_CHOICES: PushChoices = { ...FIRST_CHOICES, breaking: false, replies: false }

/** The choices after the reader used the unsubscribe link of a message. */
export function turnOff(choices: PushChoices, off: { kind: PushKind; ref: string }): PushChoices {
  if (off.kind === 'breaking') return { ...choices, breaking: false }
  if (off.kind === 'reply') return { ...choices, replies: false }
  return { ...choices, follows: choices.follows.filter(({ kind, ref }) => kind !== off.kind || ref !== off.ref) }
}

/**
 * Merges at login: follows and breaking news chosen on the device are added to the account; everything else comes from
 * the account.
 */
export function joinChoices(account: PushChoices | null, device: PushChoices): PushChoices {
  if (account === null) return device
  const known = new Set(account.follows.map(toFollowKey))
  const more = device.follows.filter((follow) => !known.has(toFollowKey(follow)))
  return {
    ...account,
    breaking: account.breaking || device.breaking,
    follows: [...account.follows, ...more].slice(0, MOST_FOLLOWS),
  }
}

export function toFollowKey({ kind, ref }: Follow): string {
  return `${kind} ${ref}`
}

const MINUTE = 60_000
const DAY_MINUTES = 1440
const HOUR_MS = 60 * MINUTE

/** Time to live of a message by kind. */
export const LIFE_MS: Readonly<Record<PushKind, number>> = {
  breaking: 6 * HOUR_MS,
  topic: 12 * HOUR_MS,
  region: 12 * HOUR_MS,
  author: 24 * HOUR_MS,
  reply: 3 * 24 * HOUR_MS,
}

/** Urgency of RFC 8030: a device with a low battery may delay less urgent messages. */
export const URGENCY: Readonly<Record<PushKind, 'high' | 'normal' | 'low'>> = {
  breaking: 'high',
  topic: 'normal',
  region: 'normal',
  author: 'low',
  reply: 'normal',
}

/** Articles that arrive later than this after their publication cause no message. */
export const NEWS_MS = 2 * HOUR_MS

/** The earliest time from `now` on at which the message may be sent to this reader; null: it would be too late. */
export function toDueTime(
  kind: PushKind,
  choices: Pick<PushChoices, 'quiet' | 'isBreakingInQuiet'>,
  now: Date,
  expires: Date,
): Date | null {
  const isQuiet = choices.quiet !== null && !(kind === 'breaking' && choices.isBreakingInQuiet)
  const due = isQuiet ? toQuietEnd(choices.quiet!, now) : now
  return due < expires ? due : null
}

/** `now` outside of quiet hours. */
export function toQuietEnd({ from, to }: QuietHours, now: Date): Date {
  const minute = toMinute(now)
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return now
  const left = (to - minute + DAY_MINUTES) % DAY_MINUTES
  const end = Math.floor(now.getTime() / MINUTE) * MINUTE + left * MINUTE
  // Corrects the result if the clock changes in between.
  const off = ((to - toMinute(new Date(end)) + DAY_MINUTES + DAY_MINUTES / 2) % DAY_MINUTES) - DAY_MINUTES / 2
  return new Date(end + off * MINUTE)
}

function toMinute(date: Date): number {
  const [hour = 0, minute = 0] = formatTime(date).split(':').map(Number)
  return hour * 60 + minute
}

export const MOST_TITLE = 120
export const MOST_BODY = 240

/** One line without markup, cut between words. */
export function toMessageLine(text: string, most: number): string {
  const line = toPlainLine(text)
  if (line.length <= most) return line
  const cut = line.slice(0, most - 1)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > most / 2 ? end : most - 1).replace(/[\s,;:–-]+$/, '')}…`
}

/** The encrypted payload for the service worker, which adds the texts itself. */
export type PushPayload = {
  v: 1
  /** Id of the device, so that the worker can unsubscribe without a page. */
  device: string
  kind: PushKind
  /** Id and name of the followed topic, region or author; '' for breaking news and replies. */
  ref: string
  label: string
  title: string
  body: string
  /** A path of this site. */
  path: string
  /** A later message with the same tag replaces this one. */
  tag: string
  /** A path of this site. */
  icon: string
  at: string
}
