/**
 * Prints a contract as an OpenAPI 3.1 document and as a plain HTML page. Both come from the schemas that service and
 * client parse with, so they cannot disagree with the code.
 */
import { z } from 'zod'
import type { Contract, Endpoint } from './endpoint.ts'
import { Problem } from './problem.ts'

export type ApiInfo = {
  title: string
  description: string
  version: string
  /** The prefix of all paths, such as `/content/{publication}`. */
  base: string
}

type JsonSchema = Record<string, unknown>
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema; description?: string }
type Operation = {
  operationId: string
  summary: string
  security?: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: unknown
  responses: Record<string, unknown>
}

export function toOpenApi(contract: Contract, info: ApiInfo): JsonSchema {
  const paths: Record<string, Record<string, Operation>> = {}
  const schemas: Record<string, JsonSchema> = { Problem: toSchema(Problem, 'output') }
  for (const [name, endpoint] of Object.entries(contract)) {
    const path = endpoint.path.replace(/\{(\w+)\+\}/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(name, endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: { title: info.title, description: info.description, version: info.version },
    servers: [{ url: info.base, ...toServerVariables(info.base) }],
    paths,
    components: { schemas, securitySchemes: toSecuritySchemes(contract) },
  }
}

function toOperation(name: string, endpoint: Endpoint, schemas: Record<string, JsonSchema>): Operation {
  const shared = (part: string, schema: JsonSchema) => shareDefinitions(`${name}${part}`, schema, schemas)
  const content = endpoint.answer === null ? null : toJsonContent(shared('Answer', toSchema(endpoint.answer, 'output')))
  const answer =
    content === null
      ? { 204: { description: 'Done' } }
      : {
          200: { description: 'OK', content },
          ...(endpoint.creates === true ? { 201: { description: 'Created', content } } : {}),
        }
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.security === undefined ? {} : { security: [{ [endpoint.security]: [] }] }),
    parameters: [...toParameters(endpoint.params, 'path'), ...toParameters(endpoint.query, 'query')],
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, content: toJsonContent(shared('Body', toSchema(endpoint.body, 'input'))) } }),
    responses: {
      ...answer,
      ...Object.fromEntries(Object.entries(endpoint.problems ?? {}).map(([status, code]) => [status, toProblem(code)])),
      default: toProblem('Any refusal: BAD_REQUEST, NOT_FOUND, INTERNAL …'),
    },
  }
}

/** A recursive schema refers to its own root; in the document it needs a name under `components`. */
function shareDefinitions(
  name: string,
  { $defs, ...schema }: JsonSchema,
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const text = JSON.stringify({ ...schema, $defs })
  if (!text.includes('"$ref":"#')) return schema
  const renamed = JSON.parse(
    text.replace(
      /"\$ref":"#(?:\/\$defs\/([^"]+))?"/g,
      (_whole, definition?: string) =>
        `"$ref":"#/components/schemas/${definition === undefined ? name : `${name}_${definition}`}"`,
    ),
  ) as JsonSchema & { $defs?: Record<string, JsonSchema> }
  const { $defs: definitions = {}, ...root } = renamed
  for (const [definition, value] of Object.entries(definitions)) schemas[`${name}_${definition}`] = value
  schemas[name] = root
  return { $ref: `#/components/schemas/${name}` }
}

function toProblem(description: string): unknown {
  return { description, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } }
}

function toJsonContent(schema: JsonSchema): unknown {
  return { 'application/json': { schema } }
}

function toParameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Parameter[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: rest,
    ...(typeof description === 'string' ? { description } : {}),
  }))
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as JsonSchema
  return rest
}

function toServerVariables(base: string): JsonSchema {
  const names = [...base.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  return names.length === 0
    ? {}
    : { variables: Object.fromEntries(names.map((name) => [name, { default: name === 'publication' ? 'code' : '' }])) }
}

function toSecuritySchemes(contract: Contract): JsonSchema {
  const used = new Set(Object.values(contract).flatMap(({ security }) => (security === undefined ? [] : [security])))
  return Object.fromEntries([...used].map((name) => [name, { type: 'http', scheme: 'bearer' }]))
}

/** In English and without scripts: for developers. */
export function toHtmlPage(contract: Contract, info: ApiInfo): string {
  const endpoints = Object.entries(contract).map(([name, endpoint]) => toSection(name, endpoint, info.base))
  const links = Object.entries(contract).map(
    ([name, endpoint]) =>
      `<li><a href="#${escape(name)}"><b>${endpoint.method}</b> <code>${escape(endpoint.path)}</code></a> ${escape(endpoint.summary)}</li>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(info.title)}</title><style>${STYLE}</style></head><body>
<h1>${escape(info.title)} <small>${escape(info.version)}</small></h1><p>${escape(info.description)}</p><p>Base address: <code>${escape(info.base)}</code>. For programs: <a href="openapi.json">openapi.json</a>.</p>
<ul>${links.join('\n')}</ul>
${endpoints.join('\n')}
</body></html>`
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow:auto;padding:.75rem;border:1px solid #8886;border-radius:4px}section{border-top:1px solid #8886;margin-top:2rem}table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}small{font-weight:400;opacity:.7}`

function toSection(name: string, endpoint: Endpoint, base: string): string {
  const parameters = [...toParameters(endpoint.params, 'path'), ...toParameters(endpoint.query, 'query')]
  const rows = parameters.map(
    (parameter) =>
      `<tr><td><code>${escape(parameter.name)}</code></td><td>${parameter.in}${parameter.required ? ', required' : ''}</td><td><code>${escape(toShape(parameter.schema))}</code></td></tr>`,
  )
  return `<section id="${escape(name)}"><h2>${escape(endpoint.summary)}</h2><p><b>${endpoint.method}</b> <code>${escape(base + endpoint.path)}</code>${endpoint.security === undefined ? '' : ` · needs: ${endpoint.security}`}</p>
${rows.length === 0 ? '' : `<table><tr><th>Parameter</th><th>In</th><th>Type</th></tr>${rows.join('')}</table>`}
${endpoint.body === undefined ? '' : `<h3>Body</h3><pre>${escape(toShape(toSchema(endpoint.body, 'input')))}</pre>`}
<h3>Answer</h3><pre>${endpoint.answer === null ? '204 without a body' : escape(toShape(toSchema(endpoint.answer, 'output')))}</pre></section>`
}

type Shape = {
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  $ref?: string
  additionalProperties?: Shape | boolean
}

/** The schema in TypeScript notation. */
function toShape(schema: Shape, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return options.map((option) => toShape(option, indent)).join(' | ')
  if (schema.$ref !== undefined) return '(the same again)'
  if (schema.type === 'array') {
    const item = toShape(schema.items ?? {}, indent)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (schema.properties !== undefined) {
    const deeper = `${indent}  `
    const lines = Object.entries(schema.properties).map(
      ([name, value]) => `${deeper}${name}${schema.required?.includes(name) ? '' : '?'}: ${toShape(value, deeper)}`,
    )
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  if (typeof schema.additionalProperties === 'object')
    return `Record<string, ${toShape(schema.additionalProperties, indent)}>`
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'unknown')
  return `${type}${schema.pattern === undefined ? '' : ` matching /${schema.pattern}/`}${schema.default === undefined ? '' : ` = ${JSON.stringify(schema.default)}`}`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
