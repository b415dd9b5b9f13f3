/** Newsletters and invitations: mails to addresses without an account. */
import { withMedium } from '@lokalteil/domain/figures/source'
import { formatDay } from '@lokalteil/domain/german'
import { toIssueSubject } from '@lokalteil/domain/reading/newsletter-issues'
import { button, list, note, text, type MailsOf } from './parts.ts'

export const NEWSLETTER_MAILS: MailsOf<'newsletter-confirm' | 'newsletter-issue' | 'invitation'> = {
  'newsletter-confirm': ({ newsletters, path, validDays }) => ({
    subject: 'Bitte bestätigen Sie Ihre Newsletter-Anmeldung',
    parts: [
      text(
        `mit dieser E-Mail-Adresse ${newsletters.length === 1 ? 'wurde dieser Newsletter' : 'wurden diese Newsletter'} bestellt:`,
      ),
      list(newsletters),
      text('Ein Klick, und wir schreiben Ihnen:'),
      button('Anmeldung bestätigen', path),
      note(
        `Der Link gilt ${validDays} Tage. Sie haben nichts bestellt? Dann müssen Sie nichts tun; ohne Ihre Bestätigung schicken wir keinen Newsletter.`,
      ),
    ],
  }),
  'newsletter-issue': (issue, publication) => ({
    subject: `${issue.isTest ? 'Test: ' : ''}${toIssueSubject({ ...issue, title: issue.articles[0]!.title })}`,
    head: { title: issue.newsletter, kicker: formatDay(new Date(issue.at)) },
    preheader: issue.preheader,
    parts: [
      ...issue.introduction.map(text),
      {
        kind: 'articles',
        articles: issue.articles.map((article) => ({ ...article, path: withMedium(article.path, 'newsletter') })),
      },
      note(
        issue.isTest
          ? 'Das ist ein Probeversand an die Redaktion.'
          : `Sie erhalten diese E-Mail, weil Sie „${issue.newsletter}“ bestellt haben (${publication}).`,
      ),
      {
        kind: 'links',
        links: [
          { label: 'Diesen Newsletter abbestellen', path: issue.unsubscribePath },
          { label: 'Alle Newsletter verwalten', path: issue.managePath },
        ],
      },
    ],
    closing: issue.sender,
  }),
  invitation: ({ inviter, path }, publication) => ({
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
  }),
}
