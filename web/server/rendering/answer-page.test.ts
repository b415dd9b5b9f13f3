import { toReaderFlags } from '@lokalteil/domain/access/roles'
import type { PageVariant } from '@lokalteil/domain/rendering/page-cache'
import { expect, it } from 'vitest'
import { findPage } from './answer-page.ts'
import { createPageCache } from './page-cache.ts'

function setUp() {
  const shelf: string[] = []
  const shared = {
    get: async () => null,
    await: async () => ({ isOwn: true, page: null }),
    release: () => {},
    set: (key: string) => void shelf.push(key),
  }
  const now = () => new Date(1_000_000)
  const cache = createPageCache({ entries: 10, bytes: 1_000_000, staleSeconds: 60, now: () => 1_000_000, shared })
  return { context: { cache, now, lastFresh: new Map<string, Date>() }, shelf }
}

it.each([
  [[], true],
  [['PLUS-TAG-12'], true],
  [['PLUS_USER'], false],
  [['PUR_USER'], false],
  [['EPAPER_USER'], false],
  [['WALLET_USER'], false],
])('S9-02 a page for readers with the roles %j is shared with other processes: %s', async (roles, isShared) => {
  const { context, shelf } = setUp()
  const variant: PageVariant = {
    publication: 'ak',
    reader: toReaderFlags({ isLoggedIn: true, roles, emailVerified: true }),
    hasConsent: false,
    isPersonalised: false,
    device: 'desktop',
    app: 'web',
  }
  const fill = async () => ({ status: 200, headers: {}, body: 'page', isStorable: true })
  const lookup = { use: { kind: 'stored', freshSeconds: 60 } as const, key: 'k' }
  expect((await findPage(context, lookup, { variant }, fill)).state).toBe('MISS')
  // This process stores it in any case.
  expect((await findPage(context, lookup, { variant }, fill)).state).toBe('HIT')
  expect(shelf).toEqual(isShared ? ['k'] : [])
})
