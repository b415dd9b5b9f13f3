/**
 * Reads one YAML file of a folder within limits and checks it against its schema; every fault has its line and a
 * remedy. The expansion of aliases is limited, duplicate keys are a fault, and only YAML's own tags are allowed.
 */
import { type Document, isMap, isNode, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'
import type { Finding } from '@lokalteil/contracts/publication/publication-folder'

export type YamlSource = {
  /** Line of a value, else of its nearest ancestor in the file. */
  lineOf: (path: readonly PropertyKey[]) => number | null
}
export type YamlResult<T> = { data: T | null; findings: Finding[]; source: YamlSource }

const MOST_BYTES = 1_000_000
const MOST_FINDINGS = 50

export function readYaml<T extends z.ZodType>(file: string, bytes: Uint8Array, schema: T): YamlResult<z.output<T>> {
  const nothing: YamlSource = { lineOf: () => null }
  const failed = (message: string, remedy: string, line: number | null = null) => ({
    data: null,
    findings: [toFinding(file, line, '', message, remedy)],
    source: nothing,
  })
  if (bytes.byteLength > MOST_BYTES)
    return failed(`is ${Math.round(bytes.byteLength / 1000)} kB`, `Keep it below ${MOST_BYTES / 1000} kB.`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return failed('is not UTF-8', 'Save it as UTF-8.')
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, version: '1.2', schema: 'core' })
  if (document.errors.length > 0) {
    const findings = document.errors
      .slice(0, MOST_FINDINGS)
      .map(({ message, pos: [at] }) =>
        toFinding(file, lines.linePos(at).line, '', toSentence(message), toYamlRemedy(message)),
      )
    return { data: null, findings, source: nothing }
  }
  const source: YamlSource = { lineOf: (path) => lineOf(document, lines, path) }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 100 }) ?? {}
  } catch {
    return failed('repeats itself through aliases', 'Write repeated values out.')
  }
  const checked = schema.safeParse(value)
  if (checked.success) return { data: checked.data, findings: [], source }
  const findings = checked.error.issues
    .slice(0, MOST_FINDINGS)
    .flatMap((issue) => toFindings(file, issue, value, schema, source))
  return { data: null, findings, source }
}

export function toFinding(
  file: string,
  line: number | null,
  field: string,
  message: string,
  remedy: string,
  level: Finding['level'] = 'error',
): Finding {
  return { level, file, line, field, message, remedy }
}

function toFindings(
  file: string,
  issue: z.core.$ZodIssue,
  value: unknown,
  schema: z.ZodType,
  source: YamlSource,
): Finding[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    const known = listKeys(schema, path)
    return issue.keys.map((key) => {
      const meant = nearest(key, known)
      return toFinding(
        file,
        source.lineOf([...path, key]),
        toField([...path, key]),
        `"${key}" is nothing the product knows`,
        meant === null
          ? `Remove it${known.length > 0 ? `; possible are ${known.join(', ')}` : ''}.`
          : `Did you mean "${meant}"?`,
      )
    })
  }
  const isMissing = issue.code === 'invalid_type' && valueAt(value, path) === undefined
  if (isMissing) {
    return [toFinding(file, source.lineOf(path), toField(path), 'is missing', `Add "${String(path.at(-1) ?? '')}".`)]
  }
  return [
    toFinding(file, source.lineOf(path), toField(path), toProblem(issue), toRemedy(issue, listKeys(schema, path))),
  ]
}

function toProblem(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      return `is too long or too large: at most ${issue.maximum}`
    case 'too_small':
      return issue.message.startsWith('must') ? issue.message : `is too short or too small: at least ${issue.minimum}`
    case 'invalid_type':
      return `must be ${issue.expected === 'record' || issue.expected === 'object' ? 'a list of keys with values' : `a ${issue.expected}`}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    default:
      return issue.message
  }
}

/** `keys`: the keys that the object may have. */
function toRemedy(issue: z.core.$ZodIssue, keys: readonly string[]): string {
  switch (issue.code) {
    case 'too_big':
      return 'Shorten it.'
    case 'invalid_type':
      return issue.expected === 'string'
        ? 'Put it in quotes.'
        : issue.expected === 'array'
          ? 'Begin each entry with "- ".'
          : keys.length > 0
            ? `Write below it, each on a line: ${keys.join(', ')}.`
            : 'Correct it.'
    default:
      return issue.message.startsWith('must') ? `It ${issue.message}.` : 'Correct it.'
  }
}

function toSentence(message: string): string {
  return message.split('\n', 1)[0]!.replace(/ at line \d+, column \d+:?$/, '')
}

function toYamlRemedy(message: string): string {
  if (/tabs?/i.test(message)) return 'Indent with blanks, not with tabs.'
  if (/unique/i.test(message)) return 'Keep one of the two.'
  if (/indent/i.test(message)) return 'Entries of the same level begin in the same column.'
  return 'Put texts with : # or quotes in them in quotes.'
}

/** Formats a path, list entries counted from 1: `publisher.vatId`, `people[3]`. */
export function toField(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (field, key) =>
      typeof key === 'number' ? `${field}[${key + 1}]` : field === '' ? String(key) : `${field}.${String(key)}`,
    '',
  )
}

function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number | null {
  for (let length = path.length; length >= 0; length--) {
    const at = path.slice(0, length)
    const parent = length === 0 ? null : document.getIn(at.slice(0, -1), true)
    const key = at.at(-1)
    // The line of the key, because a block value begins below its key.
    const pair = isMap(parent) ? parent.items.find((item) => isNode(item.key) && item.key.toJSON() === key) : undefined
    const node = (pair?.key ?? document.getIn(at, true)) as Node | null | undefined
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  )
}

/** The keys that the schema allows for an object at a path. */
function listKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema
  for (const key of path) {
    at = unwrap(at)
    const { shape, element, valueType } = at as {
      shape?: Record<PropertyKey, unknown>
      element?: unknown
      valueType?: unknown
    }
    at = typeof key === 'number' ? element : (shape?.[key] ?? valueType)
    if (at === undefined) return []
  }
  const { shape, keyType } = unwrap(at) as { shape?: object; keyType?: { options?: readonly string[] } }
  return shape === undefined ? [...(keyType?.options ?? [])] : Object.keys(shape)
}

function unwrap(schema: unknown): unknown {
  let at = schema as {
    unwrap?: () => unknown
    in?: unknown
    _zod?: { def: { getter?: () => unknown; innerType?: unknown } }
  }
  for (let depth = 0; depth < 10; depth++) {
    const inner = at?._zod?.def.innerType ?? at?._zod?.def.getter?.()
    if (inner === undefined) return at
    at = inner as typeof at
  }
  return at
}

/** The known word with the fewest edits, if few enough; for "Did you mean …?". */
export function nearest(word: string, words: readonly string[]): string | null {
  const [best] = words
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.max(1, Math.floor(candidate.length / 3)))
    .toSorted((a, b) => a.edits - b.edits)
  return best?.candidate ?? null
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}
