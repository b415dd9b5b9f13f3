/**
 * The schema of a text: exactly the blocks of the contract's `BodyItem`, so that the site can draw every text. `closed` is a
 * block without text of its own (gallery, video, audio, document, embed, articleReference, timeline, people, match): its item
 * is edited in a form.
 */
import { Schema, type DOMOutputSpec, type NodeSpec } from 'prosemirror-model'
import type { BodyItem } from '@lokalteil/contracts/content'
import { EDITOR_TEXTS as texts } from '../messages/editor.ts'

/** A line of plain text that belongs to a block: title, speaker, question, caption. */
const line = (label: string, tag = 'p'): NodeSpec => ({
  content: 'text*',
  marks: '',
  defining: true,
  toDOM: (): DOMOutputSpec => [tag, { 'data-line': label, 'data-placeholder': label }, 0],
})

const group = (label: string, name: string): DOMOutputSpec => [
  'section',
  { role: 'group', 'aria-label': label, 'data-block': name, 'data-label': label },
  0,
]

const cell = { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } }

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      content: 'inline*',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    heading: {
      group: 'block',
      content: 'text*',
      marks: '',
      defining: true,
      attrs: { level: { default: 2 }, url: { default: null } },
      parseDOM: [
        { tag: 'h2', attrs: { level: 2 } },
        { tag: 'h3', attrs: { level: 3 } },
      ],
      toDOM: ({ attrs }) => [`h${attrs.level as number}`, 0],
    },
    list: {
      group: 'block',
      content: 'listItem+',
      attrs: { ordered: { default: false }, start: { default: null } },
      parseDOM: [
        { tag: 'ul', attrs: { ordered: false } },
        { tag: 'ol', attrs: { ordered: true } },
      ],
      toDOM: ({ attrs }) =>
        attrs.ordered === true
          ? ['ol', attrs.start === null ? {} : { start: String(attrs.start as number) }, 0]
          : ['ul', 0],
    },
    listItem: {
      content: 'paragraph list*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    quote: {
      group: 'block',
      content: 'paragraph+ attribution',
      isolating: true,
      defining: true,
      // `isRich`: the item names paragraphs although one plain sentence is all there is.
      attrs: { url: { default: null }, isRich: { default: false } },
      toDOM: () => group(texts.blocks.quote, 'quote'),
    },
    attribution: line(texts.lines.attribution),
    infoBox: {
      group: 'block',
      content: 'boxTitle (paragraph | heading | list)+',
      isolating: true,
      defining: true,
      attrs: { role: { default: null } },
      toDOM: ({ attrs }) => group(attrs.role === null ? texts.blocks.infoBox : texts.blocks.keyPoints, 'infoBox'),
    },
    boxTitle: line(texts.lines.boxTitle),
    question: {
      group: 'block',
      content: 'ask paragraph+',
      isolating: true,
      defining: true,
      toDOM: () => group(texts.blocks.question, 'question'),
    },
    ask: line(texts.lines.ask),
    liveEntry: {
      group: 'block',
      content: 'entryHeadline paragraph+',
      isolating: true,
      defining: true,
      // All of the item but headline and paragraphs.
      attrs: { entry: { default: { id: '', label: '', time: '1970-01-01T00:00:00.000Z', isImportant: false } } },
      toDOM: () => group(texts.blocks.liveEntry, 'liveEntry'),
    },
    entryHeadline: line(texts.lines.entryHeadline),
    tableBox: {
      group: 'block',
      content: 'tableCaption table',
      isolating: true,
      defining: true,
      attrs: { isHtml: { default: false }, chart: { default: null } },
      toDOM: () => group(texts.blocks.table, 'table'),
    },
    tableCaption: line(texts.lines.tableCaption),
    table: {
      content: 'tableRow+',
      tableRole: 'table',
      isolating: true,
      toDOM: () => ['table', ['tbody', 0]],
    },
    tableRow: {
      content: '(tableCell | tableHead)+',
      tableRole: 'row',
      toDOM: () => ['tr', 0],
    },
    tableCell: {
      content: 'paragraph',
      attrs: cell,
      tableRole: 'cell',
      isolating: true,
      toDOM: () => ['td', 0],
    },
    tableHead: {
      content: 'paragraph',
      attrs: cell,
      tableRole: 'header_cell',
      isolating: true,
      toDOM: () => ['th', { scope: 'col' }, 0],
    },
    image: {
      group: 'block',
      content: 'text*',
      marks: '',
      isolating: true,
      draggable: true,
      // The caption is the node's text.
      attrs: { picture: {} },
      toDOM: () => ['figure', { 'data-block': 'image' }, ['figcaption', 0]],
    },
    closed: {
      group: 'block',
      atom: true,
      draggable: true,
      isolating: true,
      attrs: { item: {} },
      toDOM: ({ attrs }) => ['div', { 'data-block': (attrs.item as BodyItem).type }],
    },
    text: { group: 'inline' },
    br: {
      group: 'inline',
      inline: true,
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      toDOM: ({ attrs }) => ['a', { href: attrs.href as string, rel: 'noopener' }, 0],
    },
    strong: {
      attrs: { tag: { default: 'strong' } },
      // Importers give `<b><strong>`, which comes back as it was.
      excludes: '',
      parseDOM: [
        { tag: 'strong', attrs: { tag: 'strong' } },
        { tag: 'b', attrs: { tag: 'b' } },
      ],
      toDOM: ({ attrs }) => [attrs.tag as string, 0],
    },
    em: {
      attrs: { tag: { default: 'em' } },
      excludes: '',
      parseDOM: [
        { tag: 'em', attrs: { tag: 'em' } },
        { tag: 'i', attrs: { tag: 'i' } },
      ],
      toDOM: ({ attrs }) => [attrs.tag as string, 0],
    },
    del: {
      attrs: { tag: { default: 'del' } },
      excludes: '',
      parseDOM: [
        { tag: 'del', attrs: { tag: 'del' } },
        { tag: 's', attrs: { tag: 's' } },
      ],
      toDOM: ({ attrs }) => [attrs.tag as string, 0],
    },
    ins: { parseDOM: [{ tag: 'ins' }], toDOM: () => ['ins', 0] },
    mark: { parseDOM: [{ tag: 'mark' }], toDOM: () => ['mark', 0] },
    sub: { parseDOM: [{ tag: 'sub' }], toDOM: () => ['sub', 0] },
    sup: { parseDOM: [{ tag: 'sup' }], toDOM: () => ['sup', 0] },
    code: { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  },
})

/** Lines of plain text inside a block; Enter leaves them, and nothing is joined with them. */
export const LINES: ReadonlySet<string> = new Set([
  'attribution',
  'boxTitle',
  'ask',
  'entryHeadline',
  'tableCaption',
  'image',
])

/** Blocks with lines and text of their own. */
export const CONTAINERS: ReadonlySet<string> = new Set(['quote', 'infoBox', 'question', 'liveEntry', 'tableBox'])
