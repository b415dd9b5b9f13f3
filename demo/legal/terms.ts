/** General terms: registration, subscriptions, coins, withdrawal. */
import type { ContentItem } from '@lokalteil/contracts/content'
import { h, ol, p, table, ul } from './legal-text.ts'
import type { DemoPublisher } from './publishers.ts'

export function toTerms(house: DemoPublisher): ContentItem[] {
  const { host, company } = house
  return [
    p(
      `Diese Bedingungen gelten für alle Verträge über digitale Angebote von ${house.paperDative} mit Verbraucherinnen und Verbrauchern. Vertragspartner ist die ${company}, ${house.street}, ${house.town}. Für die gedruckte Zeitung gelten eigene Bedingungen, die der Bestellung beiliegen.`,
    ),
    h('1. Was Sie ohne Vertrag nutzen können'),
    p(
      'Freie Artikel, Übersichten, Suche, Podcasts und Newsletter stehen allen offen. Wer sich kostenlos registriert, kann außerdem Artikel merken, Themen und Regionen folgen und Newsletter verwalten. Ein Anspruch darauf, dass diese Funktionen dauerhaft bestehen, folgt daraus nicht.',
    ),
    h('2. Registrierung'),
    ol(
      'Für ein Konto brauchen wir eine E-Mail-Adresse und ein Passwort. Sie bestätigen die Adresse über einen Link, den wir Ihnen schicken.',
      'Sie müssen mindestens 16 Jahre alt sein. Kostenpflichtige Verträge können Sie ab 18 schließen.',
      'Das Konto ist persönlich. Bitte geben Sie das Passwort nicht weiter und sagen Sie uns Bescheid, wenn es jemand anderes kennt.',
      'Sie können das Konto jederzeit löschen lassen. Laufende Abonnements enden dadurch nicht, sie müssen gekündigt werden.',
    ),
    h('3. Angebote'),
    table(
      'Digitale Angebote',
      ['Angebot', 'Was es enthält', 'Laufzeit'],
      [
        [
          'Plus',
          'alle Artikel, auch die mit dem Zeichen „Plus“; unbegrenzte Merkliste',
          'ein Monat, danach unbefristet',
        ],
        ['E-Paper', 'die digitale Ausgabe der gedruckten Zeitung und alle Artikel', 'ein Monat, danach unbefristet'],
        ['Themen-Abo', 'alle Artikel zu einem Thema und seinen Unterthemen', 'ein Monat, danach unbefristet'],
        [
          'Pur',
          'die Website ohne Werbung und ohne Tracking; Plus-Artikel sind nicht enthalten',
          'ein Monat, danach unbefristet',
        ],
        [
          'Coins',
          'Guthaben, mit dem Sie einzelne Plus-Artikel freischalten',
          'das Guthaben verfällt nach drei Jahren zum Jahresende',
        ],
      ],
    ),
    p(
      'Preise, Rabatte und das Ende von Probezeiten stehen auf der Bestellseite unmittelbar über der Schaltfläche „Zahlungspflichtig bestellen“. Alle Preise enthalten die Mehrwertsteuer.',
    ),
    h('4. Vertragsschluss'),
    p(
      'Mit der Darstellung der Angebote laden wir zur Bestellung ein. Ihre Bestellung ist das Angebot, unsere Bestätigung per E-Mail die Annahme. Sie enthält den Vertragstext, diese Bedingungen und die Widerrufsbelehrung; wir speichern sie, und Sie können sie in Ihrem Konto abrufen. Vertragssprache ist Deutsch.',
    ),
    h('5. Coins'),
    ol(
      'Ein Coin schaltet einen Artikel frei. Der freigeschaltete Artikel bleibt lesbar, solange er veröffentlicht ist und Ihr Konto besteht.',
      'Derselbe Artikel wird nie zweimal berechnet, auch wenn Sie zweimal klicken.',
      'Coins werden nicht ausgezahlt und sind nicht übertragbar. Stellen wir das Angebot ein, erstatten wir nicht genutzte Coins zum Kaufpreis.',
      'Artikel, die für die Sicherheit der Bevölkerung wichtig sind, bleiben frei.',
    ),
    h('6. Zahlung'),
    p(
      'Sie zahlen im Voraus, je nach Angebot mit Lastschrift, Karte oder auf Rechnung. Schlägt eine Zahlung fehl, erinnern wir Sie per E-Mail; nach der zweiten erfolglosen Erinnerung ruht der Zugang. Kosten einer Rücklastschrift, die Sie zu vertreten haben, tragen Sie in der Höhe, in der sie uns entstanden sind.',
    ),
    p(
      'Preise dürfen wir für unbefristete Verträge ändern, wenn sich Kosten ändern, die in den Preis eingehen, etwa Löhne und Gebühren der Zahlungsanbieter. Wir teilen es sechs Wochen vorher in Textform mit. Die Änderung gilt nur, wenn Sie ihr zustimmen; stimmen Sie nicht zu, läuft der Vertrag zum alten Preis weiter, bis einer von uns kündigt.',
    ),
    h('7. Laufzeit und Kündigung'),
    p(
      'Nach der ersten Laufzeit können Sie jederzeit mit einer Frist von einem Monat kündigen, wir ebenfalls. Das Recht zur Kündigung aus wichtigem Grund bleibt unberührt.',
    ),
    p(
      'Kündigen können Sie ohne Anmeldung über <a href="/kuendigen">Verträge hier kündigen</a>; Sie erhalten sofort eine Bestätigung mit Datum und Uhrzeit. Ein Brief oder eine E-Mail genügt auch.',
    ),
    h('8. Widerrufsrecht'),
    p(
      'Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen. Die Frist beträgt vierzehn Tage ab dem Tag des Vertragsschlusses.',
    ),
    p(
      `Um das Widerrufsrecht auszuüben, müssen Sie uns (${company}, ${house.street}, ${house.town}, Telefon ${house.phone}, <a href="mailto:widerruf@${host}">widerruf@${host}</a>) mit einer eindeutigen Erklärung über Ihren Entschluss informieren. Am einfachsten geht es mit der Schaltfläche <a href="/widerrufen">Vertrag widerrufen</a>, die während der Frist auf jeder Seite zu finden ist. Zur Wahrung der Frist reicht es, dass Sie die Mitteilung vor ihrem Ablauf absenden.`,
    ),
    p(
      'Wenn Sie widerrufen, zahlen wir alles, was wir von Ihnen erhalten haben, unverzüglich und spätestens binnen vierzehn Tagen zurück, auf demselben Weg, auf dem Sie gezahlt haben. Haben Sie verlangt, dass die Leistung vor Ablauf der Frist beginnt, so zahlen Sie den Teil, der bis zum Widerruf erbracht war.',
    ),
    p(
      'Bei einem mit Coins freigeschalteten Artikel erlischt das Widerrufsrecht, wenn Sie ausdrücklich zugestimmt haben, dass wir sofort beginnen, und bestätigt haben, dass Sie Ihr Widerrufsrecht dadurch verlieren. Nicht verbrauchte Coins können Sie widerrufen.',
    ),
    h('9. Was erlaubt ist'),
    ul(
      'Sie dürfen Artikel für sich lesen, ausdrucken und speichern und Links darauf weitergeben, auch Geschenklinks, solange die Anzahl reicht.',
      'Sie dürfen Texte und Bilder nicht weiterverbreiten, nicht in Datenbanken übernehmen und nicht durch Programme auslesen lassen.',
      'Text und Data Mining im Sinne des § 44b UrhG behalten wir uns vor. Dazu gehört das Training von Modellen der künstlichen Intelligenz.',
    ),
    h('10. Verfügbarkeit und Mängel'),
    p(
      'Wir tun, was wir können, damit die Website rund um die Uhr erreichbar ist. Wartungen kündigen wir an. Für digitale Produkte gelten die gesetzlichen Rechte bei Mängeln (§§ 327 ff. BGB); dazu gehört, dass wir nötige Aktualisierungen bereitstellen.',
    ),
    h('11. Haftung'),
    p(
      'Für Vorsatz, grobe Fahrlässigkeit und Schäden an Leben, Körper und Gesundheit haften wir unbeschränkt, ebenso nach dem Produkthaftungsgesetz. Bei einfacher Fahrlässigkeit haften wir nur, wenn eine Pflicht verletzt ist, auf deren Erfüllung Sie vertrauen durften, und nur für den vorhersehbaren Schaden. Redaktionelle Ratschläge ersetzen keine Beratung im Einzelfall.',
    ),
    h('12. Beiträge von Leserinnen und Lesern'),
    p(
      'Wer kommentiert oder bewertet, bleibt bei der Sache und bei der Wahrheit. Wir entfernen Beiträge, die strafbar sind, andere herabsetzen, werben oder Persönliches verraten, und teilen der Verfasserin oder dem Verfasser den Grund mit. Dagegen können Sie sich innerhalb von sechs Monaten formlos beschweren; entschieden wird von jemandem, der mit dem Fall noch nicht befasst war.',
    ),
    h('13. Schlussbestimmungen'),
    p(
      'Es gilt deutsches Recht. Zwingende Vorschriften des Staates, in dem Sie Ihren gewöhnlichen Aufenthalt haben, bleiben unberührt. Ist eine Bestimmung unwirksam, gelten die übrigen weiter. An Verfahren vor einer Verbraucherschlichtungsstelle nehmen wir nicht teil.',
    ),
  ]
}
