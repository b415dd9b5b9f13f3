/**
 * The mails readers get, in German, as HTML and as text from one list of parts, so that both say the same. Plain tables
 * and inline styles, because that is what mail programs understand; no pictures, no tracking. Everything a reader may have
 * written passes `escape`; addresses are only ever our own origin and a path.
 */
import type { MailMessage, MailTemplate, NewsletterIssue } from '@lokalteil/contracts/mail'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { ACCOUNT_MAILS } from './account-mails.ts'
import { ADDRESS_MAILS } from './address-mails.ts'
import { COMMUNITY_MAILS } from './community-mails.ts'
import { CONTRACT_MAILS } from './contract-mails.ts'
import { MARKET_MAILS } from './market-mails.ts'
import { NEWSLETTER_MAILS } from './newsletter-mails.ts'
import { NOTICE_MAILS } from './notice-mails.ts'
import { PURCHASE_MAILS } from './purchase-mails.ts'
import type { Mail, MailData, MailsOf, Part } from './parts.ts'

/** `colour`: the publication's own, readable on white and below white letters. Sender and answers: absent where a mail has none of its own. */
export type MailLook = { colour: string; sender?: string | undefined; replyTo?: string | undefined }
export type RenderedMail = { subject: string; html: string; text: string }

const MAILS: MailsOf<MailTemplate> = {
  ...ACCOUNT_MAILS,
  ...ADDRESS_MAILS,
  ...NEWSLETTER_MAILS,
  ...CONTRACT_MAILS,
  ...COMMUNITY_MAILS,
  ...NOTICE_MAILS,
  ...MARKET_MAILS,
  ...PURCHASE_MAILS,
}

function compose<Template extends MailTemplate>(
  message: { template: Template; data: MailData<Template> },
  publication: string,
): Mail {
  return MAILS[message.template](message.data, publication)
}

export function renderMail(message: MailMessage, origin: string, colour: string): RenderedMail {
  const publication = publicationOf(message.mandator)
  const mail = compose(message, publication.name)
  const greeting = message.to.name === '' ? 'Guten Tag,' : `Guten Tag, ${message.to.name},`
  const closing = mail.closing ?? `Ihr Team · ${publication.name}`
  return {
    subject: mail.subject,
    text: `${[greeting, ...mail.parts.map((part) => toText(part, origin)), closing, `--\n${publication.name} · ${origin}/impressum`].join('\n\n')}\n`,
    html: toPage(mail.subject, publication.name, { origin, colour }, [
      paragraph(escape(greeting)),
      ...mail.parts.map((part) => toHtml(part, { origin, colour })),
      paragraph(escape(closing)),
    ]),
  }
}

function toText(part: Part, origin: string): string {
  switch (part.kind) {
    case 'button':
      return `${part.label}:\n${origin}${part.path}`
    case 'list':
      return part.items.map((item) => `- ${item}`).join('\n')
    case 'facts':
      return part.facts.map(({ label, value }) => `${label}: ${value.replaceAll('\n', '\n  ')}`).join('\n')
    case 'articles':
      return part.articles
        .map(({ prefix, title, text: lead, path, isPaid }) =>
          [`${prefix === '' ? '' : `${prefix}: `}${title}${isPaid ? ' · Plus' : ''}`, lead, `${origin}${path}`]
            .filter((line) => line !== '')
            .join('\n'),
        )
        .join('\n\n')
    case 'links':
      return part.links.map(({ label, path }) => `${label}:\n${origin}${path}`).join('\n')
    default:
      return part.text
  }
}

type Place = { origin: string; colour: string }

function toHtml(part: Part, place: Place): string {
  const { origin, colour } = place
  switch (part.kind) {
    case 'text':
      return paragraph(escape(part.text))
    case 'note':
      return paragraph(escape(part.text), 'font-size:14px;color:#555555')
    case 'list':
      return `<ul style="margin:0 0 20px;padding-left:20px">${part.items.map((item) => `<li>${escape(item)}</li>`).join('')}</ul>`
    case 'facts':
      return `<table cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 20px;border-top:1px solid #dddddd">${part.facts
        .map(
          ({ label, value }) =>
            `<tr><th scope="row" align="left" valign="top" style="padding:8px 16px 8px 0;border-bottom:1px solid #dddddd;font-size:14px;font-weight:normal;color:#555555">${escape(label)}</th><td valign="top" style="padding:8px 0;border-bottom:1px solid #dddddd;white-space:pre-line;word-break:break-word">${escape(value)}</td></tr>`,
        )
        .join('')}</table>`
    case 'articles':
      return part.articles.map((article, index) => toArticle(article, index === 0, place)).join('\n')
    case 'links':
      return paragraph(
        part.links
          .map(({ label, path }) => `<a href="${escape(origin + path)}" style="color:${colour}">${escape(label)}</a>`)
          .join(' · '),
        'font-size:14px',
      )
    case 'button': {
      const address = escape(origin + part.path)
      return `<p style="margin:0 0 8px"><a href="${address}" style="display:inline-block;padding:12px 20px;background:${colour};color:#ffffff;text-decoration:none;border-radius:4px;font-weight:bold">${escape(part.label)}</a></p>${paragraph(`<a href="${address}" style="color:${colour};word-break:break-all">${address}</a>`, 'font-size:13px')}`
    }
  }
}

function toArticle(
  { prefix, title, text: lead, path, isPaid }: NewsletterIssue['articles'][number],
  isLead: boolean,
  { origin, colour }: Place,
): string {
  const badge = isPaid
    ? ` <span style="padding:1px 6px;border:1px solid ${colour};border-radius:3px;font-size:12px;color:${colour};white-space:nowrap">Plus</span>`
    : ''
  const kicker = prefix === '' ? '' : `<p style="margin:0 0 4px;font-size:14px;color:#555555">${escape(prefix)}</p>`
  return `<div style="margin:0 0 24px;padding:0 0 20px;border-bottom:1px solid #dddddd">${kicker}<h2 style="margin:0 0 8px;font-size:${isLead ? 24 : 19}px;line-height:1.25"><a href="${escape(origin + path)}" style="color:#1a1a1a;text-decoration:none">${escape(title)}</a>${badge}</h2>${lead === '' ? '' : `<p style="margin:0">${escape(lead)}</p>`}</div>`
}

function paragraph(html: string, style = ''): string {
  return `<p style="margin:0 0 20px;${style}">${html}</p>`
}

function toPage(subject: string, name: string, { origin, colour }: Place, parts: string[]): string {
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:0;background:#f4f4f2">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;color:#1a1a1a;font:16px/1.5 Georgia,'Times New Roman',serif">
<tr><td style="padding:20px 28px;border-bottom:3px solid ${colour};font-size:22px;font-weight:bold">${escape(name)}</td></tr>
<tr><td style="padding:28px">
${parts.join('\n')}
</td></tr>
<tr><td style="padding:16px 28px;font-size:13px;color:#555555;border-top:1px solid #dddddd">${escape(name)} · <a href="${escape(origin)}/impressum" style="color:#555555">Impressum</a> · <a href="${escape(origin)}/datenschutz" style="color:#555555">Datenschutz</a></td></tr>
</table></td></tr></table></body></html>`
}

export function escape(value: string): string {
  return value.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
