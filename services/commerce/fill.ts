/** Fills a demo or a first start with codes, contracts and subscribers of the printed paper. Existing rows stay. */
import type { PrintSubscriber, Subscription } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal } from '../platform/serve.ts'
import { createCodes, type NewCodes } from './codes/code-batches.ts'
import type { CommerceContext } from './context.ts'
import { type Owner, lockCustomersWithout } from './customers/customer-store.ts'
import { openOwners } from './customers/customers.ts'
import { saveWithCoins } from './contracts/subscriptions.ts'
import { countPrintSubscribers } from './contracts/print-subscriber-store.ts'
import { savePrintSubscribers } from './contracts/print-subscribers.ts'
import { issueInvoices } from './documents/invoices.ts'
import { fillOrders } from './orders/lines/offer-placement.ts'
import type { FilledOrder } from './orders/lines/offer.ts'
import type { CommerceDb } from './schema.ts'

export type Filled = 'saved' | 'unchanged'

/** `subscription` is saved as it stands where there is no test bank, or where the contract is over. */
export type FilledContract = { order: FilledOrder; subscription: Subscription }

/** Makes a batch of codes; an existing batch of that name stays. */
export async function fillCodes(
  context: CommerceContext,
  publication: PublicationCode,
  given: NewCodes,
): Promise<Filled> {
  const made = await createCodes(context, publication, given)
  if (!isRefusal(made)) return 'saved'
  // If the catalogue lacks the offer, there can be no codes for it.
  if (made.code === 'EXISTS' || made.code === 'NO_SUCH_OFFER') return 'unchanged'
  throw new Error(`The codes ${given.batch} of ${publication} cannot be made: ${made.title}`)
}

/** Gives contracts to readers (by `sub`) who have no subscription, paid at the test bank where there is one. All or none. */
export async function fillContracts(
  context: CommerceContext,
  publication: PublicationCode,
  readers: ReadonlyMap<string, readonly FilledContract[]>,
): Promise<Filled> {
  const owners = await openOwners(context, publication, [...readers.keys()])
  const ids = [...owners.values()].map(({ customerId }) => customerId)
  return context.inTransaction(async (within) => {
    const missing = new Set(await lockCustomersWithout(publication, ids, within))
    const filled = [...readers]
      .flatMap(([sub, own]) => own.map((contract) => ({ ...contract, owner: owners.get(sub)! })))
      .filter(({ owner }) => missing.has(owner.customerId))
    await fillAll(context, publication, filled, within)
    return filled.length === 0 ? 'unchanged' : 'saved'
  })
}

async function fillAll(
  context: CommerceContext,
  publication: PublicationCode,
  filled: readonly (FilledContract & { owner: Owner })[],
  within: CommerceDb,
): Promise<void> {
  const running = filled.filter(({ subscription }) => subscription.state === 'active')
  const paid = await fillOrders(context, running, within)
  await issueInvoices(context, publication, paid, within)
  const idOf = new Map(running.map((one, index) => [one, paid[index]?.subscription_id]))
  for (const one of filled) {
    const ordered = idOf.get(one)
    // An ordered contract is saved already; one with coins is saved here, so that its coins are booked.
    if (ordered !== undefined && one.subscription.coins === null) continue
    const subscription = { ...one.subscription, id: ordered ?? one.subscription.id }
    if (!(await saveWithCoins(context, one.owner, subscription, within)))
      throw new Error(`The subscription ${subscription.id} of ${publication} is another reader’s`)
  }
}

export async function fillPrintSubscribers(
  context: CommerceContext,
  publication: PublicationCode,
  subscribers: readonly PrintSubscriber[],
): Promise<Filled> {
  if ((await countPrintSubscribers(publication, context.db)) > 0) return 'unchanged'
  if (isRefusal(await savePrintSubscribers(context, publication, subscribers)))
    throw new Error(`The print subscribers of ${publication} have a number twice`)
  return 'saved'
}
