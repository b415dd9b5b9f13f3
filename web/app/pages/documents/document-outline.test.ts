import { expect, it } from 'vitest'
import type { ContentItem } from '@lokalteil/contracts/content'
import { toOutline } from './document-outline.ts'

/** `# text` is a heading, `## text` a subheading, anything else a paragraph. */
function read(lines: readonly string[]): ContentItem[] {
  return lines.map((line) => {
    const [, marks, text] = /^(#{1,2}) (.*)$/.exec(line) ?? []
    return text === undefined
      ? { type: 'paragraph', html: line }
      : { type: 'heading', level: marks === '#' ? 2 : 3, text }
  })
}

it.each([
  ['no headings', ['a', 'b'], [], 'a b', ''],
  [
    'names readers and machines link to',
    ['# Redaktion', 'x', '# Korrekturen', '# Eigentümer'],
    [],
    '',
    'redaktion[x] korrekturen[] eigentuemer[]',
  ],
  ['text before the first heading', ['a', '# Geltungsbereich', 'b', 'c'], [], 'a', 'geltungsbereich[b c]'],
  [
    'levels stay in order',
    ['# § 1 Vertrag', 'a', '## Preise & Größen', 'b'],
    [],
    '',
    '1-vertrag[a] preise-groessen[b]',
  ],
  ['equal headings', ['# Zweck', 'a', '# Zweck', 'b', '# Zweck'], [], '', 'zweck[a] zweck-2[b] zweck-3[]'],
  ['a heading of signs', ['# §§', 'a'], [], '', 'abschnitt[a]'],
  ['an id the page has already', ['# Eigentümer', 'a'], ['eigentuemer'], '', 'eigentuemer-2[a]'],
])('cuts a document at its headings: %s', (_case, lines, taken, opening, parts) => {
  const outline = toOutline(read(lines), new Set(taken))
  const draw = (items: readonly ContentItem[]) =>
    items.map((item) => (item.type === 'paragraph' ? item.html : '?')).join(' ')
  expect(draw(outline.opening)).toBe(opening)
  expect(outline.parts.map((part) => `${part.id}[${draw(part.items)}]`).join(' ')).toBe(parts)
})
