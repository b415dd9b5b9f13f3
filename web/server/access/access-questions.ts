/**
 * The questions to other services behind an access decision, and the reader who asks. Promises: every question has a
 * default that opens nothing, used if the service does not answer, answers badly or too late; a link opens only for a
 * reader who may use it; the log for support holds ids, flags and states, never a token, a name or an address.
 */
import { randomUUID } from 'node:crypto'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { GIFTS } from '@lokalteil/contracts/gifts'
import type {
  LoggedDecision,
  PAYWALL,
  PAYWALL_AT_ADDRESS,
  PAYWALL_INTERNAL,
  PaywallAnswer,
  PaywallRequest,
} from '@lokalteil/contracts/paywall'
import type { DecisionRecord } from '@lokalteil/domain/access/access'
import { toDevice, type Device } from '@lokalteil/domain/display/device'
import { toAssertionParameters, type AssertionParameters } from '@lokalteil/domain/access/extended-access'
import type { InstitutionAccess } from '@lokalteil/domain/access/institutions'
import { LONGEST_GIFT_TOKEN, type GiftTokenVerification } from '@lokalteil/domain/access/gift'
import { toAnonId, toReferrer } from '@lokalteil/domain/access/paywall-request'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { readCookie } from '../session/session-cookies.ts'
import type { ReaderSession } from '../session/session.ts'

/** A reader's request for one article, as the server sees it. */
export type AccessPrincipal = {
  /** `sub` of the verified token; null: anonymous. */
  sub: string | null
  idToken: string | null
  anonId: string | null
  device: Device
  referrer: string | null
  linkToken: string | null
  assertion: AssertionParameters | null
  /** The library or school of this request; absent: not determined. */
  institution?: InstitutionAccess | null
  /** Called with the decision record. */
  tell?: (record: DecisionRecord) => void
}

export type AskingRequest = {
  session: ReaderSession
  /** The Cookie header. */
  cookies: string | undefined
  userAgent: string
  referrer: string | null | undefined
  origin: string
  query: URLSearchParams
  institution?: InstitutionAccess | null
}

export function toAccessPrincipal(request: AskingRequest): AccessPrincipal {
  const { session, cookies, query } = request
  const isReader = session.kind === 'reader'
  return {
    sub: isReader && session.user.ssoId !== '' ? session.user.ssoId : null,
    idToken: isReader ? session.idToken : null,
    anonId: toAnonId(readCookie(cookies, 'anon_cookie')),
    device: toDevice(request.userAgent),
    referrer: toReferrer(request.referrer, request.origin),
    linkToken: query.get('link-token') || null,
    assertion: toAssertionParameters(query),
    institution: request.institution ?? null,
  }
}

/** Questions to the service that stores purchases and coins. */
export type PurchaseQuestions = {
  hasBought: (publication: PublicationCode, sub: string, articleId: string) => Promise<boolean>
  countCredits: (publication: PublicationCode, sub: string) => Promise<number>
}

export type AccessQuestions = {
  publication: PublicationCode
  /** Null: no usable answer. */
  decide: (request: PaywallRequest) => Promise<PaywallAnswer['results'] | null>
  verifyLink: (token: string) => Promise<Exclude<GiftTokenVerification, null> & { id?: string }>
  /** False: this reader may not use it, or it is used up or revoked. */
  openLink: (id: string, sub: string) => Promise<boolean>
  decideExtendedAccess: (
    asked: AssertionParameters & { articleId: string; session: string | null; isEntitled: boolean },
  ) => Promise<'unlocked' | 'locked'>
  hasBought: (sub: string, articleId: string) => Promise<boolean>
  countCredits: (sub: string) => Promise<number>
  keep: (decision: { articleId: string; sub: string | null; anonId: string | null; record: DecisionRecord }) => void
  /** Called when a question had no answer; `what` is one of the names above. */
  onTrouble: (what: string, reason: string) => void
}

export type AccessQuestionsOptions = {
  publication: PublicationCode
  /** The embedded service, or the publisher's own at its address. */
  paywall: Client<typeof PAYWALL> | Client<typeof PAYWALL_AT_ADDRESS>
  /** Null: without the embedded service no assertion can be checked, and all count as invalid. */
  paywallInternal: Pick<Client<typeof PAYWALL_INTERNAL>, 'decideExtendedAccess'> | null
  /** Null: there is no service for gifts. */
  links: Pick<Client<typeof GIFTS>, 'verify' | 'open'> | null
  /** Null: single articles are not sold. */
  purchases: PurchaseQuestions | null
  decisions: DecisionLog | null
  onTrouble: (what: string, reason: string) => void
}

export function createAccessQuestions(options: AccessQuestionsOptions): AccessQuestions {
  const { publication, links, purchases, paywallInternal, onTrouble } = options
  return {
    publication,
    onTrouble,
    async decide(request) {
      const found = await options.paywall.decide({ body: request })
      if (!found.ok) onTrouble('decide', `${found.status} ${found.problem.code}`)
      return found.ok ? found.data.results : null
    },
    async verifyLink(token) {
      if (links === null || token.length > LONGEST_GIFT_TOKEN) return { kind: 'failed', code: 'ERR_JWT_INVALID' }
      const found = await links.verify({ body: { token } })
      if (found.ok) return { kind: 'verified', ...found.data }
      if (found.status !== 401) onTrouble('verifyLink', `${found.status} ${found.problem.code}`)
      return { kind: 'failed', code: found.problem.code }
    },
    async openLink(id, sub) {
      const found = await links?.open({ params: { id }, body: { sub } })
      return found?.ok === true
    },
    async decideExtendedAccess(asked) {
      if (asked.isEntitled) return 'unlocked'
      const found = await paywallInternal?.decideExtendedAccess({ body: asked })
      if (found?.ok === false) onTrouble('decideExtendedAccess', `${found.status} ${found.problem.code}`)
      return found?.ok === true ? found.data.decision : 'locked'
    },
    hasBought: async (sub, articleId) =>
      purchases === null ? false : purchases.hasBought(publication, sub, articleId),
    countCredits: async (sub) => (purchases === null ? 0 : purchases.countCredits(publication, sub)),
    keep: (decision) => options.decisions?.keep(publication, decision),
  }
}

// --- The log of decisions

export type DecisionLog = {
  keep: (publication: PublicationCode, decision: Parameters<AccessQuestions['keep']>[0]) => void
  /** Writes the waiting records; called every second. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

const FLUSH_MS = 1000
const PORTION = 200
const MOST_WAITING = 5000
const MINUTE_MS = 60_000
/** Records of one publication kept in a minute. */
const MOST_KEPT = { anonymous: 600, reader: 6000 } as const

/**
 * Writes records in batches a moment later, so that no reader waits. Bounded in both directions, so that the log can
 * fill neither memory nor disk: while the database is away the oldest records are dropped, and records above the rate
 * limit are not kept. Dropped records are counted.
 */
export function createDecisionLog(options: {
  serviceOf: (publication: PublicationCode) => Pick<Client<typeof PAYWALL_INTERNAL>, 'keepDecisions'>
  now: () => Date
  onLost: (count: number, reason: string) => void
}): DecisionLog {
  const waiting = new Map<PublicationCode, LoggedDecision[]>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  const minutes = new Map<string, { until: number; kept: number; lost: number }>()

  /** Reports once a minute how many the previous minute exceeded the limit. */
  function mayKeep(publication: PublicationCode, kind: keyof typeof MOST_KEPT): boolean {
    const time = options.now().getTime()
    const bucket = `${publication} ${kind}`
    let minute = minutes.get(bucket)
    if (minute === undefined || time >= minute.until) {
      if (minute !== undefined && minute.lost > 0) options.onLost(minute.lost, `too many ${kind} in a minute`)
      minutes.set(bucket, (minute = { until: time + MINUTE_MS, kept: 0, lost: 0 }))
    }
    if (minute.kept >= MOST_KEPT[kind]) {
      minute.lost++
      return false
    }
    minute.kept++
    return true
  }

  async function write(): Promise<void> {
    for (const [publication, list] of waiting) {
      while (list.length > 0) {
        const portion = list.slice(0, PORTION)
        const kept = await options.serviceOf(publication).keepDecisions({ body: portion })
        // A record refused as invalid will not be accepted later: drop it.
        if (!kept.ok && kept.status >= 400 && kept.status < 500)
          options.onLost(portion.length, `${kept.status} ${kept.problem.code}`)
        else if (!kept.ok) return
        // Some of them may have been dropped in the meantime.
        const done = new Set(portion)
        const rest = list.filter((one) => !done.has(one))
        list.splice(0, list.length, ...rest)
      }
    }
  }

  const flush = () =>
    (writing = writing
      .then(write)
      .catch((error: unknown) => options.onLost(0, error instanceof Error ? error.message : String(error))))

  return {
    keep(publication, { articleId, sub, anonId, record }) {
      if (!mayKeep(publication, sub === null ? 'anonymous' : 'reader')) return
      const list = waiting.get(publication) ?? []
      waiting.set(publication, list)
      // The record is serialised as JSON, so it cannot hold anything JSON cannot express.
      list.push({
        id: randomUUID(),
        at: options.now().toISOString(),
        articleId,
        sub,
        anonId,
        record: record as LoggedDecision['record'],
      })
      if (list.length > MOST_WAITING) {
        list.shift()
        options.onLost(1, 'too many waiting')
      }
      timer ??= setTimeout(() => {
        timer = null
        void flush()
      }, FLUSH_MS).unref()
    },
    flush,
    async close() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      await flush()
    },
  }
}
