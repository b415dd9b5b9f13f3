/** The roles of a reader, derived from own subscriptions, a seat in a household, and coins. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { listGrantedRoles } from '@lokalteil/domain/commerce/subscriptions'
import { getBalance } from '../coins/ledger-store.ts'
import type { CommerceContext } from '../context.ts'
import { listSubscriptions } from '../contracts/subscription-store.ts'
import { findOwner } from '../customers/customers.ts'
import { listShared } from './seats.ts'

const WALLET_ROLE = 'WALLET_USER'

/** Roles of today; none for an unknown reader. */
export async function listRoles(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
): Promise<string[]> {
  const owner = await findOwner(context, publication, sub)
  if (owner === null) return []
  const [subscriptions, shared, balance] = await Promise.all([
    listSubscriptions(publication, owner.customerId, context.db),
    listShared(context, owner),
    getBalance(owner, context.db),
  ])
  const granted = listGrantedRoles([...subscriptions, ...shared], context.today())
  // A reader who ever had coins keeps the role, so that bought articles stay open.
  return balance === null || granted.includes(WALLET_ROLE) ? granted : [...granted, WALLET_ROLE].toSorted()
}
