/**
 * Renders the chart in `deploy/helm/lokalteil` for tests. Helm itself is not among the packages that tests may install; this knows the
 * part of its templates that the chart uses (actions, `if`, `range`, `define`, pipelines, a dozen functions), and refuses the rest.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse, stringify } from 'yaml'

/* oxlint-disable typescript/no-explicit-any -- Parsed YAML has no type. */
export type Manifest = { kind: string; metadata: { name: string }; [more: string]: any }

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'output'; code: string }
  | { kind: 'if'; code: string; body: Node[]; otherwise: Node[] }
  | { kind: 'range'; names: string[]; code: string; body: Node[] }
type Scope = { root: Record<string, unknown>; variables: Record<string, unknown>; templates: Map<string, Node[]> }

/** The manifests, with values laid over those of `values.yaml`. */
export function renderChart(folder: string, values: object, release = 'musterbote'): Manifest[] {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const chart = parse(read('Chart.yaml')) as { name: string; appVersion: string }
  const root = {
    Values: merge(parse(read('values.yaml')), values),
    Chart: { Name: chart.name, AppVersion: chart.appVersion },
    Release: { Name: release, Service: 'Helm' },
    Files: { Get: read },
  }
  const scope: Scope = { root, variables: {}, templates: new Map() }
  const files = globSync('templates/*', { cwd: folder }).toSorted()
  const parsed = files.map((file) => ({ file, nodes: parseTemplate(read(file), scope.templates) }))
  return parsed
    .filter(({ file }) => basename(file).endsWith('.yaml'))
    .map(({ nodes }) => parse(print(nodes, scope), { uniqueKeys: true }) as Manifest | null)
    .filter((manifest) => manifest !== null)
}

function merge(base: any, over: any): unknown {
  if (over === undefined) return base
  if (base === null || typeof base !== 'object' || Array.isArray(base) || typeof over !== 'object') return over
  return Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(over)])].map((key) => [key, merge(base[key], over[key])]),
  )
}

function parseTemplate(text: string, templates: Map<string, Node[]>): Node[] {
  const parts = text.split(/(\{\{-?[\s\S]*?-?\}\})/)
  const tokens = parts.map((part, index) => {
    if (part.startsWith('{{')) return { code: part.replace(/^\{\{-?\s*|\s*-?\}\}$/g, '') }
    const left = parts[index - 1]?.endsWith('-}}') ? part.trimStart() : part
    return { text: parts[index + 1]?.startsWith('{{-') ? left.trimEnd() : left }
  })
  let at = 0
  const block = (): Node[] => {
    const nodes: Node[] = []
    for (; at < tokens.length; at++) {
      const token = tokens[at]!
      if (token.code === undefined) {
        nodes.push({ kind: 'text', text: token.text })
        continue
      }
      const [word = '', ...rest] = token.code.split(' ')
      const code = rest.join(' ')
      if (word === 'end' || word === 'else') return nodes
      if (!['if', 'range', 'define'].includes(word)) {
        nodes.push({ kind: 'output', code: token.code })
        continue
      }
      at++
      const body = block()
      if (word === 'define') templates.set(JSON.parse(code) as string, body)
      if (word === 'range') {
        const [, names = '', list = ''] = /^(\$\w+, \$\w+) := (.*)$/.exec(code) ?? refuse(token.code)
        nodes.push({ kind: 'range', names: names.split(', '), code: list, body })
      }
      if (word !== 'if') continue
      const hasElse = tokens[at]?.code === 'else'
      if (hasElse) at++
      nodes.push({ kind: 'if', code, body, otherwise: hasElse ? block() : [] })
    }
    return nodes
  }
  return block()
}

function print(nodes: readonly Node[], scope: Scope): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'output') return String(evaluate(node.code, scope))
      if (node.kind === 'if') return print(evaluate(node.code, scope) ? node.body : node.otherwise, scope)
      const list = Object.entries(evaluate(node.code, scope) as object)
      return list
        .map(([key, value]) => {
          const [first = '', second = ''] = node.names
          return print(node.body, { ...scope, variables: { ...scope.variables, [first]: key, [second]: value } })
        })
        .join('')
    })
    .join('')
}

/** A pipeline: the result of each part is the last argument of the next. */
function evaluate(code: string, scope: Scope): unknown {
  let result: unknown
  for (const [index, part] of code.split(' | ').entries()) {
    const words = part.match(/"[^"]*"|\([^)]*\)|\S+/g) ?? []
    const args = words.slice(1).map((word) => toValue(word, scope))
    if (index > 0) args.push(result)
    const [name = ''] = words
    result = /^\.Files\.Get$/.test(name) || !/^["(.$\d]/.test(name) ? call(name, args, scope) : toValue(name, scope)
  }
  return result
}

function toValue(word: string, scope: Scope): unknown {
  if (word.startsWith('"')) return JSON.parse(word)
  if (word.startsWith('(')) return evaluate(word.slice(1, -1), scope)
  if (/^\d+$/.test(word)) return Number(word)
  if (word === '.') return scope.root
  const [first = '', ...path] = word.split('.')
  const start = first === '' || first === '$' ? scope.root : scope.variables[first]
  if (start === undefined) return refuse(word)
  return path.reduce<any>((value, name) => (name in Object(value) ? value[name] : refuse(word)), start)
}

function call(name: string, args: any[], scope: Scope): unknown {
  const [first, second] = args
  switch (name) {
    case 'include':
      return print(scope.templates.get(first) ?? refuse(`include ${first}`), scope)
    case 'quote':
      return JSON.stringify(String(first))
    case 'nindent':
      return `\n${String(second).replace(/^(?=.)/gm, ' '.repeat(first))}`
    case 'toYaml':
      return stringify(first).trimEnd()
    case 'default':
      return second === '' || second === undefined || second === null ? first : second
    case 'add':
      return first + second
    case 'printf':
      return args.slice(1).reduce<string>((text, value) => text.replace('%s', String(value)), first)
    case 'sha256sum':
      return createHash('sha256').update(first).digest('hex')
    case '.Files.Get':
      return (scope.root.Files as { Get: (name: string) => string }).Get(first)
    default:
      return refuse(name)
  }
}

function refuse(what: string): never {
  throw new Error(`The chart uses ${what}, which is not there or which helm-chart.testing.ts does not know`)
}
