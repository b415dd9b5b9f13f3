/**
 * What readers do with their own contracts: look, cancel and think better of it, pause, change the plan, pay in another
 * way. Promises: a contract of somebody else is never found; the day and the amount a reader confirmed are the ones that
 * hold, or nothing happens; each change is one transaction with its letter. What needs money is done when it is there.
 */
import type { ContractView, DocumentView } from '@lokalteil/contracts/billing'
import type { PaymentInput } from '@lokalteil/domain/commerce/orders'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import { toDayKey } from '@lokalteil/domain/german'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { CoinOwner } from '../coins/ledger.ts'
import type { Provider } from '../payments/payment-providers.ts'
import type { SubscriptionDb } from '../schema.ts'
import { cancelContract, pauseContract, resumeContract, undoCancellation } from './contract-changes.ts'
import { getDocument, listDocuments } from './contract-documents.ts'
import { changePayment, payKept, payOpen } from './contract-payments.ts'
import { listContracts } from './contract-view.ts'
import { changePlan, undoPlanChange } from './plan-changes.ts'
import type { ReaderContext, ReaderContractsOptions } from './reader-context.ts'

export type ReaderContracts = ReturnType<typeof createReaderContracts>

export function createReaderContracts({ database, providers, ...options }: ReaderContractsOptions) {
  const db = database.db as SubscriptionDb
  const context: ReaderContext = {
    ...options,
    db,
    inTransaction: (work) => db.transaction().execute(work),
    today: () => toDayKey(options.now()),
    payments: toPayments(providers),
  }
  return {
    async list(owner: CoinOwner): Promise<ContractView[]> {
      await payKept(context, await options.setups.lookOf(owner))
      return listContracts(context, owner)
    },
    cancel: (owner: CoinOwner, id: string, confirmedEnd: Day) => cancelContract(context, owner, id, confirmedEnd),
    undoCancellation: (owner: CoinOwner, id: string) => undoCancellation(context, owner, id),
    pause: (owner: CoinOwner, id: string, months: number) => pauseContract(context, owner, id, months),
    resume: (owner: CoinOwner, id: string) => resumeContract(context, owner, id),
    changePlan: (owner: CoinOwner, id: string, offerId: string, confirmedCents: number) =>
      changePlan(context, owner, id, offerId, confirmedCents),
    undoPlanChange: (owner: CoinOwner, id: string) => undoPlanChange(context, owner, id),
    changePayment: (owner: CoinOwner, id: string, payment: PaymentInput) => changePayment(context, owner, id, payment),
    payOpen: (owner: CoinOwner, id: string) => payOpen(context, owner, id),
    /** A provider says that a card it was asked to keep is there. */
    onCardKept: async (mandator: Mandator, methodId: string): Promise<void> =>
      payKept(context, await options.setups.lookFor(mandator, methodId)),
    /** The same, where the message was lost. */
    lookForCards: async (): Promise<void> => payKept(context, await options.setups.lookAll()),
    listDocuments: (owner: CoinOwner) => listDocuments(context, owner),
    getDocument: (owner: CoinOwner, number: string, format: DocumentView['formats'][number]) =>
      getDocument(context, owner, number, format),
  }
}

function toPayments(providers: readonly Provider[]): ContractView['payments'] {
  return providers
    .filter(({ leavesSite, openSetup }) => !leavesSite || openSetup !== undefined)
    .flatMap(({ name, kinds, isTest, leavesSite }) =>
      kinds.map((kind) => ({ kind, provider: name, isTest, leavesSite })),
    )
    .filter(({ kind }, index, all) => all.findIndex((one) => one.kind === kind) === index)
}
