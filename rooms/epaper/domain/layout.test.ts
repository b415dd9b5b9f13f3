import { expect, it } from 'vitest'
import { appendLine, bodySizeOf, findArticles, inReadingOrder, readBoxes, toZones } from './layout.ts'
import { joinChars, type PageChar, type PageRun } from './text-runs.ts'

const PAGE = { width: 600, height: 900 }

function run(text: string, x: number, y: number, size = 9, change: Partial<PageRun> = {}): PageRun {
  return { text, x, y, width: text.length * size * 0.0008, height: size / 900, size, isBold: false, ...change }
}

/** Lines of a column, one below the other. */
const column = (x: number, y: number, texts: readonly string[]) =>
  texts.map((text, index) => run(text, x, y + index * 0.0125, 9, { width: 0.2 }))
const LINES = [
  'Das ist ein langer Satz über eine',
  'Sache, die hier nicht weiter erklärt',
  'wird. Und noch ein zweiter Satz.',
]

it('R1-53 columns below a wide headline are one article, read from left to right', () => {
  const runs = [
    run('Eine Überschrift über die ganze Seite', 0.05, 0.15, 30, { width: 0.8 }),
    ...column(0.05, 0.25, [
      'Von Lena Vogt',
      'Erste Spalte mit einem Wort, das ge-',
      'trennt ist und weiter geht in die',
    ]),
    ...column(0.3, 0.25, ['zweite Spalte, bis zum Ende.', 'Hier endet sie wirklich.']),
  ]
  const [article, ...others] = findArticles({ runs, pictures: [] }, 9)
  expect(others).toEqual([])
  expect(article).toMatchObject({ title: 'Eine Überschrift über die ganze Seite', author: 'Lena Vogt' })
  expect(article!.paragraphs).toEqual([
    'Erste Spalte mit einem Wort, das getrennt ist und weiter geht in die zweite Spalte, bis zum Ende. Hier endet sie wirklich.',
  ])
  expect(toZones(article!, '1-1').map(({ kind, articleKey }) => `${kind} ${articleKey}`)).toEqual([
    'headline 1-1',
    'text 1-1',
    'text 1-1',
  ])
})

it('R1-53 articles beside and below each other keep their texts apart', () => {
  const runs = [
    run('Links oben steht etwas', 0.05, 0.1, 20, { width: 0.3 }),
    ...column(0.05, 0.16, LINES),
    run('Rechts oben steht anderes', 0.55, 0.1, 20, { width: 0.3 }),
    ...column(
      0.55,
      0.16,
      LINES.map((text) => `R ${text}`),
    ),
    run('Unten links noch etwas', 0.05, 0.5, 20, { width: 0.3 }),
    ...column(
      0.05,
      0.56,
      LINES.map((text) => `U ${text}`),
    ),
  ]
  const found = findArticles({ runs, pictures: [{ x: 0.55, y: 0.3, width: 0.3, height: 0.1 }] }, 9)
  expect(found.map(({ title, paragraphs, pictures }) => [title, paragraphs[0]!.slice(0, 5), pictures.length])).toEqual([
    ['Links oben steht etwas', 'Das i', 0],
    ['Rechts oben steht anderes', 'R Das', 1],
    ['Unten links noch etwas', 'U Das', 0],
  ])
})

it('a kicker stands above; date lines, and headlines without a text, are not articles', () => {
  const runs = [
    run('Montag, 23. November 2026', 0.05, 0.02),
    run('Neue Brücke', 0.05, 0.187, 10, { isBold: true }),
    run('Der Rat sagt ja', 0.05, 0.2, 24, { width: 0.4 }),
    ...column(0.05, 0.25, LINES),
    run('Allein gelassen', 0.05, 0.9, 24),
  ]
  const found = findArticles({ runs, pictures: [] }, 9)
  expect(found.map(({ kicker, title }) => [kicker, title])).toEqual([['Neue Brücke', 'Der Rat sagt ja']])
  expect(found[0]!.paragraphs.join(' ')).not.toContain('November')
})

it('the size of the running text is the size of most letters', () => {
  const runs = [run('Groß', 0, 0, 30), ...column(0, 0.2, LINES)]
  expect(bodySizeOf([{ runs, pictures: [] }])).toBe(9)
  expect(bodySizeOf([])).toBe(0)
  expect(findArticles({ runs: [], pictures: [] }, 0)).toEqual([])
})

it('reads the text inside boxes', () => {
  const runs = [...column(0.05, 0.2, LINES), ...column(0.5, 0.2, ['Nicht gemeint.'])]
  expect(readBoxes({ runs, pictures: [] }, [{ x: 0.04, y: 0.19, width: 0.25, height: 0.1 }], 9)).toEqual([
    LINES.join(' '),
  ])
})

it.each([
  ['Haus-', 'tür', 'Haustür'],
  ['Nord-', 'Süd-Bahn', 'Nord-Süd-Bahn'],
  ['Vor-', 'und Nachteile', 'Vor- und Nachteile'],
  ['ein Wort', 'noch eins', 'ein Wort noch eins'],
  ['', 'Anfang', 'Anfang'],
])('"%s" and "%s"', (text, line, joined) => expect(appendLine(text, line)).toBe(joined))

it('blocks are read column by column', () => {
  const box = (x: number, y: number) => ({ x, y, width: 0.2, height: 0.1 })
  expect(inReadingOrder([box(0.5, 0.1), box(0.05, 0.4), box(0.051, 0.1)])).toEqual([
    box(0.051, 0.1),
    box(0.05, 0.4),
    box(0.5, 0.1),
  ])
})

it('letters become lines: blanks come from gaps; a wide gap, another size or another line ends a line', () => {
  const chars = (text: string, left: number, top: number, size = 10): PageChar[] =>
    Array.from(text, (letter, index) => ({
      text: letter,
      left: left + index * 5,
      right: left + index * 5 + 5,
      top,
      bottom: top + size,
      size,
      isBold: false,
    }))
  const letters = [
    ...chars('ein', 10, 100),
    ...chars('Wort', 29, 100),
    ...chars('weit', 200, 100),
    null,
    ...chars('unten', 10, 120),
    ...chars('groß', 36, 120, 30),
  ]
  expect(joinChars(letters, PAGE).map(({ text }) => text)).toEqual(['ein Wort', 'weit', 'unten', 'groß'])
  expect(joinChars(letters, PAGE)[0]).toMatchObject({ x: 10 / 600, y: 100 / 900, size: 10 })
})

it('R1-53 a justified line stays one line, columns side by side stay two', () => {
  const word = (text: string, left: number, top: number): PageChar[] =>
    Array.from(text, (letter, index) => ({
      text: letter,
      left: left + index * 5,
      right: left + index * 5 + 5,
      top,
      bottom: top + 10,
      size: 10,
      isBold: false,
    }))
  const letters = [
    ...word('Der', 10, 100),
    ...word('Rat', 60, 100),
    ...word('rechts', 132, 100),
    null,
    ...word('Montagabend', 10, 112),
    ...word('tagte', 91, 112),
    ...word('geht', 132, 112),
    null,
    ...word('es', 10, 124),
    ...word('weiter', 132, 124),
  ]
  expect(joinChars(letters, PAGE).map(({ text }) => text)).toEqual([
    'Der Rat',
    'rechts',
    'Montagabend tagte',
    'geht',
    'es',
    'weiter',
  ])
})
