/**
 * Another card for a contract, typed on the provider's page. Promises: nothing changes before the provider confirms the
 * card; a message (webhook) is only a reason to ask the provider; the card is used once, for the contract and customer it was
 * opened for; the newest attempt wins.
 */
import type { PaymentProvider } from '@lokalteil/contracts/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { Owner } from '../customers/customer-store.ts'
import { type CommerceContext, findProvider } from '../context.ts'
import { isBilled, lockContract, payWith } from './contract-rows.ts'
import { addMethod, type Way } from '../payments/payment-methods.ts'
import type { ContractRow, MethodRow } from '../schema.ts'
import {
  changeMethod,
  dropSetups,
  findMethodReference,
  findSetup,
  listSetups,
  listSetupsOf,
  lockSetup,
} from '../payments/payment-method-store.ts'

export type CardSetup = Owner & { subscriptionId: string }

/** Path of the page with the reader's contracts. */
export const CONTRACTS_PAGE = '/account/abo'
/** A setup expires this long after the reader left for the provider's page. */
const ABANDONED_MS = 25 * 3_600_000
const BATCH = 50

/** Opens the provider's page for the card and answers its URL. */
export async function openCardSetup(
  context: CommerceContext,
  owner: Owner,
  contract: ContractRow,
  checked: Way,
): Promise<{ url: string } | Refusal> {
  const { publication } = owner
  const { openSetup, name } = checked.provider
  if (openSetup === undefined) return problem(409, 'NO_PAYMENT', 'This cannot be paid in this way')
  const { methodId, methodReference } = await context.inTransaction(async (within) => {
    await dropSetups(owner, contract.id, within)
    const added = await addMethod(context, owner, checked, within)
    await changeMethod(added, { for_subscription: contract.id, is_active: false }, within)
    const paid = await findMethodReference(publication, contract.payment_method_id!, within)
    return { methodId: added.id, methodReference: paid?.provider === name ? paid.provider_reference : null }
  })
  const returnUrl = `${context.originOf(publication)}${CONTRACTS_PAGE}`
  const opened = await openSetup({ publication, methodId, methodReference, returnUrl })
  if (opened === null) return problem(503, 'UNAVAILABLE', 'The provider does not answer', { 'retry-after': '30' })
  await changeMethod({ publication, id: methodId }, { provider_reference: opened.reference }, context.db)
  return { url: opened.url }
}

/** Asks the provider at once when a reader returns: the message may come later. */
export async function lookForCardsOf(context: CommerceContext, owner: Owner): Promise<CardSetup[]> {
  return lookAt(context, await listSetupsOf(owner, context.db))
}

/** Called after a provider's message that a card was saved. */
export async function lookForCard(
  context: CommerceContext,
  publication: PublicationCode,
  methodId: string,
): Promise<CardSetup[]> {
  const row = await findSetup(publication, methodId, context.db)
  return lookAt(context, row === undefined ? [] : [row])
}

/** Asks about all waiting cards, because messages may be lost. */
export async function lookForCards(context: CommerceContext): Promise<CardSetup[]> {
  return lookAt(context, await listSetups(BATCH, context.db))
}

async function lookAt(context: CommerceContext, rows: readonly MethodRow[]): Promise<CardSetup[]> {
  const kept: CardSetup[] = []
  for (const row of rows) {
    const found = await look(context, row)
    if (found !== null) kept.push(found)
  }
  return kept
}

/** Null: no card was saved; the setup waits or was dropped. */
async function look(context: CommerceContext, row: MethodRow): Promise<CardSetup | null> {
  const [publication, reference] = [row.mandator as PublicationCode, row.provider_reference]
  const provider = findProvider(context, row.provider as PaymentProvider)
  const outcome =
    reference === null || provider?.lookSetup === undefined
      ? ({ kind: 'waiting' } as const)
      : await provider.lookSetup({ publication, methodId: row.id, reference })
  const isAbandoned = outcome.kind === 'waiting' && row.created_at.getTime() < context.now().getTime() - ABANDONED_MS
  if (outcome.kind === 'failed' || isAbandoned)
    await changeMethod({ publication, id: row.id }, { for_subscription: null }, context.db)
  if (outcome.kind !== 'kept') return null
  return context.inTransaction(async (within) => {
    const contract = await lockContract({ publication, id: row.for_subscription! }, within)
    if (!(await lockSetup(publication, row.id, within))) return null
    const isWanted =
      contract !== null && contract.customer_id === row.customer_id && isBilled(contract) && contract.state !== 'ended'
    const { methodReference, label } = outcome
    const taken = isWanted ? { provider_reference: methodReference, label, is_active: true } : {}
    await changeMethod({ publication, id: row.id }, { for_subscription: null, ...taken }, within)
    if (!isWanted) return null
    await payWith(contract, row.id, context.now(), within)
    return { publication, customerId: row.customer_id, subscriptionId: contract.id }
  })
}
