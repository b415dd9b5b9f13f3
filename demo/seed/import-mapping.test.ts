import { describe, expect, it } from 'vitest'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { DEMO_FOLDERS, toDemoMapping } from '../demo.testing.ts'
import { PLACE_IDS, SECTIONS, TAGS } from '../order.ts'
import type { Classes } from '@lokalteil/services/import/parsed-document'
import { coded, document, named } from '@lokalteil/services/import/parsed-document.testing'

describe('the mapping of the demo', () => {
  const mapping = toDemoMapping('ak')
  const section = (classes: Partial<Classes>, publication: 'ak' | 'la' = 'ak') =>
    toDemoMapping(publication).toIncoming(document(classes), publication, { isPaid: false }).sectionPath

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
    const paths = new Map(SECTIONS.map(({ path, publications }) => [path, publications]))
    const ids = new Set([...TAGS.map(({ id }) => id), ...PLACE_IDS])
    for (const code of PUBLICATION_CODES) {
      const { mapping: own } = DEMO_FOLDERS.find((folder) => folder.code === code)!
      const { sections, places, fallbackSection, tags, regions } = own!
      const missing = [...Object.values(sections), ...Object.values(places), fallbackSection].filter(
        (path) => !paths.get(path)?.includes(code),
      )
      expect([code, missing]).toEqual([code, []])
      expect([...Object.values(tags), ...Object.values(regions)].filter((id) => !ids.has(id))).toEqual([])
    }
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
  ])('turns a %s into a piece of kind %s', (genre, kind, isOpinion) => {
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
