import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearCookie, readCookie, writeCookie } from './cookies.ts'

let header = ''
let written: string[] = []
beforeEach(() => {
  header = ''
  written = []
  vi.stubGlobal('location', { hostname: 'www.auenkurier.example', protocol: 'https:' })
  vi.stubGlobal('document', {
    get cookie() {
      return header
    },
    set cookie(line: string) {
      written.push(line)
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

it.each<[string, string, string | null]>([
  ['FA_ID_TOKEN=eyJ.a.b', 'FA_ID_TOKEN', 'eyJ.a.b'],
  ['a=1; FA_ID_TOKEN=eyJ; b=2', 'FA_ID_TOKEN', 'eyJ'],
  ['xFA_ID_TOKEN=eyJ', 'FA_ID_TOKEN', null],
  ['FA_ID_TOKEN=; FA_ID_TOKEN=eyJ', 'FA_ID_TOKEN', 'eyJ'],
  ['redirectAfterLogin=%2Fsuche%3Fq%3DB%C3%BCrger', 'redirectAfterLogin', '/suche?q=Bürger'],
  ['redirectAfterLogin=%E0%A4%A', 'redirectAfterLogin', '%E0%A4%A'],
  ['', 'x', null],
])('R9-12 reads from "%s" the cookie %s', (cookies, name, expected) => {
  header = cookies
  expect(readCookie(name)).toBe(expected)
})

it('R9-29 keeps a cookie 30 days by default, for all paths, lax', () => {
  writeCookie('redirectAfterLogin', '/suche?q=Bürger; x')
  expect(written).toEqual([
    'redirectAfterLogin=/suche?q=B%C3%BCrger%3B%20x; path=/; max-age=2592000; samesite=lax; secure',
  ])
})

it('S9-06 writes no Secure cookie without https', () => {
  vi.stubGlobal('location', { hostname: 'localhost', protocol: 'http:' })
  writeCookie('anon_cookie', '7')
  expect(written[0]).not.toContain('secure')
})

it.each([
  ['www.auenkurier.example', ['', 'auenkurier.example']],
  ['auenkurier.example', ['', 'auenkurier.example']],
  ['localhost', ['']],
])('S4.2-10 removes a cookie of %s wherever it was set', (hostname, domains) => {
  vi.stubGlobal('location', { hostname, protocol: 'https:' })
  clearCookie('FA_ID_TOKEN')
  expect(written).toEqual(
    domains.map(
      (domain) => `FA_ID_TOKEN=; path=/; max-age=0; samesite=lax; secure${domain === '' ? '' : `; domain=${domain}`}`,
    ),
  )
})
