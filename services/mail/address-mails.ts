/** Mails about the change of an account's address, to the old one and to the new one. */
import { button, day, NOT_YOU, note, text, type MailsOf } from './parts.ts'

export const ADDRESS_MAILS: MailsOf<
  'change-email' | 'email-change-taken' | 'address-reserved' | 'email-changed' | 'email-change-undone'
> = {
  'change-email': (data) => ({
    subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
    parts: [
      text(
        `diese E-Mail-Adresse soll künftig zu einem Konto bei uns gehören. Wenn Sie das veranlasst haben, bestätigen Sie es bitte:`,
      ),
      button('Neue Adresse bestätigen', data.path),
      note(`Der Link gilt ${data.validHours} Stunden und nur einmal. Bis dahin gilt die bisherige Adresse. ${NOT_YOU}`),
    ],
  }),
  'email-change-taken': (data) => ({
    subject: 'Sie haben schon ein Konto',
    parts: [
      text(
        `jemand wollte diese E-Mail-Adresse für ein anderes Konto bei uns eintragen. Sie gehört aber schon zu Ihrem Konto; daran wurde nichts geändert.`,
      ),
      text('Waren Sie das selbst? Dann melden Sie sich einfach mit dieser Adresse an:'),
      button('Anmelden', data.loginPath),
      text('Das Passwort fällt Ihnen nicht ein? Hier bekommen Sie ein neues:'),
      button('Passwort zurücksetzen', data.resetPath),
      note('Wenn Sie das nicht waren, müssen Sie nichts tun.'),
    ],
  }),
  'address-reserved': (data) => ({
    subject: 'Diese E-Mail-Adresse ist noch reserviert',
    parts: [
      text(
        `jemand wollte diese E-Mail-Adresse für ein Konto bei uns verwenden. Sie gehörte bis vor kurzem zu einem Konto, dessen Adresse geändert wurde. Damit sich das rückgängig machen lässt, bleibt sie bis zum ${day(data.until)} reserviert.`,
      ),
      text(
        'Waren Sie das selbst? Dann versuchen Sie es danach bitte noch einmal. Haben Sie die Adresse Ihres Kontos nicht geändert? Dann nehmen Sie die Änderung mit dem Link aus unserer früheren E-Mail zurück.',
      ),
      note('Wenn Sie das nicht waren, müssen Sie nichts tun.'),
    ],
  }),
  'email-changed': ({ at, address, undo }) => ({
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
  }),
  'email-change-undone': ({ at, address, password }) => ({
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
  }),
}
