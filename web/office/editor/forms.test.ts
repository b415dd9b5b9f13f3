import { describe, expect, it } from 'vitest'
import type { Picture } from '@lokalteil/contracts/content'
import type { BodyItem } from '@lokalteil/contracts/content/records'
import {
  CLOSED_KINDS,
  toChartForm,
  toClosedForm,
  toLinkForm,
  toListForm,
  toLiveForm,
  toPictureForm,
  type ClosedKind,
  type Values,
} from './forms.ts'

const PICTURE: Picture = {
  baseUrl: '/import/ab/ab.jpg',
  cropVal: '16:9',
  altText: 'Ein Deich',
  width: 1200,
  height: 800,
  credit: 'Lena Vogt',
  caption: 'Der Deich',
  colour: '#aabbcc',
}

const ITEMS: readonly BodyItem[] = [
  { type: 'gallery', id: 'g', title: 'Bilder', pictures: [PICTURE, { ...PICTURE, caption: 'Zwei' }] },
  {
    type: 'video',
    src: '/f.mp4?v=2',
    mimeType: 'video/x-own',
    poster: PICTURE,
    caption: 'c',
    credit: 'd',
    duration: 12.5,
    captions: [{ src: '/f.vtt', language: 'de', label: '' }],
  },
  {
    type: 'audio',
    src: 'https://ton.example/f.mp3',
    mimeType: 'audio/mpeg',
    title: 'Ton',
    duration: 3700,
    voiceLabel: 'KI-Stimme',
    reading: 'synthetic',
    chapters: [
      { start: 1.5, title: 'A' },
      { start: 3661, title: 'B c' },
    ],
  },
  { type: 'document', src: '/_media/import/ab/ab/plan.pdf', title: 'Plan', bytes: 2_345_678 },
  { type: 'embed', vendor: 'other', provider: 'Eigen', url: 'https://karte.example/x', title: 'Karte' },
  { type: 'articleReference', articleId: '4711' as never },
  {
    type: 'timeline',
    entries: [
      { date: '2025', text: 'Beginn' },
      { date: '2026-11', text: 'Ende' },
    ],
  },
  { type: 'people', people: [{ name: 'Ines', role: 'Wirtin', path: '/personen/ines' }] },
  {
    type: 'match',
    competition: 'Liga',
    home: { name: 'A', goals: 2 },
    away: { name: 'B', goals: 0 },
    halfTime: { home: 1, away: 0 },
    goals: [{ side: 'home', scorer: 'X', minute: '90.+3', note: 'Elfmeter' }],
  },
]

const write = (kind: ClosedKind, change: Values) => {
  const form = toClosedForm(kind, null)
  return form.write({ ...form.values, ...change })
}

describe('the form of a closed block', () => {
  it.each(ITEMS.map((item) => [item.type, item] as const))('gives an unchanged %s back as it was', (kind, item) => {
    const form = toClosedForm(kind as ClosedKind, item)
    expect(form.write(form.values)).toEqual({ value: item })
  })

  it.each(CLOSED_KINDS.map((kind) => [kind]))('asks for what a new %s needs, and names the field', (kind) => {
    const form = toClosedForm(kind, null)
    const written = form.write(form.values)
    if (!('faults' in written)) throw new Error('An empty block was taken')
    expect(Object.keys(written.faults).length).toBeGreaterThan(0)
    for (const name of Object.keys(written.faults)) expect(form.fields.map((field) => field.name)).toContain(name)
  })

  it('finds the vendor of an address', () => {
    expect(write('embed', { url: 'https://www.instagram.com/p/abcdef/embed', title: 'Möwen' })).toEqual({
      value: { type: 'embed', vendor: 'instagram', url: 'https://www.instagram.com/p/abcdef/', title: 'Möwen' },
    })
    expect(write('embed', { url: 'javascript:alert(1)' })).toHaveProperty('faults.url')
  })

  it('sorts the steps of a story, and knows dates of a month or a year', () => {
    const entries = [
      { date: '2026-11-19', text: 'b' },
      { date: '2026', text: 'a' },
      { date: '', text: '' },
    ]
    expect(write('timeline', { entries })).toMatchObject({ value: { entries: [{ text: 'a' }, { text: 'b' }] } })
    expect(write('timeline', { entries: [{ date: '19.11.2026', text: 'x' }] })).toHaveProperty('faults.entries')
  })

  it.each(['javascript:alert(1)', '//film.example/f.mp4', 'data:video/mp4,x', 'http://film.example/f.mp4'])(
    'refuses a film at %s',
    (src) => expect(write('video', { src })).toHaveProperty('faults.src'),
  )
})

describe('forms of blocks with text', () => {
  it.each([
    ['', { value: '' }],
    ['https://a.example/', { value: 'https://a.example/' }],
    ['www.a.example/x', { value: 'https://www.a.example/x' }],
    ['a@b.example', { value: 'mailto:a@b.example' }],
    ['/lokales', { value: '/lokales' }],
  ])('a link %j', (href, expected) => expect(toLinkForm('').write({ href })).toEqual(expected))

  it.each(['javascript:alert(1)', 'ein Wort', '//a.example'])('is no link: %j', (href) =>
    expect(toLinkForm('').write({ href })).toHaveProperty('faults.href'),
  )

  it('a list begins with a number that is not one', () => {
    expect(toListForm(3).values).toEqual({ start: '3' })
    expect(toListForm(3).write({ start: '1' })).toEqual({ value: null })
    expect(toListForm(null).write({ start: '12' })).toEqual({ value: 12 })
    expect(toListForm(null).write({ start: 'x' })).toHaveProperty('faults')
  })

  it('a chart has columns of numbers, never the first', () => {
    const form = toChartForm(null, ['Ort', 'Pegel', ''])
    expect(form.fields.find(({ name }) => name === 'columns')).toMatchObject({
      options: [
        ['1', 'Pegel'],
        ['2', '3'],
      ],
    })
    expect(form.write(form.values)).toEqual({ value: null })
    expect(form.write({ kind: 'bars', unit: 'm', columns: ['2', '1'] })).toEqual({
      value: { kind: 'bars', unit: 'm', columns: [1, 2] },
    })
    expect(form.write({ kind: 'bars', unit: '', columns: [] })).toHaveProperty('faults.columns')
  })

  it('a picture keeps its focus, or loses it', () => {
    const picture = { ...PICTURE, focus: { x: 10, y: 20 } }
    const form = toPictureForm(picture)
    expect(form.write(form.values)).toEqual({ value: picture })
    expect(form.write({ ...form.values, focus: { picture, point: null } })).toEqual({ value: PICTURE })
  })

  it('a live entry keeps its id', () => {
    const entry = { id: 'e', label: '14.05 Uhr', time: '2026-11-19T13:05:00.000Z', isImportant: true, isPinned: true }
    const form = toLiveForm(entry)
    expect(form.write(form.values)).toEqual({ value: entry })
    expect(form.write({ ...form.values, time: '' })).toHaveProperty('faults.time')
  })
})
