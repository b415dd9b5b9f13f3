import { expect, it } from 'vitest'
import { countItemWords, listPlainTexts } from './block-texts.ts'
import type { BodyItem } from './records.ts'

it.each<[string, BodyItem, string[]]>([
  ['HTML loses its markup', { type: 'paragraph', html: 'Der <b>Deich</b> &amp; der Damm' }, ['Der Deich & der Damm']],
  ['plain text keeps its signs', { type: 'heading', level: 2, text: 'Pegel < 3 m &amp; >' }, ['Pegel < 3 m &amp; >']],
  ['entries of a list are HTML', { type: 'list', ordered: false, items: ['a<br>b', 'c'] }, ['a b', 'c']],
  [
    'a quote of several paragraphs is said once',
    { type: 'quote', text: 'Ja. Nein.', attribution: 'Voss', paragraphs: ['<em>Ja.</em>', 'Nein.'] },
    ['Ja.', 'Nein.', 'Voss'],
  ],
  ['a quote of a sentence', { type: 'quote', text: 'Ja < nein', attribution: 'Voss' }, ['Ja < nein', 'Voss']],
  [
    'cells are plain text',
    { type: 'table', caption: 'Pegel', head: ['<b>'], rows: [['1', '2']] },
    ['Pegel', '<b>', '1', '2'],
  ],
  [
    'cells are HTML where the table says so',
    { type: 'table', caption: 'Pegel', head: ['<b>Ort</b>'], rows: [['1']], cells: 'html' },
    ['Pegel', 'Ort', '1'],
  ],
  [
    'a box has the texts of its blocks',
    { type: 'infoBox', title: 'Zahlen', items: [{ type: 'paragraph', html: '<i>drei</i>' }] },
    ['Zahlen', 'drei'],
  ],
  ['a gallery has its title', { type: 'gallery', id: 'g', title: 'Der Deich', pictures: [] }, ['Der Deich']],
  ['a reference has no words', { type: 'articleReference', articleId: '4711' }, []],
])('%s', (_what, item, expected) => {
  expect(listPlainTexts(item)).toEqual(expected)
})

it.each([
  ['', 0],
  ['Ein <b>fet</b>tes Wort – und<br>noch eins', 6],
  ['Und/oder: „Ja“, sagt die 74-Jährige (am 3.5.).', 7],
])('%j has %d words', (html, words) => {
  expect(countItemWords({ type: 'paragraph', html })).toBe(words)
})
