import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withBrands } from './brand-assets.ts'

const asked: string[] = []
const assets = withBrands(
  {
    has: () => false,
    serve: async (_request, response, path) => {
      if (!path.endsWith('/kept.svg')) return false
      response.end('kept')
      return true
    },
  },
  async (code, name) => {
    asked.push(`${code} ${name}`)
    return code === 'musterbote' && name.endsWith('.svg')
      ? { bytes: new TextEncoder().encode('<svg/>'), type: 'image/svg+xml' }
      : null
  },
)
const server = createServer((request, response) => {
  void assets.serve(request, response, request.url!).then((isServed) => {
    if (!isServed) response.writeHead(404).end()
  })
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

it('files on disk win; others are generated and contain no script', async () => {
  expect(await (await fetch(`${base}/assets/brand/ak/kept.svg`)).text()).toBe('kept')
  const made = await fetch(`${base}/assets/brand/musterbote/favicon.svg`)
  expect([made.status, made.headers.get('content-type'), await made.text()]).toEqual([200, 'image/svg+xml', '<svg/>'])
  expect(made.headers.get('content-security-policy')).toContain('sandbox')
  const again = await fetch(`${base}/assets/brand/musterbote/favicon.svg`, {
    headers: { 'if-none-match': made.headers.get('etag')! },
  })
  expect(again.status).toBe(304)
  expect((await fetch(`${base}/assets/fallback-musterbote.svg`)).status).toBe(200)
  expect(asked).toEqual(['musterbote favicon.svg', 'musterbote favicon.svg', 'musterbote placeholder.svg'])
})

it('unknown names are missing, and no path leaves the folder', async () => {
  for (const path of [
    '/assets/brand/musterbote/none.png',
    '/assets/brand/musterbote/a/b.svg',
    '/assets/brand/ANDERE/favicon.svg',
    '/assets/x.svg',
  ])
    expect([path, (await fetch(base + path)).status]).toEqual([path, 404])
})
