import { describe, expect, it } from 'vitest'
import { parseText } from './parse.ts'

const CONTEXT = { now: new Date('2026-11-23T20:00:00Z'), fallbackDate: new Date('2026-11-23T20:00:00Z') }
const entry = (id: number, more: object = {}) => ({
  id,
  time: `2026-11-23T18:${String(id).padStart(2, '0')}:00+01:00`,
  headline: `Punkt ${id}`,
  html: `<p>Text ${id}</p>`,
  ...more,
})
const report = (more: object = {}) => ({
  format: 'liveblog@1',
  id: 'stadtrat-november',
  title: 'Der Stadtrat im Liveticker',
  teaser: 'Wir berichten <b>aus dem Saal</b>.',
  section: 'Lokales',
  published: '2026-11-23T18:00:00+01:00',
  updated: '2026-11-23T18:30:00+01:00',
  entries: [entry(1), entry(2), entry(3)],
  ...more,
})
const parse = (value: object) => parseText(JSON.stringify(value), CONTEXT)
const only = (value: object) => {
  const { documents, refusals } = parse(value)
  expect(refusals).toEqual([])
  return documents[0]!
}
const entries = (value: object) => only(value).contentItems.filter((item) => item.type === 'liveEntry')

describe('a live report', () => {
  it('is a live article with its newest entry first', () => {
    const document = only(report())
    expect(document).toMatchObject({
      sourceId: 'liveblog:stadtrat-november',
      kind: 'live',
      title: 'Der Stadtrat im Liveticker',
      publishDate: '2026-11-23T17:00:00.000Z',
      updateDate: '2026-11-23T17:30:00.000Z',
      classes: { ressorts: [{ code: '', name: 'Lokales' }] },
    })
    expect(entries(report()).map(({ id, time, headline, paragraphs }) => ({ id, time, headline, paragraphs }))).toEqual(
      [3, 2, 1].map((id) => ({
        id: `eintrag-${id}`,
        time: `2026-11-23T17:0${id}:00.000Z`,
        headline: `Punkt ${id}`,
        paragraphs: [`Text ${id}`],
      })),
    )
  })

  it.each<[string, object, object]>([
    [
      'a pinned entry stands before newer ones',
      entry(4, { pinned: true, time: '2026-11-23T18:00:00+01:00' }),
      { id: 'eintrag-4', isPinned: true },
    ],
    ['an important one is marked', entry(9, { important: true }), { id: 'eintrag-9', isImportant: true }],
    ['its label is the minute of a match', entry(9, { label: '67. Minute' }), { label: '67. Minute' }],
    [
      'lists, headings and quotations become paragraphs',
      entry(9, { html: '<h3>Ergebnis</h3><ul><li>dafür: 12</li><li>dagegen: 9</li></ul>' }),
      { paragraphs: ['<strong>Ergebnis</strong>', '– dafür: 12', '– dagegen: 9'] },
    ],
    ['scripts do not survive', entry(9, { html: '<p>Gut<script>alert(1)</script></p>' }), { paragraphs: ['Gut'] }],
    ['an id of any letters is a name in the page', entry(9, { id: 'a b/c"ü' }), { id: 'eintrag-a-b-c-' }],
    [
      'a picture comes along',
      entry(9, { picture: { url: 'https://bilder.example/1.jpg', caption: 'Im Saal', credit: 'Foto: Meier' } }),
      { picture: { baseUrl: 'https://bilder.example/1.jpg', caption: 'Im Saal', credit: 'Foto: Meier' } },
    ],
  ])('%s', (_name, one, expected) => {
    expect(entries(report({ entries: [entry(1), entry(2), one] }))[0]).toMatchObject(expected)
  })

  it('lists the important entries on top, newest first, once there are many', () => {
    const many = [1, 2, 3, 4, 5, 6].map((id) => entry(id, { important: id % 2 === 0 }))
    expect(only(report({ html: '<p>Worum es geht.</p>', entries: many })).contentItems.slice(0, 2)).toEqual([
      { type: 'paragraph', html: 'Worum es geht.' },
      {
        type: 'infoBox',
        title: 'Das Wichtigste im Überblick',
        items: [
          {
            type: 'list',
            ordered: false,
            items: [6, 4, 2].map((id) => `<a href="#eintrag-${id}">Punkt ${id}</a>`),
          },
        ],
      },
    ])
  })

  it('has a new digest with every change, and the same one without', () => {
    const digest = (value: object) => only(value).fingerprint?.digest
    expect(digest(report())).toBe(digest(report()))
    expect(digest(report({ entries: [entry(1)] }))).not.toBe(digest(report()))
  })

  it.each<[string, object, string]>([
    ['no title', { title: ' ' }, 'title'],
    [
      'a time that is none',
      { entries: [entry(1, { time: 'gleich' })] },
      'the time "gleich" of the entry 1 cannot be read',
    ],
    ['an entry twice', { entries: [entry(1), entry(1)] }, 'the entry "1" is there twice'],
    ['a state that is no date', { updated: 'eben' }, 'updated is no date'],
    ['an unknown status', { status: 'vielleicht' }, 'unknown status "vielleicht"'],
    ['too many entries', { entries: Array.from({ length: 1001 }, (_, id) => entry(id)) }, 'entries'],
    ['another version of the format', { format: 'liveblog@2' }, 'format'],
  ])('is refused with %s', (_name, more, reason) => {
    const { documents, refusals } = parse(report(more))
    expect(documents).toEqual([])
    expect(refusals[0]?.reason).toContain(reason)
  })
})

it('can be withdrawn in the second of its last change', () => {
  const last = only(report()).version
  expect(only(report({ status: 'canceled', entries: [] })).version).toBeGreaterThan(last)
})
