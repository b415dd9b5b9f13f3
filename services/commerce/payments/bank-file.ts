/**
 * SEPA direct debits that the publisher collects itself: the file for the bank (pain.008.001.08), and lists of returns.
 * Promises: an amount stands in exactly one file, however often files are requested; readers are informed before the debit; a
 * return is booked once, however often its list is read. Account numbers appear only in the file and, encrypted, in the
 * database, never in answers about the file or in errors. Returns of refund transfers are read here, too.
 */
import { randomBytes } from 'node:crypto'
import { addBankDays } from '@lokalteil/domain/commerce/billing'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { addDays, type Day } from '@lokalteil/domain/commerce/subscriptions'
import { XMLParser } from 'fast-xml-parser'
import { problem, type Refusal } from '../../platform/serve.ts'
import { failCharge, settleCharge } from './charge-outcomes.ts'
import { addPaymentEvent, lockCharge, noteCharge } from './charge-store.ts'
import { type Charge, type PaymentMethod, toMethod, toOwner } from './charge.ts'
import type { CommerceContext } from '../context.ts'
import { findChargeIdOf, getSeller } from '../documents/invoice-store.ts'
import type { CommerceDb } from '../schema.ts'
import {
  addBankFile,
  freePayments,
  type Collection,
  getCollectionOf,
  hasReturn,
  listUsedMethods,
  lockBankFiles,
  lockDebits,
  readBankFile,
} from './bank-store.ts'
import { isBankName, toBankText } from './bank-text.ts'
import { toIban } from './iban.ts'
import { voidUnsent } from './refund-store.ts'
import { type Booked, failRefund } from './refunds.ts'

export type BankXml = InstanceType<typeof import('sepa').Document>
export type BankFile = { collection: Collection; document: string }

type Debit = Pick<Charge, 'chargeId' | 'subscriptionId' | 'kind'> & {
  endToEndId: string
  cents: number
  text: string
  isFirst: boolean
  iban: string
  method: PaymentMethod
}

/** Days between the letter that announces a debit and the debit, as the mandate says. */
const NOTICE_DAYS = 5
const END_TO_END = /^(Z-[a-f0-9]{24})-(\d{1,4})$/
const REFUND = /^R-[a-f0-9]{24}$/
/** Id of a file or, with a number at the end, of one of its blocks. */
const FILE = /^([A-Z][A-Z0-9]{1,15}-\d{8}-[A-F0-9]{8})(\.\d{1,2})?$/

/** Makes a file of the debits that are in no file yet; null: there is nothing to collect. */
export async function collectDebits(
  context: CommerceContext,
  publication: PublicationCode,
): Promise<BankFile | null | Refusal> {
  return makeBankFile(context, publication, 'The publication has not said who collects the money', collectWithin)
}

/** Makes a file in the seller's name. `collect` answers the file's id; null: there is nothing to put into it. */
export async function makeBankFile(
  context: CommerceContext,
  publication: PublicationCode,
  noSeller: string,
  collect: typeof collectWithin,
): Promise<BankFile | null | Refusal> {
  const seller = await getSeller(publication, context.db)
  if (seller === null) return problem(409, 'NO_SELLER', noSeller)
  const fault = await findSellerFault(seller)
  if (fault !== null)
    return { ...problem(409, 'SELLER_UNFIT', `No bank takes the seller’s ${fault}`), fields: { seller: fault } }
  const id = await context.inTransaction((within) => collect(context, publication, seller, within))
  return id === null ? null : readBankFile(context.sealing, publication, id, context.db)
}

/** The seller's field that would make every file invalid; null: none. */
async function findSellerFault(seller: Seller): Promise<keyof Seller | null> {
  const { validateCreditorID, validateIBAN } = await import('sepa')
  const iban = seller.iban.replace(/\s/g, '')
  if (!isBankName(seller.company)) return 'company'
  if (!validateIBAN(iban)) return 'iban'
  if (!/^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/.test(seller.bic) || !isOfCountry(seller.bic, iban)) return 'bic'
  return validateCreditorID(seller.creditorId) ? null : 'creditorId'
}

/** Territories whose IBANs have the country code of another country. */
const TERRITORIES: Readonly<Record<string, string>> = {
  FI: 'AX',
  FR: 'GF GP MQ RE PF TF YT NC BL MF PM WF',
  GB: 'IM JE GG',
}

function isOfCountry(bic: string, iban: string): boolean {
  const [bank, account] = [bic.slice(4, 6), iban.slice(0, 2)]
  return bank === account || (TERRITORIES[account]?.split(' ').includes(bank) ?? false)
}

/** Why a payment must stay out of a file: a bank refuses the whole file for one bad row. */
type Unfit = 'HOLDER' | 'ACCOUNT' | 'MANDATE'

/** Checks one payment; null: it may go into a file. `mandate` null: the payment needs none (a transfer). */
export function findUnfit(holder: string, iban: string, mandate: string | null): Unfit | null {
  if (!isBankName(holder)) return 'HOLDER'
  if (toIban(iban) === null) return 'ACCOUNT'
  return mandate === null || MANDATE.test(mandate) ? null : 'MANDATE'
}
/** Mandate reference, as the SEPA rulebook restricts it. */
const MANDATE = /^(?!\/)(?!.*\/\/)[A-Za-z0-9+?/\-:().,' ]{1,35}$/

/** Debits that fit into no file. The office must ask for another account or another spelling of the name. */
export async function listUnfitDebits(
  context: CommerceContext,
  publication: PublicationCode,
): Promise<{ chargeId: string; customerId: string; reason: Unfit }[]> {
  const rows = await context.inTransaction((within) => lockDebits(publication, within))
  return rows.flatMap((row) => {
    const iban =
      row.sealed_account === null
        ? null
        : context.sealing.open(row.sealed_account, toOwner(publication, row.customer_id, row.id))
    const reason = iban === null ? null : findUnfit(row.holder, iban, row.mandate_reference ?? '')
    return reason === null ? [] : [{ chargeId: row.charge_id, customerId: row.customer_id, reason }]
  })
}

/** Makes the file of debits that are in none yet. The caller holds the advisory lock of the publication. */
async function collectWithin(
  context: CommerceContext,
  publication: PublicationCode,
  seller: Seller,
  within: CommerceDb,
): Promise<string | null> {
  await lockBankFiles(publication, within)
  const debits = await listDebits(context, publication, seller, within)
  if (debits.length === 0) return null
  const collectOn = addBankDays(addDays(context.today(), NOTICE_DAYS), 0)
  const id = toBankFileId(context, publication)
  const document = await toPain008(id, seller, debits, collectOn, context.now())
  const ids = debits.map(({ chargeId }) => chargeId)
  await addBankFile(
    context.sealing,
    publication,
    { id, kind: 'debits', on: collectOn, ids, document },
    context.now(),
    within,
  )
  const { creditorId } = seller
  for (const { chargeId, subscriptionId, kind, endToEndId, cents, method } of debits) {
    await noteCharge({ publication, chargeId }, { collection_id: id, due_on: collectOn }, within)
    const debit = { publication, subscriptionId, kind, endToEndId, on: collectOn, cents, method, creditorId }
    for (const listener of context.listeners) await listener.onDebit?.(context, debit, within)
  }
  return id
}

async function listDebits(
  context: CommerceContext,
  publication: PublicationCode,
  seller: Seller,
  within: CommerceDb,
): Promise<Debit[]> {
  const rows = await lockDebits(publication, within)
  const used = new Set(await listUsedMethods(publication, within))
  const debits: Debit[] = []
  for (const row of rows) {
    if (row.sealed_account === null) {
      await failCharge(context, { publication, chargeId: row.charge_id }, 'ACCOUNT_CLOSED', within)
      continue
    }
    const iban = context.sealing.open(row.sealed_account, toOwner(publication, row.customer_id, row.id))
    // Skip: the configured secret cannot decrypt the account. That is no fault of the reader.
    if (iban === null) continue
    const unfit = findUnfit(row.holder, iban, row.mandate_reference ?? '')
    if (unfit !== null) {
      context.onTrouble({ at: 'bank-file', code: `UNFIT_${unfit}`, chargeId: row.charge_id })
      continue
    }
    debits.push({
      chargeId: row.charge_id,
      subscriptionId: row.subscription_id,
      kind: row.charge_kind as Charge['kind'],
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

/** Banks take ids of 35 characters, and payments append at most '.1.4999' to the id of their file. */
export function toBankFileId({ today }: CommerceContext, publication: PublicationCode): string {
  return `${publication.toUpperCase().slice(0, 10)}-${today().replaceAll('-', '')}-${randomBytes(4).toString('hex').toUpperCase()}`
}

/** Books one line of a list of returns. Idempotent. */
export async function bookReturn(
  context: CommerceContext,
  publication: PublicationCode,
  { endToEndId, reason }: BankReturn,
): Promise<Booked> {
  if (REFUND.test(endToEndId))
    return context.inTransaction((within) =>
      failRefund(context, { publication, refundId: endToEndId }, `RETURNED ${reason}`, within),
    )
  const [, fileId, block] = FILE.exec(endToEndId) ?? []
  if (fileId !== undefined) return bookRejection(context, publication, fileId, block === undefined ? null : endToEndId)
  const [, chargeId, attempt] = END_TO_END.exec(endToEndId) ?? []
  if (chargeId === undefined) return 'unknown'
  return context.inTransaction(async (within) => {
    const charge = await lockCharge({ publication, chargeId }, within)
    const row = charge === null ? undefined : await getCollectionOf(charge, within)
    if (charge === null || row === undefined) return 'unknown'
    const eventId = `return ${endToEndId}`
    if (await hasReturn(eventId, within)) return 'known'
    if (row.collection_id === null) return 'unknown'
    await addPaymentEvent('sepa', eventId, context.now(), within)
    // The charge was collected again since: this return is old.
    if (charge.attempts !== Number(attempt)) return 'known'
    // Release the charge from its file, so that another attempt goes into a new one.
    await noteCharge(charge, { collection_id: null }, within)
    if (charge.state === 'refunded') await voidUnsent(charge, context.now(), within)
    const failed = await failCharge(context, charge, `RETURNED ${reason}`.slice(0, 60), within)
    return failed === null ? 'known' : 'booked'
  })
}

/** The bank rejected a whole file or block: no account was debited, so the payments go into the next file. */
async function bookRejection(
  context: CommerceContext,
  publication: PublicationCode,
  fileId: string,
  blockId: string | null,
): Promise<Booked> {
  const file = await readBankFile(context.sealing, publication, fileId, context.db)
  if (file === null) return 'unknown'
  const ids = listPayments(file.document, blockId)
  return context.inTransaction(async (within) => {
    await lockBankFiles(publication, within)
    const charges = ids.flatMap((id) => END_TO_END.exec(id)?.[1] ?? [])
    const freed = await freePayments(
      publication,
      fileId,
      { charges, refunds: ids.filter((id) => REFUND.test(id)) },
      context.now(),
      within,
    )
    return freed ? 'booked' : 'known'
  })
}

/** Books a transfer that arrived for an invoice. */
export async function bookTransfer(
  context: CommerceContext,
  publication: PublicationCode,
  invoiceNumber: string,
): Promise<Booked> {
  return context.inTransaction(async (within) => {
    const chargeId = await findChargeIdOf(publication, invoiceNumber, within)
    if (chargeId === null) return 'unknown'
    const settled = await settleCharge(context, { publication, chargeId }, {}, within)
    // Money for a cancelled charge is booked as well, and refunded.
    return settled === 'settled' || settled === 'refused' ? 'booked' : settled === 'unknown' ? 'unknown' : 'known'
  })
}

// --- Returns

/** `endToEndId`: of a payment, or the id of a whole file or block. */
export type BankReturn = { endToEndId: string; reason: string }

/** Reads a table `end-to-end id;reason` or a message of the bank (camt.053, camt.054, pain.002). Null: another format. */
export function parseReturns(text: string): BankReturn[] | null {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed.startsWith('<')) return parseMessage(trimmed)
  const lines = trimmed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const found = lines.map((line) => line.split(/[;,\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
  // Skip a line of headings.
  const rows = found.filter(([id = ''], index) => index > 0 || END_TO_END.test(id) || REFUND.test(id))
  if (rows.length === 0 || rows.some(([id = '']) => !/^[\w-]{1,35}$/.test(id))) return null
  return rows.map(([endToEndId = '', reason = '']) => ({ endToEndId, reason: toReason(reason) }))
}

type Node = Record<string, unknown>

const many = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]) as Node[]

function readXml(xml: string): Node {
  return new XMLParser({
    ignoreAttributes: true,
    removeNSPrefix: true,
    parseTagValue: false,
    processEntities: false,
  }).parse(xml) as Node
}

function parseMessage(xml: string): BankReturn[] | null {
  try {
    const { Document: message } = readXml(xml) as { Document?: Node }
    if (message === undefined) return null
    const { BkToCstmrDbtCdtNtfctn: advice, BkToCstmrStmt: statement, CstmrPmtStsRpt: report } = message
    if (advice !== undefined) return many(advice).flatMap((one) => many(one.Ntfctn).flatMap(readEntries))
    if (statement !== undefined) return many(statement).flatMap((one) => many(one.Stmt).flatMap(readEntries))
    return report === undefined ? null : many(report).flatMap(readReport)
  } catch {
    return null
  }
}

/** From a camt message: debits that were booked and returned. */
function readEntries(account: Node): BankReturn[] {
  const details = many(account.Ntry).flatMap((entry) => many(entry.NtryDtls).flatMap((one) => many(one.TxDtls)))
  return details.flatMap((one) => {
    const { Refs, RtrInf } = one as { Refs?: { EndToEndId?: unknown }; RtrInf?: { Rsn?: { Cd?: string } } }
    return RtrInf !== undefined && typeof Refs?.EndToEndId === 'string'
      ? [{ endToEndId: Refs.EndToEndId, reason: toReason(RtrInf.Rsn?.Cd ?? '') }]
      : []
  })
}

/** From a pain.002: payments, blocks and files that were rejected before booking. */
function readReport(report: Node): BankReturn[] {
  const isRejected = (status: unknown) => status === 'RJCT'
  const [group = {}] = many(report.OrgnlGrpInfAndSts)
  const blocks = many(report.OrgnlPmtInfAndSts)
  const payments = blocks.flatMap((block) =>
    many(block.TxInfAndSts).flatMap((one): BankReturn[] =>
      isRejected(one.TxSts) && typeof one.OrgnlEndToEndId === 'string'
        ? [{ endToEndId: one.OrgnlEndToEndId, reason: readReason(one) }]
        : [],
    ),
  )
  const whole = isRejected(group.GrpSts)
    ? [{ id: group.OrgnlMsgId, of: group }]
    : blocks.filter((block) => isRejected(block.PmtInfSts)).map((block) => ({ id: block.OrgnlPmtInfId, of: block }))
  // Single payments first: they failed themselves, while the others of their block are sent again.
  return [
    ...payments,
    ...whole.flatMap(({ id, of }) => (typeof id === 'string' ? [{ endToEndId: id, reason: readReason(of) }] : [])),
  ]
}

function readReason(node: Node): string {
  const [first] = many(node.StsRsnInf) as { Rsn?: { Cd?: string } }[]
  return toReason(first?.Rsn?.Cd ?? '')
}

/** End-to-end ids in one of our files; `blockId` null: of all blocks. */
function listPayments(document: string, blockId: string | null): string[] {
  const { Document: message = {} } = readXml(document) as { Document?: Node }
  const blocks = many(message.CstmrDrctDbtInitn ?? message.CstmrCdtTrfInitn).flatMap((one) => many(one.PmtInf))
  return blocks
    .filter(({ PmtInfId }) => blockId === null || PmtInfId === blockId)
    .flatMap((block) => many(block.DrctDbtTxInf ?? block.CdtTrfTxInf))
    .flatMap((one) => {
      const { EndToEndId: id } = one.PmtId as { EndToEndId?: unknown }
      return typeof id === 'string' ? [id] : []
    })
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
      // Before its payments are added: their ids begin with the id that the block gets here.
      document.addPaymentInfo(info)
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
        debit.remittanceInfo = toBankText(text, 140) || endToEndId
        debit.end2endId = endToEndId
        info.addTransaction(debit)
      }
    }
  })
}

/** Writes the XML; `fill` adds the payments. Throws without the cause. */
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
    return withStructuredAddresses(document.toString())
  } catch {
    // The cause is dropped, because its message may contain an account number.
    throw new Error('The file for the bank could not be written')
  }
}

/** Puts '|' between postcode and town for `withStructuredAddresses`; no bank text contains that character. */
export function toBankAddress({
  street,
  postcode,
  town,
  country,
}: Pick<Seller, 'street' | 'postcode' | 'town' | 'country'>) {
  return { street: toBankText(street, 70), city: `${toBankText(postcode, 16)}|${toBankText(town, 35)}`, country }
}

/** Since 22 November 2026 banks require structured addresses, but the library writes address lines: rewrite them. */
function withStructuredAddresses(xml: string): string {
  return xml.replace(
    /<PstlAdr><Ctry>([A-Z]{2})<\/Ctry><AdrLine>([^<]*)<\/AdrLine><AdrLine>([^<|]*)\|([^<]*)<\/AdrLine><\/PstlAdr>/g,
    (_all, country: string, street: string, postcode: string, town: string) => {
      const part = (name: string, text: string) => (text === '' ? '' : `<${name}>${text}</${name}>`)
      return `<PstlAdr>${part('StrtNm', street)}${part('PstCd', postcode)}${part('TwnNm', town)}${part('Ctry', country)}</PstlAdr>`
    },
  )
}

/** Noon UTC, so that no time zone changes the day. */
export function toBankDate(day: Day): Date {
  return new Date(`${day}T12:00:00Z`)
}

export { toBankText } from './bank-text.ts'
