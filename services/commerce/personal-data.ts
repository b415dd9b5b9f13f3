/**
 * Personal data of a reader in this service: export and erasure. Contracts end with the account at the earliest day, unless
 * the reader wants them to go on; until then letters reach the reader. Afterwards only records that the law requires remain,
 * without a name. A declaration belongs to no account: it is shown to the reader who has confirmed its e-mail address.
 */
import type { Booking, Receipt, Subscription } from '@lokalteil/contracts/commerce'
import { formatDate, toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'
import { type Day, isSubscription, toStateOn } from '@lokalteil/domain/commerce/subscriptions'
import { removeRedemptions } from './codes/code-store.ts'
import { readCodesOf } from './codes/codes.ts'
import { removeInvitesOf } from './codes/invite-store.ts'
import { readInvitesOf } from './codes/invites.ts'
import { endOpenSeats, readSeatsOf, removeSeatsOf } from './codes/seat-store.ts'
import { listBookings } from './coins/ledger-store.ts'
import { closeWallet } from './coins/ledger.ts'
import type { CommerceContext } from './context.ts'
import { endWithAccount, keepWithAccount } from './contracts/contract-changes.ts'
import { getEndToday } from './contracts/contract-view.ts'
import { listDeclarationsOf } from './contracts/declaration-store.ts'
import { listContractsOf } from './contracts/reader-contract-store.ts'
import { listSubscriptions } from './contracts/subscription-store.ts'
import { listInvoices } from './documents/invoice-store.ts'
import { listKeptInvoices } from './documents/invoices.ts'
import { eraseImports, readImports } from './imports/imported-personal-data.ts'
import { eraseOrders, listKeptPurchases, readOrders, readPurchases } from './orders/order-personal-data.ts'
import { dropSetups } from './payments/payment-method-store.ts'
import type { CommerceDb } from './schema.ts'
import { type Owner, type CustomerRow, eraseCustomer, getCustomer, keepContracts } from './customers/customer-store.ts'
import { findOwner } from './customers/customers.ts'
import { isPaid } from './contracts/subscriptions.ts'
import { listPrintSubscribersOf, unbindPrintSubscribers } from './contracts/print-subscriber-store.ts'

/** A reader as the accounts service describes one. An e-mail address counts only if it is confirmed. */
type HeldReader = {
  publication: PublicationCode
  sub: string
  email: string
  isShadow: boolean
  isEmailVerified: boolean
  /** Confirmed addresses that the account had before, each until a day. */
  formerEmails?: readonly { email: string; until: Date }[]
}

/** The interface that the accounts service expects of every service with data about readers. */
export type CommerceData = {
  name: string
  title: string
  read: (reader: HeldReader) => Promise<unknown>
  listKept: (reader: HeldReader) => Promise<KeptRecord[]>
  erase: (reader: HeldReader) => Promise<void>
  /** The account will be erased: contracts end at the earliest day, or go on if the reader wants it. Idempotent. */
  announceErasure: (reader: HeldReader, wishes: { keepsContracts: boolean }) => Promise<void>
  /** The account stays after all: contracts that were ended with it go on. */
  takeBackErasure: (reader: HeldReader) => Promise<void>
  /** Drops unused invitations to the household, and cards whose entry at the provider is not finished. */
  dropOpened: (reader: HeldReader) => Promise<void>
}

/** `contract`: consequence for a running contract, as a sentence for the reader. */
type KeptRecord = { what: string; reason: string; until: string; contract?: string }

type CustomerPart = {
  readOf: (context: CommerceContext, owner: Owner) => Promise<unknown>
  eraseOf?: (owner: Owner, within: CommerceDb, context: CommerceContext) => Promise<void>
}

/** Further data of a customer, by its name in the export. */
const PARTS: Readonly<Record<string, CustomerPart>> = {
  codes: { readOf: readCodesOf, eraseOf: removeRedemptions },
  invitations: { readOf: readInvitesOf, eraseOf: removeInvitesOf },
  household: { readOf: ({ db }, owner) => readSeatsOf(owner, db), eraseOf: removeSeatsOf },
  orders: { readOf: readOrders, eraseOf: eraseOrders },
  purchases: { readOf: readPurchases },
  importedContracts: { readOf: readImports, eraseOf: eraseImports },
  // Issued invoices stay unchanged, with name and address (§ 147 AO).
  invoices: { readOf: ({ db }, owner) => listInvoices(owner, db) },
}

/** Records of payments are kept for this many years after the year of the last entry (§ 147 Abs. 3 AO, § 257 Abs. 4 HGB). */
const KEPT_YEARS = 8
/** Years for letters about a contract. */
const LETTER_YEARS = 6
const MOST_BOOKINGS = 10_000

export function createPersonalData(context: CommerceContext): CommerceData {
  return {
    name: 'subscription',
    title: 'Kundenkonto und Abos',
    read: (reader) => readCustomer(context, reader),
    listKept: (reader) => listKept(context, reader),
    erase: (reader) => eraseReader(context, reader),
    announceErasure: (reader, { keepsContracts }) => announceErasure(context, reader, keepsContracts),
    takeBackErasure: (reader) => takeBackErasure(context, reader),
    dropOpened: (reader) => dropOpened(context, reader),
  }
}

async function announceErasure(
  context: CommerceContext,
  { publication, sub }: HeldReader,
  keepsContracts: boolean,
): Promise<void> {
  const owner = await findOwner(context, publication, sub)
  if (owner === null) return
  await keepContracts(owner, keepsContracts, context.db)
  await (keepsContracts ? letContractsRun(context, owner) : endContracts(context, owner))
}

async function takeBackErasure(context: CommerceContext, { publication, sub }: HeldReader): Promise<void> {
  const owner = await findOwner(context, publication, sub)
  if (owner === null) return
  await keepContracts(owner, false, context.db)
  await letContractsRun(context, owner)
}

async function dropOpened(context: CommerceContext, { publication, sub }: HeldReader): Promise<void> {
  const owner = await findOwner(context, publication, sub)
  if (owner === null) return
  await endOpenSeats(owner, context.now(), context.db)
  await dropSetups(owner, null, context.db)
}

async function endContracts(context: CommerceContext, owner: Owner): Promise<void> {
  for (const { id } of await listContractsOf(owner, context.db)) await endWithAccount(context, owner, id)
}

async function letContractsRun(context: CommerceContext, owner: Owner): Promise<void> {
  for (const { id } of await listContractsOf(owner, context.db)) await keepWithAccount(context, owner, id)
}

async function readCustomer(context: CommerceContext, reader: HeldReader): Promise<unknown> {
  const { publication, sub } = reader
  const { db } = context
  const [customer, declarations] = await Promise.all([
    getCustomer(publication, sub, db),
    listDeclarations(context, reader),
  ])
  if (customer === null && declarations.length === 0) return null
  return {
    ...(customer === null
      ? { customerId: null, createdAt: null, subscriptions: [], printSubscriptions: [], coins: [] }
      : await readHoldings(context, publication, customer)),
    declarations: declarations.map(({ right, number, receivedAt, declaration }) => ({
      right,
      number,
      receivedAt,
      declaration,
    })),
  }
}

async function readHoldings(context: CommerceContext, publication: PublicationCode, customer: CustomerRow) {
  const { customerId, createdAt } = customer
  const owner = { publication, customerId }
  const { db } = context
  const [subscriptions, print, coins] = await Promise.all([
    listSubscriptions(publication, customerId, db),
    listPrintSubscribersOf(publication, customerId, db),
    listBookings(owner, MOST_BOOKINGS, db),
  ])
  const others = await Promise.all(
    Object.entries(PARTS).map(async ([name, part]) => [name, await part.readOf(context, owner)] as const),
  )
  return {
    ...Object.fromEntries(others),
    customerId,
    createdAt,
    subscriptions: subscriptions.map((one) => ({ ...one, state: toStateOn(one, context.today()) })),
    printSubscriptions: print.map(({ customerNumber, postcode, productName, boundAt }) => ({
      customerNumber,
      postcode,
      productName,
      connectedAt: boundAt,
    })),
    coins,
  }
}

async function listKept(context: CommerceContext, reader: HeldReader): Promise<KeptRecord[]> {
  const { publication, sub } = reader
  const { db } = context
  const [customer, declarations] = await Promise.all([
    getCustomer(publication, sub, db),
    listDeclarations(context, reader),
  ])
  const letters = declarations.map(toKeptLetter)
  if (customer === null) return letters
  const { customerId, keepsContracts } = customer
  const owner = { publication, customerId }
  const paid = (await listSubscriptions(publication, customerId, db)).filter(isPaid)
  const ends = new Map((await listContractsOf(owner, db)).map((row) => [row.id, getEndToday(row, context.today())]))
  return [
    ...paid.map((one) =>
      toKept(one, customerId, { endsOn: ends.get(one.id) ?? null, keepsContracts }, context.today()),
    ),
    ...(await listBookings(owner, 1, db)).map((last) => toKeptBookings(last, customerId)),
    ...(await listKeptPurchases(context, owner, KEPT_YEARS)),
    ...(await listKeptInvoices(context, owner)),
    ...letters,
  ]
}

async function eraseReader(context: CommerceContext, { publication, sub }: HeldReader): Promise<void> {
  const customer = await getCustomer(publication, sub, context.db)
  if (customer === null) return
  const { customerId, keepsContracts } = customer
  const owner = { publication, customerId }
  // Ends contracts, too, that began after the reader asked for the erasure.
  if (!keepsContracts) await endContracts(context, owner)
  await context.inTransaction(async (within) => {
    for (const part of Object.values(PARTS)) await part.eraseOf?.(owner, within, context)
    await unbindPrintSubscribers(publication, customerId, within)
    const paid = (await listSubscriptions(publication, customerId, within)).filter(isPaid)
    const hasBookings = await closeWallet(context, owner, within)
    const paidIds = paid.map(({ id }) => id)
    await eraseCustomer(publication, customerId, paidIds, hasBookings, context.now(), within)
  })
}

/** Only for confirmed addresses: an account with a stranger's address must not see the stranger's declarations. */
async function listDeclarations({ db }: CommerceContext, reader: HeldReader): Promise<Receipt[]> {
  const { publication, email, isShadow, isEmailVerified, formerEmails = [] } = reader
  if (isShadow || !isEmailVerified) return []
  const lists = await Promise.all([
    ...formerEmails.map((former) => listDeclarationsOf(publication, toEmailKey(former.email), former.until, db)),
    listDeclarationsOf(publication, toEmailKey(email), null, db),
  ])
  // If the reader gave an address up and took it again, both queries find its declarations: keep each once.
  return [...new Map(lists.flat().map((receipt) => [receipt.number, receipt])).values()]
}

/** `endsOn` of the options: the last day if the contract were cancelled today; null: it has an end, or cannot be cancelled. */
function toKept(
  subscription: Subscription,
  customerId: string,
  { endsOn: end, keepsContracts }: { endsOn: Day | null; keepsContracts: boolean },
  today: Day,
): KeptRecord {
  const { productName, startsOn, endsOn, periodMonths } = subscription
  const isOver = toStateOn(subscription, today) === 'ended' || !isSubscription(subscription)
  const about = `„${productName}“, ${isSubscription(subscription) ? 'seit dem' : 'vom'} ${toDate(startsOn)}: `
  const what = `${about}Preis, Zeitraum und Zahlungen unter der Kundennummer ${customerId}, ohne Ihren Namen`
  if (!isOver && periodMonths !== null) {
    const becomes = toOutlook(endsOn ?? (keepsContracts ? null : end), endsOn === null && !keepsContracts)
    return {
      what: `${about}Preis, Zeitraum und Zahlungen unter der Kundennummer ${customerId}; Name, Anschrift, E-Mail-Adresse und Konto, bis der Vertrag endet`,
      reason: `${becomes} Danach bewahren wir nur die Buchungsbelege auf, ohne Ihren Namen (§ 147 AO, § 257 HGB)`,
      until: `${KEPT_YEARS} Jahre nach dem Ende des Jahres, in dem der Vertrag endet`,
      contract: `„${productName}“ (Kundennummer ${customerId}): ${becomes}`,
    }
  }
  const lastYear = Number((isSubscription(subscription) ? (endsOn ?? today) : startsOn).slice(0, 4))
  return {
    what,
    reason: 'Aufbewahrungspflicht für Buchungsbelege (§ 147 AO, § 257 HGB)',
    until: `31.12.${lastYear + KEPT_YEARS}`,
  }
}

/** A sentence for the reader about a running contract after the erasure. `endsOn` null: the reader keeps it. */
function toOutlook(endsOn: Day | null, isToBeEnded: boolean): string {
  const meanwhile =
    'bis dahin bleibt es bei den vereinbarten Zahlungen, und wir schreiben Ihnen dazu an Ihre E-Mail-Adresse'
  if (endsOn === null)
    return `Der Vertrag läuft weiter, bis Sie ihn kündigen, auch ohne Konto unter /kuendigen; ${meanwhile}.`
  return isToBeEnded
    ? `Mit dem Konto kündigen wir den Vertrag zum frühesten Ende, von heute aus dem ${toDate(endsOn)}; ${meanwhile}.`
    : `Der Vertrag endet am ${toDate(endsOn)}; ${meanwhile}.`
}

const toDate = (day: Day) => formatDate(new Date(`${day}T12:00:00Z`))

function toKeptBookings({ bookedAt }: Booking, customerId: string): KeptRecord {
  const at = new Date(bookedAt)
  return {
    what: `Buchungen Ihrer Coins bis zum ${formatDate(at)}: Anzahl, Zeitpunkt, Beleg und Artikel oder Ausgabe unter der Kundennummer ${customerId}, ohne Ihren Namen. Coins, die noch da sind, verfallen`,
    reason: 'Aufbewahrungspflicht für Buchungsbelege (§ 147 AO, § 257 HGB)',
    until: `31.12.${Number(toDayKey(at).slice(0, 4)) + KEPT_YEARS}`,
  }
}

function toKeptLetter({ right, number, receivedAt }: Receipt): KeptRecord {
  const at = new Date(receivedAt)
  return {
    what: `${right === 'cancellation' ? 'Ihre Kündigung' : 'Ihr Widerruf'} ${number} vom ${formatDate(at)}`,
    reason: 'Aufbewahrungspflicht für Handelsbriefe (§ 147 AO, § 257 HGB)',
    until: `31.12.${Number(toDayKey(at).slice(0, 4)) + LETTER_YEARS}`,
  }
}
