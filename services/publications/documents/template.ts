/**
 * The template language of documents: `{{name}}`, `{{#if name}} … {{else}} … {{/if}}` and `{{#each name}} … {{/each}}`,
 * nothing else. A name is a path (`publisher.town`) into the facts; inside a list it is looked up in the entry first,
 * and `this` is an entry that is a text. Nothing is computed. Errors with their line: a name that is not among the
 * facts, a null or empty value where a text is needed, a tag left open. So no sentence is ever written with a gap.
 */
export type Fact = string | number | boolean | null | readonly Fact[] | { readonly [name: string]: Fact }
export type Facts = { readonly [name: string]: Fact }

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string; line: number }
  | { kind: 'if'; name: string; line: number; body: Node[]; otherwise: Node[] }
  | { kind: 'each'; name: string; line: number; body: Node[] }
export type Template = { name: string; nodes: Node[] }

/** The tag of a block that is alone on its line is removed together with the line. */
const TAG = /^[ \t]*\{\{([#/]\w[^{}]*|else)\}\}[ \t]*(?:\n|$)|\{\{([^{}]*)\}\}/gm
const NAME = /^[a-z]\w*(?:\.[a-z]\w*)*$/i

class TemplateError extends Error {
  constructor(template: string, line: number, problem: string) {
    super(`${template}:${line} ${problem}`)
    this.name = 'TemplateError'
  }
}

export function parseTemplate(name: string, source: string): Template {
  type Open = { node: Extract<Node, { kind: 'if' | 'each' }>; into: Node[] }
  const nodes: Node[] = []
  const open: Open[] = []
  const target = () => open.at(-1)?.into ?? nodes
  let [at, line] = [0, 1]
  const take = (end: number) => {
    const text = source.slice(at, end)
    if (text.includes('{{')) throw new TemplateError(name, line, 'has "{{" without an end')
    if (text !== '') target().push({ kind: 'text', text })
    line += text.split('\n').length - 1
  }
  for (const match of source.matchAll(TAG)) {
    take(match.index)
    readTag((match[1] ?? match[2] ?? '').trim())
    at = match.index + match[0].length
    line += match[0].split('\n').length - 1
  }
  take(source.length)
  const left = open.at(-1)?.node
  if (left !== undefined) throw new TemplateError(name, left.line, `has no end for #${left.kind} ${left.name}`)
  return { name, nodes }

  function readTag(tag: string): void {
    const top = open.at(-1)
    const [, kind, path = ''] = /^#(if|each) +(\S+)$/.exec(tag) ?? []
    if (kind === 'if' || kind === 'each') {
      checkName(path)
      const body: Node[] = []
      const node: Open['node'] =
        kind === 'if' ? { kind, name: path, line, body, otherwise: [] } : { kind, name: path, line, body }
      target().push(node)
      open.push({ node, into: body })
    } else if (tag === 'else' && top?.node.kind === 'if' && top.into === top.node.body) top.into = top.node.otherwise
    else if (top !== undefined && tag === `/${top.node.kind}`) open.pop()
    else {
      checkName(tag)
      target().push({ kind: 'value', name: tag, line })
    }
  }
  function checkName(path: string): void {
    if (!NAME.test(path) || path === 'else') throw new TemplateError(name, line, `has no such tag: {{${path}}}`)
  }
}

export function fillTemplate({ name: template, nodes }: Template, facts: Facts): string {
  return fill(nodes, [facts])

  function fill(list: readonly Node[], scopes: readonly Fact[]): string {
    return list.map((node) => fillNode(node, scopes)).join('')
  }
  function fillNode(node: Node, scopes: readonly Fact[]): string {
    if (node.kind === 'text') return node.text
    const value = find(node.name, node.line, scopes)
    if (node.kind === 'if') return fill(isGiven(value) ? node.body : node.otherwise, scopes)
    if (node.kind === 'each') {
      if (!Array.isArray(value)) throw new TemplateError(template, node.line, `${node.name} is no list`)
      return value.map((entry: Fact) => fill(node.body, [entry, ...scopes])).join('')
    }
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new TemplateError(template, node.line, `${node.name} is no text`)
    if (value === '') throw new TemplateError(template, node.line, `${node.name} is empty`)
    return escapeMarkdown(String(value))
  }
  function find(path: string, line: number, scopes: readonly Fact[]): Fact {
    if (path === 'this') return scopes[0]!
    const [first = '', ...rest] = path.split('.')
    const scope = scopes.find((candidate) => has(candidate, first))
    let value: Fact | undefined = has(scope, first) ? scope[first] : undefined
    for (const key of rest) value = has(value, key) ? value[key] : undefined
    if (value === undefined) throw new TemplateError(template, line, `asks for ${path}, which is no fact`)
    return value
  }
}

function has(value: Fact | undefined, key: string): value is { readonly [name: string]: Fact } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
}

function isGiven(value: Fact): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== false && value !== '' && value !== 0
}

/** Escapes a value for Markdown: it must not start a link, a list or a new line. */
export function escapeMarkdown(value: string): string {
  return value
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|~]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^(?:[-+](?= )|#{1,6}(?= |$)|=)/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?= |$)/, '$1\\$2')
}
