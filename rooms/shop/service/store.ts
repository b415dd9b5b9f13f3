/** Every query on the catalogue, stock, baskets and orders. */
import type { SavedShop } from '../contract/shop.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toSku } from '../domain/cart.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { OrderRow, ShopDb, ShopTables } from './schema.ts'

export type OrderName = { publication: PublicationCode; number: string }

const selectOrders = (publication: PublicationCode, within: ShopDb) =>
  within.selectFrom('shop.orders').selectAll().where('mandator', '=', publication)

export async function readCatalogue(publication: PublicationCode, within: ShopDb) {
  return within
    .selectFrom('shop.catalogues')
    .select(['data', 'source', 'revision'])
    .where('mandator', '=', publication)
    .executeTakeFirst()
}

/** Keeps the numbers of sold pieces, also for variants that the catalogue no longer has. */
export async function saveCatalogue(
  publication: PublicationCode,
  shop: SavedShop,
  source: string | null,
  at: Date,
  within: ShopDb,
): Promise<void> {
  const row = { source, data: JSON.stringify(shop), changed_at: at }
  await within
    .insertInto('shop.catalogues')
    .values({ mandator: publication, ...row })
    .onConflict((conflict) =>
      conflict.column('mandator').doUpdateSet({ ...row, revision: sql<number>`catalogues.revision + 1` }),
    )
    .execute()
  const stock = shop.products
    .flatMap(({ id, variants }) => variants.map((variant) => ({ sku: toSku(id, variant.id), given: variant.stock })))
    .toSorted((a, b) => (a.sku < b.sku ? -1 : 1))
  for (const { sku, given } of stock)
    await within
      .insertInto('shop.stock')
      .values({ mandator: publication, sku, given })
      .onConflict((conflict) => conflict.columns(['mandator', 'sku']).doUpdateSet({ given }))
      .execute()
}

/** Pieces left, keyed by SKU; null: unlimited. */
export async function readStock(publication: PublicationCode, within: ShopDb): Promise<Map<string, number | null>> {
  const rows = await within
    .selectFrom('shop.stock')
    .select(['sku', 'given', 'taken'])
    .where('mandator', '=', publication)
    .execute()
  return new Map(rows.map(({ sku, given, taken }) => [sku, given === null ? null : Math.max(0, given - taken)]))
}

/**
 * Returns false if fewer pieces are left. The condition is part of the update, so parallel calls cannot take too many.
 */
export async function takeStock(
  publication: PublicationCode,
  sku: string,
  count: number,
  within: ShopDb,
): Promise<boolean> {
  const { rows } = await sql`
    update shop.stock set taken = taken + ${count}
    where mandator = ${publication} and sku = ${sku} and (given is null or given - taken >= ${count}) returning 1`.execute(
    within,
  )
  return rows.length > 0
}

export async function returnStock(
  publication: PublicationCode,
  sku: string,
  count: number,
  within: ShopDb,
): Promise<void> {
  await sql`
    update shop.stock set taken = greatest(taken - ${count}, 0) where mandator = ${publication} and sku = ${sku}`.execute(
    within,
  )
}

export async function addBasket(
  publication: PublicationCode,
  reference: string,
  cart: unknown,
  at: Date,
  within: ShopDb,
) {
  await within
    .insertInto('shop.baskets')
    .values({ mandator: publication, reference, cart: JSON.stringify(cart), created_at: at })
    .execute()
}

export async function findBasket(publication: PublicationCode, reference: string, since: Date, within: ShopDb) {
  return within
    .selectFrom('shop.baskets')
    .select('cart')
    .where('mandator', '=', publication)
    .where('reference', '=', reference)
    .where('created_at', '>=', since)
    .executeTakeFirst()
}

/** Deletes old counters of the rate limit too. */
export async function removeBaskets(before: Date, within: ShopDb): Promise<void> {
  await within.deleteFrom('shop.baskets').where('created_at', '<', before).execute()
  await within.deleteFrom('shop.counters').where('started_at', '<', before).execute()
}

/** Returns false if the order exists already. */
export async function addOrder(row: Insertable<ShopTables['shop.orders']>, within: ShopDb): Promise<boolean> {
  const added = await within
    .insertInto('shop.orders')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  return added !== undefined
}

export async function lockOrder({ publication, number }: OrderName, within: ShopDb): Promise<OrderRow | null> {
  const row = await selectOrders(publication, within).where('number', '=', number).forUpdate().executeTakeFirst()
  return row ?? null
}

export async function findOrder({ publication, number }: OrderName, within: ShopDb): Promise<OrderRow | null> {
  const row = await selectOrders(publication, within).where('number', '=', number).executeTakeFirst()
  return row ?? null
}

export async function changeOrder(
  { publication, number }: OrderName,
  values: Omit<Updateable<ShopTables['shop.orders']>, 'mandator' | 'number'>,
  at: Date,
  within: ShopDb,
): Promise<void> {
  await within
    .updateTable('shop.orders')
    .set({ ...values, changed_at: at })
    .where('mandator', '=', publication)
    .where('number', '=', number)
    .execute()
}

/** Oldest first. `isOpen`: only orders with goods still to be sent or handed over. */
export async function listOrders(
  publication: PublicationCode,
  isOpen: boolean,
  limit: number,
  within: ShopDb,
): Promise<OrderRow[]> {
  return selectOrders(publication, within)
    .$if(isOpen, (query) =>
      query.where('state', '=', 'sold').where('sent_on', 'is', null).where('delivery', 'is not', null),
    )
    .orderBy('ordered_at')
    .orderBy('number')
    .limit(limit)
    .execute()
}

export async function listOrdersOf(publication: PublicationCode, sub: string, within: ShopDb): Promise<OrderRow[]> {
  return selectOrders(publication, within).where('sub', '=', sub).orderBy('ordered_at').execute()
}

/** Orders still to be sent keep their address until then; all others lose it now. */
export async function forgetReader(publication: PublicationCode, sub: string, within: ShopDb): Promise<void> {
  await sql`
    update shop.orders set sub = null, email = null,
      forgets_when_sent = (state = 'sold' and delivery is not null and sent_on is null and recipient is not null),
      recipient = case when state = 'sold' and delivery is not null and sent_on is null then recipient else null end
    where mandator = ${publication} and sub = ${sub}`.execute(within)
}
