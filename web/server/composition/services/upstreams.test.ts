import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterEach, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '../../portal.testing.ts'
import { createUpstreams } from './upstreams.ts'

const KEY = 'key-of-at-least-sixteen-characters'
let server: Server | undefined
const portals: TestPortal[] = []
afterEach(async () => {
  for (const portal of portals.splice(0).toReversed()) await portal.close()
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

it('accepts an answer of exactly the configured size, and none that is a byte larger', async () => {
  const own = createServer((request, response) => response.end('x'.repeat(Number(request.url!.slice(1)))))
  server = own
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(own.address() as AddressInfo).port}`
  const upstreams = createUpstreams({ maxBytes: 12_000, log: () => {} })
  const { fetch } = upstreams.of('content')
  expect((await (await fetch(new Request(`${base}/12000`))).text()).length).toBe(12_000)
  await expect(fetch(new Request(`${base}/12001`))).rejects.toMatchObject({ code: 'TOO_LARGE' })
  upstreams.close()
})

it('an upstream that is down does not delay others, even at the same address', async () => {
  const own = createServer((request, response) => response.writeHead(Number(request.url!.slice(1))).end())
  server = own
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(own.address() as AddressInfo).port}`
  const upstreams = createUpstreams({ maxBytes: 1000, log: () => {} })
  const statusOf = async (name: 'paywall' | 'content', path: string) =>
    (await upstreams.of(name).fetch(new Request(base + path))).status
  for (let turn = 0; turn < 5; turn++) expect(await statusOf('paywall', '/503')).toBe(503)
  await expect(statusOf('paywall', '/200')).rejects.toMatchObject({ code: 'DOWN' })
  expect(await statusOf('content', '/200')).toBe(200)
  upstreams.close()
})

const open = async (env: Record<string, string>) => {
  const portal = await openTestPortal({ seed: SEED, env: { CONTENT_SERVICE_KEY: KEY, ...env } })
  portals.push(portal)
  return portal
}

it('sequential calls of a page share one deadline', { timeout: 240_000 }, async () => {
  const origin = await open({})
  // Each answer alone comes in time; two in sequence do not.
  const own = createServer((request, response) => {
    const answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1100))
      const found = await origin.get(`/__services/content${request.url}`)
      response.writeHead(found.status, { 'content-type': found.headers.get('content-type') ?? '' })
      response.end(await found.text())
    }
    // An answer may still be running at the end of the test, when its origin is gone.
    answer().catch(() => response.destroy())
  })
  server = own
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  const CONTENT_API_URL = `http://127.0.0.1:${(own.address() as AddressInfo).port}`
  const portal = await open({ CONTENT_API_URL })
  const cold = await portal.get('/')
  expect([cold.status, cold.headers.get('retry-after')]).toEqual([503, '10'])
  // The first answer is cached, so the next reader needs half the time.
  await expect.poll(async () => (await portal.get('/')).status, { timeout: 20_000 }).toBe(200)
})

it('UPSTREAM_MAX_BYTES limits answers of the content service', { timeout: 240_000 }, async () => {
  const origin = await open({})
  const CONTENT_API_URL = `http://127.0.0.1:${origin.port}/__services/content`
  const statusOf = async (portal: TestPortal) => (await portal.get('/')).status
  expect(await statusOf(await open({ CONTENT_API_URL }))).toBe(200)
  expect(await statusOf(await open({ CONTENT_API_URL, UPSTREAM_MAX_BYTES: '10000' }))).toBe(503)
})
