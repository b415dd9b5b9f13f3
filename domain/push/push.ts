/**
 * Push messages by rule: what a reader may choose, when a message reaches whom, and how long it is worth anything. Nothing
 * comes that was not chosen; quiet hours and the cap of a day are the reader's, in Berlin time.
 */
import { toPlainText } from '../plain-text.ts'
import { formatTime } from '../german.ts'

/**
 * What a reader agrees to by pressing the button under it. It stands here and not with the other texts because the proof
 * names its version.
 */
export const PUSH_CONSENT = {
  version: '2026-11-28',
  text: 'Ich möchte auf diesem Gerät Mitteilungen zu dem bekommen, was ich ausgewählt habe. Dafür speichern Sie eine technische Adresse meines Browsers. Ich kann das jederzeit hier oder in jeder Mitteilung beenden.',
} as const

export const FOLLOW_KINDS = ['topic', 'region', 'author'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]
/** Why a message comes. */
export const PUSH_KINDS = ['breaking', ...FOLLOW_KINDS, 'reply'] as const
export type PushKind = (typeof PUSH_KINDS)[number]

export type Follow = { kind: FollowKind; ref: string }
/** Minutes since midnight; `from` after `to` goes over midnight. */
export type QuietHours = { from: number; to: number }

export type PushChoices = {
  breaking: boolean
  /** To what the reader wrote; for accounts only. */
  replies: boolean
  follows: readonly Follow[]
  /** Null: none. */
  quiet: QuietHours | null
  /** Breaking news come through quiet hours. */
  isBreakingInQuiet: boolean
  /** Of topics, regions and authors; breaking news and replies do not count. */
  mostADay: number
}

export const MOST_FOLLOWS = 100
export const MOST_A_DAY = { least: 1, usual: 5, most: 20 } as const
export const USUAL_QUIET: QuietHours = { from: 22 * 60, to: 7 * 60 }

/** A device that was never asked anything more: the flash, by day. */
export const FIRST_CHOICES: PushChoices = {
  breaking: true,
  replies: true,
  follows: [],
  quiet: USUAL_QUIET,
  isBreakingInQuiet: false,
  mostADay: MOST_A_DAY.usual,
}

/** Of a device that an account has left: nothing that tells of the reader. */
export const NO_CHOICES: PushChoices = { ...FIRST_CHOICES, breaking: false, replies: false }

/** Without what the link in a message ends. */
export function turnOff(choices: PushChoices, off: { kind: PushKind; ref: string }): PushChoices {
  if (off.kind === 'breaking') return { ...choices, breaking: false }
  if (off.kind === 'reply') return { ...choices, replies: false }
  return { ...choices, follows: choices.follows.filter(({ kind, ref }) => kind !== off.kind || ref !== off.ref) }
}

/** What a device chose before its reader logged in is not lost to the account; everything else is the account's. */
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

/** How long a message is worth anything: an hour's news is none the day after. */
export const LIFE_MS: Readonly<Record<PushKind, number>> = {
  breaking: 6 * HOUR_MS,
  topic: 12 * HOUR_MS,
  region: 12 * HOUR_MS,
  author: 24 * HOUR_MS,
  reply: 3 * 24 * HOUR_MS,
}

/** RFC 8030: what a device on its last battery may leave until later. */
export const URGENCY: Readonly<Record<PushKind, 'high' | 'normal' | 'low'>> = {
  breaking: 'high',
  topic: 'normal',
  region: 'normal',
  author: 'low',
  reply: 'normal',
}

/** Articles that come in later than this after their publication are no news. */
export const NEWS_MS = 2 * HOUR_MS

/** When a message may reach this reader, from `now` on; null: it would come too late. */
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

/** `now` outside of them. */
export function toQuietEnd({ from, to }: QuietHours, now: Date): Date {
  const minute = toMinute(now)
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return now
  const left = (to - minute + DAY_MINUTES) % DAY_MINUTES
  const end = Math.floor(now.getTime() / MINUTE) * MINUTE + left * MINUTE
  // The clock may leap in between: by the hour it shows then.
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
  const line = toPlainText(text).replace(/\s+/g, ' ')
  if (line.length <= most) return line
  const cut = line.slice(0, most - 1)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > most / 2 ? end : most - 1).replace(/[\s,;:–-]+$/, '')}…`
}

/** What the service worker is told, encrypted. It finds the words itself. */
export type PushPayload = {
  v: 1
  /** Of the device: lets it end what it gets without a page. */
  device: string
  kind: PushKind
  /** What is followed, '' of breaking news and replies, and its name. */
  ref: string
  label: string
  title: string
  body: string
  /** Of this site. */
  path: string
  /** A later message of the same tag takes its place. */
  tag: string
  /** A path of this site. */
  icon: string
  at: string
}
