/**
 * Customers and what they have. Promises: a reader has one customer for each publication; roles follow from subscriptions
 * alone; a subscriber of the printed paper is connected with one account at a time; what is answered to a wrong number, a
 * wrong postcode and a number of somebody else does not differ. After an erasure only what the law wants kept remains,
 * and it names nobody.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto'
import type {
  ArticlePurchase,
  Booking,
  Customer,
  PrintSubscriber,
  Receipt,
  Subscription,
  Wallet,
} from '@lokalteil/contracts/commerce'
import { formatDate, toDayKey } from '@lokalteil/domain/german'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'
import {
  isGranting,
  isSubscription,
  listGrantedRoles,
  toCustomerNumber,
  toPostcode,
  toStateOn,
  type Day,
} from '@lokalteil/domain/commerce/subscriptions'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { Bought, CoinOwner, Ledger, NewPurchase } from '../coins/ledger.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { CustomerRow, SubscriptionStore } from '../store.ts'

/** A reader as single sign-on's privacy names one; an address counts only when it is confirmed to be the reader's. */
export type HeldReader = {
  mandator: Mandator
  sub: string
  email: string
  isShadow: boolean
  isEmailVerified: boolean
  /** Confirmed addresses the account had, each until a day. */
  formerEmails?: readonly { email: string; until: Date }[]
}

/** What single sign-on's privacy asks of everybody who holds something about a reader. */
export type ReaderDataSource = {
  name: string
  title: string
  read: (reader: HeldReader) => Promise<unknown>
  listKept: (reader: HeldReader) => Promise<{ what: string; reason: string; until: string }[]>
  erase: (reader: HeldReader) => Promise<void>
}

/** What else is kept about a customer: told with the export, gone with the account. */
export type CustomerPart = {
  readOf: (owner: CoinOwner) => Promise<unknown>
  eraseOf: (owner: CoinOwner, within: SubscriptionDb) => Promise<void>
  listKeptOf?: (owner: CoinOwner) => Promise<{ what: string; reason: string; until: string }[]>
}

const HOUR = 3_600_000
/** A reader tries five times an hour (S2.2-11); a number is tried by no more than twenty a day, from however many accounts. */
const VERIFICATION = { reader: { count: 5, windowMs: HOUR }, number: { count: 20, windowMs: 24 * HOUR } } as const
/** Years after the one of the last entry in which the papers of a payment are kept (§ 147 Abs. 3 AO, § 257 Abs. 4 HGB). */
const KEPT_YEARS = 8
/** The same for letters about a contract. */
const LETTER_YEARS = 6

const MOST_BOOKINGS = 10_000
const WALLET_ROLE = 'WALLET_USER'
const PLUS_ROLE = 'PLUS_USER'

export type Customers = ReturnType<typeof createCustomers>

type CustomersOptions = {
  store: SubscriptionStore
  ledger: Ledger
  /** Subscriptions of others that a reader reads with. */
  listShared: (owner: CoinOwner) => Promise<Subscription[]>
  /** By the name they have in an export. */
  parts: Readonly<Record<string, CustomerPart>>
  now: () => Date
}

export function createCustomers({ store, ledger, listShared, parts, now }: CustomersOptions) {
  const today = (): Day => toDayKey(now())

  async function openRow(mandator: Mandator, sub: string): Promise<CustomerRow> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const found = await store.getCustomer(mandator, sub)
      if (found !== null) return found
      // Taken by another reader, or made by another request: look again.
      await store.addCustomers(mandator, [toNewCustomer(sub)])
    }
    throw new Error('No customer number was free')
  }

  const toNewCustomer = (sub: string) => ({ sub, customerId: toCustomerId(), walletId: randomUUID(), createdAt: now() })

  async function list(mandator: Mandator, sub: string): Promise<Subscription[]> {
    const customer = await store.getCustomer(mandator, sub)
    return customer === null ? [] : store.listSubscriptions(mandator, customer.customerId)
  }

  /** They carry a name and no account: whoever merely typed somebody's address must not see them. */
  async function listDeclarations(reader: HeldReader): Promise<Receipt[]> {
    const { mandator, email, isShadow, isEmailVerified, formerEmails = [] } = reader
    if (isShadow || !isEmailVerified) return []
    const lists = await Promise.all([
      ...formerEmails.map((former) => store.listDeclarationsOf(mandator, toEmailKey(former.email), former.until)),
      store.listDeclarationsOf(mandator, toEmailKey(email)),
    ])
    // An address that was left and taken again brings its letters twice.
    return [...new Map(lists.flat().map((receipt) => [receipt.number, receipt])).values()]
  }

  async function verify(
    mandator: Mandator,
    sub: string,
    typed: { customerNumber: string; postcode: string },
  ): Promise<{ roles: string[]; productName: string } | Refusal> {
    const at = now()
    const customerNumber = toCustomerNumber(typed.customerNumber)
    const postcode = toPostcode(typed.postcode)
    const mayTry =
      (await store.count(
        `verification ${mandator} ${digestOf(sub)}`,
        at,
        VERIFICATION.reader.windowMs,
        VERIFICATION.reader.count,
      )) &&
      (customerNumber === null ||
        (await store.count(
          `verified-number ${mandator} ${digestOf(customerNumber)}`,
          at,
          VERIFICATION.number.windowMs,
          VERIFICATION.number.count,
        )))
    if (!mayTry) return problem(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts', { 'retry-after': '3600' })
    await store.removeCounters(new Date(at.getTime() - 24 * HOUR))
    const customer = await openRow(mandator, sub)
    const found = await store.inTransaction(async (within) => {
      const subscriber =
        customerNumber === null ? null : await store.lockPrintSubscriber(mandator, customerNumber, within)
      if (subscriber === null || postcode === null || !subscriber.isActive || subscriber.postcode !== postcode)
        return null
      if (subscriber.boundCustomerId !== null && subscriber.boundCustomerId !== customer.customerId) return null
      await store.bindPrintSubscriber(
        mandator,
        subscriber.customerNumber,
        { customerId: customer.customerId, at },
        within,
      )
      await store.saveSubscription(mandator, customer.customerId, toPrintAccess(subscriber, toDayKey(at)), at, within)
      return subscriber
    })
    if (found === null) return problem(422, 'NO_MATCH', 'Number and postcode belong to no subscription')
    return { roles: listGrantedRoles(await list(mandator, sub), today()), productName: found.productName }
  }

  async function savePrintSubscribers(
    mandator: Mandator,
    subscribers: readonly PrintSubscriber[],
  ): Promise<Refusal | undefined> {
    const numbers = new Set(subscribers.map(({ customerNumber }) => customerNumber))
    if (numbers.size < subscribers.length)
      return problem(422, 'NUMBER_TWICE', 'A customer number stands in the list twice')
    const at = now()
    await store.inTransaction(async (within) => {
      await store.replacePrintSubscribers(mandator, subscribers, within)
      for (const { isActive, boundCustomerId, ...subscriber } of await store.listBoundPrintSubscribers(
        mandator,
        within,
      )) {
        const access = toPrintAccess(subscriber, toDayKey(at))
        const before = await store.getSubscription(mandator, access.id, within)
        if (before === null || boundCustomerId === null || (before.state === 'active') === isActive) continue
        const yesterday = toDayKey(new Date(at.getTime() - 24 * HOUR))
        const after = isActive
          ? access
          : { ...before, state: 'ended' as const, endsOn: yesterday < before.startsOn ? before.startsOn : yesterday }
        await store.saveSubscription(mandator, boundCustomerId, after, at, within)
      }
    })
    return undefined
  }

  /** Coins of a package are booked with it, once; spent ones come back to a reader who subscribes to plus. False: another customer's. */
  async function saveWithin(owner: CoinOwner, subscription: Subscription, within: SubscriptionDb): Promise<boolean> {
    const { mandator, customerId } = owner
    const { id, coins, productName, startsOn } = subscription
    const before = await store.getSubscription(mandator, id, within)
    if (!(await store.saveSubscription(mandator, customerId, subscription, now(), within))) return false
    if (!isGranting(subscription, today())) return true
    const about = { subscriptionId: id, name: productName }
    if (coins !== null) {
      await ledger.grant(
        {
          ...owner,
          kind: 'purchase',
          count: coins,
          subject: about,
          reason: 'Coins gekauft',
          idempotencyKey: `coins ${customerId} ${id}`,
          expiresOn: toLastDayOfCoins(startsOn),
        },
        within,
      )
    }
    const isBegun = before === null || before.state === 'ordered'
    if (isBegun && isPaid(subscription) && subscription.roles.includes(PLUS_ROLE))
      await ledger.creditSpent(owner, about, within)
    return true
  }

  return {
    list,
    verify,
    savePrintSubscribers,

    async open(mandator: Mandator, sub: string): Promise<Customer> {
      const { customerId, createdAt } = await openRow(mandator, sub)
      return { customerId, createdAt: createdAt.toISOString() }
    },

    /** Many at once, by `sub`. */
    async openAll(mandator: Mandator, subs: readonly string[]): Promise<Map<string, CoinOwner>> {
      if (subs.length === 0) return new Map()
      await store.addCustomers(mandator, subs.map(toNewCustomer))
      const found = await store.listCustomers(mandator, subs)
      // A number that somebody else has: another one, one by one.
      for (const sub of subs) if (!found.has(sub)) found.set(sub, (await openRow(mandator, sub)).customerId)
      return new Map([...found].map(([sub, customerId]) => [sub, { mandator, customerId }]))
    },

    /** Of today; none for a reader nobody knows. */
    async listRoles(mandator: Mandator, sub: string): Promise<string[]> {
      const customer = await store.getCustomer(mandator, sub)
      if (customer === null) return []
      const owner = { mandator, customerId: customer.customerId }
      const [subscriptions, shared, balance] = await Promise.all([
        store.listSubscriptions(mandator, customer.customerId),
        listShared(owner),
        ledger.getBalance(owner),
      ])
      const granted = listGrantedRoles([...subscriptions, ...shared], today())
      // Whoever ever had coins, given ones too, keeps what they opened.
      return balance === null || granted.includes(WALLET_ROLE) ? granted : [...granted, WALLET_ROLE].toSorted()
    },

    async save(mandator: Mandator, sub: string, subscription: Subscription): Promise<Refusal | undefined> {
      const { customerId } = await openRow(mandator, sub)
      const isSaved = await store.inTransaction((within) => saveWithin({ mandator, customerId }, subscription, within))
      return isSaved ? undefined : problem(409, 'OTHER_CUSTOMER', 'The subscription is another customer’s')
    },

    saveWithin,

    /** Null: never had coins. */
    async getWallet(mandator: Mandator, sub: string): Promise<Wallet | null> {
      const customer = await store.getCustomer(mandator, sub)
      const balance = customer === null ? null : await ledger.getBalance({ mandator, customerId: customer.customerId })
      return customer === null || balance === null
        ? null
        : { uniqueId: customer.walletId, availableCreditCount: balance }
    },

    // --- Coins

    async grantCoins(
      mandator: Mandator,
      sub: string,
      given: {
        kind: 'purchase' | 'grant'
        count: number
        reason: string
        idempotencyKey: string
        expiresOn: string | null
      },
    ): Promise<Booking | Refusal> {
      const { customerId } = await openRow(mandator, sub)
      return ledger.grant({
        mandator,
        customerId,
        subject: {},
        ...given,
        idempotencyKey: `given ${given.idempotencyKey}`,
      })
    },

    async buyArticle(
      mandator: Mandator,
      sub: string,
      purchase: Omit<NewPurchase, 'mandator' | 'customerId'>,
    ): Promise<Bought | Refusal> {
      const customer = await store.getCustomer(mandator, sub)
      return customer === null
        ? problem(404, 'NO_WALLET', 'The reader has no coins')
        : ledger.buyArticle({ ...purchase, mandator, customerId: customer.customerId })
    },

    async listPurchases(mandator: Mandator, sub: string, limit: number): Promise<ArticlePurchase[]> {
      const customer = await store.getCustomer(mandator, sub)
      return customer === null ? [] : ledger.listPurchases({ mandator, customerId: customer.customerId }, limit)
    },

    async findPurchases(mandator: Mandator, sub: string, articleIds: readonly string[]): Promise<Map<string, Date>> {
      const customer = await store.getCustomer(mandator, sub)
      return customer === null
        ? new Map()
        : ledger.findPurchases({ mandator, customerId: customer.customerId }, articleIds)
    },

    async listBookings(mandator: Mandator, sub: string): Promise<Booking[]> {
      const customer = await store.getCustomer(mandator, sub)
      return customer === null ? [] : ledger.listBookings({ mandator, customerId: customer.customerId })
    },

    async getBooking(mandator: Mandator, sub: string, receiptNumber: string): Promise<Booking | Refusal> {
      const [customer, found] = await Promise.all([
        store.getCustomer(mandator, sub),
        ledger.getBooking(mandator, receiptNumber),
      ])
      if (customer === null || found === null || found.customerId !== customer.customerId)
        return problem(404, 'NOT_FOUND', 'No such receipt')
      const { customerId: _, ...booking } = found
      return booking
    },

    async findReader(mandator: Mandator, customerId: string): Promise<{ sub: string } | Refusal> {
      const sub = await store.getSub(mandator, customerId)
      return sub === null ? problem(404, 'NO_CUSTOMER', 'Nobody has this customer number') : { sub }
    },

    personalData: {
      name: 'subscription',
      title: 'Kundenkonto und Abos',
      async read(reader) {
        const { mandator, sub } = reader
        const [customer, declarations] = await Promise.all([store.getCustomer(mandator, sub), listDeclarations(reader)])
        if (customer === null && declarations.length === 0) return null
        const id = customer?.customerId
        const [subscriptions, print, bookings] =
          id === undefined
            ? [[], [], []]
            : await Promise.all([
                store.listSubscriptions(mandator, id),
                store.listPrintSubscribersOf(mandator, id),
                ledger.listBookings({ mandator, customerId: id }, MOST_BOOKINGS),
              ])
        const others =
          id === undefined
            ? []
            : await Promise.all(
                Object.entries(parts).map(
                  async ([name, part]) => [name, await part.readOf({ mandator, customerId: id })] as const,
                ),
              )
        return {
          ...Object.fromEntries(others),
          customerId: id ?? null,
          createdAt: customer?.createdAt ?? null,
          subscriptions: subscriptions.map((one) => ({ ...one, state: toStateOn(one, today()) })),
          printSubscriptions: print.map(({ customerNumber, postcode, productName, boundAt }) => ({
            customerNumber,
            postcode,
            productName,
            connectedAt: boundAt,
          })),
          coins: bookings,
          declarations: declarations.map(({ right, number, receivedAt, declaration }) => ({
            right,
            number,
            receivedAt,
            declaration,
          })),
        }
      },
      async listKept(reader) {
        const { mandator, sub } = reader
        const [customer, declarations] = await Promise.all([store.getCustomer(mandator, sub), listDeclarations(reader)])
        const paid =
          customer === null ? [] : (await store.listSubscriptions(mandator, customer.customerId)).filter(isPaid)
        const [lastBooking] =
          customer === null ? [] : await ledger.listBookings({ mandator, customerId: customer.customerId }, 1)
        return [
          ...paid.map((one) => toKept(one, customer!.customerId, today())),
          ...(lastBooking === undefined ? [] : [toKeptBookings(lastBooking, customer!.customerId)]),
          ...(customer === null
            ? []
            : (
                await Promise.all(
                  Object.values(parts).map(
                    async (part) => (await part.listKeptOf?.({ mandator, customerId: customer.customerId })) ?? [],
                  ),
                )
              ).flat()),
          ...declarations.map(toKeptLetter),
        ]
      },
      async erase({ mandator, sub }) {
        const customer = await store.getCustomer(mandator, sub)
        if (customer === null) return
        await store.inTransaction(async (within) => {
          for (const part of Object.values(parts))
            await part.eraseOf({ mandator, customerId: customer.customerId }, within)
          await store.unbindPrintSubscribers(mandator, customer.customerId, within)
          const paid = (await store.listSubscriptions(mandator, customer.customerId, within)).filter(isPaid)
          const hasBookings = await ledger.close({ mandator, customerId: customer.customerId }, within)
          await store.eraseCustomer(
            mandator,
            customer.customerId,
            paid.map(({ id }) => id),
            hasBookings,
            now(),
            within,
          )
        })
      },
    } satisfies ReaderDataSource as ReaderDataSource,
  }
}

function toPrintAccess(
  subscriber: Pick<PrintSubscriber, 'customerNumber' | 'productName' | 'roles'>,
  startsOn: Day,
): Subscription {
  return {
    id: `print-${subscriber.customerNumber}`,
    kind: 'print',
    productName: subscriber.productName,
    state: 'active',
    roles: subscriber.roles,
    coins: null,
    priceCents: null,
    periodMonths: null,
    trial: null,
    startsOn,
    endsOn: null,
    resumesOn: null,
  }
}

/** Three years, to the end of the year: as offers of coins say, and § 195, § 199 BGB. */
function toLastDayOfCoins(boughtOn: Day): Day {
  return `${Number(boughtOn.slice(0, 4)) + 3}-12-31`
}

function isPaid({ priceCents, trial }: Subscription): boolean {
  return (priceCents ?? 0) > 0 || (trial?.priceCents ?? 0) > 0
}

function toKept(
  subscription: Subscription,
  customerId: string,
  today: Day,
): { what: string; reason: string; until: string } {
  const { productName, startsOn, endsOn } = subscription
  const isOver = toStateOn(subscription, today) === 'ended' || !isSubscription(subscription)
  const what = `„${productName}“, ${isSubscription(subscription) ? 'seit dem' : 'vom'} ${formatDate(new Date(`${startsOn}T12:00:00Z`))}: Preis, Zeitraum und Zahlungen unter der Kundennummer ${customerId}, ohne Ihren Namen`
  if (!isOver) {
    return {
      what,
      reason:
        'Der Vertrag läuft, bis Sie ihn kündigen, und so lange wird das Konto belastet, von dem Sie bezahlen; danach löschen wir es und bewahren die Buchungsbelege auf (§ 147 AO, § 257 HGB)',
      until: `${KEPT_YEARS} Jahre nach dem Ende des Jahres, in dem der Vertrag endet`,
    }
  }
  const lastYear = Number((isSubscription(subscription) ? (endsOn ?? today) : startsOn).slice(0, 4))
  return {
    what,
    reason: 'Aufbewahrungspflicht für Buchungsbelege (§ 147 AO, § 257 HGB)',
    until: `31.12.${lastYear + KEPT_YEARS}`,
  }
}

function toKeptBookings({ bookedAt }: Booking, customerId: string): { what: string; reason: string; until: string } {
  const at = new Date(bookedAt)
  return {
    what: `Buchungen Ihrer Coins bis zum ${formatDate(at)}: Anzahl, Zeitpunkt, Beleg und Artikel unter der Kundennummer ${customerId}, ohne Ihren Namen. Coins, die noch da sind, verfallen`,
    reason: 'Aufbewahrungspflicht für Buchungsbelege (§ 147 AO, § 257 HGB)',
    until: `31.12.${Number(toDayKey(at).slice(0, 4)) + KEPT_YEARS}`,
  }
}

function toKeptLetter({ right, number, receivedAt }: Receipt): { what: string; reason: string; until: string } {
  const at = new Date(receivedAt)
  return {
    what: `${right === 'cancellation' ? 'Ihre Kündigung' : 'Ihr Widerruf'} ${number} vom ${formatDate(at)}`,
    reason: 'Aufbewahrungspflicht für Handelsbriefe (§ 147 AO, § 257 HGB)',
    until: `31.12.${Number(toDayKey(at).slice(0, 4)) + LETTER_YEARS}`,
  }
}

/** Nine digits, never beginning with a nought: easy to read out on the telephone. */
function toCustomerId(): string {
  return String(randomInt(100_000_000, 1_000_000_000))
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
