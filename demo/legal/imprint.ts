/**
 * Impressum (§ 5 DDG, § 18 Abs. 2 MStV) and ownership (EMFA Art. 6) of a publication. The page of the Impressum shows
 * both, ownership under the anchor `eigentuemer`.
 */
import type { ContentItem } from '@lokalteil/contracts/content'
import { h, h3, p, table, ul } from './legal-text.ts'
import type { DemoPublisher } from './publishers.ts'

export function toImprint(house: DemoPublisher): ContentItem[] {
  const { host } = house
  return [
    h('Anbieter'),
    p(`${house.company}<br>${house.street}<br>${house.town}`),
    p(`Vertreten durch: ${house.directors}`),
    p(
      `Eintrag im Handelsregister: ${house.register}<br>Umsatzsteuer-Identifikationsnummer nach § 27a UStG: ${house.vatId}`,
    ),
    h('Kontakt'),
    p(
      `Telefon: ${house.phone} (Montag bis Freitag 7 bis 18 Uhr, Samstag 7 bis 12 Uhr)<br>E-Mail: <a href="mailto:kontakt@${host}">kontakt@${host}</a>`,
    ),
    ul(
      `Abonnement und Zustellung: <a href="mailto:abo@${host}">abo@${host}</a>. Sie können <a href="/kuendigen">Verträge hier kündigen</a> und einen <a href="/widerrufen">Vertrag widerrufen</a>, beides ohne Anmeldung.`,
      `Leserbriefe: <a href="mailto:leserbriefe@${host}">leserbriefe@${host}</a>`,
      `Anzeigen: <a href="mailto:anzeigen@${host}">anzeigen@${host}</a>`,
      `Datenschutz: <a href="mailto:datenschutz@${host}">datenschutz@${host}</a>`,
    ),
    h('Redaktion'),
    p(
      `Verantwortlich im Sinne des § 18 Abs. 2 MStV für den gesamten redaktionellen Inhalt: ${house.editor}, Anschrift wie oben.`,
    ),
    p(
      `Stellvertretung: ${house.editorDeputy}. Verantwortlich für die Anzeigen: ${house.advertising}. Wer sonst für uns schreibt, steht unter <a href="/autoren">Autorinnen und Autoren</a>.`,
    ),
    p(
      'Die Redaktion entscheidet unabhängig vom Verlag, von Anzeigenkunden und von Parteien, worüber und wie sie berichtet. Bezahlte Beiträge sind mit „Anzeige“ überschrieben. Politische Werbung nehmen wir im Netz nicht an.',
    ),
    p(
      'Wir arbeiten nach den publizistischen Grundsätzen des Deutschen Presserats (Pressekodex). Meldungen von Agenturen und Behörden nennen wir mit ihrer Quelle; sie sind redaktionell bearbeitet. Texte, an denen ein Sprachmodell mitgewirkt hat, werden von einem Menschen geprüft und gekennzeichnet. Von einer Maschine vorgelesene Artikel tragen den Hinweis „KI-Stimme“.',
    ),
    h('Korrekturen'),
    p(
      'Wo gearbeitet wird, passieren Fehler. Wir verbessern sie am selben Ort, an dem sie standen, und sagen es dazu: Unter dem Artikel steht, was falsch war, was richtig ist und wann wir es geändert haben. Tippfehler berichtigen wir ohne Hinweis.',
    ),
    p(
      `Bitte schreiben Sie an <a href="mailto:korrektur@${host}">korrektur@${host}</a> oder rufen Sie an. Sie bekommen innerhalb von zwei Werktagen eine Antwort. Sind Sie mit ihr nicht einverstanden, können Sie sich an unseren Leseranwalt wenden: ${house.ombudsman}, <a href="mailto:leseranwalt@${host}">leseranwalt@${host}</a>. Er ist an keine Weisung gebunden.`,
    ),
    p(
      'Gegendarstellungen nach § 20 MStV veröffentlichen wir unverzüglich, kostenlos, ohne Bezahlschranke und mit der Meldung verknüpft, auf die sie sich beziehen. Rügen des Presserats drucken wir ab.',
    ),
    h('Jugendschutz'),
    p(
      `Jugendschutzbeauftragte Person nach § 7 JMStV: ${house.youthOfficer}, <a href="mailto:jugendschutz@${host}">jugendschutz@${host}</a>. Alterskennzeichnungen für Filterprogramme stehen in der Datei age-de.xml.`,
    ),
    h('Meldungen nach dem Digitale-Dienste-Gesetz'),
    p(
      `Zentrale Kontaktstelle für Behörden nach Artikel 11 und für Nutzerinnen und Nutzer nach Artikel 12 der Verordnung (EU) 2022/2065: <a href="mailto:dsa@${host}">dsa@${host}</a>, auf Deutsch oder Englisch. Sie erreichen dort einen Menschen.`,
    ),
    p(
      'Rechtswidrige Inhalte können Sie uns ohne Anmeldung melden. Nennen Sie bitte die genaue Adresse, den Grund und, wenn es nicht um den Schutz von Kindern geht, Ihren Namen und Ihre E-Mail-Adresse. Wir bestätigen den Eingang, entscheiden ohne schuldhaftes Zögern und begründen die Entscheidung.',
    ),
    h('Streitbeilegung'),
    p(
      'Wir sind nicht bereit und nicht verpflichtet, an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen (§ 36 VSBG).',
    ),
    h('Urheberrecht'),
    p(
      `Alle Rechte vorbehalten. Für jede Wiedergabe, die das Gesetz nicht ausdrücklich erlaubt, brauchen Sie unsere Zustimmung: <a href="mailto:rechte@${host}">rechte@${host}</a>.`,
    ),
    p(
      'Eine Nutzung unserer Inhalte für Text und Data Mining im Sinne des § 44b UrhG behalten wir uns vor. Das gilt auch für das Trainieren von Sprach- und Bildmodellen. Der Vorbehalt ist zusätzlich maschinenlesbar erklärt, in robots.txt, in tdmrep.json und in jeder Antwort des Servers.',
    ),
  ]
}

export function toOwnership(house: DemoPublisher): ContentItem[] {
  return [
    p(
      `Wer eine Zeitung liest, soll wissen, wem sie gehört. Hier steht es für ${house.paper.replace(/^der /, 'den ')}, mit den Angaben nach Artikel 6 der Verordnung (EU) 2024/1083 (Europäisches Medienfreiheitsgesetz).`,
    ),
    h('Gesellschafter'),
    p(`Herausgegeben wird die Zeitung von der ${house.company}, ${house.street}, ${house.town}. ${house.ownersText}`),
    toOwnerTable(house),
    p(
      'Keine der genannten Personen hat ein politisches Amt oder ein Mandat. Staatliche Stellen, Parteien und Unternehmen außerhalb der Europäischen Union sind weder unmittelbar noch mittelbar beteiligt.',
    ),
    h('Öffentliche Werbung'),
    p(
      `Im Jahr 2025 haben öffentliche Stellen für Werbung bei uns bezahlt: ${house.publicAdvertising}. Aus Drittstaaten kam nichts.`,
    ),
    h('Unabhängigkeit der Redaktion'),
    p(
      `Zwischen Verlag und Redaktion gilt ein Redaktionsstatut. Es verbietet Weisungen zu einzelnen Beiträgen und verlangt, dass die Chefredaktion Interessenkonflikte offenlegt. Verantwortlich ist ${house.editor}.`,
    ),
    h3('Wie wir mit eigenen Interessen umgehen'),
    p(
      'Berichten wir über Gesellschafter, über andere Zeitungen des Hauses oder über große Anzeigenkunden, so steht es im Artikel. Wer über ein Unternehmen schreibt, besitzt keine Aktien davon.',
    ),
  ]
}

function toOwnerTable(house: DemoPublisher): ContentItem {
  return table(`Beteiligungen an der ${house.company}`, ['Gesellschafter', 'Anteil', 'Wer dahintersteht'], house.owners)
}
