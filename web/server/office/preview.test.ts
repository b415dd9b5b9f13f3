import { createDraft } from '@lokalteil/contracts/content/records'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ArticleDraft } from '@lokalteil/contracts/content/records'
import type { Grant } from '@lokalteil/domain/office/acts'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPreviews, type PreviewOptions } from './preview.ts'

const ORIGIN = 'https://redaktion.example'
const EDITOR: Grant = { publication: 'ak', role: 'editor', mayPublish: false, sections: [] }
const DRAFT: ArticleDraft = {
  ...createDraft('news', 'lokales'),
  title: 'Deich hält',
  contentRestriction: 'paid',
  body: [{ type: 'paragraph', html: 'Der Deich hält.' }],
}
const ORDER = { id: '4711', draft: DRAFT, reader: 'anonymous', device: 'desktop' }

let server: Server
let base: string
const rendered: unknown[] = []

const previews = createPreviews({
  findCaller: async ({ headers }) =>
    !headers.cookie
      ? null
      : { sessionId: headers.cookie, grants: headers.cookie === 'fremd' ? [] : [EDITOR], minutesSinceProof: 100 },
  recordsOf: () => ({
    previewRecord: async ({ body }) =>
      body.draft.title === ''
        ? { ok: false, status: 422, problem: { status: 422, code: 'NOT_COMPLETE', title: '' }, headers: null }
        : { ok: true, data: { open: { path: '/deich-4711' }, full: {} } as never, headers: new Headers() },
  }),
  render: async (request, { reader }) => {
    rendered.push([request.path, request.publication.code, /Mobile/.test(request.userAgent), reader.isPlusUser])
    return '<h1>Deich hält</h1>'
  },
  now: () => new Date('2026-11-28T12:00:00Z'),
} satisfies PreviewOptions)

beforeAll(async () => {
  setPublications(TEST_PUBLICATIONS)
  server = createServer((request, response) => {
    if (!previews.serve(request, response, ORIGIN, 'test')) response.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

function order(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${base}/redaktion/api/ak/preview`, {
    method: 'POST',
    headers: { origin: ORIGIN, cookie: 'mara', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

describe('the preview of a draft', () => {
  it('is a page without scripts, for the session that made it, framed by the office alone', async () => {
    const made = await order({ ...ORDER, reader: 'subscriber', device: 'mobile' })
    expect(made.status).toBe(200)
    const { url } = (await made.json()) as { url: string }
    expect(url).toMatch(/^\/redaktion\/vorschau\/[\w-]{43}$/)
    expect(rendered.at(-1)).toEqual(['/deich-4711', 'ak', true, true])
    const page = await fetch(base + url, { headers: { cookie: 'mara' } })
    expect([page.status, await page.text()]).toEqual([200, '<h1>Deich hält</h1>'])
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain('script-src')
    expect((await fetch(base + url, { headers: { cookie: 'jonas' } })).status).toBe(404)
    expect((await fetch(base + url)).status).toBe(404)
  })

  it.each([
    ['without a session', ORDER, { cookie: '' }, 401],
    ['of a person without rights', ORDER, { cookie: 'fremd' }, 403],
    ['of a foreign origin', ORDER, { origin: 'https://evil.example' }, 403],
    ['as a form', ORDER, { 'content-type': 'text/plain' }, 415],
    ['that is no draft', { ...ORDER, draft: { title: 1 } }, {}, 400],
    ['without a headline', { ...ORDER, draft: { ...DRAFT, title: '' } }, {}, 422],
    ['of more than two megabytes', { ...ORDER, more: 'x'.repeat(2_100_000) }, {}, 413],
  ])('an order %s is refused', async (_what, body, headers, status) => {
    expect((await order(body, headers as Record<string, string>)).status).toBe(status)
  })

  it('other addresses are left to the door', async () => {
    expect((await fetch(`${base}/redaktion/api/ak/articles`)).status).toBe(418)
    expect((await fetch(`${base}/redaktion/vorschau/kurz`)).status).toBe(418)
  })
})
