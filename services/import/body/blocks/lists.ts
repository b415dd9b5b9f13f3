/** Lists, nested lists, definition lists. An entry is one run of text; blocks that cannot be in it follow the list. */
import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import type { ContentItem } from '../../parsed-document.ts'
import { put } from '../context.ts'
import type { Context, Handler } from '../context.ts'
import { attribute } from '../elements.ts'
import { collect, endParagraph, toInlineHtml } from '../run.ts'

type List = Extract<ContentItem, { type: 'list' }>

const MAX_ENTRIES = 1000
/** Levels of nested lists; deeper ones are written into the entry itself. */
const MAX_LEVELS = 5

export const visitList: Handler = (context, element) => {
  endParagraph(context)
  context.document.lists += 1
  const entries: string[] = []
  const rest: ContentItem[] = []
  for (const nodes of splitEntries(element)) {
    const entry = toEntry(context, collect(context, nodes))
    if (entry.html !== '') entries.push(entry.html)
    rest.push(...entry.rest)
  }
  context.document.lists -= 1
  putList(context, { type: 'list', ordered: element.name === 'ol', items: entries, ...startOf(element) })
  for (const item of rest) put(context, item)
}

/** Long lists are split, so that no block grows without bound. */
function putList(context: Context, list: List) {
  for (let from = 0; from < list.items.length; from += MAX_ENTRIES)
    put(context, { ...list, items: list.items.slice(from, from + MAX_ENTRIES) })
}

function startOf(element: Element): { start?: number } {
  const start = attribute(element, 'start')
  return element.name === 'ol' && /^\d{1,5}$/.test(start) && start !== '1' ? { start: Number(start) } : {}
}

/** The children of each `<li>`; a list directly beside them belongs to the entry before, as old editors write it. */
function splitEntries(element: Element): ChildNode[][] {
  const entries: ChildNode[][] = []
  for (const node of element.children) {
    if (isTag(node) && node.name === 'li') entries.push([...node.children])
    else if (isTag(node) && (node.name === 'ul' || node.name === 'ol') && entries.length > 0) entries.at(-1)!.push(node)
    else if (isTag(node) || (isText(node) && node.data.trim() !== '')) entries.push([node])
  }
  return entries
}

/** An entry's own text, then the lists inside it. */
function toEntry(context: Context, items: readonly ContentItem[]): { html: string; rest: ContentItem[] } {
  const own = toInlineHtml(items.filter(({ type }) => type !== 'list'))
  const lists = items.filter((item) => item.type === 'list')
  if (context.document.lists >= MAX_LEVELS) {
    const flat = lists.flatMap(({ items: entries }) => entries.map(flatten))
    return { html: [own.html, ...flat].filter(Boolean).join('<br>'), rest: own.rest }
  }
  const below = lists.map(toMarkup)
  return { html: own.html + below.join(''), rest: own.rest }
}

const flatten = (html: string): string =>
  html.replace(/<[uo]l><li>|<\/li><li>/g, '<br>').replace(/<\/?(?:ul|ol|li)>/g, '')

function toMarkup({ ordered, items }: List): string {
  const tag = ordered ? 'ol' : 'ul'
  return `<${tag}>${items.map((entry) => `<li>${entry}</li>`).join('')}</${tag}>`
}

/** A definition list becomes a list whose entries begin with the term. */
export const visitDefinitions: Handler = (context, element) => {
  endParagraph(context)
  const entries: string[] = []
  const rest: ContentItem[] = []
  let terms: string[] = []
  let meanings: string[] = []
  const flush = () => {
    const term = terms.map((name) => `<b>${name.replace(/<\/?(?:b|strong)>/g, '')}</b>`)
    const entry = [...term, ...meanings].join('<br>')
    if (entry !== '') entries.push(entry)
    terms = []
    meanings = []
  }
  for (const child of listDefinitionParts(element)) {
    const { html, rest: more } = toInlineHtml(collect(context, child.children))
    if (child.name === 'dt' && meanings.length > 0) flush()
    if (html !== '') (child.name === 'dt' ? terms : meanings).push(html)
    rest.push(...more)
  }
  flush()
  putList(context, { type: 'list', ordered: false, items: entries })
  for (const item of rest) put(context, item)
}

/** `<dt>` and `<dd>`, also inside the `<div>` that HTML allows around a pair. */
function listDefinitionParts(element: Element): Element[] {
  return element.children
    .filter(isTag)
    .flatMap((child) => (child.name === 'div' ? listDefinitionParts(child) : [child]))
}
