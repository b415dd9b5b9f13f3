import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

function write(fields: Record<string, unknown>): Record<string, unknown> {
  const lines: string[] = []
  createLog(
    (line) => lines.push(line),
    () => new Date('2026-11-21T12:00:00Z'),
  )('warn', 'something', fields)
  expect(lines.length).toBe(1)
  expect(lines[0]!.indexOf('\n')).toBe(lines[0]!.length - 1)
  return JSON.parse(lines[0]!) as Record<string, unknown>
}

describe('the log', () => {
  it('writes one JSON line for each event, whatever line breaks a value contains', () => {
    expect(write({ path: '/sport\n{"level":"info"}', n: 3 })).toEqual({
      time: '2026-11-21T12:00:00.000Z',
      level: 'warn',
      event: 'something',
      path: '/sport\n{"level":"info"}',
      n: 3,
    })
  })

  it.each([
    ['a token', { message: 'got eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJl here' }, 'eyJhbGci'],
    ['an address', { message: 'no mailbox for lena.vogt+x@auenkurier.example' }, 'lena.vogt'],
    ['the value of a query', { path: '/101?link-token=abc123&gaa_sig=def456' }, 'abc123'],
    ['the second value of a query', { path: '/101?link-token=abc123&gaa_sig=def456' }, 'def456'],
    ['the password of a database', { url: 'postgres://portal:hunter2@db.example/portal' }, 'hunter2'],
    [
      'a token without an end',
      { message: `${'x'.repeat(3950)} eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJl`.padEnd(9000) },
      'eyJhbGci',
    ],
    ['the code of a mail’s link', { path: '/api/mein/oauth2/email-confirmation/Zm9vYmFy-Zm9v_Zm9v' }, 'Zm9v'],
    ['a code to set a password with', { error: new Error('GET /change-password/Zm9vYmFy-Zm9v_Zm9v failed') }, 'Zm9v'],
    ['the link of an advertisement', { path: '/immobilien/link/Zm9vYmFy-Zm9v_Zm9v' }, 'Zm9v'],
    ['a link of a complaint', { path: '/widerspruch/kommentar/Zm9vYmFy-Zm9v_Zm9v' }, 'Zm9v'],
    ['the link of a preview', { path: '/redaktion/vorschau/Zm9vYmFy-Zm9v_Zm9v' }, 'Zm9v'],
    ['a password', { password: 'hunter2' }, 'hunter2'],
    ['a header', { headers: { Authorization: 'Bearer abc', Cookie: 'FA_ID_TOKEN=abc' } }, 'abc'],
    ['a nested secret', { a: { b: [{ refreshToken: 'abc' }] } }, 'abc'],
    ['a key', { serviceKey: 'abc', ingestkey: 'abc' }, 'abc'],
    ['an iban', { iban: 'DE02120300000000202051' }, 'DE02'],
    ['a coupon', { couponCode: 'SOMMER' }, 'SOMMER'],
    [
      'an error with a token in its message and stack',
      { error: new Error('bad eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2ln') },
      'eyJhbGci',
    ],
    ['an error with an address in its message', { error: new Error('mail to a.b@c.example failed') }, 'a.b@c'],
  ])('removes %s', (_name, fields, secret) => {
    expect(JSON.stringify(write(fields)).includes(secret)).toBe(false)
  })

  it('keeps useful parts: the code of a failure, the id of the request, the origin of an error', () => {
    const line = write({ code: 'EADDRINUSE', requestId: 'abc-1', error: new TypeError('x is no function') })
    expect(line).toMatchObject({
      code: 'EADDRINUSE',
      requestId: 'abc-1',
      error: { name: 'TypeError', message: 'x is no function', stack: expect.stringContaining('log.test') },
    })
  })

  it('limits length, depth and number', () => {
    const started = performance.now()
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    const text = JSON.stringify(
      write({ long: 'a'.repeat(100_000), many: Array.from({ length: 1000 }, (_unused, index) => index), cyclic }),
    )
    expect(text.length).toBeLessThan(6000)
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
