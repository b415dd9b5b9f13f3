import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { MANDATORS } from '@lokalteil/domain/publications'
import { MappingFile, createMapping, readDefaultMapping, readMapping } from './mapping.ts'
import { noClasses } from './parsed-document.ts'
import type { Classes, ParsedDocument } from './parsed-document.ts'
import mappingJson from './mapping.json' with { type: 'json' }

const document = (classes: Partial<Classes>, change: Partial<ParsedDocument> = {}): ParsedDocument => ({
  sourceId: 'x',
  version: 1,
  status: 'usable',
  embargo: null,
  publishDate: '2026-11-21T00:00:00.000Z',
  updateDate: null,
  language: 'de',
  urgency: 4,
  kind: 'news',
  title: 'T',
  titlePrefix: '',
  teaserTextHtml: '',
  authors: [],
  source: '',
  correction: '',
  picture: null,
  contentItems: [],
  ...change,
  classes: { ...noClasses(), ...classes },
})
const named = (...names: string[]) => names.map((name) => ({ code: '', name }))
const coded = (...codes: string[]) => codes.map((code) => ({ code, name: '' }))
const write = (content: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'mapping-')), 'mapping.json')
  writeFileSync(file, content)
  return file
}

describe('the default mapping', () => {
  const mapping = readDefaultMapping()
  const section = (classes: Partial<Classes>, publication: 'ak' | 'la' = 'ak') =>
    mapping.toIncoming(document(classes), publication, { isPaid: false }).sectionPath

  it.each<[string, Partial<Classes>, string]>([
    ['a desk', { desks: coded('dpacat:wi') }, 'wirtschaft'],
    ['a desk refined by a keyword', { desks: coded('dpacat:sp'), keywords: named('Bundesliga') }, 'sport/fussball'],
    ['a desk refined by its place', { desks: coded('dpacat:pl'), places: named('Deutschland') }, 'politik/deutschland'],
    ['politics from elsewhere', { desks: coded('dpacat:pl'), places: named('Ukraine') }, 'politik/welt'],
    ['sport that is not refined by a country', { desks: coded('dpacat:sp'), places: named('Deutschland') }, 'sport'],
    ['a subject below a media topic', { subjects: coded('medtop:04011000') }, 'wirtschaft'],
    ['a ressort in any case', { ressorts: named('KULTUR') }, 'kultur'],
    ['nothing but a place of the region', { places: named('Talheim') }, 'lokales/talheim'],
    ['local news with their place', { ressorts: named('Lokales'), places: named('Hafenrode') }, 'lokales/hafenrode'],
    ['nothing known', { subjects: named('Quantenlyrik') }, 'panorama'],
    ['names of object members', { subjects: named('constructor', '__proto__', 'toString') }, 'panorama'],
  ])('puts %s into its section', (_case, classes, expected) => {
    expect(section(classes)).toBe(expected)
  })

  it('sends politics of the local edition, which has no such section, elsewhere', () => {
    expect(section({ desks: coded('dpacat:pl'), places: named('Deutschland') }, 'la')).toBe('panorama')
  })

  it('names only sections, tags and regions that the demo publications have', () => {
    const file = MappingFile.parse(mappingJson)
    // The demo's order is read as text: the importers know nothing of the demo.
    const taxonomy = readFileSync(join(fileURLToPath(new URL('../..', import.meta.url)), 'demo', 'taxonomy.ts'), 'utf8')
    const paths = new Map(
      [...taxonomy.matchAll(/\{ path: '([^']+)'(?:.*publications: \[([^\]]*)\])?/g)].map(([, path, codes]) => [
        path!,
        codes ?? MANDATORS.join(),
      ]),
    )
    const ids = new Set([...taxonomy.matchAll(/\bid: '([^']+)'/g)].map(([, id]) => id!))
    expect(paths.size).toBeGreaterThan(30)
    expect(
      [...Object.values(file.sections), ...Object.values(file.places), file.fallbackSection].filter(
        (path) => !paths.has(path),
      ),
    ).toEqual([])
    expect(
      Object.values(file.publications.la?.sections ?? {}).filter((path) => !paths.get(path)?.includes('la')),
    ).toEqual([])
    expect([...Object.values(file.tags), ...Object.values(file.regions)].filter((id) => !ids.has(id))).toEqual([])
  })

  it('finds tags by name, keeps unknown keywords, drops empty words, and regions by place', () => {
    const incoming = mapping.toIncoming(
      document({
        keywords: named('Feuerwehr', 'Großbrand', 'Ausland', 'Talheim'),
        subjects: named('Feuer'),
        places: named('Talheim, Hügelland'),
      }),
      'ak',
      { isPaid: false },
    )
    expect(incoming.tags).toEqual(['171', 'Großbrand'])
    expect(incoming.regions).toEqual(['talheim', 'huegelland'])
  })

  it.each([
    ['Kommentar', 'opinion', true],
    ['KORR-Bericht', 'report', false],
    ['Meldung', 'news', false],
  ])('makes of a %s a piece of kind %s', (genre, kind, isOpinion) => {
    expect(mapping.toIncoming(document({ genres: named(genre) }), 'ak', { isPaid: false })).toMatchObject({
      kind,
      isOpinion,
    })
  })

  it.each([
    [{ urgency: 4 }, 'paid'],
    [{ urgency: 1 }, 'free'],
    [{ kind: 'picture' as const }, 'free'],
  ])('asks money for %o: %s', (change, restriction) => {
    expect(mapping.toIncoming(document({}, change), 'ak', { isPaid: true }).contentRestriction).toBe(restriction)
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
    ['{"fallbackSection":"a","publications":{"zz":{}}}', /zz/],
  ])('is refused with the place of the mistake: %s', (content, message) => {
    const read = readMapping(write(content))
    expect(read.kind === 'wrong' && read.problems.join('\n')).toMatch(message)
  })

  it('does not let a key of the file reach a prototype', () => {
    const mapping = createMapping(MappingFile.parse(JSON.parse('{"fallbackSection":"a","sections":{"__proto__":"b"}}')))
    expect(mapping.toIncoming(document({ ressorts: named('x') }), 'ak', { isPaid: false }).sectionPath).toBe('a')
  })
})
