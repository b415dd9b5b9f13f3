/**
 * Refunds of our own direct debits, as a file of credit transfers for the bank (pain.001.001.09). Promises: a refund stands
 * in exactly one file, however often files are requested; only money that was collected is refunded. Account numbers appear
 * only in the file and, encrypted, in the database.
 */
import { addBankDays } from '@lokalteil/domain/commerce/billing'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type { Refusal } from '../../platform/serve.ts'
import { toOwner } from './charge.ts'
import type { CommerceContext } from '../context.ts'
import type { CommerceDb } from '../schema.ts'
import {
  type BankFile,
  findUnfit,
  makeBankFile,
  toBankAddress,
  toBankDate,
  toBankFileId,
  toBankText,
  writeBankFile,
} from './bank-file.ts'
import { addBankFile, lockBankFiles, lockTransfers } from './bank-store.ts'
import { changeRefunds } from './refund-store.ts'
import { tellByHand } from './refunds.ts'

type Transfer = { refundId: string; cents: number; text: string; iban: string; holder: string }

/** Makes a file of the refunds that are in none yet; null: there are none. */
export async function collectTransfers(
  context: CommerceContext,
  publication: PublicationCode,
): Promise<BankFile | null | Refusal> {
  return makeBankFile(context, publication, 'The publication has not said who pays the money back', collectWithin)
}

async function collectWithin(
  context: CommerceContext,
  publication: PublicationCode,
  seller: Seller,
  within: CommerceDb,
): Promise<string | null> {
  await lockBankFiles(publication, within)
  const transfers = await listTransfers(context, publication, seller, within)
  if (transfers.length === 0) return null
  const id = toBankFileId(context, publication)
  const on = addBankDays(context.today(), 0)
  const ids = transfers.map(({ refundId }) => refundId)
  const document = await toPain001(id, seller, transfers, on, context.now())
  await addBankFile(context.sealing, publication, { id, kind: 'transfers', on, ids, document }, context.now(), within)
  await changeRefunds(publication, ids, null, { state: 'sent', collection_id: id }, context.now(), within)
  return id
}

async function listTransfers(
  context: CommerceContext,
  publication: PublicationCode,
  seller: Seller,
  within: CommerceDb,
): Promise<Transfer[]> {
  const transfers: Transfer[] = []
  for (const row of await lockTransfers(publication, within)) {
    if (row.sealed_account === null) {
      const change = { state: 'by-hand' as const, failure: 'NO_ACCOUNT' }
      await changeRefunds(publication, [row.refund_id], null, change, context.now(), within)
      tellByHand(context, row.charge_id)
      continue
    }
    const iban = context.sealing.open(row.sealed_account, toOwner(publication, row.customer_id, row.id))
    // Skip: the configured secret cannot decrypt the account. That is no fault of the reader.
    if (iban === null) continue
    const unfit = findUnfit(row.holder, iban, null)
    if (unfit !== null) {
      const change = { state: 'by-hand' as const, failure: `UNFIT_${unfit}` }
      await changeRefunds(publication, [row.refund_id], null, change, context.now(), within)
      tellByHand(context, row.charge_id)
      continue
    }
    transfers.push({
      refundId: row.refund_id,
      cents: row.amount_cents,
      text: `${seller.company} Erstattung ${row.invoice_number ?? row.description}`,
      iban,
      holder: row.holder,
    })
  }
  return transfers
}

function toPain001(id: string, seller: Seller, transfers: readonly Transfer[], on: Day, at: Date): Promise<string> {
  return writeBankFile('pain.001.001.09', id, seller, at, (document) => {
    const info = document.createPaymentInfo()
    // Before its payments are added: their ids begin with the id that the block gets here.
    document.addPaymentInfo(info)
    info.requestedExecutionDate = toBankDate(on)
    info.batchBooking = true
    info.debtorIBAN = seller.iban.replace(/\s/g, '')
    info.debtorBIC = seller.bic
    info.debtorName = toBankText(seller.company, 70)
    const { street, city, country } = toBankAddress(seller)
    Object.assign(info, { debtorStreet: street, debtorCity: city, debtorCountry: country })
    for (const { refundId, cents, text, iban, holder } of transfers) {
      const transfer = info.createTransaction()
      transfer.creditorName = toBankText(holder, 70)
      transfer.creditorIBAN = iban
      transfer.amount = cents / 100
      transfer.currency = 'EUR'
      transfer.remittanceInfo = toBankText(text, 140) || refundId
      transfer.end2endId = refundId
      info.addTransaction(transfer)
    }
  })
}
