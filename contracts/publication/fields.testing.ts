/**
 * Generates docs/publication-fields.md: every field of every file of a publication's folder and every setting, from the
 * schemas. Its test fails if the document is out of date; `vitest run contracts/publication/fields.test.ts -u` writes
 * it.
 */
import { z } from 'zod'
import { DEFAULT_SETTINGS } from '@lokalteil/domain/publication/settings'
import { FOLDER_FILES } from './publication-folder.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  description?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  $ref?: string
  $defs?: Record<string, Schema>
}
type Row = { field: string; type: string; isRequired: boolean; schema: Schema }

const HEAD = `# The fields of a publication's folder

What each file is for stands in [publication-folder.md](publication-folder.md). Here is every field, printed from the schemas
that \`npx lokalteil publication check\` reads with. \`a.b\` is \`b\` below \`a\`, \`a[]\` an entry
of a list, \`a.*\` a value under a name of your own. A field that is not required and has no default may be left out. A field
that is not here is refused. Entries of a list may have several forms (blocks of a front, say): then their fields stand together,
and \`check\` says what one form lacks.
`

export function toFieldDocument(): string {
  const files = Object.entries(FOLDER_FILES).map(([file, schema]) => {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
    return `## ${file}\n\n${toTable(listRows(json, '', json.$defs ?? {}))}`
  })
  const settings = Object.entries(DEFAULT_SETTINGS).map(
    ([key, value]) =>
      `| \`${key}\` | ${value === null ? 'true, false or not set' : typeof value === 'boolean' ? 'true or false' : typeof value === 'number' ? 'number' : 'text'} | ${toCode(value)} |`,
  )
  return [
    HEAD,
    ...files,
    `## Settings\n\n\`npx lokalteil settings\` shows and changes them; they are no part of the folder.\n\n| Setting | Value | Default |\n|---|---|---|\n${settings.join('\n')}\n`,
  ].join('\n')
}

/** The fields of an object, each with its nested fields. */
function listRows(schema: Schema, prefix: string, defs: Record<string, Schema>, seen: readonly string[] = []): Row[] {
  const { required = [] } = schema
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]): Row[] => {
    const path = prefix + name
    const own = { field: path, type: toType(field, seen), isRequired: required.includes(name), schema: field }
    return [own, ...listBelow(field, path, defs, seen)]
  })
}

function listBelow(schema: Schema, path: string, defs: Record<string, Schema>, seen: readonly string[]): Row[] {
  const { $ref, items, additionalProperties } = schema
  if ($ref !== undefined) {
    const def = defs[$ref.split('/').at(-1)!]
    return def === undefined || seen.includes($ref) ? [] : listBelow(def, path, defs, [...seen, $ref])
  }
  const variants = listVariants(schema)
  if (variants.length > 0) {
    const forms = variants.map((one) => listBelow(one, path, defs, seen)).filter((rows) => rows.length > 0)
    return uniteRows(forms)
  }
  if (items !== undefined) return listBelow(items, `${path}[]`, defs, seen)
  if (schema.properties !== undefined) return listRows(schema, `${path}.`, defs, seen)
  return typeof additionalProperties === 'object' ? listBelow(additionalProperties, `${path}.*`, defs, seen) : []
}

const listVariants = ({ anyOf, oneOf, allOf }: Schema): Schema[] => anyOf ?? oneOf ?? allOf ?? []

/**
 * Merges the fields of the alternative forms of an entry: each once, required if every form requires it, with a default if
 * it is that of every form.
 */
function uniteRows(forms: readonly (readonly Row[])[]): Row[] {
  return [...Map.groupBy(forms.flat(), ({ field }) => field).values()].map((same) => ({
    ...same[0]!,
    type: [...new Set(same.map(({ type }) => type))].join(' or '),
    isRequired: same.length === forms.length && same.every(({ isRequired }) => isRequired),
    schema: {
      ...same[0]!.schema,
      default: same.every(({ schema }) => schema.default === same[0]!.schema.default)
        ? same[0]!.schema.default
        : undefined,
    },
  }))
}

function toType(schema: Schema, seen: readonly string[] = []): string {
  if (schema.$ref !== undefined) return 'as the entry above'
  const variants = listVariants(schema)
  if (variants.length > 0) return [...new Set(variants.map((one) => toType(one, seen)))].join(' or ')
  if (schema.const !== undefined) return toCode(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(toCode).join(', ')
  switch (schema.type) {
    case 'array':
      return `list${schema.maxItems === undefined ? '' : ` of at most ${schema.maxItems}`}: ${toType(schema.items ?? {}, seen)}`
    case 'object':
      return schema.properties === undefined ? `by name: ${toValueType(schema, seen)}` : 'fields'
    case 'integer':
    case 'number':
      return toNumber(schema)
    case 'boolean':
      return 'true or false'
    case 'null':
      return '`null`'
    case 'string':
      return toText(schema)
    default:
      return 'text'
  }
}

function toValueType({ additionalProperties }: Schema, seen: readonly string[]): string {
  return typeof additionalProperties === 'object' ? toType(additionalProperties, seen) : 'anything'
}

const MOST = Number.MAX_SAFE_INTEGER

function toNumber({ type, minimum = -MOST, maximum = MOST }: Schema): string {
  const name = type === 'integer' ? 'whole number' : 'number'
  const bounds = [minimum > -MOST ? `from ${minimum}` : '', maximum < MOST ? `to ${maximum}` : ''].filter(Boolean)
  return [name, ...bounds].join(' ')
}

function toText({ format, maxLength, pattern }: Schema): string {
  const name =
    format === 'email'
      ? 'e-mail address'
      : format === 'date'
        ? 'day'
        : format === 'date-time'
          ? 'time'
          : format === 'uri'
            ? 'address'
            : 'text'
  const isShort = pattern !== undefined && pattern.length <= 60 && name === 'text'
  return [name, maxLength === undefined ? '' : `of at most ${maxLength}`, isShort ? `like \`${pattern}\`` : '']
    .filter(Boolean)
    .join(' ')
}

function toTable(rows: readonly Row[]): string {
  const lines = rows.map(({ field, type, isRequired, schema }) => {
    const fallback = schema.default === undefined ? '' : toCode(schema.default)
    const cells = [`\`${field}\``, type, isRequired ? 'yes' : '', fallback, schema.description ?? '']
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return `| Field | Value | Required | Default | |\n|---|---|---|---|---|\n${lines.join('\n')}\n`
}

const toCode = (value: unknown): string => `\`${JSON.stringify(value)}\``
