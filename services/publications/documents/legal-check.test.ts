import { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { describe, expect, it } from 'vitest'
import { OFFERS, PUBLISHER_KINDS, type PublisherKind, publisherOf, seller, toIdentity } from './documents.testing.ts'
import { fillDocuments } from './fill-documents.ts'
import { isSellable, listMissingLegalData } from './legal-check.ts'
import { removeMarks } from './open-marks.ts'

type Given = Parameters<typeof toIdentity>[0]
type Changes = {
  publisher?: Partial<Given>
  identity?: Parameters<typeof toIdentity>[1]
  offers?: typeof OFFERS.plus | null
}

/** The folder after a person has finished it: all marks decided, all data present. */
function toFolder(kind: PublisherKind = 'gmbh', { publisher = {}, identity = {}, offers = OFFERS.all }: Changes = {}) {
  const given = { ...publisherOf[kind], ...publisher } as Given
  const whole = toIdentity(given, { ...(kind === 'gmbh' ? { seller } : {}), ...identity })
  const documents = fillDocuments(whole, { today: '2026-12-31', offers }).map((document) => ({
    ...document,
    markdown: removeMarks(document.markdown).trim(),
  }))
  return PublicationFolder.parse({ identity: whole, offers, documents })
}
const without = (...names: (keyof Given)[]): Changes => ({
  publisher: Object.fromEntries(names.map((name) => [name, undefined])) as Partial<Given>,
})
const fieldsOf = (folder: PublicationFolder) => listMissingLegalData(folder).map(({ field }) => field)

describe('the legal duties of an imprint', () => {
  it('finds nothing missing in a complete one', () => {
    expect(listMissingLegalData(toFolder())).toEqual([])
    expect(isSellable(toFolder())).toEqual({ ok: true })
  })

  it.each<[keyof Given, PublisherKind, RegExp]>([
    ['representatives', 'gmbh', /§ 5 Abs\. 1 Nr\. 1 DDG/],
    ['representatives', 'cooperative', /§ 5 Abs\. 1 Nr\. 1 DDG/],
    ['register', 'gmbh', /§ 5 Abs\. 1 Nr\. 4 DDG, § 29 HGB/],
    ['register', 'GmbH & Co. KG', /§ 29 HGB/],
    ['register', 'cooperative', /§ 10 GenG/],
    ['register', 'Austrian', /§ 14 UGB/],
    ['generalPartner', 'GmbH & Co. KG', /§ 177a HGB/],
    ['vatId', 'gmbh', /§ 5 Abs\. 1 Nr\. 6 DDG/],
    ['phone', 'gmbh', /§ 5 Abs\. 1 Nr\. 2 DDG/],
    ['responsible', 'gmbh', /§ 18 Abs\. 2 MStV/],
    ['responsible', 'Austrian', /§ 24 MedienG/],
    ['supervisoryAuthority', 'gmbh', /Art\. 13 Abs\. 2 Buchst\. d DSGVO/],
    ['hosting', 'gmbh', /Art\. 13 Abs\. 1 Buchst\. e DSGVO/],
    ['accessibility', 'gmbh', /§ 14 BFSG/],
    ['austria', 'Austrian', /§§ 24, 25 MedienG/],
  ])('%s of a %s is named when it is missing', (field, kind, law) => {
    const before = fieldsOf(toFolder(kind))
    expect(before).not.toContain(`publisher.${field}`)
    const found = listMissingLegalData(toFolder(kind, without(field)))
    const [finding, ...others] = found.filter((candidate) => !before.includes(candidate.field))
    expect(others).toEqual([])
    expect(finding).toMatchObject({ level: 'warning', file: 'publication.yaml', field: `publisher.${field}` })
    expect(finding?.message).toMatch(law)
    expect(finding?.remedy).toMatch(/^Add /)
  })

  it.each<[string, Partial<Given>]>([
    ['publisher.company', { company: 'TODO' }],
    ['publisher.street', { street: 'Postfach 12' }],
    ['publisher.email', { email: 'kontakt@musterbote.example' }],
    ['publisher.email', { email: 'a@localhost.invalid' }],
  ])('%s is missing when it is only %j', (field, publisher) =>
    expect(fieldsOf(toFolder('gmbh', { publisher }))).toContain(field),
  )

  it.each<[string, PublisherKind, Partial<Given>]>([
    ['a sole trader has no register and nobody who acts for him', 'sole trader', {}],
    ['a freelance has none', 'sole trader', { legalForm: 'freelance' }],
    ['a partnership of the civil code has none', 'gmbh', { company: 'Sommer & Winter GbR', register: undefined }],
  ])('%s', (_name, kind, publisher) => {
    const fields = fieldsOf(toFolder(kind, { publisher }))
    expect(fields).not.toContain('publisher.register')
    if (kind === 'sole trader') expect(fields).not.toContain('publisher.representatives')
  })

  it('requires no VAT id of a small business, no statement of a tiny one, and none where nothing is sold', () => {
    const small = toFolder('gmbh', { ...without('vatId', 'accessibility'), offers: null })
    expect(fieldsOf(small)).toEqual(['publisher.vatId'])
    expect(
      fieldsOf(
        toFolder('gmbh', {
          publisher: { vatId: undefined, smallBusiness: true, accessibility: undefined, microEnterprise: true },
        }),
      ),
    ).toEqual([])
  })

  it('names the line of the file', () => {
    const [finding] = listMissingLegalData(toFolder('gmbh', without('phone')), {
      lineOf: (field) => (field.join('.') === 'publisher.phone' ? 7 : null),
    })
    expect(finding).toMatchObject({ field: 'publisher.phone', line: 7 })
  })

  it.each(['impressum', 'datenschutz', 'agb', 'widerruf', 'accessibility'])('%s must be there', (id) => {
    for (const change of ['gone', 'empty'] as const) {
      const folder = toFolder()
      folder.documents = folder.documents.flatMap((document) =>
        document.id !== id ? [document] : change === 'gone' ? [] : [{ ...document, markdown: '[[PRÜFEN: alles]]' }],
      )
      expect(listMissingLegalData(folder)).toContainEqual(
        expect.objectContaining({
          level: 'warning',
          file: `documents/${id}.md`,
          message: expect.stringMatching(/§|Art\./),
        }),
      )
    }
  })

  it('warns where data and imprint differ', () => {
    const folder = toFolder()
    for (const [field, value] of [
      ['street', 'Neue Gasse 1'],
      ['phone', '+49 351 999'],
      ['vatId', 'DE999999999'],
    ] as const) {
      const moved = {
        ...folder,
        identity: { ...folder.identity, publisher: { ...folder.identity.publisher, [field]: value } },
      }
      expect(listMissingLegalData(moved)).toEqual([
        expect.objectContaining({ file: 'documents/impressum.md', field: `publisher.${field}`, level: 'warning' }),
      ])
    }
    for (const kind of PUBLISHER_KINDS)
      expect(listMissingLegalData(toFolder(kind)).filter(({ file }) => file === 'documents/impressum.md')).toEqual([])
  })
})

it.each([
  ['autoren', {}],
  ['agb-2026', {}],
  ['sport', { sections: [{ path: 'sport', name: 'Sport', seoTitle: '', description: '' }] }],
  ['sport', { tags: [{ slug: 'sport', name: 'Sport', kind: 'topic' as const }] }],
])('a document whose address /%s belongs to another page is reported', (id, taxonomy) => {
  const folder = toFolder()
  folder.documents = [...folder.documents, { id, title: 'x', updated: '2026-12-31', markdown: 'x' }]
  folder.taxonomy = { ...folder.taxonomy, ...taxonomy }
  expect(listMissingLegalData(folder)).toEqual([
    expect.objectContaining({
      level: 'warning',
      file: `documents/${id}.md`,
      message: `is not shown: /${id} is another page`,
    }),
  ])
})

describe('marks', () => {
  it('are listed with file and line until they are removed', () => {
    const folder = toFolder()
    folder.documents = [
      ...folder.documents,
      {
        id: 'extra',
        title: 'x',
        updated: '2026-12-31',
        markdown: 'a\n\n[[PRÜFEN: Stimmt\ndas?]] b\n\n- [[PRÜFEN: und das]] c\n\n[[prüfen offen',
      },
    ]
    expect(listMissingLegalData(folder)).toEqual([
      expect.objectContaining({
        level: 'todo',
        file: 'documents/extra.md',
        line: 7,
        message: 'waits for a decision: „Stimmt das?“',
      }),
      expect.objectContaining({ level: 'todo', file: 'documents/extra.md', line: 10 }),
      expect.objectContaining({ level: 'error', file: 'documents/extra.md', line: 12 }),
    ])
    expect(listMissingLegalData(folder, { firstLineOf: () => 9 })[0]?.line).toBe(11)
  })
})

describe('nothing is sold', () => {
  const missingOf = (folder: PublicationFolder) => {
    const sellable = isSellable(folder)
    return sellable.ok ? [] : sellable.missing.map(({ file, field }) => field || file)
  }
  const withDocument = (id: string, change: (markdown: string) => string | null) => {
    const folder = toFolder()
    return {
      ...folder,
      documents: folder.documents.flatMap((document) => {
        const markdown = document.id === id ? change(document.markdown) : document.markdown
        return markdown === null ? [] : [{ ...document, markdown }]
      }),
    }
  }
  it.each<[string, PublicationFolder, string]>([
    ['without a seller', toFolder('gmbh', { identity: { seller: undefined } }), 'seller'],
    [
      'by another company',
      toFolder('gmbh', { identity: { seller: { ...seller, company: 'Andere GmbH' } } }),
      'seller.company',
    ],
    ['under another VAT id', toFolder('gmbh', { identity: { seller: { ...seller, vatId: 'DE1' } } }), 'seller.vatId'],
    ['without a VAT id', toFolder('gmbh', without('vatId')), 'publisher.vatId'],
    ['without representatives', toFolder('gmbh', without('representatives')), 'publisher.representatives'],
    ['without a register', toFolder('gmbh', without('register')), 'publisher.register'],
    ['without a telephone', toFolder('gmbh', without('phone')), 'publisher.phone'],
    ['from a post box', toFolder('gmbh', { publisher: { street: 'Postfach 1' } }), 'publisher.street'],
    ['with tax by a small business', toFolder('gmbh', { publisher: { smallBusiness: true } }), 'offers'],
    [
      'while the terms are silent on coins',
      withDocument('agb', (text) => text.replace(/Coins?/g, 'Marke')),
      'documents/agb.md',
    ],
    ...['agb', 'widerruf', 'datenschutz'].flatMap((id): [string, PublicationFolder, string][] => [
      [`without ${id}`, withDocument(id, () => null), `documents/${id}.md`],
      [`while ${id} is empty`, withDocument(id, () => '[[PRÜFEN: alles]]'), `documents/${id}.md`],
      [
        `while ${id} waits for a decision`,
        withDocument(id, (text) => `${text}\n\n[[PRÜFEN: x]]`),
        `documents/${id}.md`,
      ],
    ]),
  ])('%s', (_name, folder, field) => expect(new Set(missingOf(folder))).toEqual(new Set([field])))

  it('data that no contract needs do not stop a sale', () =>
    expect(
      isSellable(toFolder('gmbh', without('hosting', 'supervisoryAuthority', 'responsible', 'youthProtection'))),
    ).toEqual({
      ok: true,
    }))

  it('a new folder is not ready as long as its drafts are unchanged', () => {
    const folder = toFolder()
    folder.documents = fillDocuments(folder.identity, { today: '2026-12-31', offers: folder.offers })
    expect(new Set(missingOf(folder))).toEqual(
      new Set(['documents/agb.md', 'documents/widerruf.md', 'documents/datenschutz.md']),
    )
  })
})
