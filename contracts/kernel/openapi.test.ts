import { describe, expect, it } from 'vitest'
import { CONTENT, CONTENT_INTERNAL } from '../content.ts'
import { contractFor, type Contract } from './endpoint.ts'
import { toHtmlPage, toOpenApi } from './openapi.ts'

const info = { title: 'Content API', description: 'Reads <everything>', version: 'v5', base: '/{publication}' }
const contract = { ...CONTENT, ...CONTENT_INTERNAL }
type Document = {
  openapi: string
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[]
        security?: unknown
        requestBody?: unknown
        responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>
      }
    >
  >
  components: { securitySchemes: Record<string, unknown> }
}

describe('the OpenAPI document', () => {
  const document = toOpenApi(contract, info) as unknown as Document
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

  it('has every endpoint once, with its answer', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(contract).sort())
    for (const { operationId, responses } of operations)
      expect(Object.keys(responses), operationId).toContain(
        contract[operationId as keyof typeof contract].answer === null ? '204' : '200',
      )
  })

  it('names path parameters as the path does', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const { parameters } of Object.values(methods))
        expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(
          expect.arrayContaining(inPath),
        )
    }
  })

  it('describes query, security and body', () => {
    const search = document.paths['/{version}/articles/search']!.get!
    expect(search.parameters.find(({ name }) => name === 'limit')).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
    })
    const ingest = document.paths['/internal/documents']!.post!
    expect(ingest.security).toEqual([{ 'service-key': [] }])
    expect(JSON.stringify(ingest.requestBody)).toContain('sourceId')
    expect(document.components.securitySchemes).toHaveProperty('service-key')
  })

  it('refers only to definitions it contains', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
    expect(references.length).toBeGreaterThan(Object.keys(contract).length)
    for (const reference of references) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)
      expect(target, reference).toBeTypeOf('object')
    }
  })
})

it('a contract gives its credential to each endpoint, those of a spread contract as well', () => {
  const look = { method: 'GET', path: '/look', summary: 'Looks', answer: null } as const
  const write = { method: 'POST', path: '/write', summary: 'Writes', answer: null } as const
  const inner: Contract = contractFor('access-token', { look })
  const closed: Contract = contractFor('service-key', { ...inner, write })
  expect([closed.look!.security, closed.write!.security]).toEqual(['service-key', 'service-key'])
  expect(look).not.toHaveProperty('security')
})

it('prints a page that escapes its content and names every endpoint', () => {
  const page = toHtmlPage(contract, info)
  expect(page).toContain('Reads &#60;everything&#62;')
  for (const name of Object.keys(contract)) expect(page).toContain(`id="${name}"`)
  expect(page).not.toContain('[object Object]')
  expect(page).not.toContain('undefined')
})
