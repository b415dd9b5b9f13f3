/**
 * Mail: whoever needs a mail to go out queues it, inside the transaction that makes it necessary, and goes on. The outbox
 * survives a restart; a worker claims what is due under a lease, sends it at least once, waits longer after each failure
 * and gives up after eight, or at once when the server says the address does not exist, which is remembered (`refusals.ts`). Without SMTP_URL the demo keeps
 * the mails in its mailbox; outside the demo they wait until a server is configured.
 * Never: a header, a link's origin or a text that came from a request.
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
import { renderMail } from './templates.ts'

export type MailServiceOptions = {
  database: Database
  /** Canonical origin of each publication: every link begins with it. */
  originOf: (mandator: Mandator) => string
  /** `smtp://user:password@host:587` or `smtps://…`; null: nothing leaves the machine. */
  smtpUrl: string | null
  /** How a publication's mails look. */
  lookOf?: (mandator: Mandator) => Promise<MailLook>
  /** Where they come from and where answers go; default `portal@` the publication's host. */
  addressesOf?: (mandator: Mandator) => MailAddresses
  isDemo: boolean
  /** Where the mailbox is mounted. */
  mailboxBase?: string
  now?: () => Date
  onError?: (error: unknown) => void
  /** Told when a mail was given up. */
  onDead?: (mail: { id: string; template: string; attempts: number; error: string }) => void
}

type MailAddresses = { sender?: string | undefined; replyTo?: string | undefined }

export type MailService = {
  /** Answers the mail's id. Pass the transaction you are in, so that the mail exists if and only if its cause does. */
  queue: (message: MailMessageInput, within?: Database['db']) => Promise<string>
  /** The demo's mailbox page; null outside the demo. */
  app: Hono | null
  refusals: Refusals
  /** Sends what is due now and answers how many went out; the worker does this by itself. */
  deliverDue: () => Promise<number>
  /** Starts the worker. */
  start: () => void
  countByStatus: () => Promise<Record<string, number>>
  /** What is held about a recipient, and its removal (data export and erasure). */
  listOf: (
    mandator: Mandator,
    address: string,
    until?: Date,
  ) => Promise<{ template: string; status: string; at: Date }[]>
  removeOf: (mandator: Mandator, address: string, within?: Database['db'], until?: Date) => Promise<void>
  close: () => Promise<void>
}

// Longer than a batch of mails to a server that answers nothing.
const LEASE_MS = 5 * 60_000
const BATCH = 5
const RETRY = { attempts: 8, ...backOff(30_000, 6 * 3_600_000, 4), isFinal }
const SWEEP_MS = 3_600_000
const KEPT_MS = 30 * 86_400_000

/** Long, because outbox, sending and the demo’s mailbox are opened and closed together. */
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
    // Written by the build before, perhaps: what came to a message since then has its default.
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
    // The same id at every attempt: a server that took it but could not say so does not deliver it twice to the eye.
    const messageId = `<${id}@${from.address.split('@')[1]}>`
    if (transport !== null) {
      const sent = transport.sendMail({
        from,
        ...(replyTo === undefined ? {} : { replyTo }),
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
      // Nothing may name an erased reader, not even the demo's mailbox.
      const shown = message.template === 'account-erased' ? '' : to.address
      await store.put({
        id,
        mandator,
        template: message.template,
        from: `${from.name} <${from.address}>`,
        to: shown,
        subject,
        text,
        // Only a mail has parts.
        html: html.replaceAll(`cid:${WORDMARK_ID}`, `${originOf(mandator)}/assets/brand/${mandator}/mail.png`),
        headers: { ...headers, ...(replyTo === undefined ? {} : { 'Reply-To': replyTo }), 'Message-ID': messageId },
        at: now().toISOString(),
      })
    }
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
    // It may name the reader; what is left of it stands in the row.
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
    async queue(message, within) {
      const id = randomUUID()
      const checked = MailMessage.parse(message)
      // Throws of a publication that is none: its mail would fail again and again.
      publicationOf(checked.mandator)
      await store.add(id, checked, now(), within)
      // The transaction around it may still be open; what is too early is found by the next look.
      runner.wake(within === undefined ? 20 : 250)
      return id
    },
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

/** In the mail itself: it is seen at once, and nobody is told that the mail was opened. */
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

/** The server refused this address or this mail for good (RFC 5321: 5yz); trouble of our own login or of the line is not. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}

/** For the log: codes, never the address or a text of the mail. */
function toReason(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return [code ?? name ?? 'error', responseCode].filter((part) => part !== undefined).join(' ')
}
