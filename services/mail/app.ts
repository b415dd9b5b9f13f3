/**
 * Mail: a caller queues a mail in the transaction that causes it (outbox). The outbox survives a restart. A worker
 * claims due mails under a lease, sends each at least once, backs off after failures and gives up after eight, or at
 * once if the server says that the address does not exist, which is remembered (`refusals.ts`). Without SMTP_URL the
 * demo stores mails in its mailbox; outside the demo they wait until a server is configured. Headers, link origins and
 * texts never come from a request.
 */
import { randomUUID } from 'node:crypto'
import { BOUNCES, BOUNCES_INFO, MailMessage, type MailMessageInput } from '@lokalteil/contracts/mail'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { backOff, createJobRunner } from '../platform/jobs/job-runner.ts'
import { createSchedule } from '../platform/schedule.ts'
import { partFor, serveService, type ServiceOptions } from '../platform/service.ts'
import type { MailContext } from './context.ts'
import { createMailbox } from './mailbox-page.ts'
import { PLAIN_LOOK } from './mail-page.ts'
import { BOUNCE_HANDLERS, createRefusals, type Refusals } from './refusals.ts'
import { isFinal, openTransport, send, toReason, withoutAttachments } from './send.ts'
import { createMailStore } from './store.ts'
import { renderMail, type RenderedMail } from './templates.ts'

/** `serviceKey` opens the door for bounces. */
export type MailServiceOptions = ServiceOptions &
  Pick<MailContext, 'originOf'> &
  Partial<Pick<MailContext, 'lookOf' | 'addressesOf'>> & {
    /** `smtp://user:password@host:587` or `smtps://…`; null: no mail leaves the machine. */
    smtpUrl: string | null
    isDemo: boolean
    /** Path where the mailbox is mounted. */
    mailboxBase?: string
    /** Called when a mail is given up. */
    onDead?: (mail: { id: string; template: string; attempts: number; error: string }) => void
  }

export type MailService = {
  /**
   * Returns the mail's id. Pass the current transaction, so that the mail exists if and only if its cause does. `batch`:
   * mails that are counted together, such as an issue of a newsletter.
   */
  queue: (message: MailMessageInput, within?: Database['db'], batch?: string) => Promise<string>
  /** The mail as it would be sent now, with addresses for embedded pictures. Sends nothing. */
  render: (message: MailMessageInput) => Promise<RenderedMail>
  /** Mails of a batch that wait, and those that were given up. Mails are forgotten after thirty days. */
  countBatch: (batch: string) => Promise<{ waiting: number; failed: number }>
  /** The demo's mailbox page; null outside the demo. */
  app: Hono | null
  /** The endpoints for bounces, reported by a mailbox reader or a mail provider. */
  bounces: Hono
  refusals: Refusals
  /** Sends due mails and returns how many were sent; the worker calls it by itself. */
  deliverDue: () => Promise<number>
  /** Starts the worker. */
  start: () => void
  countByStatus: () => Promise<Record<string, number>>
  /** Stored data about a recipient, and its deletion (export and erasure). */
  listOf: (
    code: PublicationCode,
    address: string,
    until?: Date,
  ) => Promise<{ template: string; status: string; at: Date }[]>
  removeOf: (code: PublicationCode, address: string, within?: Database['db'], until?: Date) => Promise<void>
  close: () => Promise<void>
}

// Longer than a batch of mails to a server that does not answer.
const LEASE_MS = 5 * 60_000
const BATCH = 5
const RETRY = { attempts: 8, ...backOff(30_000, 6 * 3_600_000, 4), isFinal }
const SWEEP_MS = 3_600_000
const KEPT_MS = 30 * 86_400_000

export async function createMailService(options: MailServiceOptions): Promise<MailService> {
  const { originOf, smtpUrl, isDemo, lookOf = async () => PLAIN_LOOK, addressesOf = () => ({}) } = options
  const { app: bounces, context } = await serveService<MailContext>(options, {
    schema: 'mail',
    folder: import.meta.dirname,
    info: BOUNCES_INFO,
    toContext: (base) => ({
      ...base,
      store: createMailStore(base.db),
      refusals: createRefusals(base),
      transport: smtpUrl === null ? null : openTransport(smtpUrl),
      originOf,
      lookOf,
      addressesOf,
    }),
    parts: [partFor(BOUNCES, BOUNCE_HANDLERS, () => null, { base: '' })],
  })
  const { store, refusals, transport, now } = context
  const onError = (error: unknown) => context.onError(error, 'mail')
  const canDeliver = transport !== null || isDemo
  const runner = createJobRunner({
    queue: store.outbox,
    work: (mail) => send(context, mail),
    retry: RETRY,
    leaseMs: LEASE_MS,
    batch: BATCH,
    now,
    onError,
    // The error may name the reader; its code is in the row.
    onFailure: () => {},
    onGivenUp: ({ id, message }, given) => options.onDead?.({ id, template: message.template, ...given }),
    toReason,
  })
  const sweep = async () => {
    await store.removeDone(new Date(now().getTime() - KEPT_MS))
    await refusals.removeOld()
  }
  const sweeping = createSchedule(SWEEP_MS, sweep, onError)

  return {
    async queue(message, within, batch) {
      const id = randomUUID()
      const checked = MailMessage.parse(message)
      // Throws for an unknown publication, whose mails would always fail.
      publicationOf(checked.mandator)
      await store.add(id, checked, now(), within, batch)
      // The caller's transaction may still be open; a look that comes too early is repeated.
      runner.wake(within === undefined ? 20 : 250)
      return id
    },
    async render(message) {
      const checked = MailMessage.parse(message)
      const { mandator: code } = checked
      const mail = renderMail(checked, originOf(code), await lookOf(code))
      return { ...mail, html: withoutAttachments(mail.html, code, originOf) }
    },
    countBatch: (batch) => store.countBatch(batch),
    app: isDemo ? createMailbox(store, options.mailboxBase ?? '/__services/mail') : null,
    deliverDue: async () => (canDeliver ? runner.runDue() : 0),
    start() {
      sweeping.start()
      if (canDeliver) runner.start()
    },
    bounces,
    refusals,
    countByStatus: () => store.countByStatus(),
    listOf: (code, address, until) => store.listOf(code, address, until),
    removeOf: (code, address, within, until) => store.removeOf(code, address, within, until),
    async close() {
      await Promise.all([runner.close(), sweeping.close()])
      transport?.close()
    },
  }
}
