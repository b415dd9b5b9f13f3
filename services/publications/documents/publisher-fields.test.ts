import { expect, it } from 'vitest'
import type { PublisherData } from '@lokalteil/contracts/publication/identity'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { createNewFolder } from '../new-folder.ts'
import { toPublicationContent } from '../publication-content.ts'
import { listMissingLegalData } from './legal-check.ts'
import { checkNames } from './publisher-fields.ts'

const made = createNewFolder(
  {
    code: 'bote',
    name: 'Musterbote',
    region: 'Musterstadt',
    company: 'Muster & Söhne GmbH',
    street: 'Marktplatz 1',
    postcode: '01234',
    town: 'Musterstadt',
    email: 'redaktion@ihre-zeitung.de',
    colour: '#7d1c2b',
  },
  '2026-11-28',
)
if (!made.ok) throw new Error('The folder is wrong')
const with_ = (publisher: Partial<PublisherData>): PublicationFolder => ({
  ...made.folder,
  identity: { ...made.folder.identity, publisher: { ...made.folder.identity.publisher, ...publisher } },
})
const shown = (folder: PublicationFolder, id: string) =>
  JSON.stringify(toPublicationContent(folder, new Map()).documents.find((document) => document.id === id))

it.each(['impressum', 'agb', 'widerruf', 'datenschutz'])(
  'in %s the fields have the publisher’s current values',
  (id) => {
    expect(shown(made.folder, id)).toMatch(/Muster (?:&amp;|&) Söhne GmbH/)
    expect(shown(made.folder, id)).toContain('Marktplatz 1')
    const moved = shown(with_({ street: 'Am Hafen 7', postcode: '54321', email: 'neu@ihre-zeitung.de' }), id)
    expect(moved).toContain('Am Hafen 7')
    expect(moved).not.toMatch(/Marktplatz 1|01234|redaktion@|\{\{/)
  },
)

it('finds nothing stale in an imprint that names its fields', () => {
  const stale = (folder: PublicationFolder) =>
    listMissingLegalData(folder).filter(({ message }) => message.startsWith('does not name'))
  expect([stale(made.folder), stale(with_({ street: 'Am Hafen 7' }))]).toEqual([[], []])
})

it.each([
  ['Telefon: {{publisher.phone}}', 'which publication.yaml does not say'],
  ['Steuer: {{publisher.tax}}', 'which is nothing'],
  ['{{street}}', 'which is nothing'],
])('refuses a field name that does not exist: %s', (markdown, message) => {
  const documents = [{ id: 'impressum', title: 'Impressum', updated: '2026-11-28', markdown }]
  expect(checkNames({ ...made.folder, documents })).toEqual([
    expect.objectContaining({
      level: 'error',
      file: 'documents/impressum.md',
      message: expect.stringContaining(message),
    }),
  ])
  expect(shown({ ...made.folder, documents }, 'impressum') ?? '').not.toContain('{{')
})

it('leaves text that a person has written unchanged', () => {
  expect(checkNames(with_({ town: '*Stadt*_am_[See]' }))).toEqual([])
  expect(shown(with_({ town: '*Stadt*_am_[See]' }), 'impressum')).toContain('*Stadt*_am_[See]')
})
