/** Mails about an account: address, password, erasure. */
import { formatDate } from '@lokalteil/domain/german'
import { button, day, list, NOT_YOU, note, text, type MailsOf } from './parts.ts'

const PROVIDERS = { google: 'Google', apple: 'Apple' } as const

export const ACCOUNT_MAILS: MailsOf<
  | 'confirm-email'
  | 'reset-password'
  | 'already-registered'
  | 'password-changed'
  | 'email-verified'
  | 'link-account'
  | 'guest-account'
  | 'subscriber-invited'
  | 'erasure-scheduled'
  | 'account-erased'
> = {
  'confirm-email': (data) => ({
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    parts: [
      text(
        `schön, dass Sie sich bei uns registriert haben. Mit einem Klick bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört:`,
      ),
      button('E-Mail-Adresse bestätigen', data.path),
      note(`Der Link gilt ${data.validHours} Stunden und nur einmal. ${NOT_YOU}`),
    ],
  }),
  'reset-password': (data) => ({
    subject: 'Ihr neues Passwort',
    parts: [
      text('Sie möchten ein neues Passwort festlegen. Das geht hier:'),
      button('Neues Passwort festlegen', data.path),
      note(
        `Der Link gilt ${data.validMinutes} Minuten und nur einmal. ${NOT_YOU} Ihr bisheriges Passwort bleibt dann gültig.`,
      ),
    ],
  }),
  'already-registered': (data) => ({
    subject: 'Sie haben bereits ein Konto',
    parts: [
      text(
        `jemand – vermutlich Sie selbst – wollte sich mit dieser E-Mail-Adresse bei uns registrieren. Sie haben aber schon ein Konto und können sich einfach anmelden:`,
      ),
      button('Anmelden', data.loginPath),
      text('Das Passwort fällt Ihnen nicht ein? Hier bekommen Sie ein neues:'),
      button('Passwort zurücksetzen', data.resetPath),
      note('Wenn Sie das nicht waren, müssen Sie nichts tun. An Ihrem Konto wurde nichts geändert.'),
    ],
  }),
  'password-changed': (data) => ({
    subject: 'Ihr Passwort wurde geändert',
    parts: [
      text(
        `das Passwort Ihres Kontos wurde am ${day(data.at)} geändert. Auf allen anderen Geräten sind Sie nun abgemeldet.`,
      ),
      ...(data.droppedAddress === undefined
        ? []
        : [
            text(
              `Eine Änderung Ihrer E-Mail-Adresse in ${data.droppedAddress} war noch nicht bestätigt; sie gilt damit nicht mehr. Wenn Sie sie möchten, geben Sie die Adresse in Ihrem Konto noch einmal ein.`,
            ),
          ]),
      ...(data.droppedErasure === true
        ? [
            text(
              'Die vorgemerkte Löschung Ihres Kontos findet damit nicht statt. Wenn Sie es löschen möchten, beauftragen Sie das in Ihrem Konto noch einmal.',
            ),
          ]
        : []),
      text('Sie waren das nicht? Dann legen Sie bitte sofort ein neues Passwort fest:'),
      button('Passwort zurücksetzen', data.resetPath),
    ],
  }),
  'email-verified': (data) => ({
    subject: 'Ihre E-Mail-Adresse ist bestätigt',
    parts: [
      text(`vielen Dank! Ihre E-Mail-Adresse ist bestätigt, Ihr Konto ist damit vollständig.`),
      button('Anmelden', data.loginPath),
    ],
  }),
  'link-account': (data) => ({
    subject: `Anmeldung mit ${PROVIDERS[data.provider]} freigeben`,
    parts: [
      text(
        `jemand hat sich mit einem ${PROVIDERS[data.provider]}-Konto angemeldet, das Ihre E-Mail-Adresse trägt. Wenn Sie das waren, verbinden Sie beides mit einem Klick:`,
      ),
      button(`Mit ${PROVIDERS[data.provider]} verbinden`, data.path),
      note(`Der Link gilt ${data.validMinutes} Minuten und nur einmal. ${NOT_YOU}`),
    ],
  }),
  'guest-account': (data) => ({
    subject: 'Ihr Konto und Ihr Passwort',
    parts: [
      text(
        `mit Ihrer Bestellung haben wir ein Konto für diese E-Mail-Adresse angelegt. Legen Sie ein Passwort fest, und Sie können alles lesen, was Sie bestellt haben:`,
      ),
      button('Passwort festlegen', data.path),
      note(
        `Der Link gilt ${data.validDays} Tage und nur einmal. Danach bekommen Sie unter „Passwort vergessen“ einen neuen. Sie haben nichts bestellt? Dann müssen Sie nichts tun.`,
      ),
    ],
  }),
  'subscriber-invited': (data, publication) => ({
    subject: `${publication}: Ihr Zugang – wählen Sie ein Passwort`,
    parts: [
      text(
        `Ihre Zeitung hat eine neue Website (${publication}), und Ihr Vertrag ist mitgekommen: Preis und Laufzeit bleiben, wie sie sind. Zum Anmelden brauchen Sie ein neues Passwort. Wählen Sie es hier:`,
      ),
      button('Passwort wählen', data.path),
      text(data.products.length === 1 ? 'Das haben Sie:' : 'Das alles haben Sie:'),
      list(data.products.map(({ name, from }) => (from === null ? name : `${name}, ab ${toDate(from)}`))),
      text('Angemeldet sehen Sie unter „Mein Konto“ Ihren Vertrag und den Tag der nächsten Zahlung.'),
      ...(data.readerService === null
        ? []
        : [
            text('Fragen beantwortet unser Leserservice:'),
            list(
              [
                [data.readerService.phone, data.readerService.hours].filter((part) => part !== '').join(', '),
                data.readerService.email,
              ].filter((part) => part !== ''),
            ),
          ]),
      note(
        `Der Link gilt ${data.validDays} Tage und nur einmal. Danach bekommen Sie unter „Passwort vergessen“ einen neuen.`,
      ),
    ],
  }),
  'erasure-scheduled': (data) => ({
    subject: 'Ihr Konto wird gelöscht',
    parts: [
      text(
        `Ihr Konto und alle Daten, die wir nicht aufbewahren müssen, werden am ${day(data.at)} gelöscht. Bis dahin können Sie es sich anders überlegen:`,
      ),
      button('Löschung zurücknehmen', data.undoPath),
      ...(data.contracts === undefined ? [] : [text('Das wird aus Ihren laufenden Verträgen:'), list(data.contracts)]),
      note('Auf allen Geräten wurden Sie abgemeldet.'),
    ],
  }),
  'account-erased': (data) => ({
    subject: 'Ihr Konto wurde gelöscht',
    parts: [
      text(
        `Ihr Konto wurde am ${day(data.at)} gelöscht. ${data.hasContracts === true ? 'Wir schreiben Ihnen nur noch zu laufenden Verträgen, bis sie enden.' : 'Dies ist die letzte Nachricht an diese Adresse.'}`,
      ),
      ...(data.kept.length === 0
        ? []
        : [text('Das Gesetz verpflichtet uns, einiges noch aufzubewahren:'), list(data.kept)]),
    ],
  }),
}

function toDate(key: string): string {
  return formatDate(new Date(`${key}T12:00:00Z`))
}
