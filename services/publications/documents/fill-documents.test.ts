import { readdirSync } from 'node:fs'
import type { ContentItem } from '@lokalteil/contracts/content'
import { PublicationText } from '@lokalteil/contracts/publication/publication-folder'
import { slugOf } from '@lokalteil/domain/german-text'
import { matchRoute } from '@lokalteil/domain/routing/routes'
import { describe, expect, it } from 'vitest'
import { sanitiseItems } from '../../content/sanitise.ts'
import { OFFERS, PUBLISHER_KINDS, publisherOf, toIdentity } from './documents.testing.ts'
import { DOCUMENT_TEMPLATES, fillDocuments, readTemplate } from './fill-documents.ts'
import { toContentItems } from './markdown-items.ts'
import { listMarks } from './open-marks.ts'
import { toLegalForm, toRegisterName } from './legal-form.ts'

const today = '2026-12-31'
const newsletters = {
  newsletters: [
    { slug: 'morgen', title: 'Der Morgen', description: 'x', rhythm: 'werktags um 6 Uhr', sender: 'x', sections: [] },
  ],
}
const SOLD = {
  nothing: { today },
  plus: { today, offers: OFFERS.plus },
  all: { today, offers: OFFERS.all, newsletters },
}

/** Every string in the value. */
const listTexts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(listTexts)
      : []
const textOf = (item: ContentItem): string => listTexts({ ...item, type: null }).join('\n')
const cases = PUBLISHER_KINDS.flatMap((kind) =>
  Object.entries(SOLD).flatMap(([name, sold]) =>
    [false, true].map((localEdition) => ({
      title: `${kind}, sells ${name}${localEdition ? ', local edition' : ''}`,
      documents: fillDocuments(toIdentity(publisherOf[kind], { localEdition }), sold),
    })),
  ),
)

it('there is a template for every document and a document for every template', () => {
  const files = readdirSync(new URL('templates/', import.meta.url)).map((name) => name.replace(/\.md$/, ''))
  expect(files.toSorted()).toEqual(DOCUMENT_TEMPLATES.map(({ id }) => id).toSorted())
})

it('names no publication of the demo', () => {
  for (const { id } of DOCUMENT_TEMPLATES)
    expect(readTemplate(id)).not.toMatch(
      /\b(?:Auen|Auenburg|Auenkurier|Auental|Hügel\w*|Hafen\w*|Talheim|Tannau|Flussbote\w*|Tageblatt|Lokal aktuell|Werla)\b|\.example/i,
    )
})

const unbind = (items: unknown): unknown => JSON.parse(JSON.stringify(items).replaceAll('\u00a0', ' '))

describe.each(cases)('documents of $title', ({ documents }) => {
  it('are complete', () => {
    for (const document of documents) {
      PublicationText.parse(document)
      const { items, findings } = toContentItems(document.markdown)
      expect(findings, document.id).toEqual([])
      // The allow-list removes nothing from them; numbers are bound to their units.
      expect(unbind(sanitiseItems(items))).toEqual(unbind(items))
      expect(items.length, document.id).toBeGreaterThan(3)
      const text = items.map(textOf).join('\n')
      expect(text).not.toMatch(/\{\{|\}\}|\[\[|\]\]|PRÜFEN|undefined|null|NaN|\[object/)
      // Sentences are still correct where an optional part was left out.
      expect(text).not.toMatch(/ [,.;:]|,,|\.\.|\(\)|,\s*(?:und|oder)?\s*\.|““|  (?! )/)
      for (const item of items) {
        if (item.type === 'paragraph') expect(item.html, document.id).toMatch(/[.:!?)»“]$|<\/a>$|[\p{L}\d]$/u)
        if (item.type === 'list') for (const entry of item.items) expect(entry.length).toBeGreaterThan(3)
        if (item.type === 'table') for (const row of item.rows) expect(row.every((cell) => cell !== '')).toBe(true)
      }
    }
  })

  it('link to existing pages', () => {
    const ids = new Set(documents.map(({ id }) => id))
    const anchors = new Map(
      documents.map(({ id, markdown }) => [
        id,
        new Set(
          toContentItems(markdown).items.flatMap((item) => (item.type === 'heading' ? [slugOf(item.text, 60)] : [])),
        ),
      ]),
    )
    for (const { id, markdown } of documents)
      for (const [, target = ''] of markdown.matchAll(/\]\((\/[^)]*)\)/g)) {
        const [path = '', anchor] = target.split('#')
        const match = matchRoute(path)
        const isDocument = ids.has(path.slice(1))
        const isPage = match.kind === 'route' && match.route.name !== 'channel'
        expect(isDocument || isPage || path === '/datenschutz/consent-reset', `${id} → ${target}`).toBe(true)
        // The owners are on the page of the imprint.
        if (anchor !== undefined && anchor !== 'eigentuemer')
          expect(anchors.get(path.slice(1))?.has(anchor), `${id} → ${target}`).toBe(true)
      }
    // Anchors that the product itself links to.
    expect(anchors.get('agb')).toContain('8-widerrufsrecht')
    expect(anchors.get('datenschutz')).toContain('einstellungen')
    for (const anchor of ['redaktion', 'korrekturen', 'urheberrecht'])
      expect(anchors.get('impressum')).toContain(anchor)
  })
})

describe('the documents show the kind of publisher', () => {
  const markdownOf = (
    kind: keyof typeof publisherOf,
    id: string,
    changes = {},
    sold: Parameters<typeof fillDocuments>[1] = SOLD.plus,
  ) =>
    fillDocuments(toIdentity(publisherOf[kind], changes), sold).find((document) => document.id === id)?.markdown ?? ''
  it.each<[keyof typeof publisherOf, string, readonly RegExp[], readonly RegExp[]]>([
    [
      'gmbh',
      'impressum',
      [
        /Musterbote Verlag GmbH {2}\nLindenweg 3 {2}\n01234 Neustadt/,
        /Vertreten durch: Ruth Sommer und Karl Winter/,
        /Handelsregister: Amtsgericht Neustadt, HRB 4711/,
        /DE123456789-00001/,
        /§ 18 Abs\. 2 MStV/,
        /Ruth Sommer, Anschrift wie oben/,
        /Karl Winter, Ring 2, 01235 Neustadt/,
        /Ina Herbst/,
        /nehmen wir nicht teil/,
      ],
      [/haftende/, /MedienG/],
    ],
    [
      'GmbH & Co. KG',
      'impressum',
      [
        /Persönlich haftende Gesellschafterin: Pressehaus Nord Verwaltungs-GmbH, Handelsregister: Amtsgericht Kiel, HRB 18/,
        /Handelsregister: Amtsgericht Kiel, HRA 17/,
        /nehmen wir teil/,
      ],
      [/nicht teil/],
    ],
    [
      'sole trader',
      'impressum',
      [/Maria \\\*Fritz\\\* Lang\\_Huber/],
      [/Vertreten/, /register/i, /Umsatzsteuer/, /Telefon/],
    ],
    ['sole trader', 'agb', [/Kleinunternehmen/], [/enthalten die Umsatzsteuer/]],
    ['sole trader', 'accessibility', [/freiwillig/, /MLBF/], [/Sozialministerium/]],
    ['cooperative', 'impressum', [/Genossenschaftsregister: Amtsgericht Freiburg, GnR 700123/], [/Handelsregister/]],
    [
      'Austrian',
      'impressum',
      [
        /6020 Innsbruck {2}\nÖsterreich/,
        /Firmenbuch: .*FN 123456 a/,
        /Grundlegende Richtung/,
        /Medieninhaberin/,
        /Wirtschaftskammer/,
      ],
      [/MStV/, /DDG/],
    ],
    ['Austrian', 'agb', [/österreichisches Recht/, /FAGG/], [/309/, /§ 356/]],
    ['Austrian', 'accessibility', [/Sozialministeriumservice/, /BaFG/], [/MLBF/]],
    ['Austrian', 'datenschutz', [/Österreichische Datenschutzbehörde/, /TKG 2021/], [/TDDDG/]],
    [
      'gmbh',
      'eigentuemer',
      [/Ruth Sommer \| 60 % \| –/, /Winter & Co\. KG \| 40 % \| Karl Winter/, /12\.000 Euro/],
      [],
    ],
    [
      'gmbh',
      'datenschutz',
      [/Rechenhaus GmbH, Leipzig/, /Paul Lenz/, /§ 25 Abs\. 2 Nr\. 2 TDDDG/, /Maternistraße/],
      [],
    ],
    ['cooperative', 'eigentuemer', [], [/./]],
    ['gmbh', 'werbung', [/Eva März/], []],
    ['gmbh', 'ki', [/der Musterbote/, /2024\/1689/], []],
    [
      'gmbh',
      'widerruf',
      [/binnen vierzehn Tagen/, /Muster-Widerrufsformular/, /\/widerrufen/],
      [/Coin/ /* none is sold */],
    ],
  ])('%s: %s', (kind, id, present, absent) => {
    const markdown = markdownOf(kind, id).replace(/Es gilt für Abonnements und für Coins\./, '')
    for (const pattern of present) expect(markdown).toMatch(pattern)
    for (const pattern of absent) expect(markdown).not.toMatch(pattern)
  })

  it('asks a local edition’s readers for nothing', () => {
    const local = markdownOf('gmbh', 'datenschutz', { localEdition: true })
    expect(local).not.toMatch(/euconsent|FA\\_CPC|Wofür wir um Einwilligung|reco/)
    expect(local).toMatch(/nichts einzuwilligen/)
    expect(markdownOf('gmbh', 'datenschutz')).toMatch(/euconsent-v2[\s\S]*FA\\_CPC[\s\S]*## Wofür wir um Einwilligung/)
  })

  it('names the goods and subscriptions on sale', () => {
    const terms = markdownOf('gmbh', 'agb', {}, SOLD.all)
    expect(terms).toMatch(/\| Pur \\\| ohne Werbung \| die Website ohne Werbung und ohne Tracking \| Läuft einen Monat/)
    expect(terms).toMatch(/## 5\. Coins/)
    expect(markdownOf('gmbh', 'agb')).toMatch(/## 5\. Geschenkte/)
    expect(markdownOf('gmbh', 'datenschutz', {}, SOLD.all)).toMatch(/- Der Morgen \(werktags um 6 Uhr\)/)
    expect(markdownOf('gmbh', 'datenschutz')).not.toMatch(/Zurzeit verschicken/)
  })

  it.each([
    [
      { article: 'der', genitive: 'Musterboten', dative: 'Musterboten' },
      'des Musterboten',
      'der Musterbote',
      'den Musterboten',
    ],
    [{ article: 'die' }, 'der Musterbote', 'die Musterbote', 'die Musterbote'],
    [{ article: 'none' }, 'von Musterbote', 'Musterbote', 'Musterbote'],
  ] as const)('inflects the name: %j', (grammar, genitive, nominative, accusative) => {
    expect(markdownOf('gmbh', 'kontakt', { grammar })).toContain(`Verlag ${genitive}.`)
    expect(markdownOf('gmbh', 'ueber-uns', { grammar })).toContain(`Verlag ${genitive}: `)
    expect(markdownOf('gmbh', 'ki', { grammar })).toContain(`was ${nominative} veröffentlicht`)
    expect(markdownOf('gmbh', 'accessibility', { grammar })).toContain(`können`)
    expect(markdownOf('gmbh', 'accessibility', { grammar })).toContain(`sollen ${accusative} lesen`)
  })

  it('marks the decisions of a person', () => {
    const marks = Object.fromEntries(
      fillDocuments(toIdentity(publisherOf.gmbh), SOLD.plus).map(({ id, markdown }) => [
        id,
        listMarks(markdown).length,
      ]),
    )
    expect(marks).toEqual({
      impressum: 1,
      kontakt: 0,
      'ueber-uns': 1,
      eigentuemer: 1,
      datenschutz: 3,
      agb: 1,
      widerruf: 1,
      accessibility: 1,
      werbung: 2,
      ki: 1,
    })
  })
})

it.each([
  ['Musterbote GmbH', 'gmbh'],
  ['Musterbote gGmbH', 'gmbh'],
  ['Musterbote Verlagsgesellschaft mbH', 'gmbh'],
  ['Musterbote Ges.m.b.H.', 'gmbh'],
  ['Musterbote UG (haftungsbeschränkt)', 'ug'],
  ['Musterbote GmbH & Co. KG', 'company-kg'],
  ['Musterbote UG (haftungsbeschränkt) & Co. KG', 'company-kg'],
  ['Musterbote AG', 'ag'],
  ['Musterbote SE', 'se'],
  ['Musterbote eG', 'cooperative'],
  ['Musterbote e.V.', 'association'],
  ['Musterbote e. V.', 'association'],
  ['Sommer & Winter GbR', 'gbr'],
  ['Sommer & Winter eGbR', 'registered-gbr'],
  ['Sommer OHG', 'ohg'],
  ['Sommer KG', 'kg'],
  ['Ruth Sommer e.K.', 'registered-trader'],
  ['Ruth Sommer e.U.', 'registered-trader'],
  ['Ruth Sommer', 'sole-trader'],
  ['Stiftung Lokaljournalismus', 'foundation'],
  ['Stadt Neustadt', 'public-body'],
])('%s is a %s', (company, form) => expect(toLegalForm({ company })).toBe(form))

it.each([
  ['HRB 1', 'DE', 'Handelsregister'],
  ['HRA1', 'DE', 'Handelsregister'],
  ['GnR 1', 'DE', 'Genossenschaftsregister'],
  ['VR 1', 'DE', 'Vereinsregister'],
  ['PR 1', 'DE', 'Partnerschaftsregister'],
  ['GsR 1', 'DE', 'Gesellschaftsregister'],
  ['FN 1 a', 'AT', 'Firmenbuch'],
  ['1 a', 'AT', 'Firmenbuch'],
  ['1', 'DE', 'Handelsregister'],
])('%s (%s) stands in the %s', (number, country, name) =>
  expect(toRegisterName(number, { company: 'Musterbote GmbH', country })).toBe(name),
)
