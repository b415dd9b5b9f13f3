/** The decision on a request, its simulation for another reader, and the number of free articles left. */
import type { PaywallRequest, PaywallRules } from '@lokalteil/contracts/paywall'
import { toPaywallSlug } from '@lokalteil/domain/access/access'
import { LONGEST_WINDOW, MOST_READS, toFirstDay, type Read } from '@lokalteil/domain/access/metering'
import {
  decideByRules,
  findMeterState,
  toSegments,
  usesMeter,
  usesReads,
  type PaywallFacts,
} from '@lokalteil/domain/access/paywall-rules'
import { ANONYMOUS_READER } from '@lokalteil/domain/access/roles'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem } from '../platform/serve.ts'
import {
  toReaderKey,
  type InternalCall,
  type PaywallCall,
  type PaywallContext,
  type InternalHandlers,
} from './context.ts'
import { readRules } from './rules.ts'
import type { PaywallDb } from './schema.ts'
import * as decisionStore from './store/decisions.ts'
import * as readStore from './store/metering.ts'
import type { ReaderRef } from './store/metering.ts'

const COUNT_MS = 60_000
const KNOWN_SECTIONS = 5000
const SECTION_MS = 300_000

export async function decide(paywall: PaywallContext, { context: publication, body }: PaywallCall<'decide'>) {
  const outputValue = await decideTemplate(paywall, publication, body)
  return { results: [{ sdkFeatureSlug: toPaywallSlug(publication), outputValue }] }
}

async function decideTemplate(
  paywall: PaywallContext,
  publication: PublicationCode,
  request: PaywallRequest,
): Promise<string> {
  const { rules } = await readRules(paywall, publication)
  const { inputs } = request
  const reader = request.jwt === null ? null : await paywall.readerOf(publication, request.jwt)
  const ref = await toReaderRef(paywall, publication, reader?.sub ?? null, inputs._anonId ?? request.session)
  const facts: PaywallFacts = {
    articleId: inputs._dm_contentid,
    sections: usesSections(rules)
      ? await listSections(paywall, publication, inputs._dm_contentid, inputs._dm_ressort)
      : [],
    referrer: inputs._dm_referrer,
    device: inputs._dm_device,
    segments: toSegments(reader?.flags ?? ANONYMOUS_READER),
    linkToken: inputs._dm_linkTokenState,
    readerKey: ref?.reader ?? null,
    reads: [],
    now: paywall.now(),
  }
  if (ref === null || !usesReads(rules)) return decideByRules(rules, facts).template
  if (!usesMeter(rules)) return decideAndCount(paywall, rules, facts, ref, paywall.db)
  return paywall.db.transaction().execute(async (trx) => {
    await readStore.lockReader(trx, ref)
    return decideAndCount(paywall, rules, facts, ref, trx)
  })
}

async function decideAndCount(
  { memory }: PaywallContext,
  rules: PaywallRules,
  facts: PaywallFacts,
  ref: ReaderRef,
  db: PaywallDb,
): Promise<string> {
  const { articleId, now } = facts
  const reads = await readStore.listReads(db, ref, toFirstDay(now, LONGEST_WINDOW))
  const { template, isMetered } = decideByRules(rules, { ...facts, reads })
  const read: Read = { day: toDayKey(now), articleId, isMetered: isMetered && usesMeter(rules) }
  const isCounted = reads.some(
    (one) => one.day === read.day && one.articleId === articleId && (one.isMetered || !read.isMetered),
  )
  if (reads.length < MOST_READS && !isCounted) {
    if (ref.isAnonymous) memory.anonymousReads.count++
    await readStore.addRead(db, ref, read)
  }
  return template
}

/** Null: not recognisable, or beyond the limit of anonymous readers. */
async function toReaderRef(
  paywall: PaywallContext,
  publication: PublicationCode,
  sub: string | null,
  anonId: string | null,
): Promise<ReaderRef | null> {
  const reader = toReaderKey(publication, sub, anonId)
  const isAnonymous = sub === null
  if (reader === null || (isAnonymous && !(await hasRoomForAnonymous(paywall)))) return null
  return { publication, reader, isAnonymous }
}

/** Limits the storage for readers who send a new number with every request; they get nothing free. */
async function hasRoomForAnonymous({ db, memory, mostAnonymousReads: most, now }: PaywallContext): Promise<boolean> {
  const day = toDayKey(now())
  if (memory.anonymousReads.day !== day || now().getTime() >= memory.anonymousReads.until) {
    const count = await readStore.countAnonymousReads(db, day, most)
    memory.anonymousReads = { day, count, until: now().getTime() + COUNT_MS }
  }
  return memory.anonymousReads.count < most
}

function usesSections({ rules }: PaywallRules): boolean {
  return rules.some(({ when }) => when.sections !== undefined)
}

async function listSections(
  { memory: { sections }, now, sectionOf }: PaywallContext,
  publication: PublicationCode,
  articleId: string,
  ressort: string,
): Promise<string[]> {
  const key = `${publication} ${articleId}`
  const time = now().getTime()
  let known = sections.get(key)
  if (known === undefined || time >= known.until) {
    // Unknown: rules by section do not apply, the others decide.
    const section = await sectionOf(publication, articleId).catch(() => null)
    known = { section, until: time + (section === null ? COUNT_MS : SECTION_MS) }
    if (sections.size >= KNOWN_SECTIONS) sections.clear()
    sections.set(key, known)
  }
  return [ressort, known.section ?? ''].filter((section) => section !== '')
}

export const simulate: InternalHandlers['simulate'] = async (paywall, { context: publication, body: asked }) => {
  const { articleId, device, linkToken, reader, readArticles, referrer, section, segments } = asked
  const rules = asked.rules ?? (await readRules(paywall, publication)).rules
  const now = asked.at === undefined ? paywall.now() : new Date(asked.at)
  const ressort = /^\/([^/?#]*)/.exec(asked.path)?.[1] ?? ''
  const sections =
    section === undefined
      ? await listSections(paywall, publication, articleId, ressort)
      : [ressort, section].filter((one) => one !== '')
  const known =
    reader === undefined
      ? null
      : toReaderKey(publication, 'sub' in reader ? reader.sub : null, 'anonId' in reader ? reader.anonId : null)
  const { template, ruleId, trace } = decideByRules(rules, {
    articleId,
    sections,
    referrer,
    device,
    segments,
    linkToken,
    readerKey: known ?? (readArticles === undefined ? null : 'simulated'),
    reads:
      readArticles === undefined
        ? await listReadsOf(paywall, publication, known, now)
        : toSimulatedReads(readArticles, now),
    now,
  })
  return {
    template,
    shown: template.replaceAll('${device}', device),
    ruleId,
    trace: trace.map(({ ruleId: id, failed }) => ({ ruleId: id, failed })),
    sections,
  }
}

function toSimulatedReads(count: number, now: Date): Read[] {
  const day = toDayKey(now)
  return Array.from({ length: count }, (_one, index) => ({ day, articleId: `read-${index}`, isMetered: true }))
}

async function listReadsOf(
  { db }: PaywallContext,
  publication: PublicationCode,
  readerKey: string | null,
  now: Date,
): Promise<Read[]> {
  return readerKey === null
    ? []
    : readStore.listReads(db, { publication, reader: readerKey }, toFirstDay(now, LONGEST_WINDOW))
}

export async function getMeter(paywall: PaywallContext, { context: publication, body }: InternalCall<'getMeter'>) {
  const { rules } = await readRules(paywall, publication)
  const readerKey = toReaderKey(publication, body.sub, body.anonId)
  if (readerKey === null || !usesMeter(rules)) return { meter: null }
  const now = paywall.now()
  const reads = await listReadsOf(paywall, publication, readerKey, now)
  return { meter: findMeterState(rules, { segments: body.segments, readerKey, reads, now }) }
}

// --- The log

export const keepDecisions: InternalHandlers['keepDecisions'] = async ({ db }, { context, body }) => {
  await decisionStore.addDecisions(db, context, body)
  return undefined
}

export async function getDecision({ db }: PaywallContext, { context, params }: InternalCall<'getDecision'>) {
  return (
    (await decisionStore.getDecision(db, context, params.id)) ??
    problem(404, 'NOT_FOUND', 'No such decision, or older than 30 days')
  )
}

export function listDecisions({ db }: PaywallContext, { context, query }: InternalCall<'listDecisions'>) {
  const { sub, anonId, articleId, limit } = query
  return decisionStore.listDecisions(db, context, {
    sub: sub ?? null,
    anonId: anonId ?? null,
    articleId: articleId ?? null,
    limit,
  })
}
