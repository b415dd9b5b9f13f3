/**
 * The subscription platform behind its contract. Promises: the catalogue holds lawful offers only; a declaration is filed
 * once for a key and a content, together with its one receipt by mail or not at all; what is answered depends on what was
 * declared and on how often the same person declared, never on whether anybody has a contract. Customers and their
 * subscriptions are in `customers.ts`, their coins in `ledger.ts`; `rolesOf` is the only source of roles.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import {
  SUBSCRIPTION,
  SUBSCRIPTION_INTERNAL,
  type Catalogue,
  type PrintSubscriber,
  type Receipt,
  type Subscription,
} from '@lokalteil/contracts/commerce'
import type { Fetch } from '@lokalteil/contracts/kernel/client'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import { BILLING_INTERNAL } from '@lokalteil/contracts/billing'
import { ORDERS_INTERNAL, type PaymentProvider } from '@lokalteil/contracts/orders'
import {
  checkCancellation,
  checkWithdrawal,
  type CancellationDeclaration,
  type ContractRight,
  type DeclarationFaults,
  type DeclarationInput,
  type WithdrawalDeclaration,
} from '@lokalteil/domain/commerce/contract-rights'
import { toDayKey } from '@lokalteil/domain/german'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import { listOfferFaults } from '@lokalteil/domain/commerce/offers'
import { toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'
import { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { migrate } from '../platform/database/migrations.ts'
import { isRefusal, problem, serveContract, serveDocumentation, type Refusal } from '../platform/serve.ts'
import { createCodes, type Codes, type NewCodes } from './codes/codes.ts'
import { createBankDocuments } from './payments/bank-documents.ts'
import { createBankFiles } from './payments/bank-file.ts'
import { createBilling, type Billing } from './billing/billing.ts'
import { createBillingEndpoints } from './billing/billing-endpoints.ts'
import { createCardSetups } from './payments/card-setups.ts'
import { createCharges, toChargeView, type Charges } from './billing/charges.ts'
import { createCustomers, type Customers, type ReaderDataSource } from './customers/customers.ts'
import { createInvites, type Invites } from './codes/invites.ts'
import { createInvoices } from './documents/invoices.ts'
import { createKnownTopics, type AskForTag } from './offers/known-topics.ts'
import { createLedger, type CoinOwner, type Ledger } from './coins/ledger.ts'
import * as subscription0001 from './migrations/0001-subscription.ts'
import * as subscription0002 from './migrations/0002-customers.ts'
import * as subscription0003 from './migrations/0003-ledger.ts'
import * as subscription0004 from './migrations/0004-billing.ts'
import * as subscription0005 from './migrations/0005-codes.ts'
import * as subscription0006 from './migrations/0006-billing-run.ts'
import * as subscription0007 from './migrations/0007-refunds.ts'
import * as subscription0008 from './migrations/0008-card-setups.ts'
import * as subscription0009 from './migrations/0009-declarations-handled.ts'
import { correctBuyer, findCustomers, handleDeclaration } from './customers/office.ts'
import { createOrders, type FilledOrder, type Orders } from './orders/orders.ts'
import {
  createInvoicePayment,
  createOwnCollection,
  createTestBank,
  type Provider,
} from './payments/payment-providers.ts'
import { createReaderContracts, type ReaderContracts } from './contracts/reader-contracts.ts'
import { createRefunds, type Refunds } from './payments/refunds.ts'
import type { SubscriptionDb } from './schema.ts'
import { createSealing } from './payments/sealing.ts'
import { createSeats } from './codes/seats.ts'
import { createSubscriptionStore } from './store.ts'
import { createStripePayments } from './payments/stripe-payments.ts'
import { createTransferFiles } from './payments/transfer-file.ts'
import { createWithdrawals } from './contracts/withdrawals.ts'

export type SubscriptionServiceOptions = {
  database: Database
  /** For `internal/…`; without one those endpoints refuse everybody. */
  serviceKey?: string
  /** Puts a mail into the outbox of the same database, within the transaction that makes it necessary. */
  queueMail: (message: MailMessageInput, within: SubscriptionDb) => Promise<unknown>
  /** Whether the content service knows a tag; without it every topic is sold. */
  askForTag?: AskForTag
  /** Without it nothing can be ordered. */
  payments?: PaymentSettings
  now?: () => Date
  checkAnswers?: boolean
  onError?: (error: unknown, requestId: string) => void
}

/** `subscription` is what there is of it without a test bank, and once it is over. */
export type FilledContract = { order: FilledOrder; subscription: Subscription }

export type PaymentSettings = {
  /** In the order in which they are preferred. */
  providers: readonly PaymentProvider[]
  /** Seals account numbers; at least 32 characters. */
  secret: string
  /** Canonical origin of each publication: where readers come back to. */
  origins: Readonly<Record<Mandator, string>>
  stripe?: { secretKey: string; webhookSecret: string; apiUrl: string; fetch: Fetch } | undefined
  onTrouble?: (trouble: { at: string; code: string; chargeId?: string }) => void
}

export type SubscriptionService = {
  app: Hono
  /** Fills a publication that has no catalogue yet; leaves every other alone. */
  fillCatalogue: (mandator: Mandator, catalogue: Catalogue) => Promise<'saved' | 'unchanged'>
  /** A reader's roles of today, for single sign-on. */
  rolesOf: (mandator: Mandator, sub: string) => Promise<string[]>
  /** Coins: for orders, within the transaction that makes them necessary. */
  ledger: Ledger
  /** Vouchers and the coins of invitations: for orders, within their transaction. */
  codes: Codes
  invites: Invites
  charges: Charges
  /** Money that goes back; `orders.resume` sees to what a crash left. */
  refunds: Refunds
  /** `resume` finishes what a crash or a lost message left undone. */
  orders: Orders
  /** Renewals, reminders, pauses; `start` it where it may run by itself. */
  billing: Pick<Billing, 'run' | 'start' | 'close'>
  /** Who writes the invoices; one that was said stays. */
  fillSeller: (mandator: Mandator, seller: Seller) => Promise<'saved' | 'unchanged'>
  /** For the reader's export and erasure. */
  personalData: ReaderDataSource
  /** Makes a batch of codes, or leaves the one of that name alone. */
  fillCodes: (mandator: Mandator, codes: NewCodes) => Promise<'saved' | 'unchanged'>
  /** Gives readers (by `sub`) without any subscription theirs, paid at the test bank where there is one; leaves every other alone. All or none. */
  fillContracts: (
    mandator: Mandator,
    readers: ReadonlyMap<string, readonly FilledContract[]>,
  ) => Promise<'saved' | 'unchanged'>
  /** The same for the list of the printed paper's subscribers. */
  fillPrintSubscribers: (mandator: Mandator, subscribers: readonly PrintSubscriber[]) => Promise<'saved' | 'unchanged'>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** An office behind one address may have many readers; a mailbox has one. */
const LIMITS = { requester: { count: 10, windowMs: HOUR }, recipient: { count: 6, windowMs: DAY } } as const
const RECEIPT_MS = 30 * DAY
/** Where readers see their contracts. */
const CONTRACTS_PAGE = '/account/abo'
const NO_CATALOGUE: Catalogue = { offers: [], readerService: null }
const PRINT_LIST_BYTES = 40_000_000
/** Nothing that is taken for something else on the telephone. */
const LETTERS = 'ACDEFGHJKMNPQRTUVWXY34679'

const DESCRIPTION =
  'What a publication sells, who bought what, and the declarations by which readers end contracts or withdraw from them.'

export async function createSubscriptionService(options: SubscriptionServiceOptions): Promise<SubscriptionService> {
  const { database } = options
  await migrate(database, 'subscription', {
    '0001-subscription': subscription0001,
    '0002-customers': subscription0002,
    '0003-ledger': subscription0003,
    '0004-billing': subscription0004,
    '0005-codes': subscription0005,
    '0006-billing-run': subscription0006,
    '0007-refunds': subscription0007,
    '0008-card-setups': subscription0008,
    '0009-declarations-handled': subscription0009,
  })
  const now = options.now ?? (() => new Date())
  const topics = createKnownTopics({ askForTag: options.askForTag, now })
  const store = createSubscriptionStore(database, topics)
  const ledger = createLedger({ database, now })
  const codes: Codes = createCodes({ database, store, ledger, now })
  const invites: Invites = createInvites({ database, store, ledger, queueMail: options.queueMail, now })
  const seats = createSeats({ database, store, now })
  const settings = options.payments ?? {
    providers: [],
    secret: randomBytes(32).toString('hex'),
    origins: {} as Record<Mandator, string>,
  }
  const onTrouble = settings.onTrouble ?? (() => {})
  const testBank = settings.providers.includes('test-bank') ? createTestBank({ secret: settings.secret, now }) : null
  const providers = settings.providers.flatMap((name): Provider[] => {
    if (name === 'test-bank') return testBank === null ? [] : [testBank]
    if (name === 'stripe')
      return settings.stripe === undefined ? [] : [createStripePayments({ ...settings.stripe, onTrouble })]
    return [name === 'sepa' ? createOwnCollection() : createInvoicePayment()]
  })
  const sealing = createSealing([settings.secret])
  const charges: Charges = createCharges({
    database,
    providers,
    sealing,
    now,
    toReturnUrl: (mandator, number) => `${settings.origins[mandator]}${orders.toReturnPath(mandator, number)}`,
    onTrouble,
    payBack: (name) => refunds.payBack(name),
    onCardKept: (mandator, methodId) => contracts.onCardKept(mandator, methodId),
    onRefundFailed: (refund, reason, within) => refunds.fail(refund, reason, within),
  })
  const refunds: Refunds = createRefunds({ database, charges, providers, now, onTrouble })
  const invoices = createInvoices({ database, now })
  // What was issued stays as it was, name and address too (§ 147 AO).
  const invoicePart = {
    readOf: ({ mandator, customerId }: CoinOwner) => invoices.list(mandator, customerId),
    eraseOf: async () => {},
    listKeptOf: (owner: CoinOwner) => invoices.listKept(owner.mandator, owner.customerId),
  }
  const customers: Customers = createCustomers({
    store,
    ledger,
    listShared: (member) => seats.listShared(member),
    parts: {
      codes,
      invitations: invites,
      household: seats,
      orders: {
        readOf: (owner) => orders.part.readOf(owner),
        eraseOf: (owner, within) => orders.part.eraseOf(owner, within),
      },
      invoices: invoicePart,
    },
    now,
  })
  const orders: Orders = createOrders({
    database,
    store,
    customers,
    charges,
    refunds,
    providers,
    sealing,
    vouchers: codes,
    rewardFirstOrder: (...paid) => invites.rewardFirstOrder(...paid),
    queueMail: options.queueMail,
    now,
    onError: (error) => options.onError?.(error, 'orders'),
  })
  charges.listen(orders.listener)
  const billing = createBilling({
    database,
    charges,
    invoices,
    refunds,
    lookForCards: () => contracts.lookForCards(),
    ledger,
    queueMail: options.queueMail,
    now,
    onError: (error, at) => options.onError?.(error, `billing-${at}`),
  })
  const documents = createBankDocuments({ database, sealing, now })
  const bank = createBankFiles({ database, documents, charges, refunds, invoices, billing, sealing, now })
  const transfers = createTransferFiles({ database, documents, invoices, sealing, now, onTrouble })
  const withdrawals = createWithdrawals({ database, charges, refunds, invoices, billing, now })
  const setups = createCardSetups({
    database,
    orders,
    providers,
    toReturnUrl: (mandator) => `${settings.origins[mandator]}${CONTRACTS_PAGE}`,
    now,
  })
  const contracts: ReaderContracts = createReaderContracts({
    database,
    store,
    charges,
    invoices,
    billing,
    setups,
    orders,
    providers,
    now,
  })
  const ownerOf = async (mandator: Mandator, { sub }: { sub: string }) => ({
    mandator,
    customerId: (await customers.open(mandator, sub)).customerId,
  })

  type Filing = { idempotencyKey: string; requester: string; input: DeclarationInput }
  type Checked =
    | { kind: 'complete'; declaration: WithdrawalDeclaration | CancellationDeclaration }
    | { kind: 'incomplete'; faults: DeclarationFaults }

  async function file(
    mandator: Mandator,
    right: ContractRight,
    { idempotencyKey, requester }: Filing,
    checked: Checked,
  ): Promise<Receipt | Refusal> {
    if (checked.kind === 'incomplete')
      return {
        ...problem(422, 'INCOMPLETE_DECLARATION', 'Fields are missing or wrong'),
        fields: checked.faults as Record<string, string>,
      }
    const { declaration } = checked
    const identity = { mandator, right, idempotencyKey, digest: digestOf(JSON.stringify(declaration)) }
    const earlier = await store.getDeclaration(identity)
    if (earlier !== null) return earlier
    const receivedAt = now()
    const number = toReceiptNumber(right, receivedAt)
    const token = randomBytes(24).toString('base64url')
    const filed = await store.inTransaction(async (within) => {
      const mayFile =
        (await store.count(
          `requester ${mandator} ${requester}`,
          receivedAt,
          LIMITS.requester.windowMs,
          LIMITS.requester.count,
          within,
        )) &&
        (await store.count(
          `recipient ${mandator} ${digestOf(toEmailKey(declaration.email))}`,
          receivedAt,
          LIMITS.recipient.windowMs,
          LIMITS.recipient.count,
          within,
        ))
      if (!mayFile) return 'refused'
      if (!(await store.addDeclaration({ ...identity, number, token, declaration, receivedAt }, within)))
        return 'filed-before'
      await options.queueMail(toMail(mandator, right, number, receivedAt, declaration), within)
      return 'filed'
    })
    if (filed === 'refused')
      return problem(429, 'TOO_MANY_DECLARATIONS', 'Too many declarations in a short time', { 'retry-after': '3600' })
    await store.removeCounters(new Date(receivedAt.getTime() - DAY))
    // Another request with the same content was faster.
    const receipt = await store.getDeclaration(identity)
    if (receipt === null) throw new Error('A declaration that was filed cannot be read')
    return receipt
  }

  const toContext = ({ mandator = '' }: Readonly<Record<string, string>>): Mandator | Refusal =>
    toMandator(mandator) ?? problem(404, 'NOT_FOUND', 'No such publication')
  const serving = {
    base: '/:mandator',
    toContext,
    ...(options.serviceKey === undefined ? {} : { serviceKey: options.serviceKey }),
    ...(options.checkAnswers === undefined ? {} : { checkAnswers: options.checkAnswers }),
    ...(options.onError === undefined ? {} : { onError: options.onError }),
  }
  const served = serveContract(
    SUBSCRIPTION,
    {
      listOffers: async ({ context }) => (await store.getCatalogue(context)) ?? NO_CATALOGUE,
      getOffer: async ({ context, params }) =>
        (await store.getOffer(context, params.id)) ?? problem(404, 'NOT_FOUND', 'No such offer'),
    },
    { ...serving, headers: { 'cache-control': 'public, max-age=60' } },
  )
  const internal = serveContract(
    SUBSCRIPTION_INTERNAL,
    {
      saveCatalogue: async ({ context, body }) => {
        const fields = toOfferFields(body)
        if (Object.keys(fields).length > 0)
          return { ...problem(422, 'UNLAWFUL_OFFER', 'An offer says what it may not say'), fields }
        await store.saveCatalogue(context, body, now())
        return undefined
      },
      getSavedCatalogue: async ({ context }) => {
        const { offers, readerService } = (await store.getSavedCatalogue(context)) ?? NO_CATALOGUE
        return {
          offers: await Promise.all(
            offers.map(async (offer) => ({ ...offer, missing: await topics.listMissing(context, offer) })),
          ),
          readerService,
        }
      },
      fileCancellation: ({ context, body }) =>
        file(context, 'cancellation', body as Filing, checkCancellation(body.input as DeclarationInput, now())),
      fileWithdrawal: ({ context, body }) =>
        file(context, 'withdrawal', body as Filing, checkWithdrawal(body.input as DeclarationInput)),
      getReceipt: async ({ context, params }) =>
        (await store.getReceipt(context, params.token, new Date(now().getTime() - RECEIPT_MS))) ??
        problem(404, 'NOT_FOUND', 'No such receipt'),
      listDeclarations: ({ context, query }) =>
        store.listDeclarations(context, query.right ?? null, query.after, query.limit, query.open === 'true'),
      handleDeclaration: ({ context, params, body }) =>
        handleDeclaration(database, context, params.number, body.note, now()),
      findCustomers: ({ context, query }) => findCustomers(database, context, query.q),
      correctBuyer: ({ context, params, body }) => correctBuyer(database, context, params.customerId, body, now()),
      openCustomer: ({ context, params }) => customers.open(context, params.sub),
      listRoles: ({ context, params }) => customers.listRoles(context, params.sub),
      listSubscriptions: ({ context, params }) => customers.list(context, params.sub),
      saveSubscription: ({ context, params, body }) => customers.save(context, params.sub, { ...body, id: params.id }),
      getWallet: async ({ context, params }) =>
        (await customers.getWallet(context, params.sub)) ?? problem(404, 'NO_WALLET', 'The reader has no coins'),
      buyArticle: ({ context, params, body: { idempotencyKey, ...purchase } }) =>
        customers.buyArticle(context, params.sub, {
          ...purchase,
          ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        }),
      listArticlePurchases: ({ context, params, query }) => customers.listPurchases(context, params.sub, query.limit),
      findArticlePurchases: async ({ context, params, body }) =>
        Object.fromEntries(
          [...(await customers.findPurchases(context, params.sub, body))].map(([id, at]) => [id, at.toISOString()]),
        ),
      grantCoins: ({ context, params, body }) => customers.grantCoins(context, params.sub, body),
      listBookings: ({ context, params }) => customers.listBookings(context, params.sub),
      getBooking: ({ context, params }) => customers.getBooking(context, params.sub, params.receiptNumber),
      refundBooking: ({ context, params, body }) => ledger.refund(context, params.receiptNumber, body.reason),
      async changeAddress({ context, params, body }) {
        await store.changeOrderAddress(context, params.sub, toEmailKey(body.from), body.to)
        return undefined
      },
      expireCoins: ({ context }) => ledger.expire(context),
      checkLedger: ({ context }) => ledger.check(context),
      findReader: ({ context, params }) => customers.findReader(context, params.customerId),
      savePrintSubscribers: ({ context, body }) => customers.savePrintSubscribers(context, body.subscribers),
      verifyPrintSubscriber: ({ context, params, body }) => customers.verify(context, params.sub, body),
      redeemCode: async ({ context, params, body }) => codes.redeem(await ownerOf(context, params), body),
      createCodes: ({ context, body }) => codes.create(context, body),
      listCodeBatches: ({ context }) => codes.listBatches(context),
      listCodes: ({ context, params }) => codes.list(context, params.batch),
      revokeCodes: ({ context, body }) => codes.revoke(context, body.batchOrCode),
      getInvitation: async ({ context, params }) => invites.get(await ownerOf(context, params)),
      sendInvitations: async ({ context, params, body }) => invites.send(await ownerOf(context, params), body),
      acceptInvitation: async ({ context, params, body }) => invites.accept(await ownerOf(context, params), body.token),
      getHousehold: async ({ context, params }) => seats.get(await ownerOf(context, params)),
      offerSeat: async ({ context, params, body }) =>
        seats.offer(await ownerOf(context, params), body.subscriptionId, body.label),
      endSeat: async ({ context, params }) => seats.end(await ownerOf(context, params), params.seatId),
      acceptSeat: async ({ context, params, body }) => seats.accept(await ownerOf(context, params), body.token),
      leaveSeat: async ({ context, params }) => seats.leave(await ownerOf(context, params)),
    },
    { ...serving, headers: { 'cache-control': 'no-store' }, bodyLimits: { savePrintSubscribers: PRINT_LIST_BYTES } },
  )
  const ordering = serveContract(
    ORDERS_INTERNAL,
    {
      quoteOrder: ({ context, body }) => orders.quote(context, body),
      checkGuestOrder: ({ context, body }) => orders.checkGuest(context, body),
      placeOrder: ({ context, params, body }) => orders.place(context, params.sub, body),
      getOrder: ({ context, params, query }) => orders.read(context, params.number, query),
      listOrders: ({ context, params }) => orders.list(context, params.sub),
      listPaymentMethods: ({ context, params }) => orders.listMethods(context, params.sub),
      listCharges: async ({ context, params }) =>
        (await charges.list(context, (await ownerOf(context, params)).customerId)).map(toChargeView),
      receivePaymentEvent: async ({ params, body }) => {
        const outcome = await charges.receive(params.provider, body.payload, body.signature)
        return isRefusal(outcome) ? outcome : { outcome }
      },
      decideTestPayment: ({ context, body }) => decideTestPayment(context, body.reference, body.isConfirmed),
      collectCharge: async ({ context, params }) => {
        const charge = await charges.collect({ mandator: context, chargeId: params.chargeId })
        return isRefusal(charge) ? charge : toChargeView(charge)
      },
      refundCharge: async ({ context, params }) => {
        const charge = await refunds.payBack({ mandator: context, chargeId: params.chargeId })
        return isRefusal(charge) ? charge : toChargeView(charge)
      },
    },
    { ...serving, headers: { 'cache-control': 'no-store' } },
  )

  const billed = serveContract(
    BILLING_INTERNAL,
    createBillingEndpoints({
      database,
      billing,
      invoices,
      refunds,
      withdrawals,
      bank,
      transfers,
      documents,
      contracts,
      ownerOf,
    }),
    { ...serving, headers: { 'cache-control': 'no-store' }, bodyLimits: { bookReturns: 1_000_000 } },
  )

  /** As the provider's own page would: by a signed message. */
  async function decideTestPayment(
    mandator: Mandator,
    reference: string,
    isConfirmed: boolean,
  ): Promise<{ returnPath: string } | Refusal> {
    const named = testBank?.readReference(reference) ?? null
    const charge = named === null || named.mandator !== mandator ? null : await charges.get(named)
    const event =
      charge === null || charge.orderNumber === null
        ? null
        : testBank!.toEvent(reference, isConfirmed, charge.amountCents)
    if (charge === null || charge.orderNumber === null || event === null)
      return problem(404, 'NOT_FOUND', 'No such payment')
    const outcome = await charges.receive('test-bank', event.payload, event.signature)
    return isRefusal(outcome) ? outcome : { returnPath: orders.toReturnPath(mandator, charge.orderNumber) }
  }

  async function fillAll(
    mandator: Mandator,
    filled: readonly (FilledContract & { owner: CoinOwner })[],
    within: SubscriptionDb,
  ): Promise<void> {
    const running = filled.filter(({ subscription }) => subscription.state === 'active')
    const paid = await orders.fill(running, within)
    await invoices.issueAll(mandator, paid, within)
    const idOf = new Map(running.map((one, index) => [one, paid[index]?.subscription_id]))
    for (const one of filled) {
      const ordered = idOf.get(one)
      // Coins are booked with what they came with.
      if (ordered !== undefined && one.subscription.coins === null) continue
      const subscription = { ...one.subscription, id: ordered ?? one.subscription.id }
      if (!(await customers.saveWithin(one.owner, subscription, within)))
        throw new Error(`The subscription ${subscription.id} of ${mandator} is another reader’s`)
    }
  }

  const documentation = serveDocumentation(
    { ...SUBSCRIPTION, ...SUBSCRIPTION_INTERNAL, ...ORDERS_INTERNAL, ...BILLING_INTERNAL },
    { title: 'Subscription platform', description: DESCRIPTION, version: 'v1', base: '/__services/plenigo/{mandator}' },
  )
  const app = new Hono()
  app.route('/', documentation)
  for (const { path } of Object.values(ORDERS_INTERNAL))
    app.all(`/:mandator${path.replace(/\{(\w+)\}/g, ':$1')}`, (c) => ordering.fetch(c.req.raw))
  for (const { path } of Object.values(BILLING_INTERNAL))
    app.all(`/:mandator${path.replace(/\{(\w+)\}/g, ':$1')}`, (c) => billed.fetch(c.req.raw))
  app.all('/:mandator/internal/*', (c) => internal.fetch(c.req.raw))
  app.all('*', (c) => served.fetch(c.req.raw))

  return {
    app,
    async fillCatalogue(mandator, catalogue) {
      if ((await store.getSavedCatalogue(mandator)) !== null) return 'unchanged'
      const faults = toOfferFields(catalogue)
      if (Object.keys(faults).length > 0)
        throw new Error(`The catalogue of ${mandator} cannot be sold: ${JSON.stringify(faults)}`)
      await store.saveCatalogue(mandator, catalogue, now())
      return 'saved'
    },
    rolesOf: (mandator, sub) => customers.listRoles(mandator, sub),
    ledger,
    codes,
    invites,
    charges,
    refunds,
    orders,
    billing,
    async fillSeller(mandator, seller) {
      if ((await invoices.getSeller(mandator)) !== null) return 'unchanged'
      await invoices.saveSeller(mandator, seller)
      return 'saved'
    },
    personalData: customers.personalData,
    async fillCodes(mandator, given) {
      const made = await codes.create(mandator, given)
      // A catalogue without the offer has no code for it either.
      if (!isRefusal(made) || made.code === 'EXISTS' || made.code === 'NO_SUCH_OFFER')
        return isRefusal(made) ? 'unchanged' : 'saved'
      throw new Error(`The codes ${given.batch} of ${mandator} cannot be made: ${made.title}`)
    },
    async fillContracts(mandator, readers) {
      const owners = await customers.openAll(mandator, [...readers.keys()])
      return store.inTransaction(async (within) => {
        const missing = new Set(
          await store.lockCustomersWithout(
            mandator,
            [...owners.values()].map(({ customerId }) => customerId),
            within,
          ),
        )
        const filled = [...readers]
          .flatMap(([sub, own]) => own.map((contract) => ({ ...contract, owner: owners.get(sub)! })))
          .filter(({ owner }) => missing.has(owner.customerId))
        await fillAll(mandator, filled, within)
        return filled.length === 0 ? 'unchanged' : 'saved'
      })
    },
    async fillPrintSubscribers(mandator, subscribers) {
      if ((await store.countPrintSubscribers(mandator)) > 0) return 'unchanged'
      if (isRefusal(await customers.savePrintSubscribers(mandator, subscribers)))
        throw new Error(`The print subscribers of ${mandator} have a number twice`)
      return 'saved'
    },
  }
}

function toOfferFields({ offers }: Catalogue): Record<string, string> {
  const fields: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [index, offer] of offers.entries()) {
    const faults: string[] = listOfferFaults(offer)
    if (seen.has(offer.id)) faults.push('ID_TWICE')
    seen.add(offer.id)
    if (faults.length > 0) fields[`body.offers.${index}`] = faults.join(', ')
  }
  return fields
}

function toMail(
  mandator: Mandator,
  right: ContractRight,
  number: string,
  receivedAt: Date,
  declaration: WithdrawalDeclaration | CancellationDeclaration,
): MailMessageInput {
  const envelope = { mandator, to: { address: declaration.email } }
  const received = { number, receivedAt: receivedAt.toISOString() }
  return right === 'cancellation'
    ? {
        ...envelope,
        template: 'cancellation-received',
        data: { ...received, declaration: declaration as CancellationDeclaration },
      }
    : { ...envelope, template: 'withdrawal-received', data: { ...received, declaration } }
}

function toReceiptNumber(right: ContractRight, at: Date): string {
  const four = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${right === 'cancellation' ? 'K' : 'W'}-${toDayKey(at).slice(0, 4)}-${four()}-${four()}`
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
