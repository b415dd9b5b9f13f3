/** Sends one mail to the server, or stores it in the demo's mailbox. */
import { MailMessage } from '@lokalteil/contracts/mail'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { createTransport, type Transporter } from 'nodemailer'
import type { MailContext } from './context.ts'
import { type MailLook, WORDMARK_ID } from './mail-page.ts'
import { toCurrentMessage } from './older-messages.ts'
import { isAddressRefused } from './refusals.ts'
import type { QueuedMail } from './store.ts'
import { renderMail } from './templates.ts'

export async function send(context: MailContext, { id, message: stored, createdAt }: QueuedMail): Promise<void> {
  const { store, refusals, transport, originOf, lookOf, addressesOf, now } = context
  // Messages of an older build may lack new fields, which get their defaults.
  const message = MailMessage.parse(toCurrentMessage(stored, createdAt))
  const { mandator: code, to } = message
  const { sender, replyTo } = addressesOf(code)
  const look = await lookOf(code)
  const { subject, html, text } = renderMail(message, originOf(code), look)
  const from = { name: publicationOf(code).name, address: sender ?? toSender(originOf(code)) }
  const unsubscribe = message.unsubscribePath === undefined ? null : `${originOf(code)}${message.unsubscribePath}`
  const headers: Record<string, string> = {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
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
      mandator: code,
      template: message.template,
      from: `${from.name} <${from.address}>`,
      to: shown,
      subject,
      text,
      html: withoutAttachments(html, code, originOf),
      headers: { ...headers, ...(replyTo && { 'Reply-To': replyTo }), 'Message-ID': messageId },
      at: now().toISOString(),
    })
  }
}

/** Where a mail is only shown, the wordmark gets an address. */
export function withoutAttachments(html: string, code: PublicationCode, originOf: MailContext['originOf']): string {
  return html.replaceAll(`cid:${WORDMARK_ID}`, `${originOf(code)}/assets/brand/${code}/mail.png`)
}

function toSender(origin: string): string {
  const { hostname } = new URL(origin)
  return `portal@${/^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname.replace(/^www\./, '')}`
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

export function openTransport(url: string): Transporter {
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
export function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}

/** For the log: codes, never the address or a text of the mail. */
export function toReason(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return [code ?? name ?? 'error', responseCode].filter((part) => part !== undefined).join(' ')
}
