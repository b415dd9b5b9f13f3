import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Node } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { BodyItem } from '@lokalteil/contracts/content/records'
import { toContentSeed } from '@lokalteil/demo/seed/content'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'
import { readWordpress } from '@lokalteil/services/import/archives/wordpress'
import { parseText } from '@lokalteil/services/import/formats/parse'
import { KINDS, PICTURE } from './blocks.testing.ts'
import { CLOSED_KINDS } from './forms.ts'
import { toDoc } from './from-items.ts'
import { countWords, outline } from './outline.ts'
import { schema } from './schema.ts'
import { toItems } from './to-items.ts'

/** Through JSON, so that no node remembers the item it was made from. */
function pass(items: readonly BodyItem[]): BodyItem[] {
  const doc = Node.fromJSON(schema, JSON.parse(JSON.stringify(toDoc(items).toJSON())))
  doc.check()
  return toItems(doc)
}

/**
 * Anchors and `rel` are the content service's. A link and emphasis around the same words: which of them is outside is not kept
 * in a changed block.
 */
function comparable(value: unknown): unknown {
  if (typeof value === 'string')
    return value
      .replace(/ rel="[^"]*"/g, '')
      .replace(/<(b|strong|i|em)>(<a [^>]*>)([^<]*)<\/a><\/\1>/g, '$2<$1>$3</$1></a>')
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => name !== 'anchor' && inner !== undefined)
      .map(([name, inner]) => [name, comparable(inner)]),
  )
}

describe('a text in the editor', () => {
  it.each(KINDS.map((item) => [item.type, item] as const))('keeps a block %s', (_type, item) => {
    expect(BodyItem.safeParse(item).error).toBeUndefined()
    expect(pass([item])).toEqual([item])
  })

  it('keeps every article of the demo', () => {
    const { articles, testReports } = toContentSeed(new Date('2026-11-19T12:00:00Z'))
    const bodies = [...articles, ...testReports].map(({ body }) => body as readonly BodyItem[])
    expect(bodies.length).toBeGreaterThan(100)
    for (const body of bodies) expect(comparable(pass(body))).toEqual(comparable(body))
  })

  it('keeps every text of the importers', () => {
    const folder = new URL('../../../services/import/fixtures/', import.meta.url)
    const now = new Date('2026-11-21T09:00:00Z')
    const bodies = readdirSync(folder)
      .filter((name) => /\.(?:xml|jsonl)$/.test(name))
      .flatMap((name) => parseText(readFileSync(new URL(name, folder), 'utf8'), { now, fallbackDate: now }).documents)
      .map(({ contentItems }) => contentItems as readonly BodyItem[])
    expect(bodies.length).toBeGreaterThanOrEqual(40)
    for (const body of bodies) expect(comparable(pass(body))).toEqual(comparable(body))
  })

  it('keeps every text of a WordPress export', async () => {
    const now = new Date('2026-11-21T09:00:00Z')
    const path = new URL('../../../services/import/archives/fixtures/wordpress-export.xml', import.meta.url).pathname
    const bodies: (readonly BodyItem[])[] = []
    for await (const { documents } of readWordpress(path, { now, fallbackDate: now }))
      bodies.push(...documents.map(({ contentItems }) => contentItems as readonly BodyItem[]))
    expect(bodies.length).toBeGreaterThanOrEqual(3)
    for (const body of bodies) expect(comparable(pass(body))).toEqual(comparable(body))
  })

  it('gives an untouched block back as the same object, with its anchor', () => {
    const items: BodyItem[] = [
      { type: 'heading', level: 2, text: 'A', anchor: 'a' },
      { type: 'paragraph', html: '<em>x</em><em>y</em>' },
    ]
    const [first, second] = toItems(toDoc(items))
    expect(first).toBe(items[0])
    expect(second).toBe(items[1])
  })

  it('drops empty paragraphs at the end, not between others', () => {
    const empty: BodyItem = { type: 'paragraph', html: '' }
    const text: BodyItem = { type: 'paragraph', html: 'x' }
    expect(pass([empty, text, empty, text, empty, empty])).toEqual([empty, text, empty, text])
    expect(pass([])).toEqual([])
  })

  it.each([
    ['elements that the site does not have', '<div onclick="x()">a <u>b</u></div>', 'a b'],
    ['scripts', 'a<script>alert("<b>")</script>b', 'ab'],
    ['addresses with a script', '<a href="javascript:alert(1)">a</a> <a href="//b.example">b</a>', 'a b'],
    ['unclosed marks', '<b>a <i>b', '<b>a <i>b</i></b>'],
    ['crossed marks', '<b>a<i>b</b>c</i>', '<b>a<i>b</i></b><i>c</i>'],
    ['a stray bracket', 'a < b & c &nosuch; &#8364;', 'a &lt; b &amp; c &amp;nosuch; €'],
  ])('reads %s', (_what, html, expected) => {
    expect(pass([{ type: 'paragraph', html }])).toEqual([{ type: 'paragraph', html: expected }])
  })

  it('keeps text behind a nested list as an entry of its own', () => {
    const html = 'a<ul><li>b</li></ul> c'
    expect(pass([{ type: 'list', ordered: false, items: [html] }])).toEqual([
      { type: 'list', ordered: false, items: ['a<ul><li>b</li></ul>', ' c'] },
    ])
  })

  it('comes back equal, whatever it says', () => {
    const found = fc.check(
      fc.property(body, (items) => {
        expect(pass(items)).toEqual(items)
      }),
      { numRuns: propertyRuns(1000) },
    )
    expect(found.counterexample).toBeNull()
  })
})

// ── Generated texts

const TAGS = ['a', 'b', 'strong', 'i', 'em', 's', 'del', 'ins', 'mark', 'sub', 'sup', 'code'] as const
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del' }
const plain = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => `${text}w`)
const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

type Words = { html: string; text: string }

/** Text around and between elements, so that there is one way to write the marks. */
function words(depth: number, used: readonly string[]): fc.Arbitrary<Words> {
  const text = plain.map((one) => ({ html: escape(one), text: one }))
  if (depth === 0) return text
  const free = TAGS.filter((tag) => !used.includes(SAME[tag] ?? tag))
  const element = fc.oneof(
    fc.constant<Words>({ html: '<br>', text: ' ' }),
    fc.constantFrom(...free).chain((tag) =>
      words(depth - 1, [...used, SAME[tag] ?? tag]).map(({ html, text: inner }) => ({
        html: `<${tag}${tag === 'a' ? ' href="https://a.example/?a=1&amp;b=%22"' : ''}>${html}</${tag}>`,
        text: inner,
      })),
    ),
  )
  return fc
    .tuple(text, fc.array(fc.tuple(element, text), { maxLength: 3 }))
    .map(([first, rest]) =>
      [first, ...rest.flat()].reduce((all, one) => ({ html: all.html + one.html, text: all.text + one.text })),
    )
}

const inline = words(2, [])
const html = inline.map((one) => one.html)
const line = fc.oneof(fc.constant(''), plain)
const paragraph = html.map((text): BodyItem => ({ type: 'paragraph', html: text }))
const optional = <T extends object>(value: fc.Arbitrary<T>) => fc.oneof(fc.constant({}), value)

function entry(depth: number): fc.Arbitrary<string> {
  if (depth === 0) return html
  const nested = fc
    .tuple(fc.constantFrom('ul', 'ol'), fc.array(entry(depth - 1), { minLength: 1, maxLength: 3 }))
    .map(([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`)
  return fc.tuple(html, fc.oneof(fc.constant(''), nested)).map(([text, list]) => text + list)
}

const heading = fc.record({
  type: fc.constant('heading' as const),
  level: fc.constantFrom(2 as const, 3 as const),
  text: line,
})
const list = fc
  .tuple(
    fc.boolean(),
    fc.array(entry(2), { minLength: 1, maxLength: 4 }),
    optional(fc.record({ start: fc.integer({ min: 0, max: 100_000 }) })),
  )
  .map(([ordered, items, start]) => ({ type: 'list' as const, ordered, items, ...start }))
const quote = fc
  .tuple(fc.array(inline, { minLength: 1, maxLength: 3 }), line, optional(fc.record({ url: fc.constant('/x') })))
  .map(([paragraphs, attribution, url]) => ({
    type: 'quote' as const,
    text: paragraphs.map(({ text }) => text).join(' '),
    attribution,
    paragraphs: paragraphs.map((one) => one.html),
    ...url,
  }))
const said = fc.tuple(line, line).map(([text, attribution]) => ({ type: 'quote' as const, text, attribution }))
const boxItem = fc.oneof(paragraph, heading, list)
const box = fc
  .tuple(line, fc.array(boxItem, { maxLength: 4 }), optional(fc.record({ role: fc.constant('keyPoints' as const) })))
  .map(([title, items, role]) => ({ type: 'infoBox' as const, title, items, ...role }) as BodyItem)
const table = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.boolean(), fc.boolean(), line)
  .chain(([width, isHtml, hasHead, caption]) => {
    const row = fc.array(isHtml ? html : line, { minLength: width, maxLength: width })
    return fc
      .tuple(hasHead ? row : fc.constant<string[]>([]), fc.array(row, { minLength: 1, maxLength: 3 }))
      .map(([head, rows]): BodyItem => ({
        type: 'table',
        caption,
        head,
        rows,
        ...(isHtml ? { cells: 'html' as const } : {}),
      }))
  })
const question = fc
  .tuple(line, fc.array(html, { maxLength: 3 }))
  .map(([asked, answer]): BodyItem => ({ type: 'question', question: asked, answer }))
const live = fc
  .tuple(line, fc.array(html, { maxLength: 3 }), fc.boolean())
  .map(([headline, paragraphs, isImportant]): BodyItem => ({
    type: 'liveEntry',
    id: 'e',
    label: 'x',
    time: '2026-11-19T13:05:00.000Z',
    headline,
    paragraphs,
    isImportant,
  }))
const image = line.map((caption): BodyItem => ({ type: 'image', picture: { ...PICTURE, caption } }))
const closed = fc.constantFrom(...KINDS.filter(({ type }) => (CLOSED_KINDS as readonly string[]).includes(type)))
const pdf = fc
  .tuple(line, fc.integer({ min: 1, max: 30_000_000 }))
  .map(([title, bytes]): BodyItem => ({ type: 'document', src: '/_media/import/ab/ab/plan.pdf', title, bytes }))
const body = fc.array(
  fc.oneof<fc.Arbitrary<BodyItem>[]>(
    paragraph,
    heading,
    list,
    quote,
    said,
    box,
    table,
    question,
    live,
    image,
    closed,
    pdf,
  ),
  { minLength: 1, maxLength: 8 },
)

describe('beside the text', () => {
  it('stands an outline of headings, questions and live entries', () => {
    expect(
      outline([
        { type: 'paragraph', html: 'x' },
        { type: 'heading', level: 2, text: 'Eins' },
        { type: 'question', question: 'Warum?', answer: [] },
      ]),
    ).toEqual([
      { block: 1, level: 2, text: 'Eins' },
      { block: 2, level: 3, text: 'Warum?' },
    ])
  })

  it('stands the number of words and minutes', () => {
    const written = 'Ein <b>fet</b>tes Wort – und<br>noch eins'
    expect(countWords([{ type: 'paragraph', html: written }])).toEqual({ words: 6, minutes: 1 })
    expect(countWords([{ type: 'list', ordered: false, items: ['a<ul><li>b</li></ul>'] }])).toEqual({
      words: 2,
      minutes: 1,
    })
    expect(countWords([])).toEqual({ words: 0, minutes: 0 })
  })
})
