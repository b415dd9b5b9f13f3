import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Grant } from '@lokalteil/domain/office/acts'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailPreviews, type MailPreviewOptions } from './mail-preview.ts'

const CHIEF: Grant = { publication: 'ak', role: 'chief', mayPublish: true, sections: [] }
const HTML =
  '<!doctype html>\n<html lang="de"><head><title>Sturm</title></head><body><img src="https://www.ak.example/_ipx/x.jpg"><a href="https://www.ak.example/artikel-1">Sturm</a></body></html>'

const previews = createMailPreviews({
  findCaller: async ({ headers: { cookie } }) =>
    !cookie ? null : { grants: cookie === 'chief' ? [CHIEF] : [{ ...CHIEF, role: 'editor' }] },
  newslettersOf: () => ({
    previewIssue: async ({ params }) =>
      params.issue === '20261124-1500'
        ? { ok: true, data: { subject: 'Sturm', html: HTML, text: '' }, headers: new Headers() }
        : { ok: false, status: 409, problem: { status: 409, code: 'NOTHING_TO_TELL', title: '' }, headers: null },
  }),
  originOf: (publication) => `https://www.${publication}.example`,
} satisfies MailPreviewOptions)

let server: Server
let base: string
beforeAll(async () => {
  setPublications(TEST_PUBLICATIONS)
  server = createServer((request, response) => {
    if (!previews.serve(request, response)) response.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/redaktion/vorschau/newsletter`
})
afterAll(() => void server.close())

const show = (path: string, cookie = 'chief') => fetch(`${base}/${path}`, { headers: { cookie } })

describe('the preview of a newsletter’s mail', () => {
  it('runs no script, is framed by the office alone, and loads pictures from its host', async () => {
    const response = await show('ak/hafenpost/20261124-1500?stand=3')
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('<head><base target="_blank"><title>')
    expect(html).toContain('<img src="/_ipx/x.jpg">')
    expect(html).toContain('<a href="https://www.ak.example/artikel-1">')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain('sandbox allow-same-origin')
    expect(policy).not.toContain('script')
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })

  it.each([
    ['without a session', 'ak/hafenpost/20261124-1500', ''],
    ['for an editor', 'ak/hafenpost/20261124-1500', 'editor'],
    ['in another publication', 'fb/hafenpost/20261124-1500', 'chief'],
    ['in a publication that is none', 'xx/hafenpost/20261124-1500', 'chief'],
    ['of an issue that is none', 'ak/hafenpost/4711', 'chief'],
    ['of an issue without articles', 'ak/hafenpost/20261201-1500', 'chief'],
  ])('is not there %s', async (_whose, path, cookie) => {
    const response = await show(path, cookie)
    expect([response.status, await response.text()]).toEqual([404, ''])
  })

  it('leaves other addresses to the door', async () => {
    expect((await show('ak/hafenpost')).status).toBe(418)
    expect((await fetch(`${base}/ak/hafenpost/20261124-1500`, { method: 'POST' })).status).toBe(418)
  })
})
