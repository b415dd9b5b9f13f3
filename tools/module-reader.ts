/**
 * Reads a source file for the checks of the repository: imports, global names, strings, JSX. Uses the syntax tree of
 * Vite's parser, so comments and strings are never taken for code. Scopes are approximate: a name bound anywhere in the
 * file does not count as a global.
 */
import { parseSync } from 'vite'

export type Import = {
  name: string
  line: number
  /** A type-only import, erased at run time. */
  isType: boolean
  /** Runs as a worker, in a module graph of its own. */
  isWorker: boolean
}
type Use = { name: string; line: number }
type Text = { value: string; line: number }
/**
 * `texts`: the title, then the strings of its table. `around`: the enclosing calls of `describe`, the outermost first.
 */
export type Call = { name: string; isSkipped: boolean; texts: Text[]; around: Call[]; end: number }

export type Module = {
  path: string
  error: string | null
  imports: Import[]
  globals: Use[]
  texts: Text[]
  jsxLine: number | null
  /** `as never` and `as unknown as …`: casts that switch off type checking. */
  casts: Use[]
  /** Casts of an answer to `Promise<Read<…>>`. */
  answerCasts: number[]
  /** Calls of `it`, `test` and `describe` with their titles. */
  tests: Call[]
}

/** A node of the syntax tree. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

const TEST_FUNCTIONS: ReadonlySet<string> = new Set(['it', 'test', 'describe'])

export function readModule(path: string, source: string): Module {
  const parsed = parseSync(path, source)
  const toLine = createLineFinder(source)
  const module: Module = {
    path,
    error: parsed.errors[0]?.message ?? null,
    imports: [],
    globals: [],
    texts: [],
    jsxLine: null,
    casts: [],
    answerCasts: [],
    tests: [],
  }
  const bound = new Set<string>()
  const free: Use[] = []
  walk(parsed.program as unknown as Node, (node, parent, key) => {
    const line = toLine(node.start)
    readImport(node, line, module)
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') module.jsxLine ??= line
    const cast = toBlindCast(node)
    if (cast !== null) module.casts.push({ name: cast, line })
    if (isAnswerCast(node, source)) module.answerCasts.push(line)
    const text = toText(node)
    if (text !== null && !/^(Import|Export)/.test(parent?.type ?? '')) module.texts.push({ value: text, line })
    if (node.type === 'CallExpression') readTestCall(node, toLine, module)
    if (node.type === 'Identifier') {
      if (isBinding(parent, key)) bound.add(String(node.name))
      else if (isReference(parent, key)) free.push({ name: toGlobalName(String(node.name), parent, key), line })
    }
    if (node.type === 'NewExpression' && isNamed(node.callee, 'Date') && (node.arguments as unknown[]).length === 0)
      free.push({ name: 'new Date()', line })
  })
  module.globals = free.filter((use) => !bound.has(use.name.split('.')[0] ?? ''))
  return module
}

function readImport(node: Node, line: number, module: Module): void {
  const add = (source: unknown, isType: boolean, isWorker = false) => {
    const name = (source as Node | null)?.value
    if (typeof name === 'string') module.imports.push({ name, line, isType, isWorker })
  }
  switch (node.type) {
    case 'ImportDeclaration':
      return add(node.source, node.importKind === 'type')
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return add(node.source, node.exportKind === 'type')
    case 'ImportExpression':
      return add(node.source, false)
    case 'TSImportType':
      return add(node.source ?? (node.argument as Node | undefined)?.literal ?? node.argument, true)
    case 'NewExpression': {
      // new URL('./worker.ts', import.meta.url): a worker is a module, too.
      const [first, second] = node.arguments as Node[]
      if (
        isNamed(node.callee, 'URL') &&
        second?.type === 'MemberExpression' &&
        (second.object as Node).type === 'MetaProperty' &&
        /\.[cm]?[jt]sx?$/.test(String(first?.value))
      )
        add(first, false, true)
    }
  }
}

function readTestCall(node: Node, toLine: (offset: number) => number, module: Module): void {
  const chain = toChain(node.callee as Node)
  const name = chain.names[0]
  if (name === undefined || !TEST_FUNCTIONS.has(name)) return
  const texts: Text[] = []
  const collect = (from: unknown) =>
    walk(from as Node, (inner) => {
      const value = toText(inner)
      if (value !== null) texts.push({ value, line: toLine(inner.start) })
    })
  const title = (node.arguments as Node[])[0]
  if (title !== undefined && toText(title) !== null)
    texts.push({ value: toText(title) ?? '', line: toLine(title.start) })
  else if (title?.type === 'TemplateLiteral') collect(title)
  else return
  // For `it.each(table)('$name')` the names are in the table.
  for (const table of chain.tables) collect(table)
  module.tests.push({
    name,
    isSkipped: chain.names.includes('skip') || chain.names.includes('todo'),
    texts,
    // The tree is visited from the outside in.
    around: module.tests.filter((other) => other.end > node.start),
    end: node.end,
  })
}

/** `it.skip.each(table)` → names [it, skip, each], tables [table]. */
function toChain(callee: Node): { names: string[]; tables: Node[] } {
  if (callee.type === 'Identifier') return { names: [String(callee.name)], tables: [] }
  if (callee.type === 'MemberExpression') {
    const { names, tables } = toChain(callee.object as Node)
    return { names: [...names, String((callee.property as Node).name)], tables }
  }
  if (callee.type === 'CallExpression') {
    const { names, tables } = toChain(callee.callee as Node)
    return {
      names,
      tables: names.at(-1) === 'each' || names.at(-1) === 'for' ? [...tables, ...(callee.arguments as Node[])] : tables,
    }
  }
  if (callee.type === 'TaggedTemplateExpression') {
    const { names, tables } = toChain(callee.tag as Node)
    return { names, tables: [...tables, callee.quasi as Node] }
  }
  return { names: [], tables: [] }
}

function toText(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateElement') return (node.value as { cooked: string | null }).cooked
  if (node.type === 'JSXText') return String(node.value)
  return null
}

function toBlindCast(node: Node): string | null {
  if (node.type !== 'TSAsExpression') return null
  const typeOf = (one: unknown) => ((one as Node | null)?.typeAnnotation as Node | undefined)?.type
  if (typeOf(node) === 'TSNeverKeyword') return 'as never'
  const inner = node.expression as Node
  return inner.type === 'TSAsExpression' && typeOf(inner) === 'TSUnknownKeyword' ? 'as unknown as' : null
}

function isAnswerCast({ type, typeAnnotation }: Node, source: string): boolean {
  return type === 'TSAsExpression' && source.startsWith('Promise<Read<', (typeAnnotation as Node).start)
}

function isNamed(node: unknown, name: string): boolean {
  return (node as Node | null)?.type === 'Identifier' && (node as Node).name === name
}

const PATTERN_PARENTS: ReadonlySet<string> = new Set([
  'ArrayPattern',
  'RestElement',
  'TSParameterProperty',
  'ImportSpecifier',
  'ImportDefaultSpecifier',
  'ImportNamespaceSpecifier',
  'CatchClause',
  'FormalParameters',
])

/** Whether this identifier declares a name. */
function isBinding(parent: Node | null, key: string): boolean {
  if (parent === null) return false
  if (key === 'id' || key === 'params' || key === 'param' || key === 'local') return true
  if (parent.type === 'AssignmentPattern') return key === 'left'
  return (
    PATTERN_PARENTS.has(parent.type) || (parent.type === 'Property' && key === 'value' && parent.isPattern === true)
  )
}

/** Whether it reads a value, as opposed to naming a property or a type. */
function isReference(parent: Node | null, key: string): boolean {
  if (parent === null || parent.type.startsWith('TSTypeRef') || parent.type.startsWith('TSQualified')) return false
  if (parent.type === 'MemberExpression') return key === 'object' || parent.computed === true
  if (key === 'key') return parent.computed === true
  return (
    !(parent.type.startsWith('TS') && key !== 'expression' && key !== 'exprName') &&
    !/^(Export|Import|Labeled|Break|Continue|Meta)/.test(parent.type)
  )
}

/** `Date.now` and `Math.random` are more specific than `Date` and `Math`; globalThis.fetch stays globalThis. */
function toGlobalName(name: string, parent: Node | null, key: string): string {
  if ((name !== 'Date' && name !== 'Math') || parent?.type !== 'MemberExpression' || key !== 'object') return name
  return `${name}.${String((parent.property as Node).name ?? (parent.property as Node).value)}`
}

export type Visit = (node: Node, parent: Node | null, key: string) => void

export function walk(node: Node, visit: Visit, parent: Node | null = null, key = ''): void {
  visit(node, parent, key)
  for (const [name, value] of Object.entries(node)) {
    if (name === 'parent' || value === null || typeof value !== 'object') continue
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (!isNode(child)) continue
      if (node.type === 'ObjectPattern' && child.type === 'Property') child.isPattern = true
      walk(child, visit, node, name)
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Converts an offset to its line, counted from one. */
export function createLineFinder(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
