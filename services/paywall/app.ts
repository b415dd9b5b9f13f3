/**
 * The paywall decision service behind its contract. Promises: answers follow only from the publication's rules and the
 * facts of the request; an article counts once per reader and day, and two parallel requests never both get the last
 * free one; saved rules apply in every process within seconds; only a verified token identifies a reader. Refuses
 * senseless rules; opens nothing that it cannot count; keeps no reads longer than a rule can use.
 */
import { PAYWALL, PAYWALL_INFO, PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import { LONGEST_WINDOW, toFirstDay } from '@lokalteil/domain/access/paywall-rules'
import { toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { migrate, migrationsIn } from '../platform/database/migrations.ts'
import { createLimiter } from '../platform/limits/limiter.ts'
import { createTableWindows } from '../platform/limits/table-windows.ts'
import { createSchedule } from '../platform/schedule.ts'
import { bindHandlers, problem, serveContract, serveDocumentation, type BoundHandlers } from '../platform/serve.ts'
import { digestOf, type PaywallContext } from './context.ts'
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
import type { PaywallDb } from './schema.ts'
import * as decisionStore from './store/decisions.ts'
import * as institutionStore from './store/institutions.ts'
import { listReadsOf } from './store/reads.ts'

export type PaywallServiceOptions = Pick<PaywallContext, 'readerOf' | 'sectionOf'> &
  Partial<Pick<PaywallContext, 'secret' | 'extendedAccessKeys' | 'mostAnonymousReads' | 'rulesMs' | 'now'>> & {
    database: Database
    /** For `internal/…`; without a key those endpoints refuse every caller. Default: the secret. */
    serviceKey?: string
    checkAnswers?: boolean
    onError?: (error: unknown, requestId: string) => void
  }

export type PaywallService = {
  app: Hono
  /** Applies the rules of the publication's folder, at the start and after changes. */
  applyFolder: (mandator: Mandator, folder: FolderPaywall) => Promise<void>
  /** Deletes old data; after `start` it repeats by itself. */
  prune: () => Promise<void>
  start: () => void
  close: () => Promise<void>
  /** For the reader's export and erasure. */
  personalData: PaywallDataSource
}

type Subject = { mandator: Mandator; sub: string }
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
const RULES_MS = 2000
const ANONYMOUS_READS = 500_000

const HANDLERS: BoundHandlers<PaywallContext, typeof PAYWALL, Mandator> = { decide }
const INTERNAL: BoundHandlers<PaywallContext, typeof PAYWALL_INTERNAL, Mandator> = {
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
  const { database, serviceKey, onError } = options
  await migrate(database, 'paywall', await migrationsIn(import.meta.dirname))
  const now = options.now ?? (() => new Date())
  const paywall: PaywallContext = {
    db: database.db as PaywallDb,
    secret: options.secret ?? serviceKey ?? '',
    readerOf: options.readerOf,
    sectionOf: options.sectionOf,
    extendedAccessKeys: options.extendedAccessKeys ?? [],
    mostAnonymousReads: options.mostAnonymousReads ?? ANONYMOUS_READS,
    rulesMs: options.rulesMs ?? RULES_MS,
    limiter: createLimiter(createTableWindows(database.db, { table: 'paywall.limits', notes: 'ends' }), now),
    now,
    memory: { rules: new Map(), sections: new Map(), anonymousReads: { day: '', count: 0, until: 0 } },
  }
  const schedule = createSchedule(
    HOUR,
    () => prune(paywall),
    (error) => onError?.(error, 'prune'),
  )
  return {
    app: createApp(paywall, options),
    applyFolder: (mandator, folder) => applyFolder(paywall, mandator, folder),
    prune: () => prune(paywall),
    start: () => schedule.start(),
    close: () => schedule.close(),
    personalData: toPersonalData(paywall),
  }
}

function createApp(paywall: PaywallContext, { serviceKey, checkAnswers, onError }: PaywallServiceOptions): Hono {
  const serving = {
    base: '/:mandator',
    toContext: ({ mandator = '' }: Readonly<Record<string, string>>) =>
      toMandator(mandator) ?? problem(404, 'NOT_FOUND', 'No such publication'),
    headers: { 'cache-control': 'no-store' },
    ...(serviceKey === undefined ? {} : { serviceKey }),
    ...(checkAnswers === undefined ? {} : { checkAnswers }),
    ...(onError === undefined ? {} : { onError }),
  }
  const served = serveContract(PAYWALL, bindHandlers(paywall, HANDLERS), {
    ...serving,
    bodyLimits: { decide: 20_000 },
  })
  const internal = serveContract(PAYWALL_INTERNAL, bindHandlers(paywall, INTERNAL), {
    ...serving,
    bodyLimits: { keepDecisions: 4_000_000, saveRules: 200_000 },
  })
  const app = new Hono()
  app.route('/', serveDocumentation({ ...PAYWALL, ...PAYWALL_INTERNAL }, PAYWALL_INFO))
  app.all('/:mandator/internal/*', (c) => internal.fetch(c.req.raw))
  app.all('*', (c) => served.fetch(c.req.raw))
  return app
}

async function prune({ db, now }: PaywallContext): Promise<void> {
  const time = now()
  await decisionStore.prune(db, {
    day: toFirstDay(time, LONGEST_WINDOW),
    decisions: new Date(time.getTime() - DECISION_DAYS * DAY),
    now: time,
  })
  await institutionStore.removeAttempts(db, time)
}

function toPersonalData({ db }: PaywallContext): PaywallDataSource {
  const readerOf = ({ mandator, sub }: Subject) => digestOf(`sub ${mandator} ${sub}`)
  return {
    name: 'paywall',
    title: 'Bezahlschranke',
    read: async (subject) => ({
      gelesen: await listReadsOf(db, subject.mandator, readerOf(subject)),
      entscheidungen: await decisionStore.listDecisions(db, subject.mandator, {
        sub: subject.sub,
        anonId: null,
        articleId: null,
        limit: 1000,
      }),
    }),
    listKept: async () => [],
    erase: (subject) => decisionStore.eraseReader(db, subject.mandator, readerOf(subject), subject.sub),
  }
}
