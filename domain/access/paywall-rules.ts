/**
 * A publisher's paywall rules as data. The first rule whose conditions all hold names the template; if none does,
 * `otherwise` answers. Promises: the same facts always give the same answer and trace, so that "what would this reader
 * see" can be computed. Unknown facts never open: conditions on visits, meter or share fail for a reader who cannot be
 * recognised, whatever their bounds.
 */
import type { Device } from '../display/device.ts'
import { berlinHour, toDayKey, toWeekday } from '../german.ts'
import { isAtOrBelow } from '../section-path.ts'
import type { GiftTokenState } from './gift.ts'
import { isFreeRead, listRecent, LONGEST_WINDOW, toMeterState, type Meter, type Read } from './metering.ts'
import type { ReaderFlags } from './roles.ts'

export const SEGMENTS = [
  'anonymous',
  'registered',
  'verified',
  'unverified',
  'pur',
  'wallet',
  'tag-subscriber',
  'epaper',
  'plus',
] as const
export type Segment = (typeof SEGMENTS)[number]

export type PaywallConditions = {
  /** Matches these sections and all sections below: `lokales` also means `lokales/altstadt`. */
  sections?: readonly string[] | undefined
  /** `none`, a path of the publication (`/suche` and below), or a host (`google.com` and its subdomains). */
  referrers?: readonly string[] | undefined
  devices?: readonly Device[] | undefined
  segments?: readonly Segment[] | undefined
  linkTokens?: readonly GiftTokenState[] | undefined
  /** Number of days within the last `days`, today included, on which the reader opened a paid article. */
  visits?: { days: number; atLeast?: number | undefined; atMost?: number | undefined } | undefined
  /**
   * Metering: holds while this article is among the first `articles` of the last `days`. An article counts once a day.
   */
  meter?: Meter | undefined
  /** Instants; weekdays 1 (Monday) to 7 and hours 0 to 23 as in Berlin. */
  time?:
    | {
        from?: string | undefined
        until?: string | undefined
        weekdays?: readonly number[] | undefined
        hours?: readonly number[] | undefined
      }
    | undefined
  /**
   * A share of the readers: `split` assigns each reader to one of 100 parts. The same name assigns the same way in
   * every rule.
   */
  share?: { split: string; from: number; below: number } | undefined
}

export type PaywallRule = { id: string; note?: string | undefined; when: PaywallConditions; template: string }
export type PaywallRules = { rules: readonly PaywallRule[]; otherwise: string }

export type PaywallFacts = {
  articleId: string
  /** The first path segment and the section of the article. */
  sections: readonly string[]
  referrer: string
  device: Device
  segments: readonly Segment[]
  linkToken: GiftTokenState
  /** Null: the reader brings nothing to be recognised by. */
  readerKey: string | null
  /** Reads of this reader, at most `MOST_READS`. */
  reads: readonly Read[]
  now: Date
}

type ConditionName = keyof PaywallConditions
/** `failed`: the first condition that did not hold; null: this rule decided. */
type RuleTrace = { ruleId: string; failed: ConditionName | null }
export type PaywallAnswer = {
  template: string
  /** Null: no rule held. */
  ruleId: string | null
  trace: readonly RuleTrace[]
  /** Whether the answer gave one of the reader's free articles, so that it must be counted. */
  isMetered: boolean
}

export function decideByRules({ rules, otherwise }: PaywallRules, facts: PaywallFacts): PaywallAnswer {
  const trace: RuleTrace[] = []
  for (const { id, when, template } of rules) {
    const failed =
      (Object.keys(CHECKS) as ConditionName[]).find(
        (name) => when[name] !== undefined && !CHECKS[name](when as Required<PaywallConditions>, facts),
      ) ?? null
    trace.push({ ruleId: id, failed })
    if (failed === null)
      return { template, ruleId: id, trace, isMetered: when.meter !== undefined && template === 'ok' }
  }
  return { template: otherwise, ruleId: null, trace, isMetered: false }
}

type Check = (when: Required<PaywallConditions>, facts: PaywallFacts) => boolean

const CHECKS: Readonly<Record<ConditionName, Check>> = {
  sections: ({ sections }, facts) =>
    sections!.some((wanted) => facts.sections.some((section) => isAtOrBelow(section, wanted))),
  referrers: ({ referrers }, { referrer }) => referrers!.some((wanted) => isFrom(referrer, wanted)),
  devices: ({ devices }, { device }) => devices!.includes(device),
  segments: ({ segments }, facts) => segments!.some((segment) => facts.segments.includes(segment)),
  linkTokens: ({ linkTokens }, { linkToken }) => linkTokens!.includes(linkToken),
  visits: ({ visits }, facts) => {
    if (facts.readerKey === null) return false
    const { days, atLeast = 0, atMost = LONGEST_WINDOW } = visits!
    const today = toDayKey(facts.now)
    const seen = new Set(listRecent(facts, days).map(({ day }) => day)).add(today)
    return seen.size >= atLeast && seen.size <= atMost
  },
  meter: ({ meter }, facts) => facts.readerKey !== null && isFreeRead(meter!, facts),
  time: ({ time }, { now }) => {
    const { from, until, weekdays, hours } = time!
    if (from !== undefined && !(now.getTime() >= Date.parse(from))) return false
    if (until !== undefined && !(now.getTime() < Date.parse(until))) return false
    if (weekdays !== undefined && !weekdays.includes(toWeekday(toDayKey(now)))) return false
    return hours === undefined || hours.includes(berlinHour(now))
  },
  share: ({ share }, { readerKey }) => {
    if (readerKey === null) return false
    const part = toPart(share!.split, readerKey)
    return part >= share!.from && part < share!.below
  },
}

/** Whether a rule depends on the reader's earlier reads. */
export function usesReads({ rules }: PaywallRules): boolean {
  return rules.some(({ when }) => when.meter !== undefined || when.visits !== undefined)
}

/** Whether a rule meters. Then counting and answering must happen in one transaction. */
export function usesMeter({ rules }: PaywallRules): boolean {
  return rules.some(({ when }) => when.meter !== undefined)
}

/**
 * Free articles of the first rule that gives some to such readers; null: no rule does, or the reader cannot be
 * recognised.
 */
export function findMeterState(
  { rules }: PaywallRules,
  facts: Pick<PaywallFacts, 'segments' | 'readerKey' | 'reads' | 'now'>,
): (Meter & { used: number }) | null {
  if (facts.readerKey === null) return null
  const meter = rules.find(
    ({ when, template }) =>
      when.meter !== undefined &&
      template === 'ok' &&
      (when.segments === undefined || when.segments.some((segment) => facts.segments.includes(segment))),
  )?.when.meter
  return meter === undefined ? null : toMeterState(meter, facts)
}

export function toSegments(reader: ReaderFlags): Segment[] {
  if (!reader.isLoggedIn) return ['anonymous']
  const found: [Segment, boolean][] = [
    ['registered', true],
    ['verified', reader.hasVerifiedEmail],
    ['unverified', !reader.hasVerifiedEmail],
    ['pur', reader.isPurUser],
    ['wallet', reader.isWalletUser],
    ['tag-subscriber', reader.tagIds.length > 0],
    ['epaper', reader.isEpaperUser],
    ['plus', reader.isPlusUser],
  ]
  return found.flatMap(([segment, has]) => (has ? [segment] : []))
}

/** Maps a reader to one of 100 parts, always the same. FNV-1a with a final mix, even over short keys. */
export function toPart(split: string, readerKey: string): number {
  let hash = 0x811c9dc5
  for (const letter of `${split} ${readerKey}`) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % 100
}

/** Rules that are well formed but cannot be meant that way: rule id → fault. Shown to the publisher. */
export function listRuleFaults({
  rules,
}: PaywallRules): { ruleId: string; fault: 'ID_TWICE' | 'NEVER_HOLDS' | 'UNREACHABLE' }[] {
  const faults: { ruleId: string; fault: 'ID_TWICE' | 'NEVER_HOLDS' | 'UNREACHABLE' }[] = []
  const seen = new Set<string>()
  let isDecided = false
  for (const { id, when } of rules) {
    if (seen.has(id)) faults.push({ ruleId: id, fault: 'ID_TWICE' })
    seen.add(id)
    if (isDecided) faults.push({ ruleId: id, fault: 'UNREACHABLE' })
    const { share, visits, time } = when
    const isEmpty =
      (share !== undefined && share.from >= share.below) ||
      (visits?.atLeast !== undefined && visits.atLeast > Math.min(visits.days, visits.atMost ?? visits.days)) ||
      (time?.from !== undefined && time.until !== undefined && Date.parse(time.from) >= Date.parse(time.until))
    if (isEmpty) faults.push({ ruleId: id, fault: 'NEVER_HOLDS' })
    if (Object.values(when).every((condition) => condition === undefined)) isDecided = true
  }
  return faults
}

function isFrom(referrer: string, wanted: string): boolean {
  if (wanted === 'none' || wanted.startsWith('/'))
    return (
      referrer === wanted || (wanted !== 'none' && referrer.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`))
    )
  const host = /^https?:\/\/([^/?#:]+)/i.exec(referrer)?.[1]?.toLowerCase()
  return host !== undefined && (host === wanted || host.endsWith(`.${wanted}`))
}
