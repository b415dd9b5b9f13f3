// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { BodyItem } from '@lokalteil/contracts/content/records'
import { GOOGLE, HOSTILE, LIBRE_OFFICE, SHEET, WORD, WORD_ONLINE } from './clipboards.testing.ts'
import { ITEM_ATTRIBUTE } from './copying.ts'
import { readHtml, readText, toPastedLink } from './paste.ts'
import { schema } from './schema.ts'
import { toItem } from './to-items.ts'

function read(html: string): BodyItem[] {
  const blocks = readHtml(html)
  for (const block of blocks) block.check()
  return blocks.map(toItem)
}

const list = (items: string[], ordered = false, start?: number): BodyItem => ({
  type: 'list',
  ordered,
  items,
  ...(start === undefined ? {} : { start }),
})
const paragraph = (html: string): BodyItem => ({ type: 'paragraph', html })
const heading = (level: 2 | 3, text: string): BodyItem => ({ type: 'heading', level, text })

describe('a pasted text', () => {
  it('of Word keeps headings, lists, tables, quotes, links and emphasis', () => {
    expect(read(WORD)).toEqual([
      heading(2, 'Der Deich hält'),
      paragraph(
        'Das Amt hat den <strong>Deich</strong> am <em>Dienstag</em> geprüft, sagt <a href="https://amt.example/bericht?a=1&amp;b=2">der Bericht</a>.',
      ),
      list(['Pumpen<ul><li>die <strong>große</strong></li></ul>', 'Säcke']),
      list(['messen', 'melden'], true, 3),
      heading(2, 'Die Zahlen'),
      {
        type: 'table',
        caption: '',
        head: ['Ort', 'Pegel'],
        rows: [['Tannau', '4,2 m<sup>3</sup>']],
        cells: 'html',
      },
      { type: 'quote', text: 'Wir sind bereit.', attribution: '' },
    ])
  })

  it('of Word in the browser has one list of its entries', () => {
    expect(read(WORD_ONLINE)).toEqual([
      paragraph('<strong>Fett</strong>'),
      list(['eins<ul><li>innen</li></ul>', 'zwei']),
    ])
  })

  it('of Google Docs has the emphasis of its styles and the addresses behind its redirect', () => {
    expect(read(GOOGLE)).toEqual([
      heading(2, 'Erster Teil'),
      heading(3, 'Darunter'),
      heading(2, 'Zweiter Teil'),
      paragraph(
        'Ein <strong>fettes</strong><em> und schräges</em> Wort, <del>weg</del><sup>2</sup><a href="https://hafenrode.example/a?b=c">Link</a>',
      ),
      list(['eins<ul><li>innen</li></ul>', '<strong>zwei</strong>']),
      { type: 'table', caption: '', head: ['Jahr', 'Zahl'], rows: [['2025', '12']] },
    ])
  })

  it('of LibreOffice keeps nested lists, the head of a table and the number a list begins with', () => {
    expect(read(LIBRE_OFFICE)).toEqual([
      heading(3, 'Kleiner Titel'),
      paragraph(
        'Ein <strong>fettes</strong>, <em>schräges</em> und <del>falsches</del> Wort,<br>nächste Zeile H<sub>2</sub>O',
      ),
      list(['zwei<ul><li>innen</li></ul>', 'drei'], true, 2),
      { type: 'table', caption: '', head: ['Kopf', 'Zwei'], rows: [['a', 'b']] },
      { type: 'quote', text: 'Gesagt ist gesagt.', attribution: '' },
    ])
  })

  it('of a spreadsheet is a table with as many cells in each row', () => {
    expect(read(SHEET)).toEqual([
      {
        type: 'table',
        caption: '',
        head: [],
        rows: [
          ['Summe', ''],
          ['A', '1'],
          ['', '2'],
        ],
      },
    ])
  })

  it('loses handlers, scripts, frames, forms, hidden text and dangerous addresses', () => {
    expect(read(HOSTILE)).toEqual([paragraph('a b c d e f')])
    expect((window as { hit?: number }).hit).toBeUndefined()
  })

  it('of any page has its headings, quotes with their speaker, and paragraphs', () => {
    const html =
      '<article><h1>A</h1><h4>B</h4><div>eins<br><br>zwei</div><blockquote><p>x</p><p>y</p><cite>– Mara Stein</cite></blockquote><li>lose</li><dl><dt>t</dt><dd>d</dd></dl></article>'
    expect(read(html)).toEqual([
      heading(2, 'A'),
      heading(3, 'B'),
      paragraph('eins'),
      paragraph('zwei'),
      { type: 'quote', text: 'x y', attribution: 'Mara Stein', paragraphs: ['x', 'y'] },
      list(['lose']),
      paragraph('t'),
      paragraph('d'),
    ])
  })

  it('in a table for layout is text', () => {
    expect(read('<table><tr><td><p>a</p><p>b</p></td></tr></table>')).toEqual([paragraph('a'), paragraph('b')])
  })

  it('of hundreds of elements inside each other ends', () => {
    expect(() => readHtml(`${'<div>'.repeat(500)}x${'</div>'.repeat(500)}`)).not.toThrow()
  })
})

describe('our own blocks in the clipboard', () => {
  const put = (item: unknown) =>
    `<p ${ITEM_ATTRIBUTE}="${JSON.stringify(item).replace(/&/g, '&amp;').replace(/"/g, '&quot;')}">Text</p>`
  const people = { type: 'people', people: [{ name: 'Ines', role: 'Wirtin' }] }

  it('come back as they were', () => expect(read(put(people))).toEqual([people]))

  it.each([
    ['an unknown kind', { type: 'script', html: 'x' }],
    ['a broken field', { type: 'match', home: 'A' }],
    ['no block at all', 'x'],
  ])('count as text with %s', (_what, item) => expect(read(put(item))).toEqual([paragraph('Text')]))

  it('lose parts that the site cannot show', () => {
    const item = { type: 'paragraph', html: '<img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a>' }
    expect(readHtml(put(item)).map((node) => node.toJSON() as unknown)).toEqual([
      schema.node('paragraph', null, schema.text('a')).toJSON(),
    ])
  })
})

describe('plain text', () => {
  it.each([
    ['eins\n\nzwei\n \ndrei', ['eins', 'zwei', 'drei']],
    ['eins\r\nzwei', ['eins', 'zwei']],
    ['  Zeile\nnoch eine\n\nAbsatz  ', ['Zeile<br>noch eine', 'Absatz']],
    [' \n ', []],
  ])('%j', (text, expected) => expect(readText(text).map(toItem)).toEqual(expected.map(paragraph)))
})

describe('a pasted address', () => {
  it.each([
    ['https://www.google.com/url?q=https://a.example/&sa=D', 'https://a.example/'],
    ['https://www.google.de/url?url=javascript:alert(1)', null],
    ['https://www.google.com/search?q=x', 'https://www.google.com/search?q=x'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['//a.example', null],
    ['/lokales', null],
    ['#_Toc123', null],
    ['vbscript:x', null],
  ])('%s', (address, expected) => expect(toPastedLink(address)).toBe(expected))
})
