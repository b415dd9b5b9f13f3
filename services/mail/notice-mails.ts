/** Mails about notices of deaths: the anniversary a reader asked for, and what became of an entry or a report. */
import { formatLifeDate } from '@lokalteil/domain/notices/notices'
import { button, note, text, toFacts, type Fact, type MailsOf } from './parts.ts'

type NoticeMail = 'anniversary' | 'notice-order' | 'condolence-removed' | 'condolence-report'

const COMPLAINT =
  'Wenn Sie das anders sehen, antworten Sie innerhalb von sechs Monaten auf diese E-Mail; ein Mensch sieht sich Ihren Text noch einmal an. Daneben stehen Ihnen eine zugelassene außergerichtliche Streitbeilegungsstelle und die Gerichte offen.'

export const NOTICE_MAILS: MailsOf<NoticeMail> = {
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
  'condolence-removed': ({ name, kind, text: written, wasShown, ground, facts }) => ({
    subject: `Ihr Eintrag im Kondolenzbuch für ${name}`,
    parts: [
      text(
        `${kind === 'candle' ? 'Ihre Kerze' : 'Ihren Eintrag'} im Kondolenzbuch für ${name} ${wasShown ? 'zeigen wir nicht mehr' : 'haben wir nicht veröffentlicht'}. Ein Mensch hat das entschieden.`,
      ),
      toFacts([
        { label: 'Grund', value: ground },
        { label: 'Begründung', value: facts },
        ...(written === '' ? [] : [{ label: 'Ihr Eintrag', value: written } satisfies Fact]),
      ]),
      note(COMPLAINT),
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
  'condolence-report': ({ receipt, name, path, ground, outcome }) => ({
    subject:
      outcome === null ? `Ihre Meldung ${receipt} ist eingegangen` : `Ihre Meldung ${receipt}: wir haben entschieden`,
    parts: [
      text(
        outcome === null
          ? `Sie haben uns einen Eintrag im Kondolenzbuch für ${name} gemeldet. Ein Mensch sieht ihn sich an; wir schreiben Ihnen, wie wir entscheiden.`
          : outcome === 'removed'
            ? `den Eintrag im Kondolenzbuch für ${name}, den Sie uns gemeldet haben, zeigen wir nicht mehr. Danke für Ihren Hinweis.`
            : `den Eintrag im Kondolenzbuch für ${name}, den Sie uns gemeldet haben, haben wir geprüft. Er verstößt nach unserer Auffassung nicht gegen das Recht oder unsere Regeln und bleibt stehen.`,
      ),
      toFacts([
        { label: 'Aktenzeichen', value: receipt },
        { label: 'Gemeldet als', value: ground },
      ]),
      button('Zum Kondolenzbuch', path),
      ...(outcome === null ? [] : [note(COMPLAINT.replace('Ihren Text', 'Ihre Meldung'))]),
    ],
  }),
}
