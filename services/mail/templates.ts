/** All mails, in German, as HTML and as text from one list of parts, so that both have the same content. */
import type { MailMessage, MailTemplate } from '@lokalteil/contracts/mail'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { ROOM_MAIL_TEXTS } from '@lokalteil/rooms/mails'
import { ACCOUNT_MAILS } from './account-mails.ts'
import { ADDRESS_MAILS } from './address-mails.ts'
import { COMMUNITY_MAILS } from './community-mails.ts'
import { CONTRACT_MAILS } from './contract-mails.ts'
import { escape, type MailLook, paragraph, PLAIN_LOOK, toHtml, toMailPage } from './mail-page.ts'
import { NEWSLETTER_MAILS } from './newsletter-mails.ts'
import { OFFICE_MAILS } from './office-mails.ts'
import { PURCHASE_MAILS } from './purchase-mails.ts'
import type { Mail, MailData, MailsOf, Part } from './parts.ts'

export type RenderedMail = { subject: string; html: string; text: string }

const MAILS: MailsOf<MailTemplate> = {
  ...ACCOUNT_MAILS,
  ...ADDRESS_MAILS,
  ...NEWSLETTER_MAILS,
  ...CONTRACT_MAILS,
  ...COMMUNITY_MAILS,
  ...OFFICE_MAILS,
  ...ROOM_MAIL_TEXTS,
  ...PURCHASE_MAILS,
}

function compose<Template extends MailTemplate>(
  message: { template: Template; data: MailData<Template> },
  publication: string,
): Mail {
  return MAILS[message.template](message.data, publication)
}

export function renderMail(message: MailMessage, origin: string, look: MailLook = PLAIN_LOOK): RenderedMail {
  const { name } = publicationOf(message.mandator)
  const { subject, head, preheader = '', parts, closing = `Ihr Team · ${name}` } = compose(message, name)
  const greeting = message.to.name === '' ? 'Guten Tag,' : `Guten Tag, ${message.to.name},`
  const opening = head === undefined ? [] : [`${head.kicker}\n${head.title}`]
  return {
    subject,
    text: `${[greeting, ...opening, ...parts.map((part) => toText(part, origin)), closing, `--\n${name} · ${origin}/impressum`].join('\n\n')}\n`,
    html: toMailPage({ origin, look, name, subject, preheader }, head ?? { title: subject, kicker: '' }, [
      paragraph(escape(greeting)),
      ...parts.map((part) => toHtml(part, origin, look)),
      paragraph(escape(closing)),
    ]),
  }
}

function toText(part: Part, origin: string): string {
  switch (part.kind) {
    case 'button':
      return `${part.label}:\n${part.origin ?? origin}${part.path}`
    case 'list':
      return part.items.map((item) => `- ${item}`).join('\n')
    case 'facts':
      return part.facts.map(({ label, value }) => `${label}: ${value.replaceAll('\n', '\n  ')}`).join('\n')
    case 'articles':
      return part.articles
        .map(({ heading, prefix, title, text: lead, path, isPaid }) =>
          [
            heading === '' ? '' : `— ${heading} —`,
            `${prefix === '' ? '' : `${prefix}: `}${title}${isPaid ? ' · Plus' : ''}`,
            lead,
            `${origin}${path}`,
          ]
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
