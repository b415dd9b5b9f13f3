import type { Author } from '@lokalteil/contracts/content'
import { describe, expect, it } from 'vitest'
import { createTaxonomy, toPathsUpwards } from './taxonomy.ts'

const section = (path: string) => ({ path, name: path, seoTitle: '', description: '' })
const tag = (id: string, parentId: string | null, isCurated = true) => ({
  id,
  slug: `s-${id}`,
  name: `Name ${id}`,
  parentId,
  isCurated,
})

const author = (id: string, prename: string, surname: string, isCurated = true) => ({
  id,
  prename,
  surname,
  isCurated,
  shortname: null,
  role: '',
  bio: '',
  email: '',
  portrait: null,
})

const taxonomy = createTaxonomy({
  sections: [section('sport'), section('sport/fussball'), section('sport/fussball/liga')],
  tags: [
    tag('1', null),
    tag('2', '1'),
    tag('3', '2'),
    tag('4', '5'),
    tag('5', '4'),
    tag('6', '6'),
    tag('7', '999'),
    tag('8', '1', false),
    tag('1', null),
  ],
  topics: [],
  regions: [
    { id: 'kreis', label: 'Untere Aue', sectionPath: 'sport', parentId: null, isCurated: true },
    { id: 'dorf', label: 'Klein Lüdern', sectionPath: 'sport', parentId: 'kreis', isCurated: true },
    { id: 'hof', label: 'Aufgegeben', sectionPath: '', parentId: 'kreis', isCurated: false },
  ],
  authors: [
    author('1', 'Emre', 'Şahin'),
    author('2', 'Änne', 'Zoll'),
    author('3', 'Ole', 'Ähren'),
    author('4', 'Udo', 'Fort', false),
  ],
})

it.each([
  ['a/b/c', ['a/b/c', 'a/b', 'a']],
  ['a', ['a']],
])('walks %s upwards', (path, expected) => {
  expect(toPathsUpwards(path)).toEqual(expected)
})

it.each([
  ['sport/fussball/liga', 'sport/fussball/liga'],
  ['sport/fussball/liga/spiel', 'sport/fussball/liga'],
  ['sport/handball', 'sport'],
  ['nichts', null],
])('finds for %s the section %s', (path, expected) => {
  expect(taxonomy.findSection(path)?.path ?? null).toBe(expected)
})

describe('trees', () => {
  it.each([
    ['3', ['2', '1']],
    ['1', []],
    ['4', ['5']],
    ['6', []],
    ['7', []],
    ['nobody', []],
  ])('R3.3-08 the ancestors of %s end, in a circle too: %j', (id, expected) => {
    expect(taxonomy.listTagAncestors(id).map((ancestor) => ancestor.id)).toEqual(expected)
  })

  it('R7.3-08 shows readers each curated tag below its parent', () => {
    const [root] = taxonomy.toTagTree()
    expect(root).toMatchObject({
      id: '1',
      label: 'Name 1',
      target: '/s-1',
      children: [{ id: '2', children: [{ id: '3', children: [] }] }],
    })
    expect(JSON.stringify(taxonomy.toTagTree())).not.toContain('"8"')
  })

  it('R7.3-07 shows regions below their parents', () => {
    expect(taxonomy.toRegionTree()).toEqual([
      {
        id: 'kreis',
        label: 'Untere Aue',
        target: '/sport',
        children: [{ id: 'dorf', label: 'Klein Lüdern', target: '/sport', children: [] }],
      },
    ])
  })
})

it.each([
  ['emre sahin', '1'],
  ['Emre  Şahin', '1'],
  ['Aenne Zoll', '2'],
  ['Emre', null],
  ['Udo Fort', '4'],
])('knows the author %s', (name, id) => {
  expect(taxonomy.findAuthor(name)?.id ?? null).toBe(id)
})

it.each([
  ['kreis', 'kreis'],
  ['Untere Aue', 'kreis'],
  ['KLEIN LUEDERN', 'dorf'],
  ['Atlantis', null],
])('knows the region %s', (name, id) => {
  expect(taxonomy.findRegion(name)?.id ?? null).toBe(id)
})

it('sorts authors as a German directory does, without those the folder dropped', () => {
  expect(taxonomy.listAuthorsByName().map(({ surname }) => surname)).toEqual(['Ähren', 'Şahin', 'Zoll'])
})

it('names an author of another publication without a page', () => {
  const stranger = { id: '9', prename: 'Ida', surname: 'Fern', urlPath: '/autoren/ida-fern-9', portrait: null }
  expect(taxonomy.toOwnAuthor(stranger)).toEqual({ ...stranger, id: '', urlPath: '' })
  expect(taxonomy.toOwnAuthor({ ...stranger, id: '1' })).toMatchObject({ surname: 'Şahin' })
})

it('shows the portrait that came with an article if the folder has none', () => {
  const portrait = { baseUrl: '/media/erna.jpg' } as unknown as Author['portrait']
  const given = { id: '1', prename: 'Ida', surname: 'Fern', urlPath: '', portrait }
  expect(taxonomy.toOwnAuthor(given)).toMatchObject({ surname: 'Şahin', portrait })
})

it('links a region without a section to the readers’ own regions', () => {
  expect(taxonomy.toRegionRef(taxonomy.getRegion('hof')!).target).toBe('/meineregion')
})
