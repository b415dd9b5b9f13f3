/** Where the browser loads content from, and the answers of a portal whose content service is down. */
import { errorTexts } from '../app/messages/routing/errors.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEED } from '@lokalteil/services/content/content.testing'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

/** Has embedded content; the browser calls it without the proxy. */
let near: TestPortal
/** Gets content from a publisher's address, which `near` serves once it listens. */
let far: TestPortal
let address: string
let isPublisherSilent = true

const publisher = createServer((request, response) => {
  if (isPublisherSilent) return void response.writeHead(503).end()
  near.get(`/__services/content${request.url}`).then(
    async (answer) =>
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
    () => response.writeHead(502).end(),
  )
})

beforeAll(async () => {
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`
  near = await openTestPortal({ seed: SEED, env: { CONTENT_PROXY: '0' } })
  far = await openTestPortal({
    seed: SEED,
    env: { CONTENT_PROXY: '0', CONTENT_API_URL: address, CONTENT_SERVICE_KEY: 'a-key-of-sixteen-letters' },
  })
}, 240_000)
afterAll(async () => {
  await far.close()
  await near.close()
  publisher.close()
})

describe('a portal whose content service has never answered', () => {
  it('answers 503 with Retry-After', async () => {
    const answer = await far.get('/')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('10')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.text()).toContain(errorTexts.outageTitle)
  })
})

describe('the content API of the browser, with the proxy switched off', () => {
  it('R7.3-02 is the embedded service’s public address', async () => {
    const base = /<html[^>]* data-content-api="([^"]+)"/.exec(await near.html('/', { publication: 'fb' }))?.[1]
    expect(base).toBe('/__services/content/fb')
    expect((await near.get(`${base}/v5/sites`, { publication: 'fb' })).status).toBe(200)
    expect((await near.get('/__proxy_content_api/v5/sites')).status).toBe(404)
  })

  it('R7.3-02 is the publisher’s own address, named in the policy', async () => {
    isPublisherSilent = false
    const page = await far.get('/')
    expect(await page.text()).toContain(`data-content-api="${address}/ak"`)
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${address};`)
  })
})
