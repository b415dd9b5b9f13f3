/**
 * Refunds to accounts that were debited by ourselves, as a file of credit transfers for the bank (pain.001.001.09).
 * Promises: a refund is in one file, however often a file is asked for; only money that was really collected goes back.
 * Account numbers are in the file and sealed in the database, and nowhere else.
 */
import { addBankDays } from '@lokalteil/domain/commerce/billing'
import { toDayKey } from '@lokalteil/domain/german'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type { Database } from '../../platform/database.ts'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { BankDocuments, Collection } from './bank-documents.ts'
import { toBankDate, toBankText, writeBankFile } from './bank-file.ts'
import { toOwner } from '../billing/charges.ts'
import type { Invoices } from '../documents/invoices.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { Sealing } from './sealing.ts'

type Transfer = { refundId: string; cents: number; text: string; iban: string; holder: string }

/** Of one file; the next one takes the rest. */
const MOST_TRANSFERS = 5000

export type TransferFiles = ReturnType<typeof createTransferFiles>
export type TransferFilesOptions = {
  database: Database
  documents: BankDocuments
  invoices: Invoices
  sealing: Sealing
  now: () => Date
  onTrouble: (trouble: { at: string; code: string; chargeId?: string }) => void
}

export function createTransferFiles({ database, documents, invoices, sealing, now, onTrouble }: TransferFilesOptions) {
  const db = database.db as SubscriptionDb

  async function collectWithin(mandator: Mandator, seller: Seller, within: SubscriptionDb): Promise<string | null> {
    await documents.lock(mandator, within)
    const rows = await within
      .selectFrom('subscription.refunds as r')
      .innerJoin('subscription.charges as c', (join) =>
        join.onRef('c.mandator', '=', 'r.mandator').onRef('c.charge_id', '=', 'r.charge_id'),
      )
      .innerJoin('subscription.payment_methods as m', (join) =>
        join.onRef('m.mandator', '=', 'c.mandator').onRef('m.id', '=', 'c.payment_method_id'),
      )
      .leftJoin('subscription.invoices as i', (join) =>
        join.onRef('i.mandator', '=', 'r.mandator').onRef('i.refund_id', '=', 'r.refund_id'),
      )
      .select([
        'r.refund_id',
        'r.charge_id',
        'r.amount_cents',
        'c.description',
        'm.id',
        'm.customer_id',
        'm.holder',
        'm.sealed_account',
        'i.invoice_number',
      ])
      .where('r.mandator', '=', mandator)
      .where('r.state', '=', 'transfer')
      // A debit that came back meanwhile has taken its money along.
      .where('c.state', 'in', ['paid', 'refunded'])
      .orderBy('r.created_at')
      .orderBy('r.refund_id')
      .limit(MOST_TRANSFERS)
      .forUpdate('r')
      .execute()
    const change = (ids: readonly string[], values: { state: string; collection_id?: string; failure?: string }) =>
      within
        .updateTable('subscription.refunds')
        .set({ ...values, changed_at: now() })
        .where('mandator', '=', mandator)
        .where('refund_id', 'in', [...ids])
        .execute()
    const transfers: Transfer[] = []
    for (const row of rows) {
      if (row.sealed_account === null) {
        await change([row.refund_id], { state: 'by-hand', failure: 'NO_ACCOUNT' })
        onTrouble({ at: 'refund', code: 'TRANSFER_BY_HAND', chargeId: row.charge_id })
        continue
      }
      const iban = sealing.open(row.sealed_account, toOwner(mandator, row.customer_id, row.id))
      // Another secret than it was sealed with is the office's fault, not the reader's.
      if (iban === null) continue
      transfers.push({
        refundId: row.refund_id,
        cents: row.amount_cents,
        text: `${seller.company} Erstattung ${row.invoice_number ?? row.description}`,
        iban,
        holder: row.holder,
      })
    }
    if (transfers.length === 0) return null
    const id = documents.toId(mandator)
    const on = addBankDays(toDayKey(now()), 0)
    const ids = transfers.map(({ refundId }) => refundId)
    await documents.add(
      mandator,
      { id, kind: 'transfers', on, ids, document: await toPain001(id, seller, transfers, on, now()) },
      within,
    )
    await change(ids, { state: 'sent', collection_id: id })
    return id
  }

  return {
    /** Of refunds that are in no file yet; null: there is nothing to pay back. */
    async collect(mandator: Mandator): Promise<{ collection: Collection; document: string } | null | Refusal> {
      const seller = await invoices.getSeller(mandator)
      if (seller === null) return problem(409, 'NO_SELLER', 'The publication has not said who pays the money back')
      const id = await db.transaction().execute((within) => collectWithin(mandator, seller, within))
      return id === null ? null : documents.read(mandator, id)
    },
  }
}

function toPain001(id: string, seller: Seller, transfers: readonly Transfer[], on: Day, at: Date): Promise<string> {
  return writeBankFile('pain.001.001.09', id, seller, at, (document) => {
    const info = document.createPaymentInfo()
    info.requestedExecutionDate = toBankDate(on)
    info.batchBooking = true
    info.debtorIBAN = seller.iban.replace(/\s/g, '')
    info.debtorBIC = seller.bic
    info.debtorName = toBankText(seller.company, 70)
    for (const { refundId, cents, text, iban, holder } of transfers) {
      const transfer = info.createTransaction()
      transfer.creditorName = toBankText(holder, 70)
      transfer.creditorIBAN = iban
      transfer.amount = cents / 100
      transfer.currency = 'EUR'
      transfer.remittanceInfo = toBankText(text, 140)
      transfer.end2endId = refundId
      info.addTransaction(transfer)
    }
    document.addPaymentInfo(info)
  })
}
