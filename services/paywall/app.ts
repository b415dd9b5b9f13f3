/**
 * The paywall decision service behind its contract. Promises: answers follow from the publication's rules and the facts of
 * the request alone; an article counts once a reader and day, and two requests at once are never both the last free one;
 * rules that are saved are in force in every process within seconds; the reader is who the verified token says, and
 * nobody else. Refuses: rules that cannot be meant, to open anything it could not count, to keep who read what longer
 * than a rule can ask for.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import {
  PAYWALL,
  PAYWALL_INFO,
  PAYWALL_INTERNAL,
  type PaywallRequest,
  type PaywallRules,
  type SavedRules,
  type Simulated,
  type Simulation,
} from '@lokalteil/contracts/paywall'
import { toPaywallSlug } from '@lokalteil/domain/access/access'
import { decideExtendedAccess, readAssertion, toSignedText } from '@lokalteil/domain/access/extended-access'
import { toDayKey } from '@lokalteil/domain/german'
import {
  decideByRules,
  listRuleFaults,
  LONGEST_WINDOW,
  MOST_READS,
  toFirstDay,
  toMeterState,
  toSegments,
  usesMeter,
  usesReads,
  type PaywallAnswer,
  type PaywallFacts,
  type Read,
} from '@lokalteil/domain/access/paywall-rules'
import { MANDATORS, toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { ANONYMOUS_READER, type ReaderFlags } from '@lokalteil/domain/access/roles'
import { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { migrate } from '../platform/database/migrations.ts'
import { createSchedule } from '../platform/schedule.ts'
import { problem, serveContract, serveDocumentation, type Refusal } from '../platform/serve.ts'
import { toDefaultRules } from './default-rules.ts'
import { createInstitutions } from './institutions.ts'
import * as paywall0001 from './migrations/0001-paywall.ts'
import * as paywall0002 from './migrations/0002-institutions.ts'
import { createPaywallStore, type ReaderRef, type RulesRow } from './store.ts'

/** Who an ID token belongs to. */
export type TokenReader = { sub: string; flags: ReaderFlags }

export type PaywallServiceOptions = {
  database: Database
  /** For `internal/…`; without one those endpoints refuse everybody. */
  serviceKey?: string
  /** Hides the codes of institutions; the same on every process. Default: the service key. */
  secret?: string
  /** Null for everything but a good token of this publication; then the reader counts as anonymous. */
  readerOf: (mandator: Mandator, jwt: string) => Promise<TokenReader | null>
  /** The section an article stands in, since its address does not say so; null when nobody knows. */
  sectionOf: (mandator: Mandator, articleId: string) => Promise<string | null>
  /** Shared with the search provider; the first signs nothing here, all verify. None: no assertion is good. */
  extendedAccessKeys?: readonly string[]
  /** Anonymous reads kept of one day; more are not counted and get nothing free. */
  mostAnonymousReads?: number
  /** Milliseconds until changed rules are looked for. */
  rulesMs?: number
  now?: () => Date
  checkAnswers?: boolean
  onError?: (error: unknown, requestId: string) => void
}

export type PaywallService = {
  app: Hono
  /** Rules of publications that have none yet. */
  fillRules: () => Promise<void>
  /** Forgets what is too old; once started it does so by itself. */
  prune: () => Promise<void>
  start: () => void
  close: () => Promise<void>
  /** For the reader's export and erasure. */
  personalData: PaywallDataSource
}

type Held = { mandator: Mandator; sub: string }
export type PaywallDataSource = {
  name: string
  title: string
  read: (reader: Held) => Promise<unknown>
  listKept: (reader: Held) => Promise<{ what: string; reason: string; until: string }[]>
  erase: (reader: Held) => Promise<void>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
export const DECISION_DAYS = 30
const RULES_MS = 2000
const ANONYMOUS_READS = 500_000
const COUNT_MS = 60_000
const KNOWN_SECTIONS = 5000
const SECTION_MS = 300_000

export async function createPaywallService(options: PaywallServiceOptions): Promise<PaywallService> {
  const { database } = options
  await migrate(database, 'paywall', { '0001-paywall': paywall0001, '0002-institutions': paywall0002 })
  const store = createPaywallStore(database)
  const now = options.now ?? (() => new Date())
  const rulesMs = options.rulesMs ?? RULES_MS
  const institutions = createInstitutions({ database, secret: options.secret ?? options.serviceKey ?? '', now })
  const mostAnonymous = options.mostAnonymousReads ?? ANONYMOUS_READS

  // --- Rules

  const held = new Map<Mandator, { row: RulesRow; until: number }>()

  async function readRules(mandator: Mandator): Promise<RulesRow> {
    const known = held.get(mandator)
    const time = now().getTime()
    if (known !== undefined && time < known.until && time >= known.until - rulesMs) return known.row
    const row = (await store.getRules(mandator)) ?? {
      rules: toDefaultRules(mandator),
      version: 0,
      changedAt: new Date(0),
    }
    held.set(mandator, { row, until: time + rulesMs })
    return row
  }

  async function saveRules(mandator: Mandator, rules: PaywallRules): Promise<SavedRules | Refusal> {
    const faults = listRuleFaults(rules)
    if (faults.length > 0) {
      const fields = Object.fromEntries(faults.map(({ ruleId, fault }) => [`body.rules.${ruleId}`, fault]))
      return { ...problem(422, 'UNFIT_RULES', 'A rule cannot be meant as it is written'), fields }
    }
    const row = await store.saveRules(mandator, rules, now())
    held.set(mandator, { row, until: now().getTime() + rulesMs })
    return toSaved(row)
  }

  // --- The decision

  const sections = new Map<string, { section: string | null; until: number }>()

  async function listSections(mandator: Mandator, articleId: string, ressort: string): Promise<string[]> {
    const key = `${mandator} ${articleId}`
    const time = now().getTime()
    let known = sections.get(key)
    if (known === undefined || time >= known.until) {
      // Nobody knows: rules by section do not hold, the others decide.
      const section = await options.sectionOf(mandator, articleId).catch(() => null)
      known = { section, until: time + (section === null ? COUNT_MS : SECTION_MS) }
      if (sections.size >= KNOWN_SECTIONS) sections.clear()
      sections.set(key, known)
    }
    return [ressort, known.section ?? ''].filter((section) => section !== '')
  }

  function usesSections({ rules }: PaywallRules): boolean {
    return rules.some(({ when }) => when.sections !== undefined)
  }

  let anonymousReads = { day: '', count: 0, until: 0 }

  /** So that somebody with a new number for every request fills no disk and gets nothing. */
  async function hasRoomForAnonymous(): Promise<boolean> {
    const day = toDayKey(now())
    if (anonymousReads.day !== day || now().getTime() >= anonymousReads.until)
      anonymousReads = {
        day,
        count: await store.countAnonymousReads(day, mostAnonymous),
        until: now().getTime() + COUNT_MS,
      }
    return anonymousReads.count < mostAnonymous
  }

  async function decide(mandator: Mandator, request: PaywallRequest): Promise<string> {
    const { rules } = await readRules(mandator)
    const { inputs } = request
    const reader = request.jwt === null ? null : await options.readerOf(mandator, request.jwt)
    const ref = await toReaderRef(mandator, reader?.sub ?? null, inputs._anonId ?? request.session)
    const articleId = inputs._dm_contentid
    const facts: PaywallFacts = {
      articleId,
      sections: usesSections(rules) ? await listSections(mandator, articleId, inputs._dm_ressort) : [],
      referrer: inputs._dm_referrer,
      device: inputs._dm_device,
      segments: toSegments(reader?.flags ?? ANONYMOUS_READER),
      linkToken: inputs._dm_linkTokenState,
      readerKey: ref?.reader ?? null,
      reads: [],
      now: now(),
    }
    if (ref === null || !usesReads(rules)) return decideByRules(rules, facts).template
    const answerFrom = (reads: readonly Read[]): PaywallAnswer => decideByRules(rules, { ...facts, reads })
    const firstDay = toFirstDay(facts.now, LONGEST_WINDOW)
    const toRead = (isMetered: boolean): Read => ({ day: toDayKey(facts.now), articleId, isMetered })
    const keep = (reads: readonly Read[], read: Read) =>
      reads.length < MOST_READS &&
      !reads.some((one) => one.day === read.day && one.articleId === articleId && (one.isMetered || !read.isMetered))
    if (!usesMeter(rules)) {
      const reads = await store.listReads(ref, firstDay)
      if (keep(reads, toRead(false))) await add(ref, toRead(false))
      return answerFrom(reads).template
    }
    return store.inTransaction(async (within) => {
      await store.lockReader(ref, within)
      const reads = await store.listReads(ref, firstDay, within)
      const answer = answerFrom(reads)
      const read = toRead(answer.isMetered)
      if (keep(reads, read)) await add(ref, read, within)
      return answer.template
    })
  }

  async function add(ref: ReaderRef, read: Read, within?: Parameters<typeof store.addRead>[2]): Promise<void> {
    if (ref.isAnonymous) anonymousReads.count++
    await store.addRead(ref, read, within)
  }

  /** Null: nobody who could be recognised, or one anonymous reader too many. */
  async function toReaderRef(mandator: Mandator, sub: string | null, anonId: string | null): Promise<ReaderRef | null> {
    if (sub !== null) return { mandator, reader: digestOf(`sub ${mandator} ${sub}`), isAnonymous: false }
    if (anonId === null || !(await hasRoomForAnonymous())) return null
    return { mandator, reader: digestOf(`anon ${mandator} ${anonId}`), isAnonymous: true }
  }

  async function simulate(mandator: Mandator, asked: Simulation): Promise<Simulated> {
    const rules = asked.rules ?? (await readRules(mandator)).rules
    const at = asked.at === undefined ? now() : new Date(asked.at)
    const ressort = /^\/([^/?#]*)/.exec(asked.path)?.[1] ?? ''
    const found =
      asked.section === undefined
        ? await listSections(mandator, asked.articleId, ressort)
        : [ressort, asked.section].filter((section) => section !== '')
    const key =
      asked.reader === undefined
        ? null
        : 'sub' in asked.reader
          ? `sub ${mandator} ${asked.reader.sub}`
          : `anon ${mandator} ${asked.reader.anonId}`
    const readerKey = key === null ? (asked.readArticles === undefined ? null : 'simulated') : digestOf(key)
    const today = toDayKey(at)
    const reads =
      asked.readArticles !== undefined
        ? Array.from({ length: asked.readArticles }, (_one, index): Read => ({
            day: today,
            articleId: `read-${index}`,
            isMetered: true,
          }))
        : readerKey === null
          ? []
          : await store.listReads({ mandator, reader: readerKey, isAnonymous: false }, toFirstDay(at, LONGEST_WINDOW))
    const answer = decideByRules(rules, {
      articleId: asked.articleId,
      sections: found,
      referrer: asked.referrer,
      device: asked.device,
      segments: asked.segments,
      linkToken: asked.linkToken,
      readerKey,
      reads,
      now: at,
    })
    return {
      template: answer.template,
      shown: answer.template.replaceAll('${device}', asked.device),
      ruleId: answer.ruleId,
      trace: answer.trace.map(({ ruleId, failed }) => ({ ruleId, failed })),
      sections: found,
    }
  }

  async function getMeter(
    mandator: Mandator,
    { sub, anonId, segments }: { sub: string | null; anonId: string | null; segments: PaywallFacts['segments'] },
  ) {
    const { rules } = await readRules(mandator)
    const key = sub !== null ? `sub ${mandator} ${sub}` : anonId !== null ? `anon ${mandator} ${anonId}` : null
    if (key === null || !usesMeter(rules)) return { meter: null }
    const readerKey = digestOf(key)
    const time = now()
    return {
      meter: toMeterState(rules, {
        segments,
        readerKey,
        reads: await store.listReads(
          { mandator, reader: readerKey, isAnonymous: sub === null },
          toFirstDay(time, LONGEST_WINDOW),
        ),
        now: time,
      }),
    }
  }

  // --- Extended access

  const keys = options.extendedAccessKeys ?? []

  function isSigned(text: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url')
    return keys.some((key) => {
      const expected = createHmac('sha256', key).update(text).digest()
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }

  const toContext = ({ mandator = '' }: Readonly<Record<string, string>>): Mandator | Refusal =>
    toMandator(mandator) ?? problem(404, 'NOT_FOUND', 'No such publication')
  const serving = {
    base: '/:mandator',
    toContext,
    headers: { 'cache-control': 'no-store' },
    ...(options.serviceKey === undefined ? {} : { serviceKey: options.serviceKey }),
    ...(options.checkAnswers === undefined ? {} : { checkAnswers: options.checkAnswers }),
    ...(options.onError === undefined ? {} : { onError: options.onError }),
  }
  const served = serveContract(
    PAYWALL,
    {
      decide: async ({ context, body }) => ({
        results: [{ sdkFeatureSlug: toPaywallSlug(context), outputValue: await decide(context, body) }],
      }),
    },
    { ...serving, bodyLimits: { decide: 20_000 } },
  )
  const internal = serveContract(
    PAYWALL_INTERNAL,
    {
      getRules: async ({ context }) => toSaved(await readRules(context)),
      saveRules: ({ context, body }) => saveRules(context, body),
      simulate: ({ context, body }) => simulate(context, body),
      decideExtendedAccess: async ({ context, body }) => {
        const { articleId, isEntitled, session, ...parameters } = body
        if (isEntitled) return { decision: 'unlocked' as const, reason: 'entitled' as const }
        const assertion = readAssertion(parameters, now())
        if (assertion.kind !== 'good') return { decision: 'locked' as const, reason: assertion.kind }
        if (!isSigned(toSignedText(parameters, articleId), parameters.gaa_sig))
          return { decision: 'locked' as const, reason: 'wrong-signature' as const }
        if (!assertion.isGranted) return { decision: 'locked' as const, reason: 'refused' as const }
        // Somebody without a session uses a nonce up: the random part is nobody's session.
        const owner = digestOf(session === null ? `once ${randomUUID()}` : `session ${session}`)
        const isFirstUse = await store.useNonce(
          context,
          digestOf(`nonce ${assertion.nonce}`),
          owner,
          assertion.expiresAt,
        )
        const decision = decideExtendedAccess({ isEntitled, assertion, isSigned: true, isFirstUse })
        return { decision, reason: decision === 'unlocked' ? ('granted' as const) : ('used' as const) }
      },
      keepDecisions: async ({ context, body }) => {
        await store.addDecisions(context, body)
        return undefined
      },
      getDecision: async ({ context, params }) =>
        (await store.getDecision(context, params.id)) ??
        problem(404, 'NOT_FOUND', 'No such decision, or older than 30 days'),
      getMeter: ({ context, body }) => getMeter(context, body),
      listInstitutions: ({ context }) => institutions.list(context),
      saveInstitution: ({ context, params, body }) => institutions.save(context, params.id, body),
      removeInstitution: ({ context, params }) => institutions.remove(context, params.id),
      findInstitutionByCode: ({ context, body }) => institutions.findByCode(context, body.code, body.address),
      countInstitutionReads: async ({ context, body }) => {
        await institutions.count(context, body)
        return undefined
      },
      listInstitutionUsage: ({ context, query }) => institutions.listUsage(context, query.month ?? null),
      listDecisions: ({ context, query }) =>
        store.listDecisions(context, {
          sub: query.sub ?? null,
          anonId: query.anonId ?? null,
          articleId: query.articleId ?? null,
          limit: query.limit,
        }),
    },
    { ...serving, bodyLimits: { keepDecisions: 4_000_000, saveRules: 200_000 } },
  )
  const app = new Hono()
  app.route('/', serveDocumentation({ ...PAYWALL, ...PAYWALL_INTERNAL }, PAYWALL_INFO))
  app.all('/:mandator/internal/*', (c) => internal.fetch(c.req.raw))
  app.all('*', (c) => served.fetch(c.req.raw))

  async function prune(): Promise<void> {
    const time = now()
    await store.prune({
      day: toFirstDay(time, LONGEST_WINDOW),
      decisions: new Date(time.getTime() - DECISION_DAYS * DAY),
      now: time,
    })
  }

  const schedule = createSchedule(HOUR, prune, (error) => options.onError?.(error, 'prune'))
  const readerOf = ({ mandator, sub }: Held) => digestOf(`sub ${mandator} ${sub}`)

  return {
    app,
    async fillRules() {
      for (const mandator of MANDATORS) await store.addRulesOnce(mandator, toDefaultRules(mandator), now())
      held.clear()
    },
    prune,
    start: () => schedule.start(),
    close: () => schedule.close(),
    personalData: {
      name: 'paywall',
      title: 'Bezahlschranke',
      read: async (reader) => ({
        gelesen: await store.listReadsOf(reader.mandator, readerOf(reader)),
        entscheidungen: await store.listDecisions(reader.mandator, {
          sub: reader.sub,
          anonId: null,
          articleId: null,
          limit: 1000,
        }),
      }),
      listKept: async () => [],
      erase: (reader) => store.eraseReader(reader.mandator, readerOf(reader), reader.sub),
    },
  }
}

function toSaved({ rules, version, changedAt }: RulesRow): SavedRules {
  return { rules, version, changedAt: changedAt.toISOString() }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
