/** What members and reporters hear of comments and reviews. Everything a reader wrote is a part of its own and escaped. */
import { button, day, note, text, toFacts, type MailsOf } from './parts.ts'

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
  'report-received': ({ number, title, ground, at }) => ({
    subject: `Ihre Meldung ist eingegangen (${number})`,
    parts: [
      text('danke für Ihre Meldung. Wir prüfen sie so bald wie möglich und teilen Ihnen das Ergebnis mit.'),
      toFacts([
        { label: 'Vorgang', value: number },
        { label: 'Eingegangen', value: day(at) },
        { label: 'Artikel', value: title },
        { label: 'Grund', value: ground },
      ]),
      note('Ein Mensch aus der Redaktion entscheidet über Ihre Meldung, kein Automat.'),
    ],
  }),
  'report-decided': ({ number, title, isRemoved, ground }) => ({
    subject: `Ergebnis Ihrer Meldung (${number})`,
    parts: [
      text(
        isRemoved
          ? `wir haben den gemeldeten Beitrag unter „${title}“ geprüft und entfernt.`
          : `wir haben den gemeldeten Beitrag unter „${title}“ geprüft. Er verstößt nach unserer Einschätzung weder gegen geltendes Recht noch gegen unsere Regeln und bleibt stehen.`,
      ),
      toFacts([
        { label: 'Vorgang', value: number },
        ...(ground === null ? [] : [{ label: 'Grund der Entscheidung', value: ground }]),
      ]),
      note(
        'Sie sehen das anders? Antworten Sie auf diese E-Mail; wir prüfen den Fall dann noch einmal. Unabhängig davon können Sie sich an eine zugelassene außergerichtliche Streitbeilegungsstelle (Art. 21 DSA) oder an die Gerichte wenden.',
      ),
    ],
  }),
  'text-decided': ({ title, excerpt, isRemoved, ground, isLaw, facts, source, complaintUntil, path }) =>
    isRemoved
      ? {
          subject: 'Ihr Beitrag wurde entfernt',
          parts: [
            text(`wir haben Ihren Beitrag unter „${title}“ entfernt. Hier steht, warum (Art. 17 DSA):`),
            toFacts([
              { label: 'Ihr Beitrag', value: excerpt },
              { label: 'Grund', value: ground ?? 'Verstoß gegen unsere Regeln' },
              { label: 'Grundlage', value: isLaw ? 'Geltendes Recht' : 'Unsere Regeln für Kommentare' },
              { label: 'Begründung', value: facts },
              {
                label: 'Anlass',
                value: source === 'report' ? 'Meldung einer Leserin oder eines Lesers' : 'Eigene Prüfung der Redaktion',
              },
              { label: 'Entschieden von', value: 'einem Menschen, ohne automatisierte Entscheidung' },
            ]),
            text(`Sie können sich bis zum ${day(complaintUntil)} kostenlos beschweren:`),
            button('Beschwerde einlegen', path),
            note(
              'Daneben können Sie sich an eine zugelassene außergerichtliche Streitbeilegungsstelle (Art. 21 DSA) oder an die Gerichte wenden.',
            ),
          ],
        }
      : {
          subject: 'Ihr Beitrag ist wieder zu lesen',
          parts: [
            text(`wir haben unsere Entscheidung über Ihren Beitrag unter „${title}“ geändert. Er ist wieder zu lesen.`),
            toFacts([
              { label: 'Ihr Beitrag', value: excerpt },
              ...(facts === '' ? [] : [{ label: 'Begründung', value: facts }]),
            ]),
            button('Meine Beiträge', path),
          ],
        },
  'complaint-answered': ({ title, isReversed, answer, path }) => ({
    subject: 'Antwort auf Ihre Beschwerde',
    parts: [
      text(
        isReversed
          ? `wir haben Ihrer Beschwerde zu Ihrem Beitrag unter „${title}“ stattgegeben. Der Beitrag ist wieder zu lesen.`
          : `wir haben Ihre Beschwerde zu Ihrem Beitrag unter „${title}“ geprüft und bleiben bei der Entscheidung.`,
      ),
      toFacts([{ label: 'Unsere Antwort', value: answer }]),
      button('Meine Beiträge', path),
      note(
        'Sie können sich weiterhin an eine zugelassene außergerichtliche Streitbeilegungsstelle (Art. 21 DSA) oder an die Gerichte wenden.',
      ),
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
        'Lesen, Ihr Abonnement und alles andere bleiben davon unberührt. Wenn Sie das für falsch halten, antworten Sie auf diese E-Mail; ein Mensch prüft den Fall noch einmal.',
      ),
    ],
  }),
}
