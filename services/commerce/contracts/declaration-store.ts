/** Queries on declarations: filed cancellations and withdrawals. */
import type { Declared, Receipt } from '@lokalteil/contracts/commerce'
import type { ContractRight } from '@lokalteil/domain/commerce/contract-rights'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type Selectable, sql } from 'kysely'
import { getSub, toPlain } from '../customers/customer-store.ts'
import type { CommerceDb, CommerceTables } from '../schema.ts'

export type DeclarationIdentity = {
  publication: PublicationCode
  right: ContractRight
  idempotencyKey: string
  digest: string
}

export type NewDeclaration = DeclarationIdentity & {
  number: string
  token: string
  declaration: object
  receivedAt: Date
}

const DECLARATION = [
  'sequence',
  'kind',
  'receipt_number',
  'token',
  'declaration',
  'received_at',
  'handled_at',
  'note',
] as const

type DeclarationRow = Pick<Selectable<CommerceTables['subscription.declarations']>, (typeof DECLARATION)[number]>

const selectDeclarations = (publication: PublicationCode, within: CommerceDb) =>
  within.selectFrom('subscription.declarations').select(DECLARATION).where('mandator', '=', publication)

export async function getDeclaration(
  { publication, right, idempotencyKey, digest }: DeclarationIdentity,
  within: CommerceDb,
): Promise<Receipt | null> {
  const row = await selectDeclarations(publication, within)
    .where('kind', '=', right)
    .where('idempotency_key', '=', idempotencyKey)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row === undefined ? null : toReceipt(row)
}

/** False: the same declaration exists already. */
export async function addDeclaration(declaration: NewDeclaration, within: CommerceDb): Promise<boolean> {
  const added = await within
    .insertInto('subscription.declarations')
    .values({
      mandator: declaration.publication,
      kind: declaration.right,
      receipt_number: declaration.number,
      token: declaration.token,
      idempotency_key: declaration.idempotencyKey,
      digest: declaration.digest,
      declaration: JSON.stringify(declaration.declaration),
      received_at: declaration.receivedAt,
    })
    .onConflict((conflict) => conflict.columns(['mandator', 'kind', 'idempotency_key', 'digest']).doNothing())
    .returning('sequence')
    .executeTakeFirst()
  return added !== undefined
}

export async function getReceipt(
  publication: PublicationCode,
  token: string,
  since: Date,
  within: CommerceDb,
): Promise<Receipt | null> {
  const row = await selectDeclarations(publication, within)
    .where('token', '=', token)
    .where('received_at', '>', since)
    .executeTakeFirst()
  return row === undefined ? null : toReceipt(row)
}

export async function listDeclarations(
  publication: PublicationCode,
  right: ContractRight | null,
  after: number,
  limit: number,
  isOpen = false,
  within: CommerceDb,
): Promise<Declared[]> {
  const rows = await selectDeclarations(publication, within)
    .where('sequence', '>', after)
    .$if(right !== null, (query) => query.where('kind', '=', right as string))
    .$if(isOpen, (query) => query.where('handled_at', 'is', null))
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(toDeclared)
}

/**
 * `emailKey`: from `toEmailKey`, so that case does not matter. `until`: only declarations before it, for an address that may
 * belong to another person since; null: all.
 */
export async function listDeclarationsOf(
  publication: PublicationCode,
  emailKey: string,
  until: Date | null,
  within: CommerceDb,
): Promise<Receipt[]> {
  let query = selectDeclarations(publication, within)
    .where(sql`lower(declaration ->> 'email')`, '=', emailKey)
    .orderBy('sequence')
  if (until !== null) query = query.where('received_at', '<=', until)
  return (await query.execute()).map(toReceipt)
}

/** Marks a declaration as handled. A second call keeps the first note. */
export async function handleDeclaration(
  publication: PublicationCode,
  number: string,
  note: string,
  now: Date,
  within: CommerceDb,
): Promise<Declared | null> {
  await within
    .updateTable('subscription.declarations')
    .set({ handled_at: now, note })
    .where('mandator', '=', publication)
    .where('receipt_number', '=', number)
    .where('handled_at', 'is', null)
    .execute()
  const row = await within
    .selectFrom('subscription.declarations')
    .selectAll()
    .where('mandator', '=', publication)
    .where('receipt_number', '=', number)
    .executeTakeFirst()
  return row === undefined ? null : toDeclared(row)
}

/**
 * Open declarations from the addresses of this customer's orders, newest first, and the order numbers of each contract. After
 * an erasure the addresses may be gone: then a number in the declaration is enough for the office.
 */
export async function listDeclarationsFor(
  publication: PublicationCode,
  customerId: string,
  within: CommerceDb,
): Promise<{ declarations: Receipt[]; ordersOf: Map<string, string[]> }> {
  const orders = await within
    .selectFrom('subscription.all_orders')
    .select(['order_number', 'subscription_id', 'email'])
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .execute()
  const emails = [...new Set(orders.flatMap(({ email }) => (email === null ? [] : [toEmailKey(email)])))]
  const ordersOf = new Map<string, string[]>()
  for (const { subscription_id: id, order_number } of orders)
    if (id !== null) ordersOf.set(id, [...(ordersOf.get(id) ?? []), order_number])
  const isErased = (await getSub(publication, customerId, within)) === null
  const numbers = isErased ? [customerId, ...[...ordersOf.values()].flat()] : []
  const named = toPlain(sql`declaration ->> 'contract'`)
  const rows =
    emails.length + numbers.length === 0
      ? []
      : await selectDeclarations(publication, within)
          .where((eb) =>
            eb.or([
              ...(emails.length === 0 ? [] : [eb(sql<string>`lower(declaration ->> 'email')`, 'in', emails)]),
              ...numbers.map((number) => eb(named, 'like', `%${number.replaceAll('-', '')}%`)),
            ]),
          )
          .where('handled_at', 'is', null)
          .orderBy('sequence', 'desc')
          .execute()
  return { declarations: rows.map(toReceipt), ordersOf }
}

function toDeclared(row: DeclarationRow): Declared {
  const handledAt = row.handled_at === null ? null : row.handled_at.toISOString()
  return { ...toReceipt(row), sequence: row.sequence, handledAt, note: row.note }
}

function toReceipt({ kind, receipt_number, token, declaration, received_at }: DeclarationRow): Receipt {
  return { right: kind, number: receipt_number, token, declaration, receivedAt: received_at.toISOString() } as Receipt
}
