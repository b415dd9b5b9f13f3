import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MailboxEntry } from '@lokalteil/contracts/mail'
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toTestOffers } from '@lokalteil/services/commerce/offers/offers.testing'
import { openTestPortal, type TestPortal } from '../../portal.testing.ts'

let portal: TestPortal
let offers: ReturnType<typeof toTestOffers>

beforeAll(async () => {
  // The demo's mailbox shows the sent mails.
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', TRUST_PROXY: '127.0.0.1' } })
  // Two topics, of which the content service knows the tag of one.
  const saved = toTestOffers('ak').map((offer) =>
    offer.id === 'thema-fc-talheim' ? { ...offer, roles: ['PLUS-TAG-151'] } : offer,
  )
  offers = saved.filter(({ id }) => id !== 'thema-hochwasser' && (id !== 'epaper' || hasRoom('epaper')))
  await portal.runtime.commerce!.applyFolder('ak', {
    version: 2,
    catalogue: {
      offers: saved,
      readerService: { phone: '030 23125-412', hours: 'werktags', email: 'abo@example.org' },
    },
    seller: null,
  })
  await portal.runtime.commerce!.applyFolder('fb', {
    version: 2,
    catalogue: { offers: [], readerService: null },
    seller: null,
  })
})
afterAll(() => portal.close())

let readers = 0
/** Each test has its own IP address, so that it does not use up the rate limit of another. */
const newReader = () => `198.51.100.${++readers}`
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const JSON_TYPE = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  portal.get(path, {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': newReader(), 'content-length': String(Buffer.byteLength(body)), ...headers },
  })
const postForm = (path: string, values: Record<string, string>, headers: Record<string, string> = {}) =>
  post(path, new URLSearchParams(values).toString(), { ...FORM, ...headers })
const postJson = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  post(path, JSON.stringify(body), { ...JSON_TYPE, ...headers })

const INPUT = { name: 'Eva Süß', email: 'eva@example.org', contract: 'Plus Monat' }
const keyOf = (html: string) => /name="key" value="([0-9a-f]{32})"/.exec(html)?.[1] ?? ''
const mailsTo = async (address: string) => {
  await expect
    .poll(
      async () => ((await (await portal.get(`/__services/mail/mails.json?to=${address}`)).json()) as unknown[]).length,
      { timeout: 5000 },
    )
    .toBeGreaterThan(0)
  return (await (await portal.get(`/__services/mail/mails.json?to=${address}`)).json()) as MailboxEntry[]
}

describe('the offers', () => {
  it('R2.3-02 stand on /order/abo with price, trial and later price, term, notice and tax', async () => {
    const response = await portal.get('/order/abo')
    expect(response.status).toBe(200)
    const html = (await response.text()).replaceAll('<!-- -->', '')
    expect(html).toContain('Themen-Abo 1. FC Talheim')
    expect(html).not.toContain('hochwasser')
    for (const { name, id } of offers) {
      expect(html).toContain(`>${name}</h3>`)
      expect(html).toMatch(new RegExp(`<a [^>]*href="/order/checkout\\?offer=${id}"[^>]*>Weiter</a>`))
    }
    for (const part of [
      '1,00\u00a0€',
      'im ersten Monat',
      'danach',
      '9,90\u00a0€',
      'im Monat',
      'inkl. 7 % MwSt.',
      'jederzeit mit einer Frist von einem Monat',
      'danach auf unbestimmte Zeit',
      '14 Tage Widerrufsrecht',
      'mailto:abo@example.org',
      '030 23125-412',
    ])
      expect(html, part).toContain(part)
  })

  it('R2.3-01 begin at /order, which links only to pages that answer', async () => {
    const html = await portal.html('/order')
    const links = [
      ...html
        .split('<main')[1]!
        .split('</main>')[0]!
        .matchAll(/href="(\/[^"#]*)"/g),
    ].map(([, path]) => path!)
    expect(links).toEqual(expect.arrayContaining(['/order/abo', '/kuendigen', '/widerrufen']))
    for (const path of new Set(links)) {
      const { status, headers } = await portal.get(path)
      // Codes and invitations need a login.
      expect([path, status, headers.get('location')]).toEqual(
        path === '/order/code' || path === '/order/invite' ? [path, 302, '/#login'] : [path, 200, null],
      )
    }
  })

  it('are the same for all readers, also as JSON', async () => {
    const response = await portal.get('/api/plenigo/offers')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect(((await response.json()) as { offers: object[] }).offers).toEqual(offers)
    expect((await portal.get('/__services/plenigo/openapi.json')).status).toBe(200)
    expect((await portal.get('/__services/plenigo/ak/offers/plus-monat')).status).toBe(200)
    expect(await portal.html('/order/abo', { publication: 'fb' })).toContain('Zurzeit gibt es keine Angebote.')
  })
})

describe.each([
  {
    path: '/kuendigen',
    call: '/api/contracts/cancellation',
    button: 'Jetzt kündigen',
    done: 'Ihre Kündigung ist eingegangen',
    template: 'cancellation-received',
  },
  {
    path: '/widerrufen',
    call: '/api/contracts/withdrawal',
    button: 'Widerruf bestätigen',
    done: 'Ihr Widerruf ist eingegangen',
    template: 'withdrawal-received',
  },
])('$path', ({ path, call, button, done, template }) => {
  it('R1-85 is a form without a login, never stored, whose only button has the text of the law', async () => {
    const response = await portal.get(path)
    expect([response.status, response.headers.get('cache-control'), response.headers.get('x-robots-tag')]).toEqual([
      200,
      'private, no-store',
      null,
    ])
    const html = await response.text()
    const form = /<form[^>]*method="post"[\s\S]*?<\/form>/.exec(html)![0]
    expect(form).toContain(` action="${path}"`)
    expect([...form.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, text]) => text)).toEqual([button])
    expect(keyOf(html)).not.toBe('')
    expect(keyOf(html)).not.toBe(keyOf(await portal.html(path)))
  })

  it('R1-85 files a plain form and shows number, date, time, and all fields', async () => {
    const key = keyOf(await portal.html(path))
    const address = `plain-${template}@example.org`
    const response = await postForm(path, { ...INPUT, email: address, key })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const html = await response.text()
    for (const part of [done, '21. November 2026, 13:00 Uhr', 'Eva Süß', address, 'Plus Monat'])
      expect(html).toContain(part)
    const number = /<dd>([KW]-2026-\w{4}-\w{4})<\/dd>/.exec(html)![1]!
    const again = await postForm(path, { ...INPUT, email: address, key })
    expect(await again.text()).toContain(number)
    const mails = await mailsTo(address)
    expect(mails.map((mail) => mail.template)).toEqual([template])
    expect(mails[0]!.text).toContain(number)

    const file = await portal.get(/href="(\/api\/contracts\/receipts\/[^"]+)"/.exec(html)![1]!)
    expect([
      file.status,
      file.headers.get('content-type'),
      file.headers.get('content-disposition'),
      file.headers.get('cache-control'),
    ]).toEqual([200, 'text/plain; charset=utf-8', `attachment; filename="${number}.txt"`, 'private, no-store'])
    const text = await file.text()
    for (const part of [number, '21. November 2026, 13:00 Uhr', 'Eva Süß', address, 'Plus Monat'])
      expect(text).toContain(part)
  })

  it('shows a faulty plain form again with its input, the faults, and the focus on the first', async () => {
    const response = await postForm(path, { ...INPUT, email: 'eva"><script>', contract: '', key: 'short' })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).not.toContain('"><script>')
    const email = /<input[^>]*id="contract-email"[^>]*>/.exec(html)![0]
    for (const part of [
      'value="eva&quot;&gt;&lt;script&gt;"',
      'aria-invalid="true"',
      'aria-describedby="contract-email-fault contract-email-hint"',
      'autofocus=""',
    ])
      expect(email).toContain(part)
    expect(/<input[^>]*id="contract-name"[^>]*>/.exec(html)![0]).toMatch(/value="Eva Süß"(?!.*aria-invalid)/)
    expect(html).toContain('Bitte sagen Sie uns, um welchen Vertrag es geht.')
    expect(keyOf(html)).not.toBe('')
  })

  it('takes the same as JSON', async () => {
    const body = { key: `key-of-a-form-${template}`, values: INPUT }
    const first = await postJson(call, body)
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const { receipt } = (await first.json()) as { receipt: { number: string; declaration: object } }
    expect(receipt.declaration).toMatchObject(INPUT)
    expect(((await (await postJson(call, body)).json()) as { receipt: object }).receipt).toEqual(receipt)
    const wrong = await postJson(call, { ...body, values: { name: 'Eva' } })
    expect([wrong.status, ((await wrong.json()) as { faults: object }).faults]).toEqual([
      422,
      { email: 'REQUIRED', contract: 'REQUIRED' },
    ])
  })

  it.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['a page that hides its origin', { 'sec-fetch-site': '', origin: 'null' }],
  ])('refuses a form that %s sends, and shows its input again', async (_name, given) => {
    const headers = Object.fromEntries(Object.entries({ ...FORM, ...given }).filter(([, value]) => value !== ''))
    const json = Object.fromEntries(Object.entries({ ...JSON_TYPE, ...given }).filter(([, value]) => value !== ''))
    const address = `foreign-${template}@example.org`
    const page = await post(
      path,
      new URLSearchParams({ ...INPUT, email: address, key: 'x'.repeat(32) }).toString(),
      headers,
    )
    expect(page.status).toBe(403)
    const html = await page.text()
    expect(html).toContain(`value="${address}"`)
    expect(html).toContain('Das Formular kam nicht von dieser Website.')
    expect(
      (await post(call, JSON.stringify({ key: 'x'.repeat(32), values: { ...INPUT, email: address } }), json)).status,
    ).toBe(403)
    expect(await (await portal.get(`/__services/mail/mails.json?to=${address}`)).json()).toEqual([])
  })

  it('R1-85 has a rate limit for one IP address, and shows the input again', async () => {
    const headers = { 'x-forwarded-for': newReader() }
    const send = (index: number) =>
      postForm(
        path,
        { ...INPUT, email: `viele-${index}-${template}@example.org`, key: `key-number-${index}-of-${template}` },
        headers,
      )
    for (let index = 0; index < 10; index++) expect((await send(index)).status).toBe(200)
    const refused = await send(10)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await refused.text()).toContain(`value="viele-10-${template}@example.org"`)
    expect((await postForm(path, INPUT)).status).toBe(200)
  })

  it.each<[number, string, Record<string, string>]>([
    [413, 'x'.repeat(70_000), FORM],
    [415, 'name=x', { ...FORM, 'content-type': 'multipart/form-data; boundary=x' }],
  ])('answers %i to an invalid form', async (status, body, headers) => {
    expect((await post(path, body, headers)).status).toBe(status)
  })

  it.each<[number, string, Record<string, string>]>([
    [400, 'not json', JSON_TYPE],
    [400, '{"key":"short","values":{}}', JSON_TYPE],
    [400, 'null', JSON_TYPE],
    [415, '{}', { ...JSON_TYPE, 'content-type': 'text/plain' }],
    [413, `"${'x'.repeat(70_000)}"`, JSON_TYPE],
  ])('answers %i to invalid JSON (case %#)', async (status, body, headers) => {
    expect((await post(call, body, headers)).status).toBe(status)
  })

  it('takes POST on its own path only', async () => {
    expect((await postForm(`${path}/x`, INPUT)).status).toBe(405)
  })
})

it('a guessed URL shows no receipt', async () => {
  for (const token of ['abc', 'A'.repeat(32), '..%2f..%2fx'])
    expect((await portal.get(`/api/contracts/receipts/${token}`)).status).toBe(404)
})
