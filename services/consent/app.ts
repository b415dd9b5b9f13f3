/**
 * Consent: receipts for every answer about consent, and the registered vendors of the Transparency & Consent Framework.
 * Promises: an answer is kept without a person unless the reader was signed in; an erased account leaves the answers
 * without it; answers are kept for three years, the time in which a claim can be made (§ 195 BGB), and then deleted.
 */
import { CONSENT, CONSENT_INFO } from '@lokalteil/contracts/consent'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { sweepWindows, type WindowTable } from '../platform/limits/table-windows.ts'
import { createSchedule } from '../platform/schedule.ts'
import type { BoundHandlers } from '../platform/serve.ts'
import { part, serveService, type ServiceOptions } from '../platform/service.ts'
import type { ConsentContext, Registration } from './context.ts'
import { getReceipt, keepAnswer, listReceipts } from './receipts.ts'
import * as store from './store.ts'
import { getFramework, takeVendorList } from './vendor-list.ts'

export type ConsentServiceOptions = ServiceOptions & { registration?: Registration | null }

type Held = { publication: PublicationCode; sub: string }
export type ConsentService = {
  app: Hono
  prune: () => Promise<void>
  start: () => void
  close: () => Promise<void>
  /** For the export and erasure of a reader's data. */
  personalData: {
    name: string
    title: string
    read: (reader: Held) => Promise<unknown>
    listKept: (reader: Held) => Promise<{ what: string; reason: string; until: string }[]>
    erase: (reader: Held) => Promise<void>
  }
}

const DAY = 86_400_000
const KEPT_DAYS = 3 * 366
const WINDOWS: WindowTable = { table: 'consent.windows', notes: 'ends' }
/** The framework's list has about a thousand vendors. */
export const LIST_BYTES = 4_000_000

const HANDLERS: BoundHandlers<ConsentContext, typeof CONSENT, PublicationCode> = {
  keepAnswer,
  getReceipt,
  listReceipts,
  getFramework,
  takeVendorList,
}

export async function createConsentService(options: ConsentServiceOptions): Promise<ConsentService> {
  const { app, context } = await serveService<ConsentContext>(options, {
    schema: 'consent',
    folder: import.meta.dirname,
    info: CONSENT_INFO,
    toContext: ({ db, now, limitIn }) => ({
      db,
      now,
      limiter: limitIn(WINDOWS),
      registration: options.registration ?? null,
    }),
    parts: [part(CONSENT, HANDLERS, { bodyLimits: { takeVendorList: LIST_BYTES } })],
  })
  const prune = async () => {
    const now = context.now()
    await store.removeBefore(context.db, new Date(now.getTime() - KEPT_DAYS * DAY))
    await sweepWindows(context.db, WINDOWS, now)
  }
  const schedule = createSchedule(DAY, prune, (error) => options.onError?.(error, 'prune'))
  return {
    app,
    prune,
    start: () => schedule.start(),
    close: () => schedule.close(),
    personalData: {
      name: 'consent',
      title: 'Einwilligungen auf Ihren Geräten',
      read: async ({ publication, sub: reader }) =>
        (await store.listAnswers(context.db, publication, { reader })).map(
          ({ receipt, at, text, asked, granted, recipients, partners }) => ({
            beleg: receipt,
            am: at.toISOString(),
            textfassung: text,
            gefragt: asked,
            erlaubt: granted,
            empfaengerSeit: recipients,
            partner: partners,
          }),
        ),
      listKept: async () => [],
      erase: ({ publication, sub }) => store.forgetReader(context.db, publication, sub),
    },
  }
}
