import { expect, it } from 'vitest'
import { ROUTE_META, type RouteName } from '@lokalteil/domain/routing/routes'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { toPageState } from './page/page-loader.ts'
import type { Chrome } from './page/page.ts'
import { pageOf } from './server-registry.ts'

const names = (Object.keys(ROUTE_META) as RouteName[]).filter((name) => pageOf(name) !== null)
const titleOf = (name: RouteName, data: unknown = {}) =>
  toPageState(pageOf(name)!, { name } as never, '/', '', { kind: 'ok', data }, {
    publication: publicationOf('fb'),
  } as Chrome).title

it('S2.6-02 R2.6-11 only the home page has the site’s name alone as title', () => {
  const module = (name: RouteName) => pageOf(name)!
  // These two have a fixed title in the table of 2.6.
  const untitled = names.filter((name) => module(name).title === undefined && !['topics', 'headlines'].includes(name))
  expect(untitled).toEqual(['home'])
})

it.each([
  ['__mein-portal-auth-account', 'Mein Konto'],
  ['__mein-portal-auth-account-abo', 'Mein Konto: Abo'],
  ['__mein-portal-auth-account-coins', 'Mein Konto: Coins'],
  ['__mein-portal-auth-account-plus-verification', 'Mein Konto: Plus freischalten'],
  ['__mein-portal-auth-deine-themen-verwalten', 'Ihre Themen verwalten'],
  ['__mein-portal-auth-regions', 'Ihre Regionen verwalten'],
  ['__mein-portal-auth-newsletters', 'Meine Newsletter'],
  ['__mein-portal/bookmarks', 'Merkliste'],
  ['__mein-portal/read-articles', 'Gelesene Artikel'],
  ['__mein-portal/dialog-flow/login', 'Anmelden'],
  ['__mein-portal/dialog-flow/registration', 'Registrieren'],
  ['order/code', 'Code einlösen'],
  ['order/invite', 'Freunde einladen'],
] as const)('S2.6-02 %s has the title %s', (name, heading) => {
  expect(titleOf(name)).toBe(`${heading} | Flussbote – Nachrichten aus der Region`)
})
