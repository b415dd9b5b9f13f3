/**
 * The mails readers get, in German, as HTML and as text from one list of parts, so that both say the same. Plain tables
 * and inline styles, because that is what mail programs understand; no pictures, no tracking. Everything a reader may have
 * written passes `escape`; addresses are only ever our own origin and a path.
 */
import type { MailMessage, NewsletterIssue } from '@lokalteil/contracts/mail'
import { listReceiptFacts, type ContractReceipt } from '@lokalteil/domain/commerce/contract-rights'
import { formatDateTime, formatDay } from '@lokalteil/domain/german'
import { PUBLICATIONS } from '@lokalteil/domain/publication/publications'
import { toNoticeText } from './contract-notices.ts'
import { ORDER_REFUSALS, toOrderFacts, toOrderLinks, toWithdrawalTexts } from './order-mails.ts'

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; path: string }
  | { kind: 'note'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'facts'; facts: readonly { label: string; value: string }[] }
  | { kind: 'articles'; articles: NewsletterIssue['articles'] }
  | { kind: 'links'; links: readonly { label: string; path: string }[] }
type Mail = { subject: string; parts: Part[]; closing?: string }

export type RenderedMail = { subject: string; html: string; text: string }

const text = (value: string): Part => ({ kind: 'text', text: value })
const note = (value: string): Part => ({ kind: 'note', text: value })
const button = (label: string, path: string): Part => ({ kind: 'button', label, path })

const NOT_YOU = 'Sie haben das nicht veranlasst? Dann müssen Sie nichts tun; ohne Ihren Klick geschieht nichts.'
const PROVIDERS = { google: 'Google', apple: 'Apple' } as const

function compose(message: MailMessage, publication: string): Mail {
  const day = (instant: string) => formatDateTime(new Date(instant))
  switch (message.template) {
    case 'confirm-email':
      return {
        subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
        parts: [
          text(
            `schön, dass Sie sich bei uns registriert haben. Mit einem Klick bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört:`,
          ),
          button('E-Mail-Adresse bestätigen', message.data.path),
          note(`Der Link gilt ${message.data.validHours} Stunden und nur einmal. ${NOT_YOU}`),
        ],
      }
    case 'reset-password':
      return {
        subject: 'Ihr neues Passwort',
        parts: [
          text('Sie möchten ein neues Passwort festlegen. Das geht hier:'),
          button('Neues Passwort festlegen', message.data.path),
          note(
            `Der Link gilt ${message.data.validMinutes} Minuten und nur einmal. ${NOT_YOU} Ihr bisheriges Passwort bleibt dann gültig.`,
          ),
        ],
      }
    case 'already-registered':
      return {
        subject: 'Sie haben bereits ein Konto',
        parts: [
          text(
            `jemand – vermutlich Sie selbst – wollte sich mit dieser E-Mail-Adresse bei uns registrieren. Sie haben aber schon ein Konto und können sich einfach anmelden:`,
          ),
          button('Anmelden', message.data.loginPath),
          text('Das Passwort fällt Ihnen nicht ein? Hier bekommen Sie ein neues:'),
          button('Passwort zurücksetzen', message.data.resetPath),
          note('Wenn Sie das nicht waren, müssen Sie nichts tun. An Ihrem Konto wurde nichts geändert.'),
        ],
      }
    case 'password-changed':
      return {
        subject: 'Ihr Passwort wurde geändert',
        parts: [
          text(
            `das Passwort Ihres Kontos wurde am ${day(message.data.at)} geändert. Auf allen anderen Geräten sind Sie nun abgemeldet.`,
          ),
          text('Sie waren das nicht? Dann legen Sie bitte sofort ein neues Passwort fest:'),
          button('Passwort zurücksetzen', message.data.resetPath),
        ],
      }
    case 'email-verified':
      return {
        subject: 'Ihre E-Mail-Adresse ist bestätigt',
        parts: [
          text(`vielen Dank! Ihre E-Mail-Adresse ist bestätigt, Ihr Konto ist damit vollständig.`),
          button('Anmelden', message.data.loginPath),
        ],
      }
    case 'change-email':
      return {
        subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
        parts: [
          text(
            `diese E-Mail-Adresse soll künftig zu einem Konto bei uns gehören. Wenn Sie das veranlasst haben, bestätigen Sie es bitte:`,
          ),
          button('Neue Adresse bestätigen', message.data.path),
          note(
            `Der Link gilt ${message.data.validHours} Stunden und nur einmal. Bis dahin gilt die bisherige Adresse. ${NOT_YOU}`,
          ),
        ],
      }
    case 'email-change-taken':
      return {
        subject: 'Sie haben schon ein Konto',
        parts: [
          text(
            `jemand wollte diese E-Mail-Adresse für ein anderes Konto bei uns eintragen. Sie gehört aber schon zu Ihrem Konto; daran wurde nichts geändert.`,
          ),
          text('Waren Sie das selbst? Dann melden Sie sich einfach mit dieser Adresse an:'),
          button('Anmelden', message.data.loginPath),
          text('Das Passwort fällt Ihnen nicht ein? Hier bekommen Sie ein neues:'),
          button('Passwort zurücksetzen', message.data.resetPath),
          note('Wenn Sie das nicht waren, müssen Sie nichts tun.'),
        ],
      }
    case 'address-reserved':
      return {
        subject: 'Diese E-Mail-Adresse ist noch reserviert',
        parts: [
          text(
            `jemand wollte diese E-Mail-Adresse für ein Konto bei uns verwenden. Sie gehörte bis vor kurzem zu einem Konto, dessen Adresse geändert wurde. Damit sich das rückgängig machen lässt, bleibt sie bis zum ${day(message.data.until)} reserviert.`,
          ),
          text(
            'Waren Sie das selbst? Dann versuchen Sie es danach bitte noch einmal. Haben Sie die Adresse Ihres Kontos nicht geändert? Dann nehmen Sie die Änderung mit dem Link aus unserer früheren E-Mail zurück.',
          ),
          note('Wenn Sie das nicht waren, müssen Sie nichts tun.'),
        ],
      }
    case 'email-changed': {
      const { at, address, undo } = message.data
      return {
        subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
        parts:
          undo === null
            ? [
                text(
                  `ein Konto bei uns, das mit dieser E-Mail-Adresse eröffnet, aber nie bestätigt wurde, gehört seit dem ${day(at)} zu einer anderen Adresse (${address}). Sie müssen nichts tun; wir schreiben Ihnen dazu nicht mehr.`,
                ),
              ]
            : [
                text(
                  `Ihr Konto gehört seit dem ${day(at)} zu der E-Mail-Adresse ${address}. Mit ihr melden Sie sich künftig an, und dorthin schicken wir alles, was Ihr Konto, Ihre Verträge und Ihre Newsletter betrifft.`,
                ),
                text('Sie waren das nicht? Dann machen Sie die Änderung bitte sofort rückgängig:'),
                button('Änderung rückgängig machen', undo.path),
                note(
                  `Der Link gilt bis zum ${day(undo.until)} und nur einmal. Alle Anmeldungen und das Passwort enden dann, und Sie legen ein neues fest.`,
                ),
              ],
      }
    }
    case 'email-change-undone': {
      const { at, address, password } = message.data
      return {
        subject: 'Die Änderung Ihrer E-Mail-Adresse wurde zurückgenommen',
        parts:
          password === null
            ? [
                text(
                  `das Konto bei uns, zu dem diese E-Mail-Adresse gehörte, gehört seit dem ${day(at)} wieder zu seiner früheren Adresse (${address}). Deren Inhaber hat die Änderung zurückgenommen; alle Anmeldungen sind beendet.`,
                ),
                note(
                  'War das nicht in Ihrem Sinn, antworten Sie uns bitte oder rufen Sie uns an; die Nummer steht im Impressum.',
                ),
              ]
            : [
                text(
                  `Ihr Konto gehört seit dem ${day(at)} wieder zu dieser E-Mail-Adresse. Alle Anmeldungen sind beendet, und das bisherige Passwort gilt nicht mehr. Legen Sie bitte ein neues fest:`,
                ),
                button('Neues Passwort festlegen', password.path),
                note(
                  `Der Link gilt ${password.validMinutes} Minuten und nur einmal. Danach bekommen Sie unter „Passwort vergessen“ einen neuen.`,
                ),
              ],
      }
    }
    case 'link-account':
      return {
        subject: `Anmeldung mit ${PROVIDERS[message.data.provider]} freigeben`,
        parts: [
          text(
            `jemand hat sich mit einem ${PROVIDERS[message.data.provider]}-Konto angemeldet, das Ihre E-Mail-Adresse trägt. Wenn Sie das waren, verbinden Sie beides mit einem Klick:`,
          ),
          button(`Mit ${PROVIDERS[message.data.provider]} verbinden`, message.data.path),
          note(`Der Link gilt ${message.data.validMinutes} Minuten und nur einmal. ${NOT_YOU}`),
        ],
      }
    case 'erasure-scheduled':
      return {
        subject: 'Ihr Konto wird gelöscht',
        parts: [
          text(
            `Ihr Konto und alle Daten, die wir nicht aufbewahren müssen, werden am ${day(message.data.at)} gelöscht. Bis dahin können Sie es sich anders überlegen:`,
          ),
          button('Löschung zurücknehmen', message.data.undoPath),
          note('Auf allen Geräten wurden Sie abgemeldet.'),
        ],
      }
    case 'account-erased':
      return {
        subject: 'Ihr Konto wurde gelöscht',
        parts: [
          text(`Ihr Konto wurde am ${day(message.data.at)} gelöscht. Dies ist die letzte Nachricht an diese Adresse.`),
          ...(message.data.kept.length === 0
            ? []
            : [
                text('Das Gesetz verpflichtet uns, einiges noch aufzubewahren:'),
                { kind: 'list', items: message.data.kept } as const,
              ]),
        ],
      }
    case 'newsletter-confirm': {
      const { newsletters, path, validDays } = message.data
      return {
        subject: 'Bitte bestätigen Sie Ihre Newsletter-Anmeldung',
        parts: [
          text(
            `mit dieser E-Mail-Adresse ${newsletters.length === 1 ? 'wurde dieser Newsletter' : 'wurden diese Newsletter'} bestellt:`,
          ),
          { kind: 'list', items: newsletters },
          text('Ein Klick, und wir schreiben Ihnen:'),
          button('Anmeldung bestätigen', path),
          note(
            `Der Link gilt ${validDays} Tage. Sie haben nichts bestellt? Dann müssen Sie nichts tun; ohne Ihre Bestätigung schicken wir keinen Newsletter.`,
          ),
        ],
      }
    }
    case 'newsletter-issue': {
      const { newsletter, sender, at, articles, unsubscribePath, managePath, isTest } = message.data
      return {
        subject: `${isTest ? 'Test: ' : ''}${newsletter}: ${shorten(articles[0]!.title, 100)}`,
        parts: [
          note(`${newsletter}, ${formatDay(new Date(at))}`),
          { kind: 'articles', articles },
          note(
            isTest
              ? 'Das ist ein Probeversand an die Redaktion.'
              : `Sie erhalten diese E-Mail, weil Sie „${newsletter}“ bestellt haben (${publication}).`,
          ),
          {
            kind: 'links',
            links: [
              { label: 'Diesen Newsletter abbestellen', path: unsubscribePath },
              { label: 'Alle Newsletter verwalten', path: managePath },
            ],
          },
        ],
        closing: sender,
      }
    }
    case 'invitation': {
      const { inviter, path } = message.data
      return {
        subject: `Eine Einladung: ${publication}`,
        parts: [
          text(
            `${inviter === '' ? 'jemand, der Sie kennt,' : inviter} liest bei uns und lädt Sie ein, es auch zu tun. Hier sehen Sie, was es gibt und was es kostet:`,
          ),
          button('Angebote ansehen', path),
          note(
            `Diese E-Mail haben wir einmal und im Auftrag verschickt; Ihre Adresse nutzen wir für nichts anderes und schreiben Ihnen nicht von uns aus. Wenn Sie über den Link etwas bestellen, bekommt die Person, die Sie eingeladen hat, einen Coin; wer Sie sind, erfährt sie nicht.`,
          ),
        ],
      }
    }
    case 'contract-notice': {
      const notice = toNoticeText(message.data)
      return {
        subject: notice.subject,
        parts: [
          ...notice.texts.map(text),
          { kind: 'facts', facts: notice.facts },
          button(notice.button, message.data.path),
          ...notice.notes.map(note),
        ],
      }
    }
    case 'order-confirmed':
      return {
        subject: `Ihre Bestellung: ${message.data.product} (${message.data.number})`,
        parts: [
          text('vielen Dank für Ihre Bestellung. Hiermit bestätigen wir den Vertrag:'),
          { kind: 'facts', facts: toOrderFacts(message.data) },
          ...toWithdrawalTexts(message.data, publication).map(text),
          { kind: 'links', links: toOrderLinks(message.data) },
          note('Bitte heben Sie diese E-Mail auf: Sie enthält alle Angaben zu Ihrem Vertrag.'),
        ],
      }
    case 'order-refused':
      return {
        subject: `Zu Ihrer Bestellung ${message.data.number}`,
        parts: [
          text(
            `mit dieser E-Mail-Adresse wurde „${message.data.product}“ bestellt. ${ORDER_REFUSALS[message.data.reason] ?? ORDER_REFUSALS.PAYMENT_REFUSED}`,
          ),
          text(
            'Es wurde kein Vertrag geschlossen. Geld behalten wir nicht: Was schon bezahlt war, ist auf dem Weg zurück.',
          ),
          button('Anmelden', '/#login'),
          note('Sie haben das nicht bestellt? Dann müssen Sie nichts tun.'),
        ],
      }
    case 'order-failed':
      return {
        subject: `Ihre Bestellung ${message.data.number} kam nicht zustande`,
        parts: [
          text(
            `die Zahlung für „${message.data.product}“ ist nicht angekommen. Es wurde kein Vertrag geschlossen, und Sie müssen nichts bezahlen.`,
          ),
          button('Noch einmal bestellen', '/order/abo'),
        ],
      }
    case 'guest-account':
      return {
        subject: 'Ihr Konto und Ihr Passwort',
        parts: [
          text(
            `mit Ihrer Bestellung haben wir ein Konto für diese E-Mail-Adresse angelegt. Legen Sie ein Passwort fest, und Sie können alles lesen, was Sie bestellt haben:`,
          ),
          button('Passwort festlegen', message.data.path),
          note(
            `Der Link gilt ${message.data.validDays} Tage und nur einmal. Danach bekommen Sie unter „Passwort vergessen“ einen neuen. Sie haben nichts bestellt? Dann müssen Sie nichts tun.`,
          ),
        ],
      }
    case 'cancellation-received':
      return {
        subject: `Eingang Ihrer Kündigung (${message.data.number})`,
        parts: [
          text(`Ihre Kündigung ist am ${day(message.data.receivedAt)} bei uns eingegangen. Das haben Sie erklärt:`),
          toFacts({ ...message.data, right: 'cancellation', receivedAt: new Date(message.data.receivedAt) }),
          text(
            'Sie müssen nichts weiter tun. Wir ordnen die Kündigung Ihrem Vertrag zu und schreiben Ihnen, wann er endet.',
          ),
          note(
            'Bitte heben Sie diese E-Mail auf: Sie belegt Inhalt, Datum und Uhrzeit Ihrer Kündigung. Haben Sie nicht selbst gekündigt, antworten Sie uns bitte oder rufen Sie uns an; die Nummer steht im Impressum.',
          ),
        ],
      }
    case 'withdrawal-received':
      return {
        subject: `Eingang Ihres Widerrufs (${message.data.number})`,
        parts: [
          text(`Ihr Widerruf ist am ${day(message.data.receivedAt)} bei uns eingegangen. Das haben Sie erklärt:`),
          toFacts({ ...message.data, right: 'withdrawal', receivedAt: new Date(message.data.receivedAt) }),
          text(
            'Sie müssen nichts weiter tun. Wir ordnen den Widerruf Ihrem Vertrag zu und schreiben Ihnen, wie es mit Zahlungen weitergeht.',
          ),
          note(
            'Bitte heben Sie diese E-Mail auf: Sie belegt Inhalt, Datum und Uhrzeit Ihres Widerrufs. Haben Sie nicht selbst widerrufen, antworten Sie uns bitte oder rufen Sie uns an; die Nummer steht im Impressum.',
          ),
        ],
      }
  }
}

function toFacts(receipt: ContractReceipt): Part {
  return { kind: 'facts', facts: listReceiptFacts(receipt) }
}

export function renderMail(message: MailMessage, origin: string): RenderedMail {
  const publication = PUBLICATIONS[message.mandator]
  const mail = compose(message, publication.name)
  const greeting = message.to.name === '' ? 'Guten Tag,' : `Guten Tag, ${message.to.name},`
  const closing = mail.closing ?? `Ihr Team · ${publication.name}`
  return {
    subject: mail.subject,
    text: `${[greeting, ...mail.parts.map((part) => toText(part, origin)), closing, `--\n${publication.name} · ${origin}/impressum`].join('\n\n')}\n`,
    html: toPage(mail.subject, publication.name, origin, [
      paragraph(escape(greeting)),
      ...mail.parts.map((part) => toHtml(part, origin)),
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

function toHtml(part: Part, origin: string): string {
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
      return part.articles.map((article, index) => toArticle(article, index === 0, origin)).join('\n')
    case 'links':
      return paragraph(
        part.links
          .map(({ label, path }) => `<a href="${escape(origin + path)}" style="color:#1d3b53">${escape(label)}</a>`)
          .join(' · '),
        'font-size:14px',
      )
    case 'button': {
      const address = escape(origin + part.path)
      return `<p style="margin:0 0 8px"><a href="${address}" style="display:inline-block;padding:12px 20px;background:#1d3b53;color:#ffffff;text-decoration:none;border-radius:4px;font-weight:bold">${escape(part.label)}</a></p>${paragraph(`<a href="${address}" style="color:#1d3b53;word-break:break-all">${address}</a>`, 'font-size:13px')}`
    }
  }
}

function toArticle(
  { prefix, title, text: lead, path, isPaid }: NewsletterIssue['articles'][number],
  isLead: boolean,
  origin: string,
): string {
  const badge = isPaid
    ? ' <span style="padding:1px 6px;border:1px solid #1d3b53;border-radius:3px;font-size:12px;color:#1d3b53;white-space:nowrap">Plus</span>'
    : ''
  const kicker = prefix === '' ? '' : `<p style="margin:0 0 4px;font-size:14px;color:#555555">${escape(prefix)}</p>`
  return `<div style="margin:0 0 24px;padding:0 0 20px;border-bottom:1px solid #dddddd">${kicker}<h2 style="margin:0 0 8px;font-size:${isLead ? 24 : 19}px;line-height:1.25"><a href="${escape(origin + path)}" style="color:#1a1a1a;text-decoration:none">${escape(title)}</a>${badge}</h2>${lead === '' ? '' : `<p style="margin:0">${escape(lead)}</p>`}</div>`
}

function shorten(value: string, most: number): string {
  if (value.length <= most) return value
  const cut = value.slice(0, most + 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()} …`
}

function paragraph(html: string, style = ''): string {
  return `<p style="margin:0 0 20px;${style}">${html}</p>`
}

function toPage(subject: string, name: string, origin: string, parts: string[]): string {
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:0;background:#f4f4f2">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;color:#1a1a1a;font:16px/1.5 Georgia,'Times New Roman',serif">
<tr><td style="padding:20px 28px;border-bottom:3px solid #1d3b53;font-size:22px;font-weight:bold">${escape(name)}</td></tr>
<tr><td style="padding:28px">
${parts.join('\n')}
</td></tr>
<tr><td style="padding:16px 28px;font-size:13px;color:#555555;border-top:1px solid #dddddd">${escape(name)} · <a href="${escape(origin)}/impressum" style="color:#555555">Impressum</a> · <a href="${escape(origin)}/datenschutz" style="color:#555555">Datenschutz</a></td></tr>
</table></td></tr></table></body></html>`
}

export function escape(value: string): string {
  return value.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
