/**
 * Mail: a caller queues a mail in the transaction that causes it (outbox). The outbox survives a restart. A worker
 * claims due mails under a lease, sends each at least once, backs off after failures and gives up after eight, or at
 * once if the server says that the address does not exist, which is remembered (`refusals.ts`). Without SMTP_URL the
 * demo stores mails in its mailbox; outside the demo they wait until a server is configured. Headers, link origins and
 * texts never come from a request.
 */
import { randomUUID } from 'node:crypto'
import { MailMessage, type MailMessageInput } from '@lokalteil/contracts/mail'
import { publicationOf, type Mandator } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { createTransport, type Transporter } from 'nodemailer'
import type { Database } from '../platform/database.ts'
import { migrate, migrationsIn } from '../platform/database/migrations.ts'
import { backOff, createJobRunner } from '../platform/jobs/job-runner.ts'
import { createSchedule } from '../platform/schedule.ts'
import { createMailbox } from './mailbox-page.ts'
import { toCurrentMessage } from './older-messages.ts'
import { createRefusals, isAddressRefused, type Refusals } from './refusals.ts'
import { createMailStore, type QueuedMail } from './store.ts'
import { type MailLook, PLAIN_LOOK, WORDMARK_ID } from './mail-page.ts'
import { renderMail, type RenderedMail } from './templates.ts'

export type MailServiceOptions = {
  database: Database
  /** Origin of a publication's site; every link begins with it. */
  originOf: (mandator: Mandator) => string
  /** `smtp://user:password@host:587` or `smtps://…`; null: no mail leaves the machine. */
  smtpUrl: string | null
  /** The look of a publication's mails. */
  lookOf?: (mandator: Mandator) => Promise<MailLook>
  /** Sender and reply address; default `portal@` the publication's host. */
  addressesOf?: (mandator: Mandator) => MailAddresses
  isDemo: boolean
  /** Path where the mailbox is mounted. */
  mailboxBase?: string
  now?: () => Date
  onError?: (error: unknown) => void
  /** Called when a mail is given up. */
  onDead?: (mail: { id: string; template: string; attempts: number; error: string }) => void
}

type MailAddresses = { sender?: string | undefined; replyTo?: string | undefined }

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
  refusals: Refusals
  /** Sends due mails and returns how many were sent; the worker calls it by itself. */
  deliverDue: () => Promise<number>
  /** Starts the worker. */
  start: () => void
  countByStatus: () => Promise<Record<string, number>>
  /** Stored data about a recipient, and its deletion (export and erasure). */
  listOf: (
    mandator: Mandator,
    address: string,
    until?: Date,
  ) => Promise<{ template: string; status: string; at: Date }[]>
  removeOf: (mandator: Mandator, address: string, within?: Database['db'], until?: Date) => Promise<void>
  close: () => Promise<void>
}

// Longer than a batch of mails to a server that does not answer.
const LEASE_MS = 5 * 60_000
const BATCH = 5
const RETRY = { attempts: 8, ...backOff(30_000, 6 * 3_600_000, 4), isFinal }
const SWEEP_MS = 3_600_000
const KEPT_MS = 30 * 86_400_000

/** Long, because outbox, sending and the demo's mailbox are opened and closed together. */
export async function createMailService(options: MailServiceOptions): Promise<MailService> {
  const { database, originOf } = options
  const lookOf = options.lookOf ?? (async () => PLAIN_LOOK)
  const addressesOf = options.addressesOf ?? ((): MailAddresses => ({}))
  await migrate(database, 'mail', await migrationsIn(import.meta.dirname))
  const store = createMailStore(database)
  const now = options.now ?? (() => new Date())
  const transport = options.smtpUrl === null ? null : openTransport(options.smtpUrl)
  const canDeliver = transport !== null || options.isDemo
  const onError = (error: unknown) => options.onError?.(error)
  const refusals = createRefusals(database, now)

  async function send({ id, message: stored, createdAt }: QueuedMail): Promise<void> {
    // Messages of an older build may lack new fields, which get their defaults.
    const message = MailMessage.parse(toCurrentMessage(stored, createdAt))
    const { mandator, to } = message
    const { sender, replyTo } = addressesOf(mandator)
    const look = await lookOf(mandator)
    const { subject, html, text } = renderMail(message, originOf(mandator), look)
    const from = { name: publicationOf(mandator).name, address: sender ?? toSender(mandator) }
    const unsubscribe = message.unsubscribePath === undefined ? null : `${originOf(mandator)}${message.unsubscribePath}`
    const headers: Record<string, string> = {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe === null
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    }
    // The same id at every attempt, so that mail programs show a mail once, even if it was delivered twice.
    const messageId = `<${id}@${from.address.split('@')[1]}>`
    if (transport !== null) {
      const sent = transport.sendMail({
        from,
        replyTo,
        to: { name: to.name, address: to.address },
        subject,
        html,
        text,
        attachments: toAttachments(look),
        headers,
        messageId,
        date: createdAt,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await sent.catch(async (error: unknown) => {
        if (isAddressRefused(error)) await refusals.note([to.address], 'smtp', toReason(error))
        throw error
      })
      await refusals.forget([to.address], 'smtp')
    } else {
      // An erased reader may be named nowhere, not even in the demo's mailbox.
      const shown = message.template === 'account-erased' ? '' : to.address
      await store.put({
        id,
        mandator,
        template: message.template,
        from: `${from.name} <${from.address}>`,
        to: shown,
        subject,
        text,
        html: withoutAttachments(html, mandator),
        headers: { ...headers, ...(replyTo === undefined ? {} : { 'Reply-To': replyTo }), 'Message-ID': messageId },
        at: now().toISOString(),
      })
    }
  }

  /** Where a mail is only shown, the wordmark gets an address. */
  function withoutAttachments(html: string, mandator: Mandator): string {
    return html.replaceAll(`cid:${WORDMARK_ID}`, `${originOf(mandator)}/assets/brand/${mandator}/mail.png`)
  }

  function toSender(mandator: Mandator): string {
    const { hostname } = new URL(originOf(mandator))
    return `portal@${/^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname.replace(/^www\./, '')}`
  }

  const runner = createJobRunner({
    queue: store.outbox,
    work: send,
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
      const { mandator } = checked
      const mail = renderMail(checked, originOf(mandator), await lookOf(mandator))
      return { ...mail, html: withoutAttachments(mail.html, mandator) }
    },
    countBatch: (batch) => store.countBatch(batch),
    app: options.isDemo ? createMailbox(store, options.mailboxBase ?? '/__services/mail') : null,
    deliverDue: async () => (canDeliver ? runner.runDue() : 0),
    start() {
      sweeping.start()
      if (canDeliver) runner.start()
    },
    refusals,
    countByStatus: () => store.countByStatus(),
    listOf: (mandator, address, until) => store.listOf(mandator, address, until),
    removeOf: (mandator, address, within, until) => store.removeOf(mandator, address, within, until),
    async close() {
      await Promise.all([runner.close(), sweeping.close()])
      transport?.close()
    },
  }
}

/** Embedded, so it is shown at once, and opening the mail causes no request. */
function toAttachments({ wordmark }: MailLook) {
  if (wordmark === null) return []
  const content = Buffer.from(wordmark.bytes)
  return [
    {
      cid: WORDMARK_ID,
      filename: 'name.png',
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
      content,
    },
  ]
}

function openTransport(url: string): Transporter {
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * The server refused this address or mail for good (RFC 5321: 5yz); errors of our login or of the connection are not
 * final.
 */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}

/** For the log: codes, never the address or a text of the mail. */
function toReason(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return [code ?? name ?? 'error', responseCode].filter((part) => part !== undefined).join(' ')
}
