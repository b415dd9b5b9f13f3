/** Mails about death notices: reminders of anniversaries, and the state of an ordered notice. */
import { formatLifeDate } from './domain/obituaries.ts'
import { button, note, text, toFacts, type MailsOf } from '@lokalteil/services/mail/parts'

type ObituaryMail = 'anniversary' | 'notice-order'

export const OBITUARY_MAILS: MailsOf<ObituaryMail> = {
  anniversary: ({ name, died, years, path, endPath }, publication) => ({
    subject: `Heute vor ${years === 1 ? 'einem Jahr' : `${years} Jahren`}: ${name}`,
    parts: [
      text(
        `heute, am ${formatLifeDate(died).replace(/ \d{4}$/, '')}, jährt sich zum ${years}. Mal der Todestag von ${name}. Sie haben uns gebeten, Sie daran zu erinnern.`,
      ),
      button('Zur Gedenkseite', path),
      note(
        `Diese E-Mail kommt einmal im Jahr, und nur, weil Sie auf der Gedenkseite darum gebeten haben (${publication}).`,
      ),
      { kind: 'links', links: [{ label: 'Nicht mehr erinnern', path: endPath }] },
    ],
  }),
  'notice-order': ({ name, number, path, outcome, facts }) => ({
    subject:
      outcome === 'published' ? `Ihre Anzeige für ${name} ist erschienen` : `Ihre Anzeige für ${name} (${number})`,
    parts:
      outcome === 'published'
        ? [text(`Ihre Anzeige für ${name} ist erschienen.`), button('Zur Anzeige', path)]
        : [
            text(
              `Ihre Anzeige für ${name} können wir nicht veröffentlichen. Was Sie bezahlt haben, bekommen Sie vollständig zurück.`,
            ),
            toFacts([
              { label: 'Bestellung', value: number },
              { label: 'Begründung', value: facts },
            ]),
          ],
  }),
}
