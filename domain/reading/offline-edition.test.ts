import { describe, expect, it } from 'vitest'
import {
  addLink,
  FIRST_CHOICE,
  MOST_OF_SOURCE,
  parseEditionChoice,
  parseLinks,
  planEdition,
  readShared,
  searchEdition,
} from './offline-edition.ts'

const free = (path: string) => ({ contentRestriction: 'free', targetPathOrUrl: path })
const paid = (path: string) => ({ contentRestriction: 'paid', targetPathOrUrl: path })

describe('the content of the edition', () => {
  it('R1-51 each free article once, the lists one after another', () => {
    expect(
      planEdition(
        [
          [free('/a-1'), free('/b-2')],
          [free('/b-2'), free('/c-3')],
        ],
        { pages: ['/'], sounds: [] },
      ),
    ).toEqual({ pages: ['/', '/a-1', '/b-2', '/c-3'], sounds: [], paidCount: 0 })
  })
  it('R1-51 contains no paid text, counts each paid article once, and gives its room to others', () => {
    const list = [paid('/p-1'), ...Array.from({ length: 40 }, (_, index) => free(`/f-${index}`))]
    const plan = planEdition([list, [paid('/p-1')]], { pages: [], sounds: [] })
    expect([plan.pages.length, plan.paidCount, plan.pages.includes('/p-1')]).toEqual([MOST_OF_SOURCE, 1, false])
  })
  it.each(['https://elsewhere.example/a', '//elsewhere.example', ''])(
    'contains nothing from elsewhere: %s',
    (target) => {
      expect(planEdition([[free(target)]], { pages: [], sounds: [] }).pages).toEqual([])
    },
  )
  it('contains few recordings, because each is as large as twenty articles', () => {
    const sounds = Array.from({ length: 9 }, (_, index) => `/s${index}.mp3`)
    expect(planEdition([], { pages: [], sounds }).sounds).toEqual(sounds.slice(0, 4))
  })
})

it.each([
  [null, FIRST_CHOICE],
  ['{', FIRST_CHOICE],
  ['[]', FIRST_CHOICE],
  ['{"sources":["topics","front","x"],"savedAt":5}', { sources: ['front', 'topics'], hasPictures: true, savedAt: 5 }],
  ['{"sources":[],"hasPictures":false,"savedAt":"x"}', { sources: [], hasPictures: false, savedAt: null }],
])('reads the choice %s', (text, choice) => {
  expect(parseEditionChoice(text)).toEqual(choice)
})

it.each([
  ['', ['/1', '/2', '/3']],
  ['brücke', ['/2', '/1']],
  ['bruecke hafen', ['/1']],
  ['BRÜCKE', ['/2', '/1']],
  ['kanzler', []],
])('finds "%s"', (question, paths) => {
  const entry = (path: string, title: string, text: string) => ({ path, title, text, kicker: '', teaser: '' })
  const entries = [
    entry('/1', 'Stau am Montag', 'An der Brücke beim Hafen stand alles.'),
    entry('/2', 'Neue Brücke', 'Sie kommt.'),
    entry('/3', 'Wetter', 'Regen.'),
  ]
  expect(searchEdition(entries, question).map(({ path }) => path)).toEqual(paths)
})

describe('links that other apps share', () => {
  it.each([
    [{ url: 'https://a.example/x' }, { url: 'https://a.example/x', title: '' }],
    [{ text: 'Lesenswert: https://a.example/x' }, { url: 'https://a.example/x', title: 'Lesenswert:' }],
    [
      { title: 'Titel', text: 'https://a.example/' },
      { url: 'https://a.example/', title: 'Titel' },
    ],
    [{ text: 'nur Worte' }, null],
    [{ url: 'javascript:alert(1)' }, null],
    [{ url: 'https://name:word@a.example/' }, null],
    [{}, null],
  ])('reads %j', (shared, link) => {
    expect(readShared(shared)).toEqual(link)
  })
  it('keeps each link once, the newest first, and drops invalid ones', () => {
    const links = addLink([{ url: 'https://a.example/', title: 'a', at: 1 }], {
      url: 'https://a.example/',
      title: 'b',
      at: 2,
    })
    expect(links).toEqual([{ url: 'https://a.example/', title: 'b', at: 2 }])
    expect(parseLinks(JSON.stringify([...links, { url: 'javascript:x', title: '', at: 1 }, null]))).toEqual(links)
    expect(parseLinks('{')).toEqual([])
  })
})
