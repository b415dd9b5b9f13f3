/**
 * The publisher's own direct debits: a file of what was promised for the bank (pain.008.001.08), and what comes back.
 * Promises: an amount is in one file, however often a file is asked for; whoever is debited is told the day before the
 * file leaves; a return is booked once, however often its list is read. Account numbers are in the file and sealed in the
 * database, and nowhere else: not in an answer about the file, not in an error. Transfers of refunds come back the same way.
 */
import { randomBytes } from 'node:crypto'
import { addBankDays } from '@lokalteil/domain/commerce/billing'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { addDays, type Day } from '@lokalteil/domain/commerce/subscriptions'
import { XMLParser } from 'fast-xml-parser'
import { problem, type Refusal } from '../../platform/serve.ts'
import { failCharge, settleCharge } from '../billing/charge-outcomes.ts'
import { addPaymentEvent, lockCharge, noteCharge } from '../billing/charge-store.ts'
import { type PaymentMethod, toMethod, toOwner } from '../billing/charge.ts'
import { notify } from '../billing/contract-notices.ts'
import type { CommerceContext } from '../context.ts'
import { lockContract } from '../contracts/contract-rows.ts'
import { findChargeIdOf, getSeller } from '../documents/invoice-store.ts'
import { announcePurchaseDebit } from '../purchases/purchase-mails.ts'
import type { SubscriptionDb } from '../schema.ts'
import {
  addBankFile,
  type Collection,
  getCollectionOf,
  hasReturn,
  listUsedMethods,
  lockBankFiles,
  lockDebits,
  readBankFile,
} from './bank-store.ts'
import { voidUnsent } from './refund-store.ts'
import { type Booked, failRefund } from './refunds.ts'

export type BankXml = InstanceType<typeof import('sepa').Document>
export type BankFile = { collection: Collection; document: string }

type Debit = { endToEndId: string; cents: number; text: string; isFirst: boolean; iban: string; method: PaymentMethod }

/** Days between the letter that announces a debit and the debit, as the mandate says. */
const NOTICE_DAYS = 5
const END_TO_END = /^(Z-[a-f0-9]{24})-(\d{1,4})$/
const REFUND = /^R-[a-f0-9]{24}$/

/** The newest file holds what was promised since the one before; null: there is nothing to collect. */
export async function collectDebits(context: CommerceContext, mandator: Mandator): Promise<BankFile | null | Refusal> {
  return makeBankFile(context, mandator, 'The publication has not said who collects the money', collectWithin)
}

/** In the name of the seller. `collect` answers the file's id; null: there is nothing to put into it. */
export async function makeBankFile(
  context: CommerceContext,
  mandator: Mandator,
  noSeller: string,
  collect: typeof collectWithin,
): Promise<BankFile | null | Refusal> {
  const seller = await getSeller(mandator, context.db)
  if (seller === null) return problem(409, 'NO_SELLER', noSeller)
  const id = await context.inTransaction((within) => collect(context, mandator, seller, within))
  return id === null ? null : readBankFile(context.sealing, mandator, id, context.db)
}

/** Of promised debits that are in no file yet. One at a time for each publication. */
async function collectWithin(
  context: CommerceContext,
  mandator: Mandator,
  seller: Seller,
  within: SubscriptionDb,
): Promise<string | null> {
  await lockBankFiles(mandator, within)
  const debits = await listDebits(context, mandator, seller, within)
  if (debits.length === 0) return null
  const collectOn = addBankDays(addDays(context.today(), NOTICE_DAYS), 0)
  const id = toBankFileId(context, mandator)
  const document = await toPain008(id, seller, debits, collectOn, context.now())
  const ids = debits.map(({ chargeId }) => chargeId)
  await addBankFile(
    context.sealing,
    mandator,
    { id, kind: 'debits', on: collectOn, ids, document },
    context.now(),
    within,
  )
  for (const { chargeId, subscriptionId, endToEndId, cents, method } of debits) {
    await noteCharge({ mandator, chargeId }, { collection_id: id, due_on: collectOn }, within)
    const contract = await lockContract({ mandator, id: subscriptionId }, within)
    if (contract === null) {
      await announcePurchaseDebit(
        context,
        { mandator, number: subscriptionId },
        { on: collectOn, cents, method, creditorId: seller.creditorId },
        within,
      )
      continue
    }
    await notify(
      context,
      contract,
      `debit ${endToEndId}`,
      {
        kind: 'debit-announced',
        on: collectOn,
        cents,
        other: method.label,
        reference: method.mandateReference,
        creditorId: seller.creditorId,
      },
      within,
    )
  }
  return id
}

async function listDebits(
  context: CommerceContext,
  mandator: Mandator,
  seller: Seller,
  within: SubscriptionDb,
): Promise<(Debit & { chargeId: string; subscriptionId: string })[]> {
  const rows = await lockDebits(mandator, within)
  const used = new Set(await listUsedMethods(mandator, within))
  const debits: (Debit & { chargeId: string; subscriptionId: string })[] = []
  for (const row of rows) {
    if (row.sealed_account === null) {
      await failCharge(context, { mandator, chargeId: row.charge_id }, 'ACCOUNT_CLOSED', within)
      continue
    }
    const iban = context.sealing.open(row.sealed_account, toOwner(mandator, row.customer_id, row.id))
    // Another secret than it was sealed with is the office's fault, not the reader's.
    if (iban === null) continue
    debits.push({
      chargeId: row.charge_id,
      subscriptionId: row.subscription_id,
      endToEndId: `${row.charge_id}-${row.attempts}`,
      cents: row.amount_cents,
      text: `${seller.company} ${row.description}`,
      isFirst: !used.has(row.id),
      iban,
      method: toMethod(row),
    })
    used.add(row.id)
  }
  return debits
}

/** Banks take 35 letters, and the payments of a file have numbers behind it. */
export function toBankFileId({ today }: CommerceContext, mandator: Mandator): string {
  return `${mandator.toUpperCase().slice(0, 12)}-${today().replaceAll('-', '')}-${randomBytes(4).toString('hex').toUpperCase()}`
}

/** One line of a list of returns. */
export async function bookReturn(
  context: CommerceContext,
  mandator: Mandator,
  { endToEndId, reason }: BankReturn,
): Promise<Booked> {
  if (REFUND.test(endToEndId))
    return context.inTransaction((within) =>
      failRefund(context, { mandator, refundId: endToEndId }, `RETURNED ${reason}`, within),
    )
  const [, chargeId, attempt] = END_TO_END.exec(endToEndId) ?? []
  if (chargeId === undefined) return 'unknown'
  return context.inTransaction(async (within) => {
    const charge = await lockCharge({ mandator, chargeId }, within)
    const row = charge === null ? undefined : await getCollectionOf(charge, within)
    if (charge === null || row === undefined) return 'unknown'
    const eventId = `return ${endToEndId}`
    if (await hasReturn(eventId, within)) return 'known'
    if (row.collection_id === null) return 'unknown'
    await addPaymentEvent('sepa', eventId, context.now(), within)
    // Collected again since: this debit is history.
    if (charge.attempts !== Number(attempt)) return 'known'
    // So that another attempt is in another file.
    await noteCharge(charge, { collection_id: null }, within)
    if (charge.state === 'refunded') await voidUnsent(charge, context.now(), within)
    const failed = await failCharge(context, charge, `RETURNED ${reason}`.slice(0, 60), within)
    return failed === null ? 'known' : 'booked'
  })
}

/** A transfer that came for an invoice. */
export async function bookTransfer(
  context: CommerceContext,
  mandator: Mandator,
  invoiceNumber: string,
): Promise<Booked> {
  return context.inTransaction(async (within) => {
    const chargeId = await findChargeIdOf(mandator, invoiceNumber, within)
    if (chargeId === null) return 'unknown'
    const settled = await settleCharge(context, { mandator, chargeId }, {}, within)
    // Money nobody was waiting for any more is booked as well, and goes back.
    return settled === 'settled' || settled === 'refused' ? 'booked' : settled === 'unknown' ? 'unknown' : 'known'
  })
}

// --- Returns

export type BankReturn = { endToEndId: string; reason: string }

/** A table with `end-to-end id;reason`, or the bank's camt.054. Null: it is neither. */
export function parseReturns(text: string): BankReturn[] | null {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed.startsWith('<')) return parseCamt(trimmed)
  const lines = trimmed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const found = lines.map((line) => line.split(/[;,\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
  // A line of headings is nobody's return.
  const rows = found.filter(([id = ''], index) => index > 0 || END_TO_END.test(id) || REFUND.test(id))
  if (rows.length === 0 || rows.some(([id = '']) => !/^[\w-]{1,35}$/.test(id))) return null
  return rows.map(([endToEndId = '', reason = '']) => ({ endToEndId, reason: toReason(reason) }))
}

function parseCamt(xml: string): BankReturn[] | null {
  const returns: BankReturn[] = []
  let isCamt = false
  const many = (value: unknown): Record<string, unknown>[] =>
    (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]) as Record<string, unknown>[]
  try {
    const root = new XMLParser({
      ignoreAttributes: true,
      removeNSPrefix: true,
      parseTagValue: false,
      processEntities: false,
    }).parse(xml) as Record<string, never>
    const message = (root as { Document?: { BkToCstmrDbtCdtNtfctn?: { Ntfctn?: unknown } } }).Document
      ?.BkToCstmrDbtCdtNtfctn
    isCamt = message !== undefined
    for (const notification of many(message?.Ntfctn)) {
      for (const entry of many(notification.Ntry)) {
        for (const details of many(entry.NtryDtls)) {
          for (const one of many(details.TxDtls)) {
            const { Refs, RtrInf } = one as { Refs?: { EndToEndId?: string }; RtrInf?: { Rsn?: { Cd?: string } } }
            if (RtrInf !== undefined && typeof Refs?.EndToEndId === 'string')
              returns.push({ endToEndId: Refs.EndToEndId, reason: toReason(RtrInf.Rsn?.Cd ?? '') })
          }
        }
      }
    }
  } catch {
    return null
  }
  return isCamt ? returns : null
}

function toReason(text: string): string {
  return /^[A-Z]{2}\d{2}$/.test(text) ? text : 'MS03'
}

// --- pain.008

function toPain008(id: string, seller: Seller, debits: readonly Debit[], collectOn: Day, at: Date): Promise<string> {
  return writeBankFile('pain.008.001.08', id, seller, at, (document) => {
    for (const sequenceType of ['FRST', 'RCUR'] as const) {
      const own = debits.filter(({ isFirst }) => isFirst === (sequenceType === 'FRST'))
      if (own.length === 0) continue
      const info = document.createPaymentInfo()
      info.collectionDate = toBankDate(collectOn)
      info.sequenceType = sequenceType
      info.localInstrumentation = 'CORE'
      info.batchBooking = true
      info.creditorIBAN = seller.iban.replace(/\s/g, '')
      info.creditorBIC = seller.bic
      info.creditorName = toBankText(seller.company, 70)
      info.creditorId = seller.creditorId
      for (const { cents, endToEndId, text, iban, method } of own) {
        const debit = info.createTransaction()
        debit.debtorName = toBankText(method.holder, 70)
        debit.debtorIBAN = iban
        debit.mandateId = method.mandateReference ?? ''
        debit.mandateSignatureDate = toBankDate(method.mandateSignedOn ?? collectOn)
        debit.amount = cents / 100
        debit.currency = 'EUR'
        debit.remittanceInfo = toBankText(text, 140)
        debit.end2endId = endToEndId
        info.addTransaction(debit)
      }
      document.addPaymentInfo(info)
    }
  })
}

/** `fill` adds the payments; what goes wrong is told without its cause. */
export async function writeBankFile(
  format: 'pain.001.001.09' | 'pain.008.001.08',
  id: string,
  seller: Seller,
  at: Date,
  fill: (document: BankXml) => void,
): Promise<string> {
  const sepa = await import('sepa')
  const document = new sepa.Document(format)
  document.grpHdr.id = id
  document.grpHdr.created = at
  document.grpHdr.initiatorName = toBankText(seller.company, 70)
  fill(document)
  try {
    document.normalize()
    return document.toString()
  } catch {
    // Its own message may name an account.
    throw new Error('The file for the bank could not be written')
  }
}

const SPELLED: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'Ae',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  œ: 'oe',
  Œ: 'Oe',
  '&': '+',
  '€': 'EUR',
  '–': '-',
  '—': '-',
  '’': "'",
  '‘': "'",
}

/** What every bank of the SEPA can print: its 'Łukasz Größe & Söhne' is 'Lukasz Groesse + Soehne'. */
export function toBankText(text: string, most: number): string {
  const spelled = Array.from(text.normalize('NFC'), (letter) => SPELLED[letter] ?? letter).join('')
  return spelled
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, most)
    .trim()
}

/** At noon, so that no time zone makes another day of it. */
export function toBankDate(day: Day): Date {
  return new Date(`${day}T12:00:00Z`)
}
