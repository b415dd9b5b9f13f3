import { describe, expect, it } from 'vitest'
import { createSessionCookies, readCookie, readCookies, readDeviceToken, toCookieDomain } from './session-cookies.ts'

const ORIGINS = {
  ak: 'https://www.auenkurier.example',
  fb: 'https://www.flussbote.example',
  ht: 'https://ht.verlag.example',
  la: 'https://la.verlag.example',
}
const make = (change: object = {}) =>
  createSessionCookies({
    originOf: (publication) => ORIGINS[publication as keyof typeof ORIGINS],
    previewHosts: [],
    bearer: 'content_jwt',
    isInsecureDevelopment: false,
    ...change,
  })
const TOKENS = { idToken: 'i', accessToken: 'a', refreshToken: 'r', refreshTokenId: 's' }
const find = (lines: string[], name: string) => lines.find((line) => line.startsWith(`${name}=`)) ?? `no ${name}`
const MONTH = 'Max-Age=2592000'

describe('the cookies of a login', () => {
  const cookies = make()
  const lines = [
    ...cookies.toTokenCookies(TOKENS, 's', 'www.auenkurier.example'),
    cookies.toBearerCookie('b', 'www.auenkurier.example'),
    ...cookies.toDeviceCookies('d', 'www.auenkurier.example'),
    cookies.toReturnCookie('/themen', 'www.auenkurier.example'),
  ]

  it.each([
    [
      'R9-39 R9-12 R9-29 FA_ID_TOKEN',
      'FA_ID_TOKEN',
      `FA_ID_TOKEN=i; Path=/; ${MONTH}; Domain=.auenkurier.example; Secure; SameSite=Lax`,
    ],
    ['R9-26 idToken', 'idToken', `idToken=i; Path=/; ${MONTH}; Domain=.auenkurier.example; Secure; SameSite=Lax`],
    [
      'R9-40 R9-12 FA_ACCESS_TOKEN',
      'FA_ACCESS_TOKEN',
      `FA_ACCESS_TOKEN=a; Path=/; ${MONTH}; Domain=.auenkurier.example; HttpOnly; Secure; SameSite=Lax`,
    ],
    [
      'R9-40 R9-12 FA_REFRESH_TOKEN',
      'FA_REFRESH_TOKEN',
      `FA_REFRESH_TOKEN=r; Path=/; ${MONTH}; Domain=.auenkurier.example; HttpOnly; Secure; SameSite=Lax`,
    ],
    [
      'R9-41 R9-12 FA_REFRESH_TOKEN_ID',
      'FA_REFRESH_TOKEN_ID',
      `FA_REFRESH_TOKEN_ID=s; Path=/; ${MONTH}; Domain=.auenkurier.example; HttpOnly; Secure; SameSite=None`,
    ],
    [
      'R9-16 FA_RAL',
      'FA_RAL',
      `FA_RAL=%2Fthemen; Path=/; ${MONTH}; Domain=.auenkurier.example; HttpOnly; Secure; SameSite=Lax`,
    ],
    ['R9-28 the bearer', 'content_jwt', `content_jwt=b; Path=/; ${MONTH}; Secure; SameSite=Lax`],
    [
      'the session, for this host alone',
      '__Host-FA_SESSION',
      `__Host-FA_SESSION=s; Path=/; ${MONTH}; HttpOnly; Secure; SameSite=Lax`,
    ],
    [
      'the device, for this host alone',
      '__Host-FA_DEVICE',
      '__Host-FA_DEVICE=d; Path=/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax',
    ],
    ['the device of before, which goes', 'FA_DEVICE', 'FA_DEVICE=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax'],
  ])('%s', (_name, name, line) => {
    expect(find(lines, name)).toBe(line)
  })

  it('R9-28 have the configured name for the bearer', () => {
    expect(make({ bearer: 'leser_jwt' }).toBearerCookie('b', 'x.example')).toMatch(/^leser_jwt=b; /)
  })

  it('S9-06 are Secure on localhost unless the developer disables it, and always elsewhere', () => {
    const insecure = make({ isInsecureDevelopment: true })
    expect(find(make().toTokenCookies(TOKENS, 's', 'localhost:3000'), 'FA_ID_TOKEN')).toContain('; Secure')
    expect(insecure.toTokenCookies(TOKENS, 's', 'ak.localhost:3000').join()).not.toMatch(/Secure|None/)
    for (const line of insecure.toTokenCookies(TOKENS, 's', 'www.auenkurier.example'))
      expect(line).toContain('; Secure')
  })

  it('are removed with the same name, path and domain they were set with', () => {
    const cleared = cookies.toCleared('www.auenkurier.example')
    for (const name of [
      'FA_ID_TOKEN',
      'idToken',
      'FA_ACCESS_TOKEN',
      'FA_REFRESH_TOKEN',
      'FA_REFRESH_TOKEN_ID',
      'FA_RAL',
    ])
      expect(find(cleared, name)).toMatch(/^\w+=; Path=\/; Max-Age=0; Domain=\.auenkurier\.example; /)
    expect(find(cleared, 'content_jwt')).toMatch(/^content_jwt=; Path=\/; Max-Age=0; Secure/)
    expect(find(cleared, '__Host-FA_SESSION')).toMatch(/^__Host-FA_SESSION=; Path=\/; Max-Age=0; HttpOnly; Secure/)
    expect(find(cleared, '__Host-FA_DEVICE')).toBe('no __Host-FA_DEVICE')
  })

  it('of this host have the prefix wherever they are Secure, and are read with it alone', () => {
    const developer = make({ isInsecureDevelopment: true })
    for (const line of [
      cookies.toReloginCookie(true, 'localhost:3000'),
      cookies.toSilentCookie(true, 'www.auenkurier.example'),
      cookies.toSocialCookie('google', 'n', 'www.auenkurier.example'),
      cookies.toSignOnCookie('state', 'n', 'www.auenkurier.example'),
      developer.toSilentCookie(true, 'www.auenkurier.example'),
    ])
      expect(line).toMatch(/^__Host-FA_[^;]+; Path=\/; Max-Age=\d+; HttpOnly; Secure; SameSite=(?:Lax|None)$/)
    expect(developer.toSilentCookie(true, 'localhost:3000')).toMatch(/^FA_SILENT=1; /)
    const header = 'FA_SESSION=tossed; __Host-FA_DEVICE=d; FA_DEVICE=old'
    expect([cookies.readOwn(header, 'FA_SESSION'), developer.readOwn(header, 'FA_SESSION')]).toEqual([null, 'tossed'])
    expect([readDeviceToken(header), readDeviceToken('FA_DEVICE=old')]).toEqual(['d', 'old'])
  })
})

describe('the domain of cookies', () => {
  it.each<[string, string, string | null]>([
    ['R9-42 is the last two segments', 'www.auenkurier.de', '.auenkurier.de'],
    ['R9-42 of a long host too', 'a.b.auenkurier.de:8080', '.auenkurier.de'],
    ['R9-42 of a bare one', 'auenkurier.de', '.auenkurier.de'],
    ['R9-43 none for localhost', 'localhost:3000', null],
    ['R9-43 none below localhost', 'fb.localhost:3000', null],
    ['S9-05 none for an IPv4 address', '192.0.2.7:443', null],
    ['S9-05 none for an IPv6 address', '[2001:db8::1]:443', null],
    ['R9-43 none on a preview host', 'pr-12.preview.verlag.de', null],
    ['R9-43 none on the preview host itself', 'preview.verlag.de', null],
    ['S9-05 but on a host beside it', 'www.verlag.de', '.verlag.de'],
    ['S9-05 never a public suffix', 'auenkurier.co.at', null],
    ['S9-05 nor one of a hoster', 'auenkurier.github.io', null],
    ['S9-05 none for a single name', 'intranet', null],
    ['S9-05 none for a broken host', '..de', null],
  ])('%s', (_name, host, domain) => {
    expect(toCookieDomain(host, ['preview.verlag.de'])).toBe(domain)
  })

  it('S9-05 is not used if two publications would share it, nor on an unknown host', () => {
    const cookies = make()
    for (const host of ['ht.verlag.example', 'www.somewhere.example', ''])
      for (const line of cookies.toTokenCookies(TOKENS, 's', host))
        expect([host, line]).not.toContainEqual(expect.stringContaining('Domain'))
  })
})

describe('reading a cookie', () => {
  it.each<[string, string | undefined, string | null]>([
    ['where it stands', 'a=1; FA_ID_TOKEN=x.y.z; b=2', 'x.y.z'],
    ['not from another name', 'XFA_ID_TOKEN=1; FA_ID_TOKEN_2=3', null],
    ['the first of two', 'FA_ID_TOKEN=1; FA_ID_TOKEN=2', '1'],
    ['not from inside a value', 'a=FA_ID_TOKEN=1', null],
    ['behind such a value', 'a=FA_ID_TOKEN=1; FA_ID_TOKEN=2', '2'],
    ['without blanks', 'a=1;FA_ID_TOKEN=2', '2'],
    ['never empty', 'FA_ID_TOKEN=; a=1', null],
    ['never from nothing', undefined, null],
  ])('%s', (_name, header, value) => {
    expect(readCookie(header, 'FA_ID_TOKEN')).toBe(value)
  })

  it('reads four of a name at most', () => {
    const values = ['a', 'b', 'c', 'd', 'e']
    expect(readCookies(values.map((value) => `x=1; n=${value}`).join('; '), 'n')).toEqual(['a', 'b', 'c', 'd'])
  })
})
