/** Queries on the contracts, failed charges and orders of a reader. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { Owner } from '../customers/customer-store.ts'
import type { ChargeRow, ContractRow, CommerceDb } from '../schema.ts'

export async function listContractsOf({ publication, customerId }: Owner, within: CommerceDb): Promise<ContractRow[]> {
  return within
    .selectFrom('subscription.subscriptions')
    .selectAll()
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .where('kind', '<>', 'coins')
    .where('state', '<>', 'ordered')
    .orderBy('starts_on', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Contracts of this reader with this offer. */
export async function listContractsOn(owner: Owner, offerId: string, within: CommerceDb): Promise<ContractRow[]> {
  return within
    .selectFrom('subscription.subscriptions')
    .selectAll()
    .where('mandator', '=', owner.publication)
    .where('customer_id', '=', owner.customerId)
    .where('offer_id', '=', offerId)
    .execute()
}

/** SQL: a failed charge, also while the reader has a page of the provider open for it. */
const isFailing = sql<boolean>`(failed_on is not null and (state = 'failed' or (state = 'submitted' and redirect_url is not null)))`

/** Charges for which the reader was sent to a page of the provider. */
export async function listOnPage({ publication, customerId }: Owner, within: CommerceDb): Promise<ChargeRow[]> {
  return within
    .selectFrom('subscription.charges')
    .selectAll()
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .where('state', '=', 'submitted')
    .where('failed_on', 'is not', null)
    .where('redirect_url', 'is not', null)
    .execute()
}

/** The longest failing first. */
export async function listFailing(publication: PublicationCode, id: string, within: CommerceDb): Promise<ChargeRow[]> {
  return within
    .selectFrom('subscription.charges')
    .selectAll()
    .where('mandator', '=', publication)
    .where('subscription_id', '=', id)
    .where(isFailing)
    .orderBy('failed_on')
    .execute()
}

/** The oldest first. */
export async function listFailingOf(owner: Owner, id: string, within: CommerceDb): Promise<ChargeRow[]> {
  return within
    .selectFrom('subscription.charges')
    .selectAll()
    .where('mandator', '=', owner.publication)
    .where('customer_id', '=', owner.customerId)
    .where('subscription_id', '=', id)
    .where(isFailing)
    .orderBy('created_at')
    .execute()
}
