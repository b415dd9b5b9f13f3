/** The import of subscribers with test doubles of accounts and commerce: their calls, and the effects of refusals. */
import type { OpenedSubscriber } from '@lokalteil/contracts/accounts/subscriber-endpoints'
import type { ImportedResult } from '@lokalteil/contracts/commerce/imported-contracts'
import type { SubscriberResult } from '@lokalteil/contracts/accounts/subscribers'
import { describe, expect, it } from 'vitest'
import { createSubscriberDoor, type SubscriberDoorOptions } from './subscriber-door.ts'

const KEY = 'the-key-of-the-platform'
const toLine = (id: string, email = `${id}@example.org`) => ({
  id,
  email,
  lastName: 'Größe',
  offer: 'plus-monat',
  startsOn: '2026-01-01',
  payment: 'none',
})
const good = <T>(data: T) => ({ ok: true as const, data, headers: new Headers() })
const DOWN = {
  ok: false as const,
  status: 0,
  problem: { status: 0, code: 'UNREACHABLE', title: 'x' },
  headers: null,
}
const NEW: ImportedResult = {
  id: '',
  result: 'new',
  customerId: '412345678',
  sub: null,
  product: 'Plus Monat',
  differs: [],
  faults: [],
}

/** `outcomeOf`: the result of commerce for a line; `accountOf`: the account of an address. */
function openDoor({
  outcomeOf = () => ({}),
  accountOf = () => ({ account: 'new', refusal: null }),
  isDown = false,
  hasAccounts = true,
}: {
  outcomeOf?: (id: string) => Partial<ImportedResult>
  accountOf?: (email: string) => Pick<OpenedSubscriber, 'account' | 'refusal'>
  isDown?: boolean
  hasAccounts?: boolean
}) {
  const asked: string[] = []
  const accounts = {
    async openSubscribers({ body }: { body: { dryRun: boolean; readers: { email: string }[] } }) {
      asked.push(`${body.dryRun ? 'look' : 'open'} ${body.readers.map(({ email }) => email).join(' ')}`)
      return good(
        body.readers.map(({ email }) => {
          const found = accountOf(email)
          const isThere = found.refusal === null && (found.account !== 'new' || !body.dryRun)
          return { ...found, sub: isThere ? `sub-${email}` : null }
        }),
      )
    },
    async inviteSubscribers({
      body,
    }: {
      body: { readers: { sub: string; products: { name: string; from: string | null }[] }[] }
    }) {
      asked.push(
        `invite ${body.readers.map(({ sub, products }) => `${sub} ${products.map(({ name, from }) => `${name} ${from}`).join('+')}`).join(' ')}`,
      )
      return good(body.readers.map(() => 'mailed' as const))
    },
  }
  const imported = {
    async importContracts({ body }: { body: { dryRun: boolean; contracts: { id: string; sub: string | null }[] } }) {
      asked.push(`${body.dryRun ? 'check' : 'import'} ${body.contracts.map(({ id }) => id).join(' ')}`)
      if (isDown && !body.dryRun) return DOWN
      return good({
        results: body.contracts.map(({ id, sub }) => ({ ...NEW, id, sub, ...outcomeOf(id) })),
      })
    },
  }
  const held = {
    id: 'S-1',
    kind: 'plus',
    productName: 'Plus Monat',
    state: 'active',
    startsOn: '2027-01-01',
    endsOn: null,
    resumesOn: null,
  }
  const door = createSubscriberDoor({
    accountsOf: hasAccounts ? () => accounts as never : null,
    importedOf: () => imported as never,
    platformOf: () => ({ listSubscriptions: async () => good([held, { ...held, kind: 'coins' }]) }) as never,
    catalogueOf: () => ({ listOffers: async () => good({ offers: [], readerService: null }) }) as never,
    serviceKey: KEY,
    now: () => new Date('2026-11-23T11:00:00Z'),
    onError: (error) => {
      throw error
    },
  } satisfies SubscriberDoorOptions)
  const bring = async (contracts: object[], more: object = {}) => {
    const answer = await door.fetch(
      new Request('http://door/ak/batches', {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ contracts, ...more }),
      }),
    )
    return (await answer.json()) as { results: SubscriberResult[]; code?: string; title?: string }
  }
  return { bring, asked }
}

describe('the import of subscribers', () => {
  it('creates an account only for an accepted line, and changes nothing for an imported one', async () => {
    const { bring, asked } = openDoor({
      outcomeOf: (id) =>
        id === '2'
          ? { result: 'refused', faults: [{ column: 'price', message: 'x' }] }
          : id === '3'
            ? { result: 'kept', sub: 'sub-of-three', differs: ['price'] }
            : {},
    })
    const { results } = await bring([toLine('1'), toLine('2'), toLine('3')])
    expect(asked).toEqual([
      'look 1@example.org 2@example.org 3@example.org',
      'check 1 2 3',
      'open 1@example.org',
      'import 1',
    ])
    expect(results.map(({ result, account }) => [result, account])).toEqual([
      ['new', 'new'],
      ['refused', null],
      ['kept', null],
    ])
  })

  it('writes nothing with dryRun', async () => {
    const { bring, asked } = openDoor({})
    await bring([toLine('1')], { dryRun: true, invite: true })
    expect(asked).toEqual(['look 1@example.org', 'check 1'])
  })

  it.each(['INVALID_EMAIL', 'BLOCKED', 'BEING_ERASED', 'ADDRESS_RESERVED', 'BUSY'] as const)(
    'tells how to proceed when no account can be created: %s',
    async (refusal) => {
      const { bring, asked } = openDoor({ accountOf: () => ({ account: null, refusal }) })
      const { results } = await bring([toLine('1')])
      expect(results[0]).toMatchObject({
        result: 'refused',
        customerId: null,
        faults: [{ column: 'email', message: expect.stringMatching(/; /) }],
      })
      expect(asked).toHaveLength(2)
    },
  )

  it('invites the owner of the contract with one mail for all contracts, never the address in the file', async () => {
    const { bring, asked } = openDoor({ outcomeOf: () => ({ result: 'kept', sub: 'sub-of-the-owner' }) })
    const { results } = await bring([toLine('1', 'other@example.org'), toLine('2')], { invite: true })
    expect(asked.at(-1)).toBe('invite sub-of-the-owner Plus Monat 2027-01-01')
    expect(results.map(({ invitation }) => invitation)).toEqual(['mailed', 'mailed'])
  })

  it('refuses while commerce is down, and if a publisher’s own provider has the accounts', async () => {
    expect(await openDoor({ isDown: true }).bring([toLine('1')])).toMatchObject({ code: 'UNAVAILABLE' })
    expect(await openDoor({ hasAccounts: false }).bring([toLine('1')])).toMatchObject({ code: 'ACCOUNTS_ELSEWHERE' })
  })
})
