import { createDraft, type ArticleDraft } from '@lokalteil/contracts/content/records'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Grant } from '@lokalteil/domain/office/acts'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { problem } from '@lokalteil/services/platform/serve'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPreviews, type PreviewOptions } from './preview.ts'

const EDITOR: Grant = { publication: 'ak', role: 'editor', mayPublish: false, sections: [] }
const GRANTS: Readonly<Record<string, Grant[]>> = {
  tim: [{ ...EDITOR, mayPublish: true, sections: ['sport'] }],
  nele: [{ ...EDITOR, role: 'chief' }],
}
const DRAFT: ArticleDraft = {
  ...createDraft('news', 'lokales'),
  title: 'Deich hält',
  contentRestriction: 'paid',
  body: [{ type: 'paragraph', html: 'Der Deich hält.' }],
}
const FRONT = { front: '', edits: [], reader: 'anonymous', device: 'desktop' }
const ORDER = { id: '4711', draft: DRAFT, reader: 'anonymous', device: 'desktop' }
const LINK = 'link-of-a-person'

let server: Server
let base: string
let isOpen = true
/** Stands for the table of pages, which services/office/previews.test.ts tests. */
const kept = new Map<string, string>()
const rendered: unknown[] = []

/** The cookie names the caller; the service decides sessions, origins and roles. */
const previews = createPreviews({
  toDeskCaller: async (publication, request) => {
    const sessionId = request.headers.get('cookie')
    return sessionId === null
      ? problem(401, 'NOT_SIGNED_IN', '')
      : ({ sessionId, publication, grants: GRANTS[sessionId] ?? [EDITOR], network: '' } as never)
  },
  findSession: async ({ headers }) => headers.cookie ?? null,
  findPage: async (_request, id) =>
    isOpen && id === LINK
      ? { id, publication: 'ak', articleId: '4711', draft: DRAFT, savedAt: new Date(), endsAt: new Date() }
      : null,
  keepPreview: async (sessionId, html) => {
    const token = `${sessionId}-${kept.size}`.padEnd(43, 'x')
    kept.set(`${sessionId} ${token}`, html)
    return token
  },
  findPreview: async (sessionId, token) => kept.get(`${sessionId} ${token}`) ?? null,
  recordsOf: () => ({
    previewRecord: async ({ body }) =>
      body.draft.title === ''
        ? { ok: false, status: 422, problem: { status: 422, code: 'NOT_COMPLETE', title: '' }, headers: null }
        : { ok: true, data: { open: { path: '/deich-4711' }, full: {} } as never, headers: new Headers() },
    previewFront: async ({ body: { path, edits } }) =>
      path === 'nirgends'
        ? { ok: false, status: 404, problem: { status: 404, code: 'NOT_FOUND', title: '' }, headers: null }
        : { ok: true, data: { page: { blocks: edits } } as never, headers: new Headers() },
  }),
  render: async (request, { reader }) => {
    rendered.push([request.path, request.publication.code, /Mobile/.test(request.userAgent), reader.isPlusUser])
    return '<h1>Deich hält</h1>'
  },
  now: () => new Date('2026-11-28T12:00:00Z'),
  onError: (error) => {
    throw error
  },
} satisfies PreviewOptions)

beforeAll(async () => {
  setPublications(TEST_PUBLICATIONS)
  server = createServer((request, response) => {
    if (!previews.serve(request, response, 'test')) response.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

async function order(body: object, headers: Record<string, string> = { cookie: 'mara' }): Promise<Response> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  const path = 'front' in body ? '/ak/front/preview' : '/ak/preview'
  return previews.app.fetch(new Request(`http://office.local${path}`, { ...init, body: JSON.stringify(body) }))
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
    expectClosed(page)
    expect((await fetch(base + url, { headers: { cookie: 'jonas' } })).status).toBe(404)
    expect((await fetch(base + url)).status).toBe(404)
  })

  it.each([
    ['that the service refuses', ORDER, {}, 401],
    ['that is no draft', { ...ORDER, draft: { title: 1 } }, undefined, 400],
    ['without a headline', { ...ORDER, draft: { ...DRAFT, title: '' } }, undefined, 422],
    ['of more than two megabytes', { ...ORDER, more: 'x'.repeat(2_100_000) }, undefined, 413],
  ])('an order %s is refused', async (_what, body, headers, status) => {
    expect((await order(body, headers)).status).toBe(status)
  })

  it('of a front is its page with the edits', async () => {
    expect((await order({ ...FRONT, device: 'mobile' }, { cookie: 'nele' })).status).toBe(200)
    expect(rendered.at(-1)).toEqual(['/', 'ak', true, false])
    expect((await order({ ...FRONT, front: 'sport' }, { cookie: 'tim' })).status).toBe(200)
    expect(rendered.at(-1)).toEqual(['/sport', 'ak', false, false])
  })

  it.each([
    ['by an editor who may not publish', FRONT, 'mara', 403],
    ['of the home page by an editor of a section', FRONT, 'tim', 403],
    ['of another section', { ...FRONT, front: 'lokales' }, 'tim', 403],
    ['of a section that is none', { ...FRONT, front: 'nirgends' }, 'nele', 404],
    ['with edits that are none', { ...FRONT, edits: [{ kind: 'pin' }] }, 'nele', 400],
  ])('an order of a front %s is refused', async (_what, body, cookie, status) => {
    expect((await order(body, { cookie })).status).toBe(status)
  })

  it('other addresses are left to the door', async () => {
    expect((await fetch(`${base}/redaktion/vorschau/kurz`)).status).toBe(418)
    expect((await fetch(`${base}/redaktion/vorschau/${LINK}`, { method: 'POST' })).status).toBe(418)
  })
})

it('the page of a link has the whole text and is drawn at each visit, until the link is revoked', async () => {
  const visit = () => fetch(`${base}/redaktion/vorschau/${LINK}`, { headers: { 'user-agent': 'Handy Mobile' } })
  const page = await visit()
  expect([page.status, await page.text()]).toEqual([200, '<h1>Deich hält</h1>'])
  expect(rendered.at(-1)).toEqual(['/deich-4711', 'ak', true, true])
  expectClosed(page)
  isOpen = false
  expect((await visit()).status).toBe(404)
})

function expectClosed({ headers }: Response): void {
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toContain('script-src')
}
