/**
 * What the portal keeps about its readers, true to the product: names and lifetimes of cookies are those it sets. The
 * local edition has no consent tool and loads nothing from others, so its statement leaves those parts out.
 */
import type { ContentItem } from '@lokalteil/contracts/content'
import { h, h3, p, table, ul, type Row } from './legal-text.ts'
import type { DemoPublisher } from './publishers.ts'

/** Strictly necessary, or asked for by the reader (§ 25 Abs. 2 TDDDG). */
const NECESSARY: readonly Row[] = [
  ['FA_ID_TOKEN, idToken', 'zeigt nach der Anmeldung Ihren Namen und Ihre Abonnements an', '30 Tage'],
  [
    'FA_ACCESS_TOKEN',
    'weist Sie gegenüber unserem Server aus; für Skripte nicht lesbar',
    '30 Tage, der Inhalt gilt 15 Minuten',
  ],
  [
    'FA_REFRESH_TOKEN, FA_REFRESH_TOKEN_ID',
    'hält Sie angemeldet; für Skripte nicht lesbar, wird bei jeder Nutzung ersetzt',
    '30 Tage',
  ],
  ['content_jwt', 'Anmeldung an der Inhaltsschnittstelle', '30 Tage'],
  [
    'redirectAfterLogin, FA_RAL, DM_STATE_…',
    'merken sich, von welcher Seite Sie zur Anmeldung kamen; werden beim Gebrauch gelöscht',
    'höchstens 30 Tage',
  ],
  [
    'bookmarkedArticleId',
    'merkt sich einen Artikel, den Sie vor der Anmeldung auf die Merkliste setzen wollten',
    '1 Stunde',
  ],
  ['invitation', 'merkt sich bis zu Ihrer Bestellung, über wessen Einladungslink Sie kamen', '1 Tag'],
  ['fontSize', 'die Schriftgröße, die Sie gewählt haben; wird bei der Grundeinstellung gelöscht', '200 Tage'],
  ['color-mode (lokaler Speicher)', 'Ihre Wahl zwischen heller und dunkler Darstellung', 'bis Sie ihn löschen'],
  ['locale', 'die Sprache der Oberfläche', '365 Tage'],
  ['cache_key', 'welche Fassung einer Seite der Server ausliefern soll; enthält keine Kennung einer Person', '30 Tage'],
]

const WITH_CONSENT_TOOL: readonly Row[] = [
  ['consents, euconsent-v2', 'Ihre Entscheidung im Einwilligungsfenster', '360 Tage'],
  [
    'anon_cookie',
    'eine zufällige Zahl für die Bezahlschranke, damit das freie Kontingent gezählt werden kann',
    '30 Tage',
  ],
  ['recent_visits', 'wie oft Sie in den letzten Tagen hier waren', '8 Tage'],
  ['reco_95', 'in welcher von zwei Gruppen Sie Empfehlungen sehen (A oder B)', '30 Tage'],
]

const AFTER_CONSENT: readonly Row[] = [
  ['FA_CPC', 'zufällige Kennung für die Auswertung der Nutzung; nie bei Pur', '360 Tage'],
  ['resort_visits', 'welche Ressorts Sie lesen, für Empfehlungen', '30 Tage'],
]

const LOCAL_NECESSARY: readonly Row[] = [
  ['anon_cookie', 'eine zufällige Zahl für die Bezahlschranke bei Plus-Artikeln', '30 Tage'],
  ['recent_visits', 'wie oft Sie in den letzten Tagen hier waren, nur für die Bezahlschranke', '8 Tage'],
]

const COOKIE_HEAD: Row = ['Name', 'Wozu', 'Wie lange']

export function toPrivacyStatement(house: DemoPublisher, isLocalEdition: boolean): ContentItem[] {
  const { host } = house
  const parts: ContentItem[] = [
    p(
      'Kurz gesagt: Sie können hier lesen, ohne sich anzumelden. Vor Ihrer Einwilligung wird nichts von anderen Anbietern geladen, kein Bild, keine Schrift, kein Skript. Was wir selbst speichern, steht mit Namen und Frist auf dieser Seite.',
    ),
    h('Verantwortlich'),
    p(
      `${house.company}, ${house.street}, ${house.town}, Telefon ${house.phone}, <a href="mailto:datenschutz@${host}">datenschutz@${host}</a>. Unsere Datenschutzbeauftragte ist ${house.dataOfficer}; Sie erreichen sie unter derselben Anschrift mit dem Zusatz „persönlich“ oder per E-Mail an <a href="mailto:datenschutzbeauftragte@${host}">datenschutzbeauftragte@${host}</a>.`,
    ),
    h('Wenn Sie eine Seite aufrufen'),
    p(
      'Ihr Browser schickt uns die Adresse der Seite, die Uhrzeit, die Art des Geräts und Ihre IP-Adresse. Ohne sie kommt keine Antwort an. Wir brauchen diese Angaben, um die Seite auszuliefern und um Angriffe abzuwehren; Rechtsgrundlage ist unser berechtigtes Interesse daran (Art. 6 Abs. 1 Buchst. f DSGVO).',
    ),
    p(
      'In Betriebsprotokollen stehen Zeitpunkt, Pfad, Status, Dauer und eine zufällige Nummer der Anfrage. Suchwörter und andere Werte aus der Adresszeile werden nicht mitgeschrieben. Protokolle löschen wir nach sieben Tagen, es sei denn, ein Angriff muss aufgeklärt werden.',
    ),
    p(
      'Wie oft ein Artikel aufgerufen wird, zählen wir je Stunde als bloße Zahl, aus der sich kein Mensch ablesen lässt. Daraus entsteht die Liste „Meistgelesen“. Nach zwei Tagen zählt ein Aufruf dort nicht mehr.',
    ),
    h('Cookies und lokaler Speicher'),
    p(
      'Die folgenden Einträge setzen wir selbst. Sie sind nötig, damit Anmeldung, Bezahlschranke und die von Ihnen gewählte Darstellung funktionieren (§ 25 Abs. 2 Nr. 2 TDDDG).',
    ),
    table('Notwendige Einträge', COOKIE_HEAD, [
      ...NECESSARY,
      ...(isLocalEdition ? LOCAL_NECESSARY : WITH_CONSENT_TOOL),
    ]),
  ]
  parts.push(...(isLocalEdition ? toLocalSettings() : toConsentPart()))
  parts.push(
    h('Konto'),
    p(
      'Für ein Konto speichern wir E-Mail-Adresse, Anrede und Namen, soweit Sie sie angeben, das Passwort in einer Form, aus der es nicht zurückgerechnet werden kann, und wann Sie Ihre Adresse bestätigt haben. Melden Sie sich über einen anderen Anbieter an, bekommen wir von ihm eine Kennung und Ihre E-Mail-Adresse; er erfährt, dass Sie sich bei uns angemeldet haben. Rechtsgrundlage ist der Vertrag mit Ihnen (Art. 6 Abs. 1 Buchst. b DSGVO).',
    ),
    p(
      'Merkliste, verfolgte Themen und Regionen, freigeschaltete und gelesene Artikel gehören zum Konto. Niemand in der Redaktion sieht sie. Löschen Sie das Konto, verschwinden sie sofort; Sicherungskopien werden nach 30 Tagen überschrieben.',
    ),
    h('Newsletter'),
    p(
      'Für einen <a href="/newsletter-anmeldung">Newsletter</a> brauchen wir Ihre E-Mail-Adresse und Ihre Einwilligung (Art. 6 Abs. 1 Buchst. a DSGVO). Erst wenn Sie den Link in der Bestätigungsmail angeklickt haben, sind Sie angemeldet; Zeitpunkt und Wortlaut der Einwilligung heben wir als Nachweis auf, bis drei Jahre nach der Abmeldung. Ob Sie eine Ausgabe öffnen oder worauf Sie klicken, messen wir nicht. In jeder Ausgabe steht ein Link zum Abmelden.',
    ),
    h('Abonnements, Coins und Zahlungen'),
    p(
      'Bestellungen laufen über unsere Abonnementverwaltung. Sie verarbeitet Namen, Anschrift, Bestellung und Zahlungsweg in unserem Auftrag. Karten- und Kontodaten geben Sie unmittelbar beim Zahlungsdienst ein; wir sehen nur, ob die Zahlung gelang. Rechnungen müssen wir nach Handels- und Steuerrecht bis zu zehn Jahre aufbewahren, auch wenn Sie Ihr Konto löschen.',
    ),
    p(
      'Für jeden mit einem Coin freigeschalteten Artikel steht eine Buchung in Ihrem Konto, mit Datum und Artikelnummer. Wir nutzen sie, um Ihnen den Artikel wieder zu zeigen und doppelte Buchungen zu verhindern, für nichts anderes.',
    ),
    h('Einladungen und Haushalt'),
    p(
      'Laden Sie jemanden per E-Mail ein, verschicken wir in Ihrem Auftrag eine Nachricht mit Ihrem Vornamen und Ihrem Link an die Adresse, die Sie angeben. Wir nutzen sie für nichts anderes; der Nachweis des Versands wird nach 30 Tagen gelöscht. Bestellt jemand über Ihren Link, merken wir uns zu beiden Konten, dass es so war, damit Sie Ihren Coin bekommen. Namen erfahren Sie voneinander nicht.',
    ),
    p(
      'Wer einen Platz in einem Haushalt annimmt, liest mit dem Abo eines anderen Kontos. Gespeichert wird, welche Konten das sind und die Bezeichnung, die der Inhaber dem Platz gegeben hat. Keiner sieht etwas vom Konto des anderen.',
    ),
    h('Wer Daten bekommt'),
    ul(
      'das Rechenzentrum in Auenburg, in dem unsere Server stehen, und der Dienstleister für den E-Mail-Versand, beide als Auftragsverarbeiter nach Art. 28 DSGVO',
      'die Abonnementverwaltung und der Zahlungsdienst, wenn Sie bestellen',
      'der Anbieter, über den Sie sich anmelden, wenn Sie das so wählen',
      isLocalEdition
        ? 'sonst niemand'
        : 'die Anbieter, in deren Angebote Sie im Einwilligungsfenster eingewilligt haben',
    ),
    p(
      isLocalEdition
        ? 'In Länder außerhalb der Europäischen Union gelangen dabei keine Daten.'
        : 'In Länder außerhalb der Europäischen Union gelangen Daten nur, wenn Sie in einen Anbieter eingewilligt haben, der dort sitzt. Ob ein Angemessenheitsbeschluss oder Standardvertragsklauseln gelten, steht im Einwilligungsfenster bei jedem Anbieter.',
    ),
    h('Redaktionelle Berichte'),
    p(
      'Soweit wir Daten zu journalistischen Zwecken verarbeiten, gilt das Medienprivileg (§§ 12, 23 MStV). Meinen Sie, ein alter Bericht über Sie sollte nicht mehr gefunden werden, schreiben Sie uns. Wir prüfen jeden Fall und können Artikel berichtigen, anonymisieren oder aus Suchmaschinen nehmen.',
    ),
    h('Ihre Rechte'),
    ul(
      'Auskunft und Kopie Ihrer Daten (Art. 15), auch in maschinenlesbarer Form zum Mitnehmen (Art. 20)',
      'Berichtigung und Löschung (Art. 16 und 17), Einschränkung der Verarbeitung (Art. 18)',
      'Widerspruch gegen Verarbeitungen, die auf unserem berechtigten Interesse beruhen, und jederzeit ohne Grund gegen Werbung (Art. 21)',
      'Widerruf einer Einwilligung, mit Wirkung für die Zukunft (Art. 7 Abs. 3)',
    ),
    p(
      `Schreiben Sie dafür an <a href="mailto:datenschutz@${host}">datenschutz@${host}</a>. Wir antworten innerhalb eines Monats. Wir treffen keine Entscheidungen über Sie, die allein eine Maschine fällt und die rechtlich etwas bewirken; auch die Bezahlschranke öffnet oder schließt nur einen Artikel.`,
    ),
    h('Beschwerde'),
    p(
      'Sind Sie mit uns nicht zufrieden, können Sie sich bei jeder Datenschutzaufsicht beschweren. Für uns zuständig ist die Landesbeauftragte für Datenschutz und Informationsfreiheit, Regierungsstraße 1, 00100 Landeshauptstadt.',
    ),
  )
  return parts
}

function toConsentPart(): ContentItem[] {
  return [
    h3('Erst nach Ihrer Einwilligung'),
    table('Einträge, die auf Ihre Zustimmung warten', COOKIE_HEAD, AFTER_CONSENT),
    h('Einstellungen'),
    p(
      'Beim ersten Besuch fragen wir, womit Sie einverstanden sind. Ablehnen kostet genauso wenig Mühe wie zustimmen. Ihre Wahl ändern Sie jederzeit über „Datenschutz-Einstellungen“ am Ende jeder Seite; wer etwas widerruft, bekommt die Seite sofort neu und ohne das Widerrufene. Alles auf einmal nehmen Sie mit <a href="/datenschutz/consent-reset">diesem Link</a> zurück. Sendet Ihr Browser das Signal Global Privacy Control, gilt das als Nein, und wir fragen nicht. Ihre Wahl wird auch in der Form des Transparency and Consent Framework 2.3 gespeichert; Anbieter, die dort gemeldet sind, nennt sie nicht.',
    ),
    h('Wofür wir um Einwilligung bitten'),
    p(
      'Rechtsgrundlage sind § 25 Abs. 1 TDDDG und Art. 6 Abs. 1 Buchst. a DSGVO. Jeden Anbieter nennt das Einwilligungsfenster einzeln, mit seinem Zweck und, wo Daten ins Ausland gehen, mit seinem Sitz. Was wir selbst speichern, steht oben mit seiner Frist.',
    ),
    ul(
      '<b>Nutzung auswerten:</b> welche Seiten gelesen werden, wie weit, und woher Besucher kommen; außerdem die Messung der Reichweite',
      '<b>Werbung:</b> Anzeigen ausspielen, ihre Zahl begrenzen, ihre Wirkung messen',
      '<b>Empfehlungen:</b> weitere Artikel, die zu dem passen, was Sie gelesen haben',
      '<b>Mitteilungen:</b> Eilmeldungen auf Ihr Gerät; zusätzlich fragt der Browser',
      '<b>Fremde Inhalte:</b> Videos und Beiträge von YouTube, Vimeo, Glomex, Facebook, Instagram, X und TikTok sowie Grafiken von Agenturen, Sportdaten- und Kartendiensten. An ihrer Stelle sehen Sie bis dahin einen Hinweis mit einem gewöhnlichen Link.',
    ),
    h3('Pur'),
    p(
      'Mit <a href="/order/abo">Pur</a> lesen Sie ohne Werbung und ohne Tracking. Dann wird auch nach einer früheren Einwilligung keiner der genannten Dienste geladen, und FA_CPC wird nicht gesetzt.',
    ),
  ]
}

function toLocalSettings(): ContentItem[] {
  return [
    h('Einstellungen'),
    p(
      'Ein Einwilligungsfenster gibt es hier nicht, weil es nichts einzuwilligen gibt: Diese Ausgabe lädt keine Werbung von anderen, misst Sie nicht und bindet keine fremden Inhalte ein. Steht in einem Artikel ein Video oder ein Beitrag aus einem sozialen Netzwerk, sehen Sie an seiner Stelle einen Link. Erst wenn Sie ihn anklicken, verlassen Sie unsere Seite.',
    ),
    p(
      'Schriftgröße und Darstellung ändern Sie oben auf jeder Seite. Cookies löschen Sie im Browser; außer der Anmeldung und der gewählten Darstellung geht dabei nichts verloren.',
    ),
  ]
}
