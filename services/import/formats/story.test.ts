import { expect, it } from 'vitest'
import { parseText } from './parse.ts'

const NOW = new Date('2026-11-24T09:00:00Z')
const parse = (value: object) => parseText(JSON.stringify(value), { now: NOW, fallbackDate: NOW }).documents[0]!
const STORY = {
  timeline: [
    { date: '2026-11-19T23:30:00Z', text: 'Der "Rat" stimmt zu.' },
    { date: '2019', text: 'Es beginnt.' },
    { date: 'irgendwann', text: 'Nicht zu lesen.' },
  ],
  whoiswho: [{ name: ' Katrin Behlendorf ', role: 'Oberbürgermeisterin' }, { name: 'Jochen Wiedekind' }],
}
const PLAIN = { ressort: 'Lokales', title: 'Titel', text: 'Ein Satz. Noch ein Satz.\nUnd mehr davon steht hier.' }
const NINJS = {
  uri: 'urn:agency:1',
  type: 'text',
  version: '1',
  versioncreated: NOW.toISOString(),
  language: 'de',
  headlines: [{ value: 'Titel' }],
  bodies: [{ role: 'html', contenttype: 'text/html', value: '<p>Ein Satz.</p><p>Noch einer.</p>' }],
}

it.each([
  ['plain texts', PLAIN],
  ['ninjs', NINJS],
])('%s have the story in steps, the oldest first, and the people', (_name, document) => {
  const { contentItems } = parse({ ...document, ...STORY })
  expect(contentItems.slice(-2)).toEqual([
    {
      type: 'timeline',
      entries: [
        { date: '2019', text: 'Es beginnt.' },
        { date: '2026-11-20', text: 'Der „Rat“ stimmt zu.' },
      ],
    },
    {
      type: 'people',
      people: [
        { name: 'Katrin Behlendorf', role: 'Oberbürgermeisterin' },
        { name: 'Jochen Wiedekind', role: '' },
      ],
    },
  ])
})

it.each([
  ['plain texts', PLAIN],
  ['ninjs', NINJS],
])('%s have the result of their match before everything else', (_name, document) => {
  const match = {
    competition: 'Kreisliga, 12. Spieltag',
    home: { name: 'Nordend', goals: 1 },
    away: { name: 'Mühlgraben', goals: 0 },
    goals: [{ side: 'home', scorer: 'Aukamp', minute: '17.' }],
  }
  expect(parse({ ...document, match, keypoints: ['Ein Punkt.'] }).contentItems[0]).toEqual({ type: 'match', ...match })
  const { contentItems } = parse({ ...document, match: { ...match, home: { name: 'Nordend' } } })
  expect(contentItems.map(({ type }) => type)).not.toContain('match')
})

const withPicture = (picture: object, rendition: object = {}) =>
  parse({
    ...NINJS,
    associations: [
      {
        name: 'mainpic',
        type: 'picture',
        uri: 'urn:agency:picture',
        renditions: [{ href: 'bild.jpg', contenttype: 'image/jpeg', width: 2000, height: 1000, ...rendition }],
        ...picture,
      },
    ],
  }).picture

it.each([
  ['in percent', { focus: { x: 30, y: 20 } }, {}, { x: 30, y: 20 }],
  ['in pixels of a file', {}, { poi: { x: 500, y: 900 } }, { x: 25, y: 90 }],
  ['outside of the picture', { focus: { x: 130, y: 20 } }, { poi: { x: 5000, y: 1 } }, undefined],
  ['not at all', {}, {}, undefined],
])('ninjs names the focal point of a picture %s', (_name, picture, rendition, focus) => {
  expect(withPicture(picture, rendition)?.focus).toEqual(focus)
})
