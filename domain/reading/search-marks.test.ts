import { expect, it } from 'vitest'
import { createMarks } from './search-marks.ts'

const marked = (term: string, text: string) =>
  createMarks(term)(text)
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join('')

it.each([
  ['Rathaus', 'Das Rathaus, ein rathaus', 'Das [Rathaus], ein [rathaus]'],
  ['Haus', 'Alte Häuser, ein Haus, Hausarzt', 'Alte [Häuser], ein [Haus], [Hausarzt]'],
  ['Haus ', 'Alte Häuser, ein Haus, Hausarzt', 'Alte [Häuser], ein [Haus], Hausarzt'],
  ['Häuser ', 'ein neues Haus', 'ein neues [Haus]'],
  ['Muenster', 'Ausflug nach Münster', 'Ausflug nach [Münster]'],
  ['Strasse', 'Die Straße und die Straßen', 'Die [Straße] und die [Straßen]'],
  ['gesperrte Brücke', 'Brücken gesperrt', '[Brücken] [gesperrt]'],
  ['FC', 'Der FC siegt', 'Der [FC] siegt'],
  ['U19', 'Die U19-Elf', 'Die [U19]-Elf'],
  ['74', '74-Jährige', '[74]-Jährige'],
  ['die Brücke', 'Die Brücke', 'Die [Brücke]'],
  ['der die das', 'der Hund', 'der Hund'],
  ['', 'Rathaus', 'Rathaus'],
  ['Größe', 'Gro\u0308ße', '[Gro\u0308ße]'],
  ['$&', 'Euro & $', 'Euro & $'],
])('marks the search %j in %j', (term, text, expected) => {
  expect(marked(term, text)).toBe(expected)
})

it('does not change a letter of the text, and marks only text in HTML', () => {
  const html = 'Ein <a href="/brand" rel="brand">Brand</a> &amp; <b>Brände</b> &brand;'
  expect(createMarks('Brand').inHtml(html)).toBe(
    'Ein <a href="/brand" rel="brand"><mark>Brand</mark></a> &amp; <b><mark>Brände</mark></b> &brand;',
  )
  expect(createMarks('amp').inHtml('a &amp; b')).toBe('a &amp; b')
})
