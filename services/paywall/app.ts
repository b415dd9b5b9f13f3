/**
 * The paywall decision service behind its contract. Promises: answers follow only from the publication's rules and the
 * facts of the request; an article counts once per reader and day, and two parallel requests never both get the last
 * free one; saved rules apply in every process within seconds; only a verified token identifies a reader. Refuses
 * senseless rules; opens nothing that it cannot count; keeps no reads longer than a rule can use.
 */
import { PAYWALL, PAYWALL_INFO, PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import { LONGEST_WINDOW, toFirstDay } from '@lokalteil/domain/access/metering'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { createSchedule } from '../platform/schedule.ts'
import type { BoundHandlers } from '../platform/serve.ts'
import { part, serveService, type ServiceOptions } from '../platform/service.ts'
import { digestOf, type InternalHandlers, type PaywallContext } from './context.ts'
import { decide, getDecision, getMeter, keepDecisions, listDecisions, simulate } from './decisions.ts'
import { decideExtendedAccess } from './extended-access.ts'
import {
  countInstitutionReads,
  findInstitutionByCode,
  listInstitutions,
  listInstitutionUsage,
  removeInstitution,
  saveInstitution,
} from './institutions.ts'
import { applyFolder, type FolderPaywall, getRules, saveRules } from './rules.ts'
import * as decisionStore from './store/decisions.ts'
import * as institutionStore from './store/institutions.ts'
import { listReadsOf } from './store/metering.ts'

/** `secret`: default the service key. */
export type PaywallServiceOptions = ServiceOptions &
  Pick<PaywallContext, 'readerOf' | 'sectionOf'> &
  Partial<Pick<PaywallContext, 'secret' | 'extendedAccessKeys' | 'mostAnonymousReads' | 'rulesMs'>>

export type PaywallService = {
  app: Hono
  /** Applies the rules of the publication's folder, at the start and after changes. */
  applyFolder: (publication: PublicationCode, folder: FolderPaywall) => Promise<void>
  /** Deletes old data; after `start` it repeats by itself. */
  prune: () => Promise<void>
  start: () => void
  close: () => Promise<void>
  /** For the reader's export and erasure. */
  personalData: PaywallDataSource
}

type Subject = { publication: PublicationCode; sub: string }
type PaywallDataSource = {
  name: string
  title: string
  read: (reader: Subject) => Promise<unknown>
  listKept: (reader: Subject) => Promise<{ what: string; reason: string; until: string }[]>
  erase: (reader: Subject) => Promise<void>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DECISION_DAYS = 30
/** Months for which the office can read the usage of institutions. */
const USAGE_MONTHS = 36
const RULES_MS = 2000
const ANONYMOUS_READS = 500_000

const HANDLERS: BoundHandlers<PaywallContext, typeof PAYWALL, PublicationCode> = { decide }
const INTERNAL: InternalHandlers = {
  getRules,
  saveRules,
  simulate,
  decideExtendedAccess,
  keepDecisions,
  getDecision,
  getMeter,
  listInstitutions,
  saveInstitution,
  removeInstitution,
  findInstitutionByCode,
  countInstitutionReads,
  listInstitutionUsage,
  listDecisions,
}

export async function createPaywallService(options: PaywallServiceOptions): Promise<PaywallService> {
  const { readerOf, sectionOf } = options
  const { app, context: paywall } = await serveService<PaywallContext>(options, {
    schema: 'paywall',
    folder: import.meta.dirname,
    info: PAYWALL_INFO,
    toContext: (base) => ({
      ...base,
      secret: options.secret ?? options.serviceKey ?? '',
      readerOf,
      sectionOf,
      extendedAccessKeys: options.extendedAccessKeys ?? [],
      mostAnonymousReads: options.mostAnonymousReads ?? ANONYMOUS_READS,
      rulesMs: options.rulesMs ?? RULES_MS,
      limiter: base.limitIn({ table: 'paywall.limits', notes: 'ends' }),
      memory: { rules: new Map(), sections: new Map(), anonymousReads: { day: '', count: 0, until: 0 } },
    }),
    parts: [
      part(PAYWALL, HANDLERS, { bodyLimits: { decide: 20_000 } }),
      part(PAYWALL_INTERNAL, INTERNAL, { bodyLimits: { keepDecisions: 4_000_000, saveRules: 200_000 } }),
    ],
  })
  const schedule = createSchedule(
    HOUR,
    () => prune(paywall),
    (error) => options.onError?.(error, 'prune'),
  )
  return {
    app,
    applyFolder: (publication, folder) => applyFolder(paywall, publication, folder),
    prune: () => prune(paywall),
    start: () => schedule.start(),
    close: () => schedule.close(),
    personalData: toPersonalData(paywall),
  }
}

async function prune({ db, now }: PaywallContext): Promise<void> {
  const time = now()
  await decisionStore.prune(db, {
    day: toFirstDay(time, LONGEST_WINDOW),
    decisions: new Date(time.getTime() - DECISION_DAYS * DAY),
    now: time,
  })
  await institutionStore.removeAttempts(db, time)
  const firstMonth = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - USAGE_MONTHS))
  await institutionStore.removeReadsBefore(db, firstMonth.toISOString().slice(0, 7))
}

function toPersonalData({ db }: PaywallContext): PaywallDataSource {
  const readerOf = ({ publication, sub }: Subject) => digestOf(`sub ${publication} ${sub}`)
  return {
    name: 'paywall',
    title: 'Bezahlschranke',
    read: async (subject) => ({
      gelesen: await listReadsOf(db, subject.publication, readerOf(subject)),
      entscheidungen: await decisionStore.listDecisions(db, subject.publication, {
        sub: subject.sub,
        anonId: null,
        articleId: null,
        limit: 1000,
      }),
    }),
    listKept: async () => [],
    erase: (subject) => decisionStore.eraseReader(db, subject.publication, readerOf(subject), subject.sub),
  }
}
