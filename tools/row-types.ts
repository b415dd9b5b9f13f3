/**
 * Compares the row types of a service (`schema.ts`) with the tables that its migrations make, and brings them in line. A type
 * may be narrower than the database: the allowed words of a text, the shape of JSON, a required column that has a default. It
 * may not be wider or different.
 */
import { parseSync } from 'vite'
import { resolveFile, type Sources } from './import-rules.ts'
import { walk, type Node } from './module-reader.ts'

/** `type`: as PostgreSQL formats it. */
export type Column = { table: string; name: string; type: string; isRequired: boolean; hasDefault: boolean }

/** Of a column as it is read. `any`: the type is not looked into. */
type RowType = {
  kinds: ReadonlySet<string>
  isNullable: boolean
  isAny: boolean
  /** An insert may leave it out. */
  isOptional: boolean
  /** The database computes it. */
  isComputed: boolean
}
type File = { path: string; types: ReadonlyMap<string, Node>; imports: ReadonlyMap<string, string> }
/** Names that stand for a type: the parameters of a generic alias. */
type Scope = { file: File; bound: ReadonlyMap<string, { node: Node; scope: Scope }> }
type Member = { name: string; node: Node; scope: Scope }
type Table = { name: string; members: Member[]; node: Node }

type Fault = { table: string; column: string | null; message: string }

const KINDS: Readonly<Record<string, string>> = {
  TSStringKeyword: 'string',
  TSTemplateLiteralType: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
}
/** As the database hands them over (services/platform/database.ts). */
const READ_AS: readonly (readonly [RegExp, string])[] = [
  [/^(?:text|uuid|tsvector|numeric|character varying)\b/, 'string'],
  [/^(?:smallint|integer|bigint|real|double precision)$/, 'number'],
  [/^boolean$/, 'boolean'],
  [/^(?:date|timestamp)/, 'Date'],
  [/^bytea$/, 'Uint8Array'],
  [/^jsonb?$/, 'unknown'],
]

function toReadType(type: string): string {
  if (type.endsWith('[]')) return `${toReadType(type.slice(0, -2))}[]`
  const found = READ_AS.find(([pattern]) => pattern.test(type))
  if (found === undefined) throw new Error(`tools/row-types.ts does not know how ${type} is read`)
  return found[1]
}

/** Empty: types and tables agree. */
export function compareRows(path: string, sources: Sources, columns: readonly Column[]): Fault[] {
  const tables = listTables(path, sources)
  const stored = Map.groupBy(columns, ({ table }) => table)
  const faults: Fault[] = []
  const report = (table: string, column: string | null, message: string) => faults.push({ table, column, message })
  for (const name of stored.keys()) if (!tables.has(name)) report(name, null, 'the table has no type')
  for (const [name, { members }] of tables) {
    const found = stored.get(name)
    if (found === undefined) {
      report(name, null, 'there is no such table')
      continue
    }
    for (const member of members)
      if (!found.some((column) => column.name === member.name)) report(name, member.name, 'there is no such column')
    for (const column of found) {
      const member = members.find((one) => one.name === column.name)
      if (member === undefined) report(name, column.name, 'the column has no type')
      else
        for (const message of compareColumn(column, readType(member.node, member.scope, sources)))
          report(name, column.name, message)
    }
  }
  return faults
}

function compareColumn(column: Column, found: RowType): string[] {
  const kind = toReadType(column.type)
  return [
    ...(kind === 'unknown' || found.kinds.size === 0 || found.kinds.has(kind)
      ? []
      : [`it is read as ${kind}, not ${[...found.kinds].join(' or ')}`]),
    ...(found.isNullable && column.isRequired ? ['it is never null'] : []),
    ...(!found.isNullable && !found.isAny && !found.isComputed && !column.isRequired ? ['it may be null'] : []),
    ...(found.isOptional && column.isRequired && !column.hasDefault ? ['an insert must name it'] : []),
  ]
}

/** The source with tables and columns added and removed; other differences need a person. */
export function amendRows(path: string, sources: Sources, columns: readonly Column[]): string {
  const faults = compareRows(path, sources, columns)
  const tables = listTables(path, sources)
  const source = sources.get(path)!
  const edits: { start: number; end: number; text: string }[] = []
  const add = (literal: Node, text: string) => {
    const last = (literal.members as Node[]).at(-1)
    const at = last === undefined ? literal.start + 1 : last.end
    edits.push({ start: at, end: at, text: `\n${text}` })
  }
  const declare = ({ name, type, isRequired, hasDefault }: Column) => {
    const read = `${toReadType(type)}${isRequired ? '' : ' | null'}`
    if (/^jsonb?$/.test(type))
      return `${name}: ColumnType<unknown, string${isRequired ? '' : ' | null'}, string${isRequired ? '' : ' | null'}>`
    return `${name}: ${hasDefault ? `Generated<${read}>` : read}`
  }
  for (const { table, column, message } of faults) {
    const known = tables.get(table)
    const literals = known === undefined ? [] : listOwnLiterals(known, source)
    if (message === 'the table has no type') {
      const all = columns.filter((one) => one.table === table).map(declare)
      const home = [...tables.values()].at(-1)?.node
      if (home !== undefined)
        edits.push({ start: home.end, end: home.end, text: `\n'${table}': {\n${all.join('\n')}\n}` })
    }
    if (message === 'there is no such table' && known !== undefined)
      edits.push({ ...toLine(source, known.node), text: '' })
    if (message === 'the column has no type' && literals[0] !== undefined)
      add(literals[0], declare(columns.find((one) => one.table === table && one.name === column)!))
    if (message === 'there is no such column') {
      const member = literals.flatMap(({ members }) => members as Node[]).find((one) => toName(one) === column)
      if (member !== undefined) edits.push({ ...toLine(source, member), text: '' })
    }
  }
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), source)
}

/** Those of a table that stand in the file itself. */
function listOwnLiterals({ node, members }: Table, source: string): Node[] {
  const own: Node[] = []
  const inside = new Set(members.map((member) => member.node))
  walk(parseSync('schema.ts', source).program as unknown as Node, (one) => {
    if (one.type !== 'TSTypeLiteral') return
    const isInTable = one.start >= node.start && one.end <= node.end
    const isNamed = (one.members as Node[]).some((member) => [...inside].some((known) => known.start === member.start))
    if (isInTable || isNamed) own.push(one)
  })
  return own
}

/** With the comment above it. */
function toLine(source: string, { start, end }: Node): { start: number; end: number } {
  const before = source.slice(0, start).replace(/(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/)?\s*$/, '')
  return { start: before.length, end: source[end] === ';' ? end + 1 : end }
}

function listTables(path: string, sources: Sources): ReadonlyMap<string, Table> {
  const file = readFile(path, sources)
  const scope: Scope = { file, bound: new Map() }
  const tables = new Map<string, Table>()
  for (const type of file.types.values())
    walk(type, (node) => {
      const name = node.type === 'TSPropertySignature' ? toName(node) : ''
      if (!/^\w+\.\w+$/.test(name)) return
      tables.set(name, { name, node, members: listMembers(toAnnotation(node), scope, sources) })
    })
  return tables
}

function listMembers(node: Node, scope: Scope, sources: Sources): Member[] {
  if (node.type === 'TSTypeLiteral')
    return (node.members as Node[]).map((member) => ({ name: toName(member), node: toAnnotation(member), scope }))
  if (node.type === 'TSIntersectionType')
    return (node.types as Node[]).flatMap((one) => listMembers(one, scope, sources))
  const target = findType(node, scope, sources)
  if (target === null) throw new Error(`${scope.file.path}: a row of ${node.type} cannot be read`)
  return listMembers(target.node, target.scope, sources)
}

function readType(node: Node, scope: Scope, sources: Sources): RowType {
  const of = (kinds: string[], more: Partial<RowType> = {}): RowType => ({
    kinds: new Set(kinds),
    isNullable: false,
    isAny: false,
    isOptional: false,
    isComputed: false,
    ...more,
  })
  const kind = KINDS[node.type]
  if (kind !== undefined) return of([kind])
  if (node.type === 'TSNullKeyword') return of([], { isNullable: true })
  if (node.type === 'TSLiteralType') return of([typeof (node.literal as Node).value])
  if (node.type === 'TSParenthesizedType') return readType(node.typeAnnotation as Node, scope, sources)
  if (node.type === 'TSArrayType') {
    const { kinds, isAny } = readType(node.elementType as Node, scope, sources)
    return of(
      [...kinds].map((one) => `${one}[]`),
      { isAny },
    )
  }
  if (node.type === 'TSUnionType') {
    const all = (node.types as Node[]).map((one) => readType(one, scope, sources))
    return of(
      all.flatMap(({ kinds }) => [...kinds]),
      {
        isNullable: all.some(({ isNullable }) => isNullable),
        isAny: all.some(({ isAny }) => isAny),
        isOptional: all.some(({ isOptional }) => isOptional),
      },
    )
  }
  const name = toReference(node)
  const [first, second] = listArguments(node)
  if (name === 'Date' || name === 'Uint8Array') return of([name])
  if ((name === 'Generated' || name === 'GeneratedAlways') && first !== undefined)
    return { ...readType(first, scope, sources), isOptional: true, isComputed: name === 'GeneratedAlways' }
  if (name === 'ColumnType' && first !== undefined) {
    const isOptional = second?.type === 'TSNeverKeyword' || hasUndefined(second)
    return { ...readType(first, scope, sources), isOptional }
  }
  const target = findType(node, scope, sources)
  return target === null ? of([], { isAny: true }) : readType(target.node, target.scope, sources)
}

function hasUndefined(node: Node | undefined): boolean {
  return node?.type === 'TSUnionType' && (node.types as Node[]).some(({ type }) => type === 'TSUndefinedKeyword')
}

/** The declaration behind a name: a parameter, an alias of the file, or one of the file it comes from. */
function findType(node: Node, scope: Scope, sources: Sources): { node: Node; scope: Scope } | null {
  const name = toReference(node)
  if (name === '') return null
  const bound = scope.bound.get(name)
  if (bound !== undefined) return bound
  const from = scope.file.imports.get(name)
  const path = from === undefined ? scope.file.path : resolveFile(scope.file.path, from, sources)
  if (path === null || !path.endsWith('.ts')) return null
  const file = path === scope.file.path ? scope.file : readFile(path, sources)
  const alias = file.types.get(name)
  if (alias === undefined) return null
  const parameters = ((alias.typeParameters as { params: Node[] } | null)?.params ?? []).map(
    (one) => (one.name as { name: string }).name,
  )
  const given = listArguments(node)
  const pairs = parameters.flatMap((parameter, index): [string, { node: Node; scope: Scope }][] =>
    given[index] === undefined ? [] : [[parameter, { node: given[index], scope }]],
  )
  return { node: alias.typeAnnotation as Node, scope: { file, bound: new Map(pairs) } }
}

function readFile(path: string, sources: Sources): File {
  const types = new Map<string, Node>()
  const imports = new Map<string, string>()
  for (const statement of parseSync(path, sources.get(path) ?? '').program.body as unknown as Node[]) {
    const declared = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement
    if (declared?.type === 'TSTypeAliasDeclaration') types.set((declared.id as { name: string }).name, declared)
    if (statement.type === 'ImportDeclaration')
      for (const one of statement.specifiers as { local: { name: string } }[])
        imports.set(one.local.name, (statement.source as unknown as { value: string }).value)
  }
  return { path, types, imports }
}

function toName(member: Node): string {
  const { name, value } = member.key as { name?: string; value?: string }
  return name ?? value ?? ''
}

function toAnnotation(member: Node): Node {
  return (member.typeAnnotation as Node).typeAnnotation as Node
}

function toReference(node: Node): string {
  return node.type === 'TSTypeReference' ? ((node.typeName as { name?: string }).name ?? '') : ''
}

function listArguments(node: Node): Node[] {
  return (node.typeArguments as { params: Node[] } | null | undefined)?.params ?? []
}
