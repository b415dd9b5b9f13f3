import { inflateRawSync } from 'node:zlib'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { ACCOUNTS } from '@lokalteil/contracts/accounts'
import { LIBRARY } from '@lokalteil/contracts/library'
import { toLibraryBase } from '@lokalteil/contracts/library/paths'
import { toPublicationCode, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { parseRoles } from '@lokalteil/domain/access/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINE, openTestDatabase, type TestDatabase } from '../platform/database/database.testing.ts'
import { NOW as ACCOUNTS_NOW, openTestAccounts, type TestAccounts } from '../accounts/accounts.testing.ts'
import { withTouchedSignature } from '../platform/signed-text.testing.ts'
import type { Bearer } from './app.ts'
import { get, openTestLibrary, refusalOf } from './library.testing.ts'

/** The publication that a token claims, unverified: it only selects the keys and names to verify the token with. */
function claimedPublication(token: string): PublicationCode | null {
  try {
    const { mandator: publication } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      mandator?: unknown
    }
    return typeof publication === 'string' ? toPublicationCode(publication) : null
  } catch {
    return null
  }
}

describe('the library with the tokens of the product’s own sign-on', () => {
  let opened: TestDatabase
  let accounts: TestAccounts
  let library: Awaited<ReturnType<typeof openTestLibrary>>
  const clientOf = (publication: PublicationCode, sub: string, token: string) =>
    createTestClient(LIBRARY, {
      fetch: library.fetch,
      base: `http://library.local${toLibraryBase(publication, sub)}`,
      headers: { authorization: `Bearer ${token}` },
    })

  beforeAll(async () => {
    opened = await openTestDatabase(ENGINE, createTestDatabase)
    accounts = await openTestAccounts(opened.database)
    library = await openTestLibrary(opened.database, {
      now: () => ACCOUNTS_NOW,
      async verify(token): Promise<Bearer | null> {
        const publication = claimedPublication(token)
        const check = publication === null ? null : await accounts.service.verifyToken('access', publication, token)
        return check?.ok === true
          ? {
              sub: check.claims.sub,
              publication: String(check.claims.mandator),
              roles: parseRoles(check.claims.subscriptionRoles),
            }
          : null
      },
    })
    accounts.service.registerDataSource(library.service.personalData)
  })
  afterAll(async () => {
    await accounts.service.close()
    await opened.drop()
  })

  it('R7.4-01 R7.4-02 accepts the access token, and neither the ID token nor the content token', async () => {
    const { tokens, contentJwt, user: reader } = await accounts.register()
    await get(clientOf('ak', reader.sub, tokens.accessToken).addBookmark({ params: { articleId: '1' } }))
    expect(
      (await get(clientOf('ak', reader.sub, tokens.accessToken).listBookmarks({}))).map(({ articleId }) => articleId),
    ).toEqual(['1'])
    const forged = withTouchedSignature(tokens.accessToken)
    for (const token of [tokens.idToken, contentJwt, tokens.refreshToken, forged])
      expect(await refusalOf(clientOf('ak', reader.sub, token).listBookmarks({}))).toBe('401 NOT_LOGGED_IN')
  })

  it('R7.4-01 keeps readers and publications apart', async () => {
    const [eva, ida, far] = [
      await accounts.register(),
      await accounts.register(),
      await accounts.register('far@example.org', undefined, accounts.fb),
    ]
    expect(await refusalOf(clientOf('ak', ida.user.sub, eva.tokens.accessToken).listBookmarks({}))).toBe(
      '403 OTHER_READER',
    )
    expect(await refusalOf(clientOf('ak', far.user.sub, far.tokens.accessToken).listBookmarks({}))).toBe(
      '404 OTHER_PUBLICATION',
    )
    expect(await refusalOf(clientOf('fb', far.user.sub, far.tokens.accessToken).listBookmarks({}))).toBe('ok')
  })

  it('R6-27 reads the plus subscription from the roles of the access token', async () => {
    const ht = createTestClient(ACCOUNTS, {
      fetch: (request) => accounts.service.internal.fetch(request),
      base: 'http://accounts.internal/ht',
      headers: { authorization: 'Bearer a-service-key-for-tests' },
    })
    const reader = await accounts.register('plus@example.org', undefined, ht)
    const add = async (token: string, articleId: string) =>
      refusalOf(clientOf('ht', reader.user.sub, token).addBookmark({ params: { articleId } }))
    for (const id of ['1', '2', '3', '4', '5']) expect(await add(reader.tokens.accessToken, id)).toBe('ok')
    expect(await add(reader.tokens.accessToken, '6')).toBe('403 BOOKMARK_LIMIT')
    accounts.roles.set(`ht ${reader.user.sub}`, ['PLUS_USER'])
    const { tokens } = await get(ht.refresh({ body: { refreshToken: reader.tokens.refreshToken } }))
    expect(await add(tokens.accessToken, '6')).toBe('ok')
  })

  it('shows bookmarks in the reader’s export', async () => {
    const reader = await accounts.register()
    await get(
      clientOf('ak', reader.user.sub, reader.tokens.accessToken).addBookmark({ params: { articleId: '4711081500' } }),
    )
    const { base64 } = await get(accounts.ak.exportData({ body: { accessToken: reader.tokens.accessToken } }))
    const zip = Buffer.from(base64, 'base64')
    // The first file in the ZIP archive, after its header and name.
    const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28)
    expect(inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(18))).toString()).toContain('"id": "4711081500"')
  })
})
