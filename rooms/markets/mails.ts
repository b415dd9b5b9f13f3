/** Mails of the markets: relayed messages, hits of saved searches, and the state of advertisements. */
import { formatDate } from '@lokalteil/domain/german'
import {
  button,
  list,
  note,
  text,
  toFacts,
  type Mail,
  type MailData,
  type MailsOf,
} from '@lokalteil/services/mail/parts'

type Templates = 'market-enquiry' | 'market-enquiry-copy' | 'market-enquiry-confirm' | 'market-matches' | 'market-ad'

const shown = ({ listing, name, email, phone, text: words }: MailData<'market-enquiry'>) =>
  toFacts([
    { label: 'Angebot', value: listing },
    { label: 'Von', value: name },
    { label: 'E-Mail', value: email },
    ...(phone === '' ? [] : [{ label: 'Telefon', value: phone }]),
    { label: 'Nachricht', value: words },
  ])

export const MARKET_MAILS: MailsOf<Templates> = {
  'market-enquiry': (data, publication) => ({
    subject: `Anfrage zu „${cut(data.listing)}“`,
    parts: [
      text(`zu Ihrem Angebot hat jemand geschrieben (${publication}):`),
      shown(data),
      note(
        `Antworten Sie bitte nicht auf diese E-Mail, sondern an ${data.email}. Ihre eigene Adresse haben wir niemandem gezeigt.`,
      ),
      button('Angebot ansehen', data.path),
    ],
  }),
  'market-enquiry-copy': (data) => ({
    subject: `Ihre Anfrage zu „${cut(data.listing)}“`,
    parts: [
      text('diese Nachricht haben wir für Sie weitergeleitet. Eine Antwort kommt direkt zu Ihnen:'),
      shown(data),
      button('Angebot ansehen', data.path),
    ],
  }),
  'market-enquiry-confirm': ({ listing, path, validHours }) => ({
    subject: 'Bitte bestätigen Sie Ihre Anfrage',
    parts: [
      text(`mit dieser E-Mail-Adresse wurde eine Anfrage zu „${listing}“ geschrieben. Abgeschickt ist sie noch nicht:`),
      button('Anfrage abschicken', path),
      note(
        `Der Link gilt ${validHours} Stunden. Sie haben nichts geschrieben? Dann müssen Sie nichts tun; ohne Ihre Bestätigung schicken wir nichts weiter und löschen die Nachricht.`,
      ),
    ],
  }),
  'market-matches': ({ market, search, searchPath, total, listings, offPath, managePath }, publication) => ({
    subject: `${total === 1 ? 'Ein neuer Treffer' : `${total} neue Treffer`}: ${cut(search, 80)}`,
    parts: [
      text(`zu Ihrem Suchauftrag „${search}“ gibt es ${total === 1 ? 'ein neues Angebot' : `${total} neue Angebote`}:`),
      {
        kind: 'articles',
        articles: listings.map(({ title, text: lead, path }) => ({
          prefix: '',
          title,
          text: lead,
          path,
          isPaid: false,
          heading: '',
          picture: null,
        })),
      },
      button(market === 'home' ? 'Alle Immobilien dieser Suche' : 'Alle Stellen dieser Suche', searchPath),
      note(`Sie erhalten diese E-Mail, weil Sie diese Suche gespeichert haben (${publication}).`),
      {
        kind: 'links',
        links: [
          { label: 'Diesen Suchauftrag beenden', path: offPath },
          { label: 'Alle Suchaufträge verwalten', path: managePath },
        ],
      },
    ],
  }),
  'market-ad': toAdMail,
}

function toAdMail({ state, title, path, until, reason }: MailData<'market-ad'>): Mail {
  const about = list([title])
  switch (state) {
    case 'in-review':
      return {
        subject: `Ihre Anzeige wird geprüft: ${cut(title)}`,
        parts: [
          text('vielen Dank, Ihre Anzeige ist bezahlt. Wir prüfen sie noch, bevor sie erscheint:'),
          about,
          button('Meine Anzeigen', path),
        ],
      }
    case 'live':
      return {
        subject: `Ihre Anzeige ist online: ${cut(title)}`,
        parts: [
          text(
            `Ihre Anzeige ist erschienen${until === null ? '' : ` und steht bis zum ${formatDate(new Date(until))}`}:`,
          ),
          about,
          button('Anzeige ansehen', path),
        ],
      }
    case 'rejected':
      return {
        subject: `Ihre Anzeige kann nicht erscheinen: ${cut(title)}`,
        parts: [
          text('wir können Ihre Anzeige so nicht veröffentlichen:'),
          about,
          text(`Der Grund: ${reason}`),
          text('Was Sie bezahlt haben, erstatten wir Ihnen.'),
          button('Meine Anzeigen', path),
        ],
      }
    case 'withdrawn':
      return {
        subject: `Ihre Anzeige ist beendet: ${cut(title)}`,
        parts: [
          text('der Kauf ist zurückgenommen; Ihre Anzeige erscheint nicht oder nicht mehr:'),
          about,
          button('Meine Anzeigen', path),
        ],
      }
  }
}

function cut(value: string, most = 60): string {
  return value.length <= most ? value : `${value.slice(0, most).trimEnd()} …`
}
