/** Mails to people who work at the paper. */
import { button, note, text, type MailsOf } from './parts.ts'

export const OFFICE_MAILS: MailsOf<'staff-invited'> = {
  'staff-invited': (data, publication) => ({
    subject: `Einladung in die Redaktion: ${publication}`,
    parts: [
      text(`${data.by} lädt Sie ein, in der Redaktion mitzuarbeiten. Legen Sie dort Ihr Passwort fest:`),
      button('Einladung annehmen', data.path, data.origin),
      note(
        `Der Link gilt ${data.validHours} Stunden und nur einmal. Geben Sie ihn nicht weiter. Sie kennen den Absender nicht? Dann müssen Sie nichts tun.`,
      ),
    ],
  }),
}
