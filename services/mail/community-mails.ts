/**
 * Mails to members, advertisers and reporters about published or reported texts. Every text of a reader is a separate part and
 * escaped.
 */
import type { CaseWhat } from '@lokalteil/domain/community/moderation'
import { button, day, note, text, toFacts, type MailsOf } from './parts.ts'

type Words = {
  /** With its place: "den gemeldeten …", "Ihren …". */
  reported: (title: string) => string
  own: (title: string) => string
  ofOwn: (title: string) => string
  /** "Ihr Beitrag". */
  name: string
  place: string
  rules: string
}
const at = (name: string, where: (title: string) => string, rest: Pick<Words, 'place' | 'rules'>): Words => ({
  reported: (title) => `den gemeldeten ${name} ${where(title)}`,
  own: (title) => `Ihren ${name} ${where(title)}`,
  ofOwn: (title) => `Ihrem ${name} ${where(title)}`,
  name: `Ihr ${name}`,
  ...rest,
})
const advertisement = (rules: string): Words => ({
  reported: (title) => `die gemeldete Anzeige „${title}“`,
  own: (title) => `Ihre Anzeige „${title}“`,
  ofOwn: (title) => `Ihrer Anzeige „${title}“`,
  name: 'Ihre Anzeige',
  place: 'Anzeige',
  rules,
})
const inBook = (title: string) => `im Kondolenzbuch für ${title}`
const WORDS: Readonly<Record<CaseWhat, Words>> = {
  text: at('Beitrag', (title) => `unter „${title}“`, { place: 'Artikel', rules: 'Unsere Regeln für Kommentare' }),
  condolence: at('Eintrag', inBook, { place: 'Kondolenzbuch', rules: 'Unsere Regeln für Kondolenzbücher' }),
  candle: {
    reported: (title) => `die gemeldete Kerze ${inBook(title)}`,
    own: (title) => `Ihre Kerze ${inBook(title)}`,
    ofOwn: (title) => `Ihrer Kerze ${inBook(title)}`,
    name: 'Ihre Kerze',
    place: 'Kondolenzbuch',
    rules: 'Unsere Regeln für Kondolenzbücher',
  },
  home: advertisement('Unsere Regeln für Immobilienanzeigen'),
  job: advertisement('Unsere Regeln für Stellenanzeigen'),
}
const COURTS = 'an eine zugelassene außergerichtliche Streitbeilegungsstelle (Art. 21 DSA) oder an die Gerichte wenden.'

export const COMMUNITY_MAILS: MailsOf<
  'comment-reply' | 'report-received' | 'report-decided' | 'text-decided' | 'complaint-answered' | 'member-banned'
> = {
  'comment-reply': ({ by, title, excerpt, path, offPath }, publication) => ({
    subject: `${by === '' ? 'Jemand' : by} hat Ihnen geantwortet`,
    parts: [
      text(`unter dem Artikel „${title}“ gibt es eine Antwort für Sie:`),
      toFacts([{ label: by === '' ? 'Mitglied' : by, value: excerpt }]),
      button('Zur Diskussion', path),
      note(
        `Sie erhalten diese E-Mail, weil Sie mitdiskutieren (${publication}). Antworten lassen sich mit einem Klick abbestellen.`,
      ),
      { kind: 'links', links: [{ label: 'Keine E-Mails über Antworten mehr', path: offPath }] },
    ],
  }),
  'report-received': ({ number, what, title, ground, at: received }) => ({
    subject: `Ihre Meldung ist eingegangen (${number})`,
    parts: [
      text('danke für Ihre Meldung. Wir prüfen sie so bald wie möglich und teilen Ihnen das Ergebnis mit.'),
      toFacts([
        { label: 'Vorgang', value: number },
        { label: 'Eingegangen', value: day(received) },
        { label: WORDS[what].place, value: title },
        { label: 'Grund', value: ground },
      ]),
      note('Über Ihre Meldung entscheidet die Redaktion, nicht ein Programm.'),
    ],
  }),
  'report-decided': ({ number, what, title, isRemoved, ground }) => ({
    subject: `Ergebnis Ihrer Meldung (${number})`,
    parts: [
      text(
        isRemoved
          ? `wir haben ${WORDS[what].reported(title)} geprüft und entfernt.`
          : `wir haben ${WORDS[what].reported(title)} geprüft. Wir sehen darin weder einen Verstoß gegen geltendes Recht noch gegen unsere Regeln und lassen alles, wie es ist.`,
      ),
      toFacts([
        { label: 'Vorgang', value: number },
        ...(ground === null ? [] : [{ label: 'Grund der Entscheidung', value: ground }]),
      ]),
      note(
        `Sie sehen das anders? Antworten Sie auf diese E-Mail; wir prüfen den Fall dann noch einmal. Unabhängig davon können Sie sich ${COURTS}`,
      ),
    ],
  }),
  'text-decided': ({ what, title, excerpt, wasShown, isRemoved, ground, isLaw, facts, source, complaintUntil, path }) =>
    isRemoved
      ? {
          subject: `${WORDS[what].name} ${wasShown ? 'wurde entfernt' : 'erscheint nicht'}`,
          parts: [
            text(
              wasShown
                ? `wir haben ${WORDS[what].own(title)} entfernt. Hier steht, warum (Art. 17 DSA):`
                : `wir veröffentlichen ${WORDS[what].own(title)} nicht. Hier steht, warum (Art. 17 DSA):`,
            ),
            toFacts([
              ...(excerpt === '' ? [] : [{ label: WORDS[what].name, value: excerpt }]),
              { label: 'Grund', value: ground ?? 'Verstoß gegen unsere Regeln' },
              { label: 'Grundlage', value: isLaw ? 'Geltendes Recht' : WORDS[what].rules },
              { label: 'Begründung', value: facts },
              {
                label: 'Anlass',
                value: source === 'report' ? 'Meldung einer Leserin oder eines Lesers' : 'Eigene Prüfung der Redaktion',
              },
              { label: 'Entschieden von', value: 'der Redaktion, nicht automatisch' },
            ]),
            text(`Sie können sich bis zum ${day(complaintUntil)} kostenlos beschweren:`),
            button('Beschwerde einlegen', path),
            note(`Daneben können Sie sich ${COURTS}`),
          ],
        }
      : {
          subject: `${WORDS[what].name} ist wieder zu sehen`,
          parts: [
            text(`wir haben unsere Entscheidung über ${WORDS[what].own(title)} geändert: alles ist wieder zu sehen.`),
            toFacts([
              ...(excerpt === '' ? [] : [{ label: WORDS[what].name, value: excerpt }]),
              ...(facts === '' ? [] : [{ label: 'Begründung', value: facts }]),
            ]),
          ],
        },
  'complaint-answered': ({ what, title, isReversed, answer, path }) => ({
    subject: 'Antwort auf Ihre Beschwerde',
    parts: [
      text(
        isReversed
          ? `wir haben Ihrer Beschwerde zu ${WORDS[what].ofOwn(title)} stattgegeben: alles ist wieder zu sehen.`
          : `wir haben Ihre Beschwerde zu ${WORDS[what].ofOwn(title)} geprüft und bleiben bei der Entscheidung.`,
      ),
      toFacts([{ label: 'Unsere Antwort', value: answer }]),
      button('Zur Entscheidung', path),
      note(`Sie können sich weiterhin ${COURTS}`),
    ],
  }),
  'member-banned': ({ until, reason }) => ({
    subject: 'Sie können vorerst nicht mitdiskutieren',
    parts: [
      text(
        until === null
          ? 'wir haben Ihr Konto vom Schreiben und Bewerten von Kommentaren ausgeschlossen.'
          : `wir haben Ihr Konto bis zum ${day(until)} vom Schreiben und Bewerten von Kommentaren ausgeschlossen.`,
      ),
      toFacts([{ label: 'Grund', value: reason }]),
      note(
        'Lesen, Ihr Abonnement und alles andere bleiben davon unberührt. Wenn Sie das für falsch halten, antworten Sie auf diese E-Mail; wir prüfen den Fall dann noch einmal persönlich.',
      ),
    ],
  }),
}
