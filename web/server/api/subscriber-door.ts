/**
 * The import of subscribers of a publication that moves in (contract `SUBSCRIBERS`): calls accounts and commerce, embedded or
 * remote. Promises: all lines are checked first, so that a refused line creates no account and ends no password; an imported line
 * changes neither; mails go to the owner of the account with the contract, never to an address in the file. Idempotent: an
 * interrupted call can be repeated.
 */
import type { SUBSCRIBER_ENDPOINTS, OpenedSubscriber } from '@lokalteil/contracts/accounts/subscriber-endpoints'
import type { Subscription, COMMERCE, COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import type {
  IMPORTED_INTERNAL,
  ImportedContract,
  ImportedResult,
} from '@lokalteil/contracts/commerce/imported-contracts'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import { SUBSCRIBERS, SUBSCRIBERS_INFO, type SubscriberResult } from '@lokalteil/contracts/accounts/subscribers'
import { isSubscription, toStateOn } from '@lokalteil/domain/commerce/subscriptions'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type BoundHandlers, isRefusal, problem, type Refusal } from '@lokalteil/services/platform/serve'
import { part, serveParts } from '@lokalteil/services/platform/service'
import type { Hono } from 'hono'

export type SubscriberDoorOptions = {
  /** Null: the publisher's own provider has the accounts. */
  accountsOf: ((publication: PublicationCode) => Client<typeof SUBSCRIBER_ENDPOINTS>) | null
  importedOf: (publication: PublicationCode) => Client<typeof IMPORTED_INTERNAL>
  platformOf: (publication: PublicationCode) => Pick<Client<typeof COMMERCE_INTERNAL>, 'listSubscriptions'>
  catalogueOf: (publication: PublicationCode) => Pick<Client<typeof COMMERCE>, 'listOffers'>
  serviceKey: string
  now: () => Date
  checkAnswers?: boolean
  onError: (error: unknown, requestId: string) => void
}

type Door = SubscriberDoorOptions
type Accounts = Client<typeof SUBSCRIBER_ENDPOINTS>
type Product = { name: string; from: string | null }
type Line = { contract: ImportedContract; account: OpenedSubscriber['account']; outcome: ImportedResult }

/** Most products in a mail; the account page lists all. */
const MOST_PRODUCTS = 20

const REFUSALS: Readonly<Record<NonNullable<OpenedSubscriber['refusal']>, string>> = {
  INVALID_EMAIL: 'is no e-mail address; without one there is no account',
  BLOCKED: 'is the address of a blocked account; ask the reader for another one',
  BEING_ERASED: 'is the address of an account that is about to be erased; ask the reader',
  ADDRESS_RESERVED: 'was left by another account a few days ago, which may take it back; import again after a week',
  BUSY: 'is being registered at this moment; import again',
}

/** Carries a refusal out of nested calls. */
class Unavailable extends Error {
  readonly refusal: Refusal
  constructor(what: string) {
    super(what)
    this.refusal = problem(503, 'UNAVAILABLE', `${what} did not answer; import again, what is in stays`, {
      'retry-after': '30',
    })
  }
}

const HANDLERS: BoundHandlers<Door, typeof SUBSCRIBERS, PublicationCode> = {
  getSubscriberDoor: ({ accountsOf }) => ({ isOpen: accountsOf !== null }),
  async importSubscribers(door, { context, body }) {
    if (door.accountsOf === null)
      return problem(
        409,
        'ACCOUNTS_ELSEWHERE',
        'The accounts are kept by a provider of the publisher’s: open them there',
      )
    const results = await importBatch(door, door.accountsOf(context), context, body).catch((error: unknown) => {
      if (error instanceof Unavailable) return error.refusal
      throw error
    })
    return isRefusal(results) ? results : { results }
  },
}

export function createSubscriberDoor(door: SubscriberDoorOptions): Hono {
  return serveParts(door, door, SUBSCRIBERS_INFO, [part(SUBSCRIBERS, HANDLERS)])
}

/** Results in the order of the lines. */
async function importBatch(
  door: Door,
  accounts: Accounts,
  publication: PublicationCode,
  { dryRun, invite, contracts }: { dryRun: boolean; invite: boolean; contracts: readonly ImportedContract[] },
): Promise<SubscriberResult[]> {
  const lines = await look(door, accounts, publication, contracts)
  if (!dryRun) await bringIn(door, accounts, publication, lines)
  const invitations = invite && !dryRun ? await inviteAll(door, accounts, publication, lines) : new Map<string, never>()
  return lines.map(({ account, outcome }) => {
    const { id, result, customerId, sub, differs, faults } = outcome
    return {
      id,
      result,
      customerId,
      differs,
      faults,
      account: result === 'new' ? account : null,
      invitation: (sub === null ? undefined : invitations.get(sub)) ?? 'none',
    }
  })
}

/** The result that each line would have; writes nothing. */
async function look(
  door: Door,
  accounts: Accounts,
  publication: PublicationCode,
  contracts: readonly ImportedContract[],
): Promise<Line[]> {
  const found = take(
    await accounts.openSubscribers({ body: { dryRun: true, readers: contracts.map(toReader) } }),
    'The accounts',
  )
  const { results } = take(
    await door.importedOf(publication).importContracts({
      body: { dryRun: true, contracts: contracts.map((one, index) => ({ ...one, sub: found[index]!.sub })) },
    }),
    'The subscription platform',
  )
  return contracts.map((contract, index) => withAccount(contract, found[index]!, results[index]!))
}

/** Creates accounts and then contracts for the accepted lines. */
async function bringIn(door: Door, accounts: Accounts, publication: PublicationCode, lines: Line[]): Promise<void> {
  const wanted = lines.filter(({ outcome }) => outcome.result === 'new')
  if (wanted.length === 0) return
  const opened = take(
    await accounts.openSubscribers({
      body: { dryRun: false, readers: wanted.map(({ contract }) => toReader(contract)) },
    }),
    'The accounts',
  )
  const { results } = take(
    await door.importedOf(publication).importContracts({
      body: {
        dryRun: false,
        contracts: wanted.map(({ contract }, index) => ({ ...contract, sub: opened[index]!.sub })),
      },
    }),
    'The subscription platform',
  )
  for (const [index, line] of wanted.entries())
    Object.assign(line, withAccount(line.contract, opened[index]!, results[index]!))
}

/** An imported line keeps its result, also if its address no longer has that account. */
function withAccount(contract: ImportedContract, opened: OpenedSubscriber, outcome: ImportedResult): Line {
  const { account, refusal } = opened
  if (refusal === null || outcome.result === 'kept') return { contract, account, outcome }
  // Without an account commerce finds a fault in the address, too: replace it by ours.
  const faults = [
    { column: 'email', message: REFUSALS[refusal] },
    ...outcome.faults.filter(({ column }) => column !== 'email'),
  ]
  return { contract, account, outcome: { ...outcome, result: 'refused', customerId: null, sub: null, faults } }
}

/** Invites each account once, with all its present and future contracts. */
async function inviteAll(
  door: Door,
  accounts: Accounts,
  publication: PublicationCode,
  lines: readonly Line[],
): Promise<Map<string, SubscriberResult['invitation']>> {
  const subs = [
    ...new Set(lines.flatMap(({ outcome: { sub, product } }) => (sub === null || product === null ? [] : [sub]))),
  ]
  const readers: { sub: string; products: Product[] }[] = []
  for (const sub of subs) {
    const held = take(
      await door.platformOf(publication).listSubscriptions({ params: { sub } }),
      'The subscription platform',
    )
    const products = listProducts(held, toDayKey(door.now()))
    if (products.length > 0) readers.push({ sub, products })
  }
  if (readers.length === 0) return new Map()
  const { readerService } = take(await door.catalogueOf(publication).listOffers({}), 'The subscription platform')
  const invited = take(await accounts.inviteSubscribers({ body: { readers, readerService } }), 'The accounts')
  return new Map(readers.map(({ sub }, index) => [sub, invited[index]!]))
}

function listProducts(held: readonly Subscription[], today: string): Product[] {
  const products = held
    .filter(isSubscription)
    .filter((one) => toStateOn(one, today) !== 'ended' && one.state !== 'ordered')
    .map(({ productName: name, startsOn }): Product => ({ name, from: startsOn > today ? startsOn : null }))
  return [...new Map(products.map((one) => [one.name, one])).values()].slice(0, MOST_PRODUCTS)
}

function toReader({ email, salutation, firstName, lastName }: ImportedContract) {
  return { email, salutation, firstName, lastName }
}

function take<T>(found: Result<T>, who: string): T {
  if (found.ok) return found.data
  throw new Unavailable(who)
}
