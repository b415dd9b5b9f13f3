import { ROUTES } from '@lokalteil/domain/routing/route-table'
import { describe, expect, it } from 'vitest'
import { isCall } from '../portal.ts'
import { createRequestNames } from './request-names.ts'

const TEMPLATES = [
  '/api/articles/*',
  '/api/articles/:id/body',
  '/api/articles/latest',
  '/api/mein/password-code/:code',
  '/api/mein/oauth2/email-confirmation/:code',
  '/api/orders/:number?',
  '/api/files/:path{.+}',
  '/api/pages/:page{[1-9]\\d{0,2}}',
  '/__services/content/*',
  '/__services/content/:publication/:version/headlines',
  '/rss/:channel',
  '/*',
]
const nameOf = createRequestNames(TEMPLATES, isCall)
/** 43 characters, as codes in mails have them. */
const CODE = 'Zm9vYmFyMTIzNDU2Nzg5MEFCQ0RFRkdISUpLTE1OT1A'
const UUID = '4f9c1c58-8a4e-4d8e-9a1f-0d7b5e2c6a11'

describe('the name of a request', () => {
  it.each([
    ['/', 'home', '/'],
    ['/sport?utm_source=mail', 'channel', '/sport'],
    ['/neues-rathaus-im-juni-1024', 'article', '/neues-rathaus-im-juni-1024'],
    ['/sport/', 'redirect', '/sport/'],
    ['/%zz', 'unmatched', '/%zz'],
    ['/suche?q=lena.vogt@reader.example', 'search', '/suche'],
    ['/api/articles/latest', '/api/articles/latest', '/api/articles/latest'],
    ['/api/articles/412/body?x=1', '/api/articles/:id/body', '/api/articles/:id/body'],
    ['/api/articles/412/other/more', '/api/articles/*', '/api/articles/*'],
    ['/api/orders', '/api/orders/:number?', '/api/orders/:number?'],
    ['/api/orders/A-2026-7Q4F', '/api/orders/:number?', '/api/orders/:number?'],
    ['/api/files/a/b/c', '/api/files/:path', '/api/files/:path'],
    ['/api/pages/12', '/api/pages/:page', '/api/pages/:page'],
    ['/api/live/412/entries', '/api/live/:id', '/api/live/:id'],
    ['/api/nothing/of/that', 'call:unknown', '/api/nothing/…'],
    ['/__services/content/ak/v5/headlines', 'service:content', '/__services/content/:publication/:version/headlines'],
    ['/__services/content/ak/v5/other', 'service:content', '/__services/content/*'],
    ['/__services/sso/ak/token', 'service:sso', '/__services/sso/…'],
    ['/__services/x1/ak', 'service:unknown', '/__services/x1/…'],
    ['/rss/sport', '/rss/:channel', '/rss/:channel'],
    ['/_ipx/w_640/demo/bruecke.jpg?e=1&s=abc', 'file:picture', '/_ipx/w_640/demo/bruecke.jpg'],
    ['/_ipx/w_640/media/readers/4f/4f9c1c58.jpg', 'file:picture', '/_ipx/w_640/media/readers/…'],
    ['/redaktion', 'office', '/redaktion'],
    ['/redaktion/api/articles/17/draft', 'office:api', '/redaktion/api/…'],
    ['http://other.example/', 'unmatched', '…'],
    ['*', 'unmatched', '…'],
  ])('%s is %s and is shown as %s', (target, route, path) => expect(nameOf(target)).toMatchObject({ route, path }))

  it.each([
    `/change-password/${CODE}`,
    `/de/change-password/${CODE}`,
    `/widerspruch/kommentar/${CODE}`,
    `/api/mein/password-code/${CODE}`,
    `/api/mein/oauth2/email-confirmation/${CODE}`,
    `/api/mein/oauth2/another-link/${CODE}`,
    `/redaktion/vorschau/${CODE}`,
    `/a-page-that-is-gone/${CODE}`,
    `/${CODE}`,
    `/suche?link-token=${CODE}`,
    `/suche#${CODE}`,
    `/../${CODE}`,
    `http://host.example/${CODE}`,
  ])('%s shows no code', (target) => expect(JSON.stringify(nameOf(target))).not.toContain(CODE.slice(0, 12)))

  it.each([`/somebody/${UUID}`, `/api/orders/${UUID}`, `/api/unknown/${UUID}`])(
    '%s shows no id of a reader',
    (target) => expect(JSON.stringify(nameOf(target))).not.toContain(UUID.slice(0, 8)),
  )

  it.each(['/lena.vogt@reader.example', '/brief/lena.vogt%40reader.example/12'])('%s shows no address', (target) =>
    expect(JSON.stringify(nameOf(target))).not.toContain('lena'),
  )

  it('takes routes from a bounded set, whatever is asked for', () => {
    const bounded = new Set([...Object.keys(ROUTES), ...TEMPLATES.map((path) => path.replace(/\{.*\}/, ''))])
    const groups =
      /^(?:redirect|unmatched|call:unknown|service:(?:content|sso|unknown)|office(?::api)?|file:[a-z]+|\/api\/live\/:id)$/
    const words = ['api', 'articles', '__services', 'sport', 'redaktion', '_ipx', 'x9', UUID, CODE, '%2e', '..', '']
    for (let number = 0; number < 5000; number++) {
      const segments = Array.from({ length: number % 6 }, (_, at) => words[(number * (at + 3) + at) % words.length])
      const { route } = nameOf(`/${segments.join('/')}${number % 3 === 0 ? `/${number}` : ''}`)
      expect(bounded.has(route) || groups.test(route), route).toBe(true)
    }
  })

  it('reads the longest path in a moment', () => {
    const started = performance.now()
    for (const word of ['a', 'aA1', '/', 'articles/', '%40'])
      expect(nameOf(`/api/${word.repeat(8000)}`).path.length).toBeLessThan(400)
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
