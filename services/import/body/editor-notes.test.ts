import { describe, expect, it } from 'vitest'
import { dropDeskBlocks, findEditorNote } from './editor-notes.ts'
import { noClasses } from '../parsed-document.ts'
import type { ContentItem, ParsedDocument } from '../parsed-document.ts'

const document = (title: string, genre = '', change: Partial<ParsedDocument> = {}): ParsedDocument => ({
  sourceId: 'x',
  version: 1,
  status: 'usable',
  embargo: null,
  publishDate: '2026-11-21T00:00:00.000Z',
  updateDate: null,
  language: 'de',
  urgency: 4,
  kind: 'news',
  title,
  titlePrefix: '',
  teaserTextHtml: '',
  authors: [],
  source: '',
  correction: '',
  picture: null,
  contentItems: [],
  classes: { ...noClasses(), genres: genre === '' ? [] : [{ code: '', name: genre }] },
  ...change,
})

describe('a note for editors', () => {
  it.each([
    ['dpa-Tagesvorschau Politik Inland, Samstag, 21. November 2026'],
    ['dpa-Terminvorschau bis Sonntag, 29. November'],
    ['dpa-Wochenvorschau Wirtschaft vom 23. bis 29. November'],
    ['dpa/audio-Programm am 21. November (Stand 7.00 Uhr)'],
    ['dpa Landesdienst Nord Tagesvorschau'],
    ['AFP-Tagesplan für Samstag'],
    ['epd-Wochenvorschau'],
    ['Tagesvorschau der dpa'],
    ['Terminvorschau für das Wochenende'],
    ['Achtung Redaktionen: Sperrfrist verlängert'],
    ['ACHTUNG - Meldung zurückgezogen'],
    ['Achtung: Korrektur in der Zusammenfassung'],
    ['Achtung, Kunden des Basisdienstes'],
    ['Berichtigung an die Redaktion'],
    ['Berichtigung an die Redaktionen: Name im dritten Absatz'],
    ['Korrekturhinweis an die Redaktionen'],
    ['Hinweis für Redaktionen: Neue Schreibweise'],
    ['An die Redaktionen'],
    ['Redaktioneller Hinweis'],
    ['Folgende Lesestücke des Ressorts Politik sind weiter aktuell'],
    ['Folgende KORR-Berichte sind für das Wochenende geplant'],
    ['Presseeinladung: Minister besucht Auenburg'],
    ['Einladung zum Pressetermin am Deich'],
    ['Einladung an die Medien: Spatenstich'],
    ['Terminhinweis für Medienvertreter: Bilanz der Feuerwehr'],
    ['Ihre Ansprechpartner'],
    ['Kontakt der Redaktion'],
    ['Note to editors: embargo moved'],
  ])('is "%s"', (title) => {
    expect(findEditorNote(document(title))).toMatch(/^for editors: /)
  })

  it.each([['Achtung'], ['Vorschau'], ['Planungshinweis'], ['Terminvorschau'], ['TAGESVORSCHAU'], ['Daybook']])(
    'is of the genre %s',
    (genre) => {
      expect(findEditorNote(document('Was heute wichtig ist', genre))).toBe(`for editors: genre "${genre}"`)
    },
  )

  it.each([
    ['Achtung Autofahrer: A7 am Wochenende gesperrt'],
    ['Achtung, Glätte: Polizei warnt vor Unfällen'],
    ['Achtung! Wildwechsel'],
    ['Vorschau auf das Derby: Talheim erwartet den Tabellenführer'],
    ['Das bringt die Woche in Auenburg'],
    ['Wochenvorschau: Das wird wichtig in der Region'],
    ['Programm für das Stadtfest steht'],
    ['Berichtigung des Bebauungsplans beschlossen'],
    ['Hinweis auf Brandstiftung'],
    ['Redaktion zieht um'],
    ['Folgende Straßen sind gesperrt'],
    ['Einladung zum Bürgergespräch'],
    ['Kontakt zu Außerirdischen?'],
    ['APA warnt vor Hitze'],
    ['AP-Foto des Jahres ausgezeichnet'],
    ['Korrektur am Aktienmarkt'],
    ['An die Arbeit'],
    ['Information für Anwohner'],
    ['SID Wirtschaft'],
  ])('is not "%s"', (title) => {
    expect(findEditorNote(document(title))).toBeNull()
  })

  it.each([['Interview'], ['Vorbericht'], ['Meldung'], ['KORR-Bericht']])('is not of the genre %s', (genre) => {
    expect(findEditorNote(document('Talheim siegt', genre))).toBeNull()
  })

  it('withdrawn passes, so that an earlier version can be withdrawn', () => {
    expect(findEditorNote(document('dpa-Tagesvorschau', 'Vorschau', { status: 'canceled' }))).toBeNull()
  })
})

const p = (html: string): ContentItem => ({ type: 'paragraph', html })
const h = (text: string): ContentItem => ({ type: 'heading', level: 3, text })
const ul = (...items: string[]): ContentItem => ({ type: 'list', ordered: false, items })
const STORY = [p('Der Rat hat am Abend getagt.'), p('Er beschloss den Haushalt einstimmig.')]

describe('blocks for editors in an article', () => {
  it.each<[string, ContentItem[]]>([
    [
      'the notepad',
      [
        h('Notizblock'),
        h('Internet'),
        ul('<a href="https://dpaq.de/x">Ratsinfo</a>'),
        h('Orte'),
        ul('Rathaus, Markt 1, Auenburg'),
        p('Ein ganzer Satz über Orte, der auch intern ist.'),
      ],
    ],
    ['the notepad with marks', [p('# Notizblock'), p('## Internet'), p('- Ratsinfo')]],
    [
      'contacts of the desk',
      [h('Kontakt der Redaktion'), p('Redaktion Politik – Tel.: +49 30 1234 31301, politik@agentur.example')],
    ],
    [
      'contacts without a heading',
      [
        p('Autor/in: Eva Muster (Auenburg), +49 30 1234 567, muster@agentur.example'),
        p('Redaktion: Jan Beispiel (Berlin), +49 30 1234 568, &lt;inland@agentur.example&gt;'),
        p('dpa emu/jb yysw a3 lön mda'),
      ],
    ],
    [
      'a list of contacts',
      [ul('Autor: Eva Muster, +49 30 1234567', 'Redaktion: Jan Beispiel, inland@agentur.example')],
    ],
    [
      'links for research',
      [
        p('### Weiterführende Links/Internet ###'),
        ul('<a href="https://stadt.example">Stadt</a>'),
        p('https://stadt.example/haushalt'),
      ],
    ],
    [
      'links for research under a heading',
      [h('Weiterführende Links/Internet'), p('<a href="https://stadt.example">stadt.example</a>')],
    ],
    ['a partner to talk to', [p('Ihr Ansprechpartner:'), p('Jan Beispiel'), p('Tel.: 030 / 1234 567')]],
    [
      'the contact of a police press office',
      [
        p('Rückfragen von Medienvertretern bitte an:'),
        p('Polizeiinspektion Auenburg'),
        p('Pressestelle'),
        p('Telefon: 01234 / 567-104'),
        p('E-Mail: pressestelle@polizei.example'),
      ],
    ],
    ['the same in one paragraph', [p('Rückfragen bitte an:<br>Polizei Auenburg<br>Telefon: 01234 / 567-104')]],
    ['a press contact', [p('Pressekontakt:'), p('Stadt Auenburg, Eva Muster, Tel. 01234 567-0')]],
    [
      'a block marked as internal',
      [
        p('* * * *'),
        p('Die folgenden Informationen sind nicht zur Veröffentlichung bestimmt'),
        p('Irgendein langer interner Satz, der für Leser nichts taugt.'),
      ],
    ],
    ['a box', [{ type: 'infoBox', title: 'Notizblock', items: [p('Intern') as never] }]],
    ['the closing line', [p('dpa abc yydd n1 sku')]],
  ])('%s are left out and named', (_case, block) => {
    const { items, dropped } = dropDeskBlocks([...STORY, ...block])
    expect(items).toEqual(STORY)
    expect(dropped).toHaveLength(1)
    expect(dropped[0]).not.toBe('')
  })

  it('ends before the next text for readers', () => {
    const rest = [
      h('Der Haushalt'),
      p('Der Haushalt wächst im nächsten Jahr auf 212 Millionen Euro, sagte der Kämmerer am Abend.'),
    ]
    expect(
      dropDeskBlocks([...STORY, h('Kontakt der Redaktion'), p('Redaktion: +49 30 1234567'), ...rest]).items,
    ).toEqual([...STORY, ...rest])
  })

  it.each<[string, ContentItem[]]>([
    ['witnesses', [p('Zeugen werden gebeten, sich bei der Polizei unter Telefon 01234 567-0 zu melden.')]],
    ['a box office', [p('Karten gibt es unter Tel. 01234 5678 und an der Abendkasse.')]],
    ['a service line', [h('Kontakt'), p('Das Bürgerbüro ist unter 01234 567 zu erreichen.')]],
    ['an author in the text', [p('Der Autor: „Ich schreibe, seit ich denken kann.“')]],
    ['the editorial office as subject', [p('Die Redaktion des Blattes zog 1932 um.')]],
    ['a list of links for readers', [h('Links zum Thema'), ul('<a href="https://stadt.example">Stadt</a>')]],
    ['a heading about the web', [h('Internet für alle'), p('Das Netz wird ausgebaut.')]],
  ])('%s stay', (_case, block) => {
    expect(dropDeskBlocks([...STORY, ...block])).toEqual({ items: [...STORY, ...block], dropped: [] })
  })
})
