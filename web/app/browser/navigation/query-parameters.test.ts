import { expect, it } from 'vitest'
import { decideQuery } from './query-parameters.lazy.ts'

const ORIGIN = 'https://www.auenkurier.example'
const COOKIES: Readonly<Record<string, string>> = {
  DM_STATE_abc: '/sport',
  DM_STATE_here: '/sport?a=1',
  DM_STATE_evil: '//evil.example/',
  FA_ID_TOKEN: '/sport',
}
const decide = (search: string, path = '/') =>
  decideQuery({ path, search, hash: '', origin: ORIGIN }, (name) => COOKIES[name] ?? null)

it.each<[string, string, ReturnType<typeof decideQuery>]>([
  ['', '/', { kind: 'nothing' }],
  ['?q=Rathaus', '/suche', { kind: 'nothing' }],
  ['?logout', '/sport', { kind: 'logout', to: '/sport' }],
  ['?logout=1&userState=login&state=abc', '/sport', { kind: 'logout', to: '/sport' }],
  ['?state=abc', '/', { kind: 'redirect', to: '/sport', clear: 'DM_STATE_abc' }],
  ['?state=abc&state=here', '/', { kind: 'redirect', to: '/sport', clear: 'DM_STATE_abc' }],
  ['?state=abc', '/sport', { kind: 'drop-state', to: '/sport', clear: 'DM_STATE_abc' }],
  ['?a=1&state=here', '/sport', { kind: 'drop-state', to: '/sport?a=1', clear: 'DM_STATE_here' }],
  ['?state=evil', '/', { kind: 'drop-state', to: '/', clear: 'DM_STATE_evil' }],
  ['?state=nobody&b=%C3%A4', '/', { kind: 'drop-state', to: '/?b=%C3%A4', clear: null }],
  ['?state=../FA_ID_TOKEN', '/', { kind: 'drop-state', to: '/', clear: null }],
  ['?userState=login', '/', { kind: 'user-state', to: '/', userState: 'login' }],
  [
    '?userState=registration_verified&a=1',
    '/sport',
    { kind: 'user-state', to: '/sport?a=1', userState: 'registration_verified' },
  ],
  ['?userState=constructor', '/', { kind: 'user-state', to: '/', userState: null }],
  ['?userState', '/', { kind: 'user-state', to: '/', userState: null }],
])('R2.8-02 R2.8-03 R2.8-04 S2.8-01 S2.8-02 S2.8-03 S2.8-08 reads %s on %s', (search, path, expected) => {
  expect(decide(search, path)).toEqual(expected)
})

it('S2.8-02 keeps the hash of the page', () => {
  expect(
    decideQuery({ path: '/sport', search: '?state=nobody', hash: '#login', origin: ORIGIN }, () => null),
  ).toMatchObject({ to: '/sport#login' })
})
