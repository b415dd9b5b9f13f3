/**
 * A library service for tests: readers are names, tokens are `access publication sub roles` in base64url, the clock is fixed.
 */
import { createTestClient, get, outcomeOf as refusalOf } from '@lokalteil/contracts/kernel/client.testing'
import { SETTINGS, LIBRARY } from '@lokalteil/contracts/library'
import { toLibraryBase } from '@lokalteil/contracts/library/paths'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Database } from '../platform/database.ts'
import { createLibraryService, type Bearer, type LibraryServiceOptions } from './app.ts'

export const KEY = 'a-service-key-for-tests'
export const NOW = new Date('2026-11-21T12:00:00Z')

export function toTestToken(kind: 'access' | 'id', { publication, sub, roles }: Bearer): string {
  return Buffer.from(JSON.stringify([kind, publication, sub, roles])).toString('base64url')
}

async function verifyTestToken(token: string): Promise<Bearer | null> {
  try {
    const [kind, publication, sub, roles] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [
      string,
      string,
      string,
      string[],
    ]
    return kind === 'access' ? { publication, sub, roles } : null
  } catch {
    return null
  }
}

export async function openTestLibrary(database: Database, change: Partial<LibraryServiceOptions> = {}) {
  let clock = NOW
  const errors: unknown[] = []
  const bought = new Map<string, Date>()
  const service = await createLibraryService({
    database,
    verify: verifyTestToken,
    purchases: {
      listPurchased: async (publication, user, ids) =>
        new Map(
          ids.flatMap((id) =>
            bought.has(`${publication} ${user} ${id}`)
              ? [[id, bought.get(`${publication} ${user} ${id}`)!] as const]
              : [],
          ),
        ),
    },
    serviceKey: KEY,
    now: () => clock,
    checkAnswers: true,
    onError: (error) => errors.push(error),
    ...change,
  })
  const fetch = (request: Request) => service.app.fetch(request)

  return {
    service,
    throwErrors() {
      if (errors.length > 0) throw new AggregateError(errors.splice(0), 'The service reported bugs')
    },
    bought,
    fetch,
    setClock: (at: Date) => (clock = at),
    later: (milliseconds: number) => (clock = new Date(clock.getTime() + milliseconds)),
    /** A reader's client; `as` replaces its token. */
    of: (
      publication: PublicationCode,
      user: string,
      roles: readonly string[] = [],
      as: Partial<Bearer> & { kind?: 'access' | 'id' } = {},
    ) =>
      createTestClient(LIBRARY, {
        fetch,
        base: `http://library.local${toLibraryBase(publication, user)}`,
        headers: {
          authorization: `Bearer ${toTestToken(as.kind ?? 'access', { publication, sub: user, roles, ...as })}`,
        },
      }),
    settingsOf: (publication: PublicationCode, key = KEY) =>
      createTestClient(SETTINGS, {
        fetch,
        base: `http://library.local/mandators/${publication}`,
        headers: { authorization: `Bearer ${key}` },
      }),
  }
}

export { get, refusalOf }
