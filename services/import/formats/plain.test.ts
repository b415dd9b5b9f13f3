import { describe, expect, it } from 'vitest'
import { parseText } from './parse.ts'
import type { ParsedDocument } from '../parsed-document.ts'

const NOW = new Date('2026-11-28T09:00:00Z')
const read = (value: object, fallbackDate = NOW) => parseText(JSON.stringify(value), { now: NOW, fallbackDate })
const one = (value: object, fallbackDate = NOW): ParsedDocument => {
  const { documents, refusals } = read(value, fallbackDate)
  expect(refusals).toEqual([])
  return documents[0]!
}
const PLAIN = { id: 'h-9', ressort: 'Lokales', title: 'Die Fähre', text: 'Die Fähre fährt seit Freitag wieder.' }

describe('a plain text', () => {
  it('with other words under the same id and date is a correction', () => {
    const first = one({ ...PLAIN, date: '2026-11-28T08:00:00+01:00' })
    const second = one({ ...PLAIN, title: 'Die alte Fähre', date: '2026-11-28T08:00:00+01:00' })
    expect([second.version, second.fingerprint?.takenAt]).toEqual([first.version, NOW.toISOString()])
    expect(second.fingerprint?.digest).not.toBe(first.fingerprint?.digest)
    expect(one({ ...PLAIN, date: '2026-11-28T07:00:00Z' }).fingerprint).toEqual(first.fingerprint)
  })

  it('with a date of change counts by that, and keeps its date', () => {
    expect(one({ ...PLAIN, date: '2026-11-20T08:00:00Z', updated: '2026-11-21T08:00:00Z' })).toMatchObject({
      version: Date.parse('2026-11-21T08:00:00Z') / 1000,
      publishDate: '2026-11-20T08:00:00.000Z',
      updateDate: '2026-11-21T08:00:00.000Z',
    })
  })

  it('is withdrawn by its id alone, after everything before', () => {
    const ended = one({ id: 'h-9', status: 'canceled' })
    expect(ended).toMatchObject({ sourceId: 'plain:h-9', status: 'canceled', version: NOW.getTime() / 1000 + 1 })
    expect(read({ ...PLAIN, status: 'gelöscht' }).refusals[0]?.reason).toContain('status "gelöscht" is not known')
  })

  it.each([
    [
      'markdown',
      'Die Fähre fährt [seit Freitag](https://stadt.example) wieder, **voll besetzt**.\n\n## Der Plan\n\n- um neun\n- um zehn\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![Am Steg](steg.jpg "Der Steg. Foto: Jan Krämer")\n\n> So ist es.\n\n<script>x</script>',
    ],
    [
      'html',
      '<p>Die Fähre fährt <a href="https://stadt.example">seit Freitag</a> wieder, <strong>voll besetzt</strong>.</p><h2>Der Plan</h2><ul><li>um neun</li><li>um zehn</li></ul><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><figure><img src="steg.jpg" alt="Am Steg"><figcaption>Der Steg. Foto: Jan Krämer</figcaption></figure><blockquote>So ist es.</blockquote><script>x</script>',
    ],
  ])('in %s has headings, links, lists, tables, pictures and quotations', (markup, text) => {
    expect(one({ ...PLAIN, markup, text }).contentItems).toMatchObject([
      {
        type: 'paragraph',
        html: 'Die Fähre fährt <a href="https://stadt.example">seit Freitag</a> wieder, <strong>voll besetzt</strong>.',
      },
      { type: 'heading', level: 2, text: 'Der Plan' },
      { type: 'list', items: ['um neun', 'um zehn'] },
      { type: 'table', head: ['a', 'b'], rows: [['1', '2']] },
      {
        type: 'image',
        picture: { baseUrl: 'steg.jpg', altText: 'Am Steg', caption: 'Der Steg.', credit: 'Jan Krämer' },
      },
      { type: 'quote', text: 'So ist es.' },
    ])
  })

  it('may have its headline in the text, but no path of ours for a picture', () => {
    const text = '# Die Fähre fährt\n\nSie fährt seit Freitag. Und sie ist voll.\n\n![x](/_media/fremd.jpg)'
    const found = one({ ressort: 'Lokales', markup: 'markdown', text })
    expect([found.title, found.contentItems.map(({ type }) => type), found.notes?.length]).toEqual([
      'Die Fähre fährt',
      ['paragraph'],
      1,
    ])
  })

  it('has a lead picture, tags, places, an urgency, and is paid', () => {
    const more = {
      picture: { url: 'steg.jpg', credit: 'Jan Krämer' },
      tags: ['Fähre'],
      places: ['Tannau'],
      urgency: 3,
      paid: true,
    }
    expect(one({ ...PLAIN, ...more, kicker: 'Verkehr', embargo: '2026-12-01T06:00:00Z' })).toMatchObject({
      picture: { baseUrl: 'steg.jpg', credit: 'Jan Krämer' },
      classes: { keywords: [{ name: 'Fähre' }], places: [{ name: 'Tannau' }] },
      urgency: 3,
      contentRestriction: 'paid',
      titlePrefix: 'Verkehr',
      embargo: '2026-12-01T06:00:00.000Z',
      publishDate: '2026-12-01T06:00:00.000Z',
    })
  })

  it('names unknown fields and fields of the wrong type', () => {
    expect(one({ ...PLAIN, headline: 'X', tags: 'Fähre', teaser: null }).notes).toEqual([
      '"headline" is no field of a plain text and was left out',
      '"tags" is not in the shape of this field and was left out',
    ])
    expect(one(PLAIN).notes).toBeUndefined()
  })
})
