/** Answers for missing pages and malformed requests, and the headers of every answer. */
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WIDGET_PATHS } from '@lokalteil/domain/routing/widgets.testing'
import { PAID_ID, SEED } from '@lokalteil/services/content/content.testing'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED })
})
afterAll(() => portal.close())

const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))

describe('missing pages', () => {
  it.each([
    ['R8-01', '/api/gibt-es-nicht', 'Page not found: /api/gibt-es-nicht'],
    ['R8-01', '/_intern', 'Page not found: /_intern'],
    ['R8-01', '/wp-login.php', 'Page not found: /wp-login.php'],
    ['R8-01', '/autoren/2', 'Page not found: /autoren/2'],
    ['R8-01', '/de/sw.js', 'Page not found: /de/sw.js'],
    ['R8-02', '/autor/max-muster', 'Page Not Found: /autor/max-muster'],
    ['R8-02', '/suche/foo', 'Page Not Found: /suche/foo'],
    ['R8-02', '/testbericht/ohne-nummer', 'Page Not Found: /testbericht/ohne-nummer'],
    ['R8-02', '/schlagzeilen/x', 'Page Not Found: /schlagzeilen/x'],
    ['R8-03', '/gibt-es-nicht', 'Diese Seite wurde nicht gefunden: /gibt-es-nicht'],
    ['R8-03', '/sport/gibt-es-nicht', 'Diese Seite wurde nicht gefunden: /sport/gibt-es-nicht'],
    ['R8-03', '/rathaus-brand-999999999', 'Diese Seite wurde nicht gefunden: /rathaus-brand-999999999'],
  ])('%s: %s is 404 and says "%s"', async (_id, path, message) => {
    const response = await portal.get(`${path}?q=nicht-zeigen`)
    const text = await response.text()
    expect([response.status, text.includes(message), text.includes('nicht-zeigen')]).toEqual([404, true, false])
    expect(response.headers.get('cache-control')).toMatch(/no-store/)
  })

  it('R2.11-05 shows links to the home page and a search, and noindex', async () => {
    const response = await portal.get('/gibt-es-nicht')
    const html = await response.text()
    expect(mainOf(html).includes('href="/"')).toBe(true)
    expect(mainOf(html).includes('action="/suche"')).toBe(true)
    expect([
      response.headers.get('x-robots-tag'),
      html.includes('content="noindex,follow"'),
      html.includes('rel="canonical"'),
    ]).toEqual(['noindex, follow', true, false])
  })

  it.each([
    ['R8-45', 'SomeBot/1.0'],
    ['R8-46', 'Mozilla/5.0 Chrome-Lighthouse'],
    ['R8-47', 'facebookexternalhit/1.1'],
    ['R8-48', 'Google-InspectionTool/1.0'],
    ['R8-48', 'Mediapartners-Google'],
  ])('%s gives %s only the status', async (_id, userAgent) => {
    for (const path of ['/gibt-es-nicht', '/autor/max-muster', '/_x']) {
      const response = await portal.get(path, { headers: { 'user-agent': userAgent } })
      expect([path, response.status, await response.text()]).toEqual([path, 404, ''])
    }
    expect((await portal.html('/101', { headers: { 'user-agent': userAgent } })).includes('Meldung 101')).toBe(true)
  })

  it('shows an error page to a phone whose name contains "bot"', async () => {
    expect(
      (
        await portal.html('/gibt-es-nicht', {
          headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 9; CUBOT X19) Mobile' },
        })
      ).includes('<main'),
    ).toBe(true)
  })

  it('S2.1-10 echoes a path only as text, cut at 200 characters', async () => {
    const path = '/%3Cscript%3Ealert(1)%3C%2Fscript%3E'
    const html = await portal.html(`/_x${path}`)
    expect(html.includes('<script>alert')).toBe(false)
    const raw = await rawRequest('GET', `/_"><img src=x onerror=alert(1)>`)
    expect(raw.includes('<img src=x')).toBe(false)
    const long = await portal.html(`/_${'a'.repeat(1500)}`)
    expect(/a{201}/.test(mainOf(long))).toBe(false)
  })

  it('is a JSON problem below /api, never a page', async () => {
    const response = await portal.get('/api/gibt-es-nicht')
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

describe('redirects stay on the site', () => {
  it.each([
    ['/sport/', '/sport'],
    ['/sport//fussball', '/sport/fussball'],
    ['//evil.example', '/evil.example'],
    ['//evil.example/', '/evil.example'],
    ['///evil.example/%2e%2e', ''],
    ['/%2f%2fevil.example/', ''],
    ['/\\evil.example/', ''],
    ['/%5cevil.example/', ''],
    ['/.//evil.example/', ''],
    ['/sport/?utm=1&x=%0d%0aSet-Cookie:a=b', '/sport?utm=1&x=%0D%0ASet-Cookie%3Aa%3Db'],
    ['/gru%CC%88n', '/gr%C3%BCn'],
    ['/de//sport', '/de/sport'],
  ])('redirects %s to %j', async (path, target) => {
    const response = await portal.get(path)
    const location = response.headers.get('location') ?? ''
    if (target === '') expect([response.status, location]).toEqual([404, ''])
    else expect([[301, 302].includes(response.status), location]).toEqual([true, target])
    expect(response.headers.has('set-cookie')).toBe(false)
  })

  it('R2.3-07 S2.3-06 redirects the former checkout to the current one, keeping the query', async () => {
    const response = await portal.get('/order/onepage-checkout?offer=plus-monat')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/order/checkout?offer=plus-monat'])
  })
})

/** Sends a raw request line; returns the first bytes of the answer. */
function rawRequest(method: string, target: string, headers: readonly string[] = []): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(portal.port, '127.0.0.1', () =>
      socket.write(
        `${method} ${target} HTTP/1.1\r\nHost: ak.localhost\r\nConnection: close\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`,
      ),
    )
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE'
        ? resolve(Buffer.concat(chunks).toString('latin1'))
        : reject(error),
    )
    socket.setTimeout(10_000, () => reject(new Error(`No answer to ${method} ${target.slice(0, 80)}`)))
  })
}

/** A closed connection is the parser's answer; a 5xx or a redirect off the site is a fault. */
function judge(answer: string): string | null {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
  if (status >= 500) return `status ${status}`
  const head = answer.slice(0, answer.indexOf('\r\n\r\n'))
  const location = /^location: (.*)$/im.exec(head)?.[1]
  if (location !== undefined && !/^\/(?![/\\])/.test(location.trim())) return `leads to ${location}`
  if (/^x-injected:/im.test(head)) return 'a header was injected'
  return null
}

describe('malformed requests', () => {
  it.each([
    ['GET', '//', [301, 404]],
    ['GET', '//evil.example/', [301]],
    ['GET', '/\\evil.example', [404]],
    ['GET', '/%', [404]],
    ['GET', '/%zz', [404]],
    ['GET', '/%00', [404]],
    ['GET', '/%c0%ae%c0%ae/', [404]],
    ['GET', '/..%2f..%2fetc/passwd', [404]],
    ['GET', '/../../etc/passwd', [404]],
    ['GET', '/assets/../../package.json', [404]],
    ['GET', '/assets/%2e%2e/%2e%2e/package.json', [404]],
    ['GET', '/_ipx/w_320/../../../etc/passwd', [404]],
    ['GET', `/${'a'.repeat(9000)}`, [414, 404]],
    ['GET', `/${'a/'.repeat(900)}b`, [404]],
    ['GET', 'http://evil.example/', [200, 400, 404]],
    ['GET', 'https://evil.example//x/', [301, 400, 404]],
    ['GET', '*', [400, 404]],
    ['OPTIONS', '*', [400, 404, 405]],
    ['GET', 'sport', [400]],
    ['GET', '?q=1', [400]],
    ['TRACE', '/', [405, 400]],
    ['CONNECT', 'evil.example:443', [0, 400, 405]],
    ['POST', '/', [405]],
    ['PUT', '/101', [405]],
    ['DELETE', '/101', [405]],
    ['PATCH', '/sport', [405]],
    ['PROPFIND', '/', [405]],
    ['BREW', '/', [400, 0]],
    ['GET', '/gru\u0308n', [400, 301, 404]],
    ['GET', '/suche?q=%00%ff%fe', [200]],
    ['GET', `/suche?q=${'%f0%9f%8d%80'.repeat(300)}`, [200]],
    ['GET', '/suche?q=%ED%A0%80', [200]],
    ['GET', '/__proto__', [404]],
    ['GET', '/constructor', [404]],
    ['GET', '/constructor/2', [404]],
    ['GET', '/toString/valueOf', [404]],
    ['GET', '/api/articles/__proto__/body', [400]],
    ['GET', '/__proxy_content_api/v5/articles/__proto__', [400, 404]],
    ['GET', '/_ipx/__proto__/x.jpg', [404]],
    ['GET', '/builds/latest.json/', [404, 301]],
    ['GET', `/${'9'.repeat(60)}`, [404]],
    ['GET', '/autor/x-99999999999999999999/99999999999999999999', [404]],
    ['GET', '/%25%32%66evil.example', [404]],
    ['GET', '/sport%0d%0aX-Injected:%201/', [404]],
  ] as [string, string, number[]][])('answers %s %s with one of %j', async (method, target, statuses) => {
    const answer = await rawRequest(method, target)
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
    expect(statuses).toContain(status)
    expect(judge(answer)).toBeNull()
    expect(answer.includes('root:') || answer.includes('"workspaces"')).toBe(false)
  })

  it('refuses headers of a hundred kilobytes, two lengths and folded lines, and keeps running', async () => {
    for (const headers of [
      [`X-Big: ${'a'.repeat(100_000)}`],
      [`Cookie: ${'a=b; '.repeat(20_000)}`],
      ['Content-Length: 1', 'Content-Length: 2'],
      ['Transfer-Encoding: chunked', 'Content-Length: 5'],
      ['X: a\r\n folded'],
      Array.from({ length: 3000 }, (_unused, index) => `X-${index}: 1`),
    ]) {
      expect(judge(await rawRequest('GET', '/', headers))).toBeNull()
    }
    expect((await portal.get('/')).status).toBe(200)
  })

  it('trusts no unknown host, and puts none into a page', async () => {
    for (const host of [
      'evil.example',
      'evil.example:80@ak.localhost',
      'fb.evil.example',
      'ak.localhost/../x',
      '"><script>',
      '',
    ]) {
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(portal.port, '127.0.0.1', () =>
          socket.write(`GET /autoren HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        )
        let text = ''
        socket.on('data', (chunk) => (text += chunk.toString()))
        socket.on('close', () => resolve(text))
        socket.on('error', () => resolve(text))
      })
      expect(judge(answer)).toBeNull()
      expect([host, answer.includes('evil.example'), answer.includes('"><script>')]).toEqual([host, false, false])
    }
  })

  it('never answers 5xx and never redirects off the site, for any path', { timeout: 300_000 }, async () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '%2f',
      '%5c',
      '..',
      '%2e%2e',
      '.',
      '%',
      '%zz',
      '%00',
      '%0d%0a',
      '%c3%bc',
      'u%cc%88',
      '@',
      ':',
      ';',
      '?',
      '&',
      '=',
      '#',
      'de',
      'sport',
      'fussball',
      'autor',
      'themen',
      'suche',
      '1',
      '0',
      '-',
      '101',
      '130',
      'api',
      '_ipx',
      '_',
      '__proxy_content_api',
      'v5',
      'articles',
      'w_320',
      'assets',
      'rss',
      'sitemaps',
      '.xml',
      '.jpg',
      'evil.example',
      'javascript',
      '*',
      '"',
      '<',
      '|',
      '^',
      '`',
      '{',
      '~',
      '+',
      'order',
      'onepage-checkout',
      'error',
      'builds',
      '.well-known',
      'x'.repeat(300),
    )
    const target = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => `/${pieces.join('')}`)
    const free = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `/${encodeURI(text.toWellFormed())}`)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(target, free), { minLength: 10, maxLength: 10 }), async (targets) => {
        const faults = await Promise.all(
          targets.map(async (path) => {
            const response = await portal
              .get(path.replace(/[^\x21-\x7e]/g, ''))
              .catch((error: NodeJS.ErrnoException) => error)
            // Node's own client refuses to send some requests; those are not the server's business.
            if (response instanceof Error) return null
            const location = response.headers.get('location')
            if (response.status >= 500) return `${path} → ${response.status}`
            return location !== null &&
              !/^\/(?![/\\])/.test(location) &&
              !/^https?:\/\/(?:\w+\.)?localhost[:/]/.test(location)
              ? `${path} → ${location}`
              : null
          }),
        )
        expect(faults.filter((fault) => fault !== null)).toEqual([])
      }),
      { numRuns: propertyRuns(250), seed: 20_261_121 },
    )
  })
})

describe('headers of every answer', () => {
  const KINDS: [string, number][] = [
    ['/', 200],
    ['/101', 200],
    [`/${PAID_ID}`, 200],
    ...WIDGET_PATHS.map((path): [string, number] => [path, 200]),
    ['/gibt-es-nicht', 404],
    ['/_x', 404],
    ['/sport/', 301],
    ['/order/onepage-checkout', 302],
    ['/rss', 200],
    ['/sitemap.xml', 200],
    ['/robots.txt', 200],
    ['/__proxy_content_api/v5/sites', 200],
    ['/__proxy_content_api/x', 404],
    ['/api/health/live', 200],
    ['/api/articles/101/body', 200],
    ['/api/x', 404],
    ['/builds/latest.json', 200],
    ['/favicon.ico', 200],
    ['/_ipx/w_320/x.jpg', 404],
    ['/assets/x-12345678.js', 404],
    [`/${'a'.repeat(8100)}`, 414],
  ]
  it.each(KINDS)('%s (%i) has the security headers and a request id', async (path, status) => {
    const [one, two] = [await portal.get(path), await portal.get(path)]
    expect(one.status).toBe(status)
    for (const response of [one, two]) {
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'permissions-policy': expect.stringContaining('geolocation=()'),
        'tdm-reservation': '1',
      })
      expect(response.headers.get('x-powered-by')).toBeNull()
      expect(response.headers.get('server')).toBeNull()
    }
    expect(one.headers.get('x-request-id')).toMatch(/^[\w-]{10,}$/)
    expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'))
  })

  it('allows no inline script but the one whose hash it names, on every page', async () => {
    const paths = ['/', '/101', `/${PAID_ID}`, '/sport', '/suche?q=%3Cscript%3E', '/gibt-es-nicht', ...WIDGET_PATHS]
    for (const path of paths) {
      const response = await portal.get(path)
      const html = await response.text()
      const policy = Object.fromEntries(
        response.headers
          .get('content-security-policy')!
          .split('; ')
          .map((directive) => [directive.split(' ')[0], directive]),
      )
      expect(policy['script-src']).not.toMatch(/unsafe|https?:|\*|data:/)
      expect([policy['object-src'], policy['base-uri'], policy['form-action'], policy['default-src']]).toEqual([
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "default-src 'self'",
      ])
      expect(policy['frame-ancestors']).toBe(
        WIDGET_PATHS.includes(path) ? 'frame-ancestors *' : "frame-ancestors 'self'",
      )
      const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g)].filter(
        ([, attributes]) => !/type="application\/(ld\+)?json"/.test(attributes!),
      )
      expect(inline.length).toBe(1)
      const hash = createHash('sha256').update(inline[0]![2]!).digest('base64')
      expect(policy['script-src']).toBe(`script-src 'self' 'sha256-${hash}'`)
      expect(html.slice(0, html.indexOf('id="state"'))).not.toMatch(/<[^>]+\son[a-z]+=|javascript:/i)
    }
  })

  it('sanitises editors’ HTML before it reaches a page', async () => {
    const html = await portal.html('/impressum')
    expect([html.includes('alert(1)'), (await portal.html('/')).includes('javascript:alert')]).toEqual([false, false])
  })

  it('accepts a report of a violated policy and logs only its directive', async () => {
    const response = await portal.get('/api/csp-report', {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: JSON.stringify({
        'csp-report': { 'violated-directive': 'script-src', 'document-uri': 'https://x.example/?link-token=GEHEIM' },
      }),
    })
    expect(response.status).toBe(204)
    const lines = portal.logged().filter((line) => line.includes('csp-violation'))
    expect([
      lines.length > 0,
      lines.some((line) => line.includes('script-src')),
      lines.some((line) => line.includes('GEHEIM')),
    ]).toEqual([true, true, false])
  })

  it('R7.7-02 reports the running build, uncached, with any query', async () => {
    const response = await portal.get('/builds/latest.json?1763726400000')
    expect([response.status, response.headers.get('cache-control'), response.headers.get('content-type')]).toEqual([
      200,
      'no-store',
      'application/json',
    ])
    expect(await response.json()).toEqual({ id: 'test', timestamp: portal.clock.now.toISOString() })
  })

  it('reports whether it is alive and whether it is ready', async () => {
    expect((await portal.get('/api/health/ready')).status).toBe(200)
    portal.runtime.setReady(false)
    const response = await portal.get('/api/health/ready')
    portal.runtime.setReady(true)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await portal.get('/api/health/live')).status).toBe(200)
  })
})
