/** Statement on accessibility after Annex 3 of the BFSG. Names what is not yet good, too. */
import type { ContentItem } from '@lokalteil/contracts/content'
import { h, p, ul } from './legal-text.ts'
import type { DemoPublisher } from './publishers.ts'

export function toAccessibilityStatement(house: DemoPublisher, isLocalEdition: boolean): ContentItem[] {
  const { host } = house
  return [
    p(
      `Alle sollen ${house.paper.replace(/^der /, 'den ')} lesen und bestellen können. Diese Erklärung beschreibt nach Anlage 3 des Barrierefreiheitsstärkungsgesetzes (BFSG), was unsere digitale Dienstleistung ist, wie man sie bedient, welche Anforderungen sie erfüllt und wo noch Hindernisse bestehen.`,
    ),
    h('Die Dienstleistung'),
    p(
      `Auf ${host} veröffentlichen wir Nachrichten, Bilder, Filme und Podcasts. Wer mehr lesen möchte, kann ein Konto anlegen, ein Abonnement oder Coins kaufen, Newsletter bestellen und Verträge kündigen oder widerrufen. Unter das Gesetz fällt der Weg zum Vertrag: Angebote, Anmeldung, Bestellung, Konto, Kündigung und Widerruf. Wir legen an die redaktionellen Seiten denselben Maßstab an.`,
    ),
    h('So bedienen Sie sie'),
    ul(
      'Mit der Tastatur: Die Tabulatortaste führt von oben nach unten. Die ersten drei Links springen zum Inhalt, zur Navigation und zum Seitenende. Fenster schließen sich mit der Esc-Taste, danach steht der Fokus wieder dort, wo er war.',
      'Mit einer Vorlesesoftware: Überschriften, Listen, Tabellen und Bereiche sind ausgezeichnet. Bilder haben einen Text, der sagt, was zu sehen ist; Schmuck wird übergangen. Wechselt die Seite, wird ihr Titel angesagt.',
      'Mit größerer Schrift: Oben auf jeder Seite stellen Sie die Schrift in fünf Stufen bis 150 Prozent ein. Die Vergrößerung im Browser reicht bis 400 Prozent, ohne dass Sie seitwärts blättern müssen.',
      'Mit anderer Darstellung: Es gibt eine helle und eine dunkle Fassung. Die Kontrastfarben und die Einstellung „weniger Bewegung“ Ihres Systems übernehmen wir.',
      'Ohne Skripte: Artikel, Ressorts, Suche und alle rechtlichen Seiten sind auch dann lesbar, wenn JavaScript ausgeschaltet ist.',
    ),
    h('Wie wir die Anforderungen erfüllen'),
    p(
      'Maßstab sind die Norm EN 301 549 und die Richtlinien WCAG 2.2, Stufe AA. Jede Änderung an der Website wird mit einem Prüfprogramm auf allen Seitenarten untersucht, hell und dunkel. Bestellung und Anmeldung gehen wir zusätzlich von Hand mit der Tastatur durch. Text hebt sich mit einem Verhältnis von mindestens 4,5 zu 1 vom Grund ab, Schaltflächen messen wenigstens 24 mal 24 Pixel. Fehler in Formularen stehen als Text neben dem Feld und werden angesagt.',
    ),
    h('Bekannte Hindernisse'),
    p('Noch nicht alles gelingt. Am 1. Oktober 2026 waren uns diese Mängel bekannt:'),
    ul(
      'Filme haben keine Audiodeskription. Untertitel gibt es nur bei Filmen mit gesprochenem Text, die nach 2024 entstanden sind.',
      'Zu Podcasts steht eine Abschrift auf der Seite der Folge; sie wird von einer Maschine erstellt und gegengelesen, enthält aber gelegentlich falsch geschriebene Namen.',
      'Ältere Schaubilder sind als Bild eingebunden. Ihr Inhalt ist im Text des Artikels zusammengefasst, nicht in jeder Einzelheit wiedergegeben.',
      ...(isLocalEdition
        ? ['Beilagen unserer Anzeigenkunden liegen als PDF vor, das sich mit Vorlesesoftware nur teilweise erschließt.']
        : [
            'Auf fremde Inhalte, die nach Ihrer Einwilligung geladen werden, haben wir keinen Einfluss. Ein Link führt stets auch zur Seite des Anbieters.',
          ]),
    ),
    h('Barriere melden'),
    p(
      `Sind Sie auf ein Hindernis gestoßen? Schreiben Sie an <a href="mailto:barrierefrei@${host}">barrierefrei@${host}</a> oder rufen Sie an: ${house.phone}. Sagen Sie uns bitte, auf welcher Seite Sie waren und womit Sie sie benutzen. Wir melden uns innerhalb von fünf Werktagen und schicken Ihnen, was Sie lesen wollten, solange in einer Form, die für Sie geht. Auf Wunsch lesen wir diese Erklärung am Telefon vor.`,
    ),
    h('Marktüberwachung'),
    p(
      'Zuständig ist die Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF) mit Sitz in Magdeburg. Dort können Sie beantragen, dass gegen eine Verletzung des Gesetzes vorgegangen wird; vorher an uns schreiben müssen Sie nicht.',
    ),
    p(
      'Diese Erklärung beruht auf einer Selbstprüfung. Wir überprüfen sie jedes Jahr und nach jeder größeren Änderung.',
    ),
  ]
}
