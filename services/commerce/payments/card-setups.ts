/**
 * Another card for a contract, typed at the provider's own page. Promises: until the provider has confirmed the card,
 * everything stays as it was; what a message says is only a reason to ask the provider; the card is taken for the contract
 * it was opened for, of the same customer, once, and the newest attempt wins.
 */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { problem, type Refusal } from '../../platform/serve.ts'
import { isBilled, lockContract, payWith, type ContractRow } from '../contracts/contract-rows.ts'
import type { CoinOwner } from '../coins/ledger.ts'
import type { Orders } from '../orders/orders.ts'
import type { Provider } from './payment-providers.ts'
import type { SubscriptionDb, SubscriptionTables } from '../schema.ts'

type MethodRow = Selectable<SubscriptionTables['subscription.payment_methods']>
export type Kept = CoinOwner & { subscriptionId: string }

/** A reader who went to the provider's page and never came back. */
const ABANDONED_MS = 25 * 3_600_000
const BATCH = 50

export type CardSetups = ReturnType<typeof createCardSetups>
export type CardSetupsOptions = {
  database: Database
  orders: Pick<Orders, 'addMethod' | 'checkPayment'>
  providers: readonly Provider[]
  toReturnUrl: (mandator: Mandator) => string
  now: () => Date
}

export function createCardSetups({ database, orders, providers, toReturnUrl, now }: CardSetupsOptions) {
  const db = database.db as SubscriptionDb
  const waiting = (within: SubscriptionDb = db) =>
    within.selectFrom('subscription.payment_methods').selectAll().where('for_subscription', 'is not', null)

  async function change(
    { mandator, id }: Pick<MethodRow, 'mandator' | 'id'>,
    values: { for_subscription?: null | string; provider_reference?: string; label?: string; is_active?: boolean },
    within: SubscriptionDb = db,
  ): Promise<void> {
    await within
      .updateTable('subscription.payment_methods')
      .set(values)
      .where('mandator', '=', mandator)
      .where('id', '=', id)
      .execute()
  }

  /** Null: nothing was taken, for now or for good. */
  async function look(row: MethodRow): Promise<Kept | null> {
    const [mandator, reference] = [row.mandator as Mandator, row.provider_reference]
    const provider = providers.find(({ name }) => name === row.provider)
    const outcome =
      reference === null || provider?.lookSetup === undefined
        ? ({ kind: 'waiting' } as const)
        : await provider.lookSetup({ mandator, methodId: row.id, reference })
    const isAbandoned = outcome.kind === 'waiting' && row.created_at.getTime() < now().getTime() - ABANDONED_MS
    if (outcome.kind === 'failed' || isAbandoned) await change(row, { for_subscription: null })
    if (outcome.kind !== 'kept') return null
    return db.transaction().execute(async (within) => {
      const contract = await lockContract({ mandator, id: row.for_subscription! }, within)
      const current = await waiting(within)
        .where('mandator', '=', mandator)
        .where('id', '=', row.id)
        .forUpdate()
        .executeTakeFirst()
      if (current === undefined) return null
      const isWanted =
        contract !== null &&
        contract.customer_id === row.customer_id &&
        isBilled(contract) &&
        contract.state !== 'ended'
      await change(
        row,
        {
          for_subscription: null,
          ...(isWanted ? { provider_reference: outcome.methodReference, label: outcome.label, is_active: true } : {}),
        },
        within,
      )
      if (!isWanted) return null
      await payWith(contract, row.id, now(), within)
      return { mandator, customerId: row.customer_id, subscriptionId: contract.id }
    })
  }

  async function lookAt(rows: readonly MethodRow[]): Promise<Kept[]> {
    const kept: Kept[] = []
    for (const row of rows) {
      const found = await look(row)
      if (found !== null) kept.push(found)
    }
    return kept
  }

  return {
    /** Where the reader types the card. */
    async open(
      owner: CoinOwner,
      contract: ContractRow,
      checked: Exclude<ReturnType<Orders['checkPayment']>, Refusal>,
    ): Promise<{ url: string } | Refusal> {
      const { mandator } = owner
      const { openSetup } = checked.provider
      if (openSetup === undefined) return problem(409, 'NO_PAYMENT', 'This cannot be paid in this way')
      const { method, before } = await db.transaction().execute(async (within) => {
        await within
          .updateTable('subscription.payment_methods')
          .set({ for_subscription: null })
          .where('mandator', '=', mandator)
          .where('customer_id', '=', owner.customerId)
          .where('for_subscription', '=', contract.id)
          .execute()
        const added = await orders.addMethod(owner, checked, within)
        await change({ mandator, id: added.id }, { for_subscription: contract.id, is_active: false }, within)
        const paid = await within
          .selectFrom('subscription.payment_methods')
          .select(['provider', 'provider_reference'])
          .where('mandator', '=', mandator)
          .where('id', '=', contract.payment_method_id!)
          .executeTakeFirst()
        return { method: added, before: paid?.provider === checked.provider.name ? paid.provider_reference : null }
      })
      const opened = await openSetup({
        mandator,
        methodId: method.id,
        methodReference: before,
        returnUrl: toReturnUrl(mandator),
      })
      if (opened === null) return problem(503, 'UNAVAILABLE', 'The provider does not answer', { 'retry-after': '30' })
      await change({ mandator, id: method.id }, { provider_reference: opened.reference })
      return { url: opened.url }
    },

    /** For who comes back from the provider's page before its message did. */
    lookOf: async ({ mandator, customerId }: CoinOwner): Promise<Kept[]> =>
      lookAt(await waiting().where('mandator', '=', mandator).where('customer_id', '=', customerId).execute()),
    lookFor: async (mandator: Mandator, methodId: string): Promise<Kept[]> =>
      lookAt(await waiting().where('mandator', '=', mandator).where('id', '=', methodId).execute()),
    /** Messages may be lost. */
    lookAll: async (): Promise<Kept[]> => lookAt(await waiting().orderBy('created_at').limit(BATCH).execute()),
  }
}
