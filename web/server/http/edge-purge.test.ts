import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Edge } from '../config/edge.ts'
import { createEdgePurge, type EdgePurge } from './edge-purge.ts'

const TOKEN = 'token-of-the-edge-1'
const WAITS = { answer: 300, again: 20, longest: 80, echo: 60_000 }

type Heard = { method: string; headers: IncomingHttpHeaders; body: string }

let server: Server
let url: string
let heard: Heard[]
let logged: [string, unknown][]
/** How the next calls are answered; the last counts for all others. `null`: never. */
let answers: (number | null)[]
let opened: EdgePurge[]

beforeEach(async () => {
  ;[heard, logged, answers, opened] = [[], [], [200], []]
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      heard.push({ method: request.method ?? '', headers: request.headers, body })
      const status = answers.length > 1 ? answers.shift()! : answers[0]!
      if (status !== null) response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterEach(async () => {
  for (const edge of opened) edge.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function open({
  kind = 'varnish',
  urls = [url],
  waits = WAITS,
}: { kind?: Edge['kind']; urls?: string[]; waits?: typeof WAITS } = {}) {
  const edge = createEdgePurge({
    edge: { kind, purgeUrls: urls, purgeToken: TOKEN },
    log: (_level, event, fields) => void logged.push([event, fields]),
    waits,
  })
  opened.push(edge)
  return edge
}

const keysOf = ({ headers }: Heard) => headers['surrogate-key']?.toString().split(' ') ?? []
const heardKeys = () => heard.flatMap(keysOf)

describe('a purge', () => {
  it.each(['varnish', 'nginx'] as const)('tells %s the keys in a header, with the token', async (kind) => {
    open({ kind }).purge(['a/1', 'path/sport'])
    await expect.poll(() => heard.length).toBe(1)
    expect([heard[0]!.method, heard[0]!.headers.authorization, keysOf(heard[0]!)]).toEqual([
      'PURGE',
      `Bearer ${TOKEN}`,
      ['a/1', 'path/sport'],
    ])
  })

  it('tells others in JSON', async () => {
    open({ kind: 'http' }).purge(['a/1', 'lists'])
    await expect.poll(() => heard.length).toBe(1)
    const [{ method, headers, body }] = heard as [Heard]
    expect([method, headers['content-type'], headers.authorization, JSON.parse(body)]).toEqual([
      'POST',
      'application/json',
      `Bearer ${TOKEN}`,
      { keys: ['a/1', 'lists'] },
    ])
  })

  it('of nothing is no call', async () => {
    open().purge([])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(heard).toEqual([])
  })

  it('collects keys during a call, each once', async () => {
    const edge = open()
    for (const keys of [['a/1'], ['a/2', 'lists'], ['a/3', 'lists'], ['a/2']]) edge.purge(keys)
    await expect.poll(heardKeys).toEqual(['a/1', 'a/2', 'lists', 'a/3'])
    expect(heard.length).toBe(2)
  })

  it('is split into headers that a cache takes', async () => {
    const keys = Array.from({ length: 90 }, (_unused, at) => `path/${'x'.repeat(150)}${at}`)
    open().purge(keys)
    await expect.poll(heardKeys).toEqual(keys)
    expect(heard.every(({ headers }) => headers['surrogate-key']!.length <= 3000)).toBe(true)
  })

  it('of more keys than the queue holds is one of everything', async () => {
    answers = [503, 200]
    const edge = open()
    edge.purge(['a/0'])
    for (let at = 1; at < 600; at++) edge.purge([`a/${at}`])
    edge.purge(['path/sport'])
    await expect.poll(() => heard.map(keysOf)).toEqual([['a/0'], ['all']])
  })

  it('of everything makes other keys needless', async () => {
    open().purge(['a/1', 'all', 'lists'])
    await expect.poll(() => heard.map(keysOf)).toEqual([['all']])
  })

  it('is sent once more, for answers that were on their way', async () => {
    const edge = open({ waits: { ...WAITS, echo: 60 } })
    edge.purge(['a/1'])
    await expect.poll(() => heard.map(keysOf)).toEqual([['a/1'], ['a/1']])
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(heard.length).toBe(2)
  })
})

describe('a cache that does not take a purge', () => {
  it.each([
    ['refuses', 503, 'status 503'],
    ['knows another token', 403, 'status 403'],
    ['does not answer', null, 'no answer in time'],
  ])('and %s gets the purge again until it does, and the log says so once', async (_how, status, reason) => {
    answers = [status, status, status, 200]
    open().purge(['a/1'])
    await expect.poll(() => heard.length, { timeout: 5000 }).toBe(4)
    await expect.poll(() => logged.map(([event]) => event)).toEqual(['edge-purge-failed', 'edge-purge-back'])
    expect(logged[0]![1]).toEqual({ edge: new URL(url).origin, reason, waiting: 1 })
    expect(heard.map(keysOf)).toEqual([['a/1'], ['a/1'], ['a/1'], ['a/1']])
  })

  it('does not hold up another', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    open({ urls: [`http://127.0.0.1:${port}/purge?key=geheim`, url] }).purge(['a/1'])
    await expect.poll(heardKeys).toEqual(['a/1'])
    await expect
      .poll(() => logged[0])
      .toEqual(['edge-purge-failed', { edge: `http://127.0.0.1:${port}`, reason: 'unreachable', waiting: 1 }])
  })

  it('keeps the changes that come meanwhile, and no token is in the log', async () => {
    answers = [500, 500, 200]
    const edge = open()
    edge.purge(['a/1'])
    edge.purge(['a/2'])
    await expect.poll(() => heard.at(-1) && keysOf(heard.at(-1)!).toSorted(), { timeout: 5000 }).toEqual(['a/1', 'a/2'])
    await expect.poll(() => logged.map(([event]) => event)).toEqual(['edge-purge-failed', 'edge-purge-back'])
    expect(JSON.stringify(logged)).not.toContain(TOKEN)
  })

  it('is left alone after the end', async () => {
    answers = [500]
    const edge = open()
    edge.purge(['a/1'])
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    edge.close()
    // One may be on its way.
    const most = heard.length + 1
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(heard.length).toBeLessThanOrEqual(most)
  })
})
