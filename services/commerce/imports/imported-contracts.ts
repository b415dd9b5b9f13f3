/**
 * Imports contracts from another system. Promises: a line is one transaction; an id is one contract for ever, and a later file
 * never changes it; no charge before the day in the line; no reader pays twice for the same offer, by another line or an
 * order; a mandate belongs to one customer. Account numbers are encrypted at once and never part of an answer.
 */
import type { ImportedResult } from '@lokalteil/contracts/commerce/imported-contracts'
import type { Offer } from '@lokalteil/contracts/commerce'
import {
  IMPORT_COLUMNS,
  type ImportedContract,
  type ImportFault,
  type ImportField,
  listImportFaults,
  toFault,
} from '@lokalteil/domain/commerce/imported-contracts'
import { type SubscriptionState, toStateOn } from '@lokalteil/domain/commerce/subscriptions'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toOwner } from '../payments/charge.ts'
import { lockCustomer, type Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import { listContractsOf } from '../contracts/reader-contract-store.ts'
import { stateOf } from '../contracts/contract-rows.ts'
import { findOwner, openOwner } from '../customers/customers.ts'
import { getSavedCatalogue } from '../offers/catalogue-store.ts'
import { toFreeNumber } from '../orders/order-numbers.ts'
import { toIban } from '../payments/iban.ts'
import type { Provider } from '../payments/payment-providers.ts'
import type { CommerceDb } from '../schema.ts'
import { toErasedId } from './imported-personal-data.ts'
import { toImportedRows } from './imported-rows.ts'
import { addImported, addRows, findImported, findMandate, type Known, lockImports } from './imported-store.ts'

export type Line = ImportedContract & { sub: string | null }
/** Offer, provider and account of a line. */
type Basis = { offer: Offer; provider: Provider | null; iban: string | null }

/** Results in the order of the lines. */
export async function importContracts(
  context: CommerceContext,
  publication: PublicationCode,
  { dryRun, contracts }: { dryRun: boolean; contracts: readonly Line[] },
): Promise<{ results: ImportedResult[] }> {
  const offers = (await getSavedCatalogue(publication, context.db))?.offers ?? []
  const results: ImportedResult[] = []
  for (const line of contracts) results.push(await importLine(context, publication, offers, line, dryRun))
  return { results }
}

async function importLine(
  context: CommerceContext,
  publication: PublicationCode,
  offers: readonly Offer[],
  line: Line,
  isDryRun: boolean,
): Promise<ImportedResult> {
  const before = await findLine(context, publication, line, context.db)
  if (before !== null) return toKept(context, line, before)
  const offer = offers.find(({ id }) => id === line.offer) ?? null
  const [provider, iban] = [findProviderOf(context, line), line.payment === 'sepa' ? toIban(line.iban) : null]
  const faults = [
    ...listImportFaults(line, offer, context.today()),
    ...(line.payment === 'sepa' && line.iban.trim() !== '' && iban === null
      ? [toFault('iban', 'is no account that can be debited; check its digits')]
      : []),
    ...(line.payment !== 'none' && provider === null ? [toMissingProvider(line.payment)] : []),
  ]
  if (offer === null || faults.length > 0) return toRefused(line, faults)
  const basis = { offer, provider, iban }
  if (isDryRun) return checkLine(context, publication, line, basis)
  if (line.sub === null) return toRefused(line, [toFault('email', 'has no account; open it before the contract')])
  const owner = await openOwner(context, publication, line.sub)
  return context.inTransaction((within) => addLine(context, owner, line, basis, within))
}

/** Checks a line without writing. */
async function checkLine(
  context: CommerceContext,
  publication: PublicationCode,
  line: Line,
  basis: Basis,
): Promise<ImportedResult> {
  const owner = line.sub === null ? null : await findOwner(context, publication, line.sub)
  const faults = [
    ...(owner === null ? [] : await listCustomerFaults(context, owner, line, basis, context.db)),
    ...(await listMandateFaults(context, publication, owner?.customerId ?? null, line, basis, context.db)),
  ]
  return faults.length > 0 ? toRefused(line, faults) : toNew(line, basis, owner?.customerId ?? null)
}

async function addLine(
  context: CommerceContext,
  owner: Owner,
  line: Line,
  basis: Basis,
  within: CommerceDb,
): Promise<ImportedResult> {
  const { publication, customerId } = owner
  await lockImports(publication, within)
  const before = await findLine(context, publication, line, within)
  if (before !== null) return toKept(context, line, before)
  await lockCustomer(owner, within)
  const faults = [
    ...(await listCustomerFaults(context, owner, line, basis, within)),
    ...(await listMandateFaults(context, publication, customerId, line, basis, within)),
  ]
  if (faults.length > 0) return toRefused(line, faults)
  const shared = line.payment === 'sepa' ? await findMandate(publication, line.mandate, within) : null
  const number = await toFreeNumber(publication, context.now(), within)
  const rows = toImportedRows(context, owner, number, line, { ...basis, sharedMethodId: shared?.id ?? null })
  await addRows(rows, within)
  const isAdded = await addImported(
    {
      mandator: publication,
      external_id: line.id,
      customer_id: customerId,
      subscription_id: rows.contract.id,
      payment_method_id: rows.contract.payment_method_id,
      digests: JSON.stringify(toDigests(context, line)),
      imported_at: context.now(),
    },
    within,
  )
  // Cannot happen: the advisory lock excludes other imports.
  if (!isAdded) throw new Error('A line was brought twice at once')
  return toNew(line, basis, customerId)
}

function findLine(context: CommerceContext, publication: PublicationCode, { id }: Line, within: CommerceDb) {
  return findImported(publication, [id, toErasedId(context, publication, id)], within)
}

/** The provider that takes an account number directly: our own direct debit, or the test bank. */
function findProviderOf({ providers }: CommerceContext, { payment }: Line): Provider | null {
  if (payment === 'none') return null
  return providers.find(({ kinds, leavesSite }) => kinds.includes(payment) && !leavesSite) ?? null
}

function toMissingProvider(payment: 'sepa' | 'invoice'): ImportFault {
  return toFault(
    'payment',
    `is ${payment}, which PAYMENT_PROVIDERS of the portal does not name; add it and start again`,
  )
}

/** Refuses an offer that the reader has already and would pay twice; each topic counts for itself. */
async function listCustomerFaults(
  context: CommerceContext,
  owner: Owner,
  line: Line,
  { offer }: Basis,
  within: CommerceDb,
): Promise<ImportFault[]> {
  const isPaid = line.payment !== 'none'
  const running = (await listContractsOf(owner, within)).filter((row) => stateOf(row, context.today()) !== 'ended')
  const held = running.find((row) => {
    const isSame = row.offer_id === offer.id
    // Free access for some time is no obstacle.
    if ((row.price_cents ?? 0) === 0) return isSame && !isPaid
    return isSame || (isPaid && row.kind === offer.kind && offer.kind !== 'topic')
  })
  return held === undefined
    ? []
    : [
        toFault(
          'offer',
          `is the customer’s already, by contract ${held.id} of customer ${owner.customerId}; end one of them, or name another address`,
        ),
      ]
}

/** Refuses a mandate of another customer or account. `customerId` null: a new customer. */
async function listMandateFaults(
  context: CommerceContext,
  publication: PublicationCode,
  customerId: string | null,
  line: Line,
  { iban, provider }: Basis,
  within: CommerceDb,
): Promise<ImportFault[]> {
  const method = line.payment === 'sepa' ? await findMandate(publication, line.mandate, within) : null
  if (method === null) return []
  if (method.customer_id !== customerId)
    return [toFault('mandate', 'is another customer’s already; a mandate is one person’s')]
  const account =
    method.sealed_account === null
      ? null
      : context.sealing.open(method.sealed_account, toOwner(publication, customerId, method.id))
  return account === iban && method.provider === provider?.name
    ? []
    : [toFault('mandate', 'stands for another account of this customer; a mandate is for one account')]
}

function toDigests({ sealing }: CommerceContext, line: Line): Record<string, string> {
  return Object.fromEntries(
    Object.entries(IMPORT_COLUMNS).map(([field, column]) => [
      column,
      sealing.digest(`${line.id} ${column} ${line[field as ImportField] ?? ''}`).slice(0, 16),
    ]),
  )
}

function toKept(context: CommerceContext, line: Line, known: Known): ImportedResult {
  const { customer_id, sub, state, ends_on, resumes_on, product_name } = known
  const digests = known.digests as Record<string, string>
  const now = toStateOn({ state: state as SubscriptionState, endsOn: ends_on, resumesOn: resumes_on }, context.today())
  return {
    id: line.id,
    result: 'kept',
    customerId: customer_id,
    sub,
    product: now === 'ended' ? null : product_name,
    differs: Object.entries(toDigests(context, line))
      .filter(([column, digest]) => digests[column] !== undefined && digests[column] !== digest)
      .map(([column]) => column),
    faults: [],
  }
}

function toNew(line: Line, { offer }: Basis, customerId: string | null): ImportedResult {
  return { id: line.id, result: 'new', customerId, sub: line.sub, product: offer.name, differs: [], faults: [] }
}

function toRefused(line: Line, faults: ImportFault[]): ImportedResult {
  return { id: line.id, result: 'refused', customerId: null, sub: null, product: null, differs: [], faults }
}
