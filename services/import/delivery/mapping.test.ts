import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MappingFile, createMapping, readDefaultMapping, readMapping } from './mapping.ts'
import type { Classes } from '../parsed-document.ts'
import { coded, document, named } from '../parsed-document.testing.ts'
import mappingJson from '../mapping.json' with { type: 'json' }

const write = (content: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'mapping-')), 'mapping.json')
  writeFileSync(file, content)
  return file
}

describe('the shipped mapping', () => {
  const mapping = readDefaultMapping()
  const incoming = (classes: Partial<Classes>) => mapping.toIncoming(document(classes), 'ak', { isPaid: false })

  it.each([
    ['news of urgency 3', { urgency: 3 }, 'paid'],
    ['a flash of urgency 2', { urgency: 2 }, 'free'],
    ['a picture', { urgency: 3, kind: 'picture' as const }, 'free'],
    ['a sound', { urgency: 3, kind: 'audio' as const }, 'free'],
    ['what the document itself says', { urgency: 2, contentRestriction: 'paid' as const }, 'paid'],
  ])('of a paid source: %s, %o is %s', (_name, given, restriction) => {
    const toRestriction = (isPaid: boolean) =>
      mapping.toIncoming({ ...document({}), ...given }, 'ak', { isPaid }).contentRestriction
    expect(toRestriction(true)).toBe(restriction)
    expect(toRestriction(false)).toBe('contentRestriction' in given ? restriction : 'free')
  })

  it('has codes of agencies and nothing of a publisher: no tag, region, place or subsection', () => {
    const file = MappingFile.parse(mappingJson)
    expect([file.tags, file.regions, file.places, file.publications, file.sectionNames]).toEqual([{}, {}, {}, {}, {}])
    expect(Object.keys(file.sections).filter((key) => !/^(?:dpacat|medtop):/.test(key))).toEqual([])
    expect([...Object.values(file.sections), file.fallbackSection].filter((path) => path.includes('/'))).toEqual([])
  })

  it.each<[string, Partial<Classes>, string]>([
    ['a desk it knows', { desks: coded('dpacat:wi') }, 'wirtschaft'],
    ['a section of the publication', { ressorts: named('Allgemein', 'altstadt') }, 'lokales/altstadt'],
    ['a name nobody knows', { ressorts: named('Feuerwehr-News') }, 'lokales'],
    ['a subject it knows', { ressorts: named('Feuerwehr-News'), subjects: coded('medtop:15000000') }, 'sport'],
    ['nothing', {}, 'lokales'],
  ])('creates no section if a source has a code for one: %s', (_case, classes, path) => {
    const standard = { path: 'lokales', own: [{ path: 'lokales/altstadt', name: 'Altstadt' }] }
    expect(mapping.toIncoming(document(classes), 'ak', { isPaid: false, standard }).sectionPath).toBe(path)
  })

  it.each<[string, Partial<Classes>, string, string[]]>([
    ['a desk', { desks: coded('dpacat:wi') }, 'wirtschaft', ['Wirtschaft']],
    ['a media topic', { subjects: coded('medtop:15000000') }, 'sport', ['Sport']],
    ['one below a media topic', { subjects: coded('medtop:04011000') }, 'wirtschaft', ['Wirtschaft']],
    ['a section by its name', { ressorts: named('Musterstadt-Süd') }, 'musterstadt-sued', ['Musterstadt-Süd']],
    ['a name with more than letters', { ressorts: named('Kunst & Kultur') }, 'kunst-kultur', ['Kunst & Kultur']],
    ['the first of several names', { ressorts: named('Blaulicht', 'Feuerwehr') }, 'blaulicht', ['Blaulicht']],
    ['the first that names one', { ressorts: named('Allgemein', 'Vereine') }, 'vereine', ['Vereine']],
    [
      'a known desk before an unknown name',
      { ressorts: named('Netzwelt'), desks: coded('dpacat:sp') },
      'sport',
      ['Sport'],
    ],
    [
      'an unknown name before a subject',
      { ressorts: named('Kirche'), subjects: coded('medtop:15000000') },
      'kirche',
      ['Kirche'],
    ],
    ['no name at all', { ressorts: named('Uncategorized') }, 'nachrichten', ['Nachrichten']],
    ['nothing known', { subjects: named('Quantenlyrik') }, 'nachrichten', ['Nachrichten']],
    [
      'names of object members',
      { subjects: named('constructor', '__proto__', 'toString') },
      'nachrichten',
      ['Nachrichten'],
    ],
  ])('makes of %s a section of that name', (_case, classes, sectionPath, sectionNames) => {
    expect(incoming(classes)).toMatchObject({ sectionPath, sectionNames })
  })

  it('keeps tags as written, except the section itself and empty words', () => {
    const names = named('Vereine', 'Straßenbahn', 'Feuerwehr', 'Allgemein', 'Haus & Garten')
    expect(incoming({ ressorts: names, keywords: names }).tags).toEqual(['Straßenbahn', 'Feuerwehr', 'Haus & Garten'])
    expect(incoming({ keywords: named('Gesundheit', 'Technik') }).tags).toEqual(['Gesundheit', 'Technik'])
  })
})

describe("a publisher's own mapping", () => {
  it('is used as it is', () => {
    const read = readMapping(
      write('{"fallbackSection":"nachrichten","sections":{"Sport":"sport"},"keepUnknownTags":false}'),
    )
    expect(
      read.kind === 'mapping' && read.mapping.toIncoming(document({ keywords: named('Neu') }), 'fb', { isPaid: false }),
    ).toMatchObject({ sectionPath: 'nachrichten', tags: [] })
  })

  it.each([
    ['{', /JSON/],
    ['{}', /fallbackSection/],
    ['{"fallbackSection":"/Sport/"}', /fallbackSection: must be a section path/],
    ['{"fallbackSection":"a","sections":{"x":"Böse Pfade"}}', /sections\.x: must be a section path/],
    ['{"fallbackSection":"a","sektionen":{}}', /sektionen/],
    ['{"fallbackSection":"a","kinds":{"x":"essay"}}', /kinds\.x/],
    ['{"fallbackSection":"a","publications":{"z z":{}}}', /z z/],
  ])('is refused with the position of the mistake: %s', (content, message) => {
    const read = readMapping(write(content))
    expect(read.kind === 'wrong' && read.problems.join('\n')).toMatch(message)
  })

  it.each<[string, object, Partial<Classes>, string, string[] | undefined]>([
    [
      'its own spelling',
      { sections: { Süd: 'lokales/sued' } },
      { ressorts: named('süd') },
      'lokales/sued',
      ['Lokales', 'Süd'],
    ],
    [
      'names of its own',
      { sections: { Süd: 'lokales/sued' }, sectionNames: { lokales: 'Aus der Stadt' } },
      { ressorts: named('Süd') },
      'lokales/sued',
      ['Aus der Stadt', 'Süd'],
    ],
    [
      'a table against an unknown name',
      { sections: { Blaulicht: 'panorama' } },
      { ressorts: named('Blaulicht') },
      'panorama',
      ['Panorama'],
    ],
    ['no new sections', { createSections: false }, { ressorts: named('Blaulicht') }, 'blaulicht', undefined],
  ])('decides about sections: %s', (_case, file, classes, sectionPath, sectionNames) => {
    const mapping = createMapping(MappingFile.parse({ fallbackSection: 'nachrichten', ...file }))
    const found = mapping.toIncoming(document(classes), 'ak', { isPaid: false })
    expect([found.sectionPath, found.sectionNames]).toEqual([sectionPath, sectionNames])
  })

  it('does not let a key of the file reach a prototype', () => {
    const mapping = createMapping(MappingFile.parse(JSON.parse('{"fallbackSection":"a","sections":{"__proto__":"b"}}')))
    expect(mapping.toIncoming(document({ subjects: named('x') }), 'ak', { isPaid: false }).sectionPath).toBe('a')
  })
})
