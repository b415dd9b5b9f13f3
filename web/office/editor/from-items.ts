/** The blocks of a draft as a document of the editor. */
import { Fragment, type Node } from 'prosemirror-model'
import type { BodyItem } from '@lokalteil/contracts/content'
import { parseEntry, parseInline } from './inline-html.ts'
import { schema } from './schema.ts'
import { rememberItem } from './to-items.ts'

type ItemOf<T extends BodyItem['type']> = Extract<BodyItem, { type: T }>

/** A text ends with a line to write on; `toItems` leaves it out if it stayed empty. */
export function toDoc(items: readonly BodyItem[]): Node {
  const blocks = items.map(toNode)
  const last = blocks.at(-1)
  const isOpen = last !== undefined && ['paragraph', 'heading', 'list'].includes(last.type.name)
  return schema.node('doc', null, isOpen ? blocks : [...blocks, schema.node('paragraph')])
}

/** Untouched, the node comes back as this very item. */
export function toNode(item: BodyItem): Node {
  const node = build(item)
  rememberItem(node, item)
  return node
}

function build(item: BodyItem): Node {
  switch (item.type) {
    case 'paragraph':
      return paragraph(item.html)
    case 'heading':
      return schema.node('heading', { level: item.level, url: item.url ?? null }, plain(item.text))
    case 'list':
      return list(item)
    case 'quote':
      return schema.node('quote', { url: item.url ?? null, isRich: item.paragraphs !== undefined }, [
        ...paragraphs(item.paragraphs ?? [], item.text),
        schema.node('attribution', null, plain(item.attribution)),
      ])
    case 'infoBox':
      return schema.node('infoBox', { role: item.role ?? null }, [
        schema.node('boxTitle', null, plain(item.title)),
        ...(item.items.length === 0 ? [schema.node('paragraph')] : item.items.map(build)),
      ])
    case 'table':
      return table(item)
    case 'image':
      return schema.node('image', { picture: { ...item.picture, caption: '' } }, plain(item.picture.caption))
    case 'question':
      return schema.node('question', null, [
        schema.node('ask', null, plain(item.question)),
        ...paragraphs(item.answer, ''),
      ])
    case 'liveEntry': {
      const { type: _type, headline, paragraphs: written, ...entry } = item
      return schema.node('liveEntry', { entry }, [
        schema.node('entryHeadline', null, plain(headline)),
        ...paragraphs(written, ''),
      ])
    }
    case 'gallery':
    case 'video':
    case 'audio':
    case 'document':
    case 'embed':
    case 'articleReference':
    case 'timeline':
    case 'people':
    case 'match':
      return schema.node('closed', { item })
  }
}

const plain = (text: string) => (text === '' ? undefined : schema.text(text))
const paragraph = (html: string) => schema.node('paragraph', null, parseInline(html))

function paragraphs(written: readonly string[], text: string): Node[] {
  return written.length === 0 ? [schema.node('paragraph', null, plain(text))] : written.map(paragraph)
}

function list({ ordered, items, start }: ItemOf<'list'>): Node {
  const entries = items.length === 0 ? parseEntry('') : items.flatMap(parseEntry)
  return schema.node('list', { ordered, start: start ?? null }, entries)
}

function table({ caption, head, rows, cells, chart }: ItemOf<'table'>): Node {
  const isHtml = cells === 'html'
  const row = (type: 'tableCell' | 'tableHead', texts: readonly string[]) =>
    schema.node(
      'tableRow',
      null,
      texts.map((text) =>
        schema.node(type, null, [
          schema.node('paragraph', null, isHtml ? parseInline(text) : Fragment.from(plain(text) ?? [])),
        ]),
      ),
    )
  const all = [
    ...(head.length === 0 ? [] : [row('tableHead', head)]),
    ...rows.filter((texts) => texts.length > 0).map((texts) => row('tableCell', texts)),
  ]
  return schema.node('tableBox', { isHtml, chart: chart ?? null }, [
    schema.node('tableCaption', null, plain(caption)),
    schema.node('table', null, all.length === 0 ? [row('tableCell', [''])] : all),
  ])
}
