/**
 * A browser for tests: stores a publication's cookies like a browser, and sends the headers about a request's origin.
 */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { TestPortal } from './portal.testing.ts'

let readers = 0

export class TestReader {
  readonly cookies = new Map<string, string>()
  /** The last Set-Cookie lines, with their flags. */
  lines: string[] = []
  readonly address = `198.51.${Math.floor(++readers / 250)}.${readers % 250}`
  readonly portal: TestPortal
  readonly publication: PublicationCode

  constructor(portal: TestPortal, publication: PublicationCode = 'ak') {
    this.portal = portal
    this.publication = publication
  }

  async ask(
    path: string,
    options: { method?: string; body?: string | Uint8Array; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': this.address,
      ...(cookie === '' ? {} : { cookie }),
      ...(options.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(options.body)) }),
      ...options.headers,
    }
    const response = await this.portal.get(path, { ...options, headers, publication: this.publication })
    this.keep(response)
    return response
  }

  /** A plain form with files, as a browser sends it. */
  async send(path: string, fields: readonly (readonly [string, string | Blob])[]): Promise<Response> {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    const sent = new Response(form)
    return this.ask(path, {
      method: 'POST',
      body: new Uint8Array(await sent.arrayBuffer()),
      headers: { origin: this.origin, 'content-type': sent.headers.get('content-type') ?? '' },
    })
  }

  /** A write as sent by our own pages. */
  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const { host } = new URL(this.origin)
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return this.ask(path, {
      method: 'POST',
      ...sent,
      headers: {
        origin: `http://${host}`,
        ...(body === undefined ? { 'content-length': '0' } : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
  }

  login(email: string, password = 'Lokalteil-Demo-1'): Promise<Response> {
    return this.post('/api/mein/oauth2/login', { email, password })
  }

  get origin(): string {
    return `http://${this.publication}.localhost:${this.portal.port}`
  }

  /** The claims of a token, not verified. */
  claims(cookie = 'FA_ID_TOKEN'): Record<string, unknown> {
    return JSON.parse(
      Buffer.from((this.cookies.get(cookie) ?? '').split('.')[1] ?? '', 'base64url').toString() || '{}',
    ) as Record<string, unknown>
  }

  private keep(response: Response): void {
    const lines = response.headers.getSetCookie()
    if (lines.length > 0) this.lines = lines
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/** `401 WRONG_CREDENTIALS`, or for example `200` if it is not a problem. */
export async function outcomeOf(response: Response | Promise<Response>): Promise<string> {
  const answer = await response
  if (answer.status < 400) return String(answer.status)
  const body = (await answer.json().catch(() => ({}))) as { code?: string }
  return `${answer.status} ${body.code ?? ''}`.trim()
}
