import { describe, expect, it } from 'vitest'
import { toMask } from './schema.ts'
import { createTaxonomy, toPathsUpwards } from './taxonomy.ts'

const all = toMask(['ak', 'fb', 'ht', 'la'])
const section = (path: string, publications = all) => ({
  path,
  name: path,
  seoTitle: '',
  description: '',
  publications,
})
const tag = (id: string, parentId: string | null, isCurated = true) => ({
  id,
  slug: `s-${id}`,
  name: `Name ${id}`,
  parentId,
  isCurated,
})

const taxonomy = createTaxonomy({
  sections: [
    section('sport'),
    section('sport/fussball'),
    section('sport/fussball/liga', toMask(['ak'])),
    section('politik', toMask(['fb'])),
  ],
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
    { id: 'kreis', label: 'Untere Aue', sectionPath: 'sport', parentId: null },
    { id: 'dorf', label: 'Klein Lüdern', sectionPath: 'sport', parentId: 'kreis' },
  ],
  authors: [
    { id: '1', prename: 'Emre', surname: 'Şahin', shortname: null, role: '', bio: '', email: '', portrait: null },
    { id: '2', prename: 'Änne', surname: 'Zoll', shortname: 'äz', role: '', bio: '', email: '', portrait: null },
    { id: '3', prename: 'Ole', surname: 'Ähren', shortname: null, role: '', bio: '', email: '', portrait: null },
  ],
})

it.each([
  ['a/b/c', ['a/b/c', 'a/b', 'a']],
  ['a', ['a']],
])('walks %s upwards', (path, expected) => {
  expect(toPathsUpwards(path)).toEqual(expected)
})

it.each([
  ['sport/fussball/liga', 'ak', 'sport/fussball/liga'],
  ['sport/fussball/liga', 'fb', 'sport/fussball'],
  ['sport/fussball/liga/spiel', 'ak', 'sport/fussball/liga'],
  ['politik', 'ak', null],
  ['nichts', 'ak', null],
])('finds for %s in %s the section %s', (path, publication, expected) => {
  expect(taxonomy.findSection(path, toMask([publication]))?.path ?? null).toBe(expected)
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

it('sorts authors as a German directory does', () => {
  expect(taxonomy.listAuthorsByName().map(({ surname }) => surname)).toEqual(['Ähren', 'Şahin', 'Zoll'])
})
