/** Handlers of `COMMERCE` and `COMMERCE_INTERNAL`: the catalogue, declarations, customers, coins, codes. */
import type { Contract } from '@lokalteil/contracts/kernel/endpoint'
import type { COMMERCE, COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import { checkCancellation, checkWithdrawal, type DeclarationInput } from '@lokalteil/domain/commerce/contract-rights'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type BoundHandlers, problem } from '../../platform/serve.ts'
import { createCodes, revokeBatchOrCode, viewBatches, viewCodes } from '../codes/code-batches.ts'
import { redeemCode } from '../codes/codes.ts'
import { acceptInvitation, sendInvitations, viewInvitation } from '../codes/invites.ts'
import { acceptSeat, endSeat, leaveSeat, offerSeat, viewHousehold } from '../codes/seats.ts'
import { checkLedger } from '../coins/ledger-check-store.ts'
import { expireCoins, refundBooking } from '../coins/ledger.ts'
import type { CommerceContext } from '../context.ts'
import { listDeclarations } from '../contracts/declaration-store.ts'
import { fileDeclaration, type Filing, readReceipt } from '../contracts/declarations.ts'
import {
  buyOf,
  findBoughtOf,
  getBookingOf,
  getWallet,
  giveCoins,
  listBookingsOf,
  listBoughtOf,
} from '../coins/reader-coins.ts'
import { findReader, openOwner, viewCustomer } from '../customers/customers.ts'
import { listRoles } from '../codes/reader-roles.ts'
import { listSubscriptionsOf, saveSubscriptionOf } from '../contracts/subscriptions.ts'
import { changeLetterAddress } from '../customers/customer-store.ts'
import { correctBuyer, findCustomers, settleDeclaration } from '../office/office.ts'
import {
  endPrintSubscriber,
  savePrintSubscribers,
  showPrintSubscriber,
  verifyPrintSubscriber,
} from '../contracts/print-subscribers.ts'
import { getCatalogue, getOffer, isSelling, saveLawfulCatalogue, viewSavedCatalogue } from '../offers/catalogue.ts'
import { importContracts } from '../imports/imported-contracts.ts'

type Endpoints<C extends Contract> = BoundHandlers<CommerceContext, C, PublicationCode>

export const CATALOGUE_ENDPOINTS: Endpoints<typeof COMMERCE> = {
  listOffers: (commerce, { context }) => getCatalogue(commerce, context),
  getOffer: async (commerce, { context, params }) =>
    ((await isSelling(commerce, context)) ? await getOffer(commerce, context, params.id) : null) ??
    problem(404, 'NOT_FOUND', 'No such offer'),
}

type Internal = Endpoints<typeof COMMERCE_INTERNAL>

const OFFICE_ENDPOINTS = {
  saveCatalogue: (commerce, { context, body }) => saveLawfulCatalogue(commerce, context, body),
  getSavedCatalogue: (commerce, { context }) => viewSavedCatalogue(commerce, context),
  fileCancellation: (commerce, { context, body }) =>
    fileDeclaration(
      commerce,
      context,
      'cancellation',
      body as Filing,
      checkCancellation(body.input as DeclarationInput, commerce.now()),
    ),
  fileWithdrawal: (commerce, { context, body }) =>
    fileDeclaration(commerce, context, 'withdrawal', body as Filing, checkWithdrawal(body.input as DeclarationInput)),
  getReceipt: (commerce, { context, params }) => readReceipt(commerce, context, params.token),
  listDeclarations: ({ db }, { context, query }) =>
    listDeclarations(context, query.right ?? null, query.after, query.limit, query.open === 'true', db),
  handleDeclaration: (commerce, { context, params, body }) =>
    settleDeclaration(commerce, context, params.number, body.note),
  findCustomers: (commerce, { context, query }) => findCustomers(commerce, context, query.q),
  correctBuyer: (commerce, { context, params, body }) => correctBuyer(commerce, context, params.customerId, body),
  findReader: (commerce, { context, params }) => findReader(commerce, context, params.customerId),
  importContracts: (commerce, { context, body }) => importContracts(commerce, context, body),
  savePrintSubscribers: (commerce, { context, body }) => savePrintSubscribers(commerce, context, body.subscribers),
  showPrintSubscriber: (commerce, { context, params }) => showPrintSubscriber(commerce, context, params.customerNumber),
  endPrintSubscriber: (commerce, { context, params }) => endPrintSubscriber(commerce, context, params.customerNumber),
} satisfies Partial<Internal>

const CUSTOMER_ENDPOINTS = {
  openCustomer: (commerce, { context, params }) => viewCustomer(commerce, context, params.sub),
  listRoles: (commerce, { context, params }) => listRoles(commerce, context, params.sub),
  listSubscriptions: (commerce, { context, params }) => listSubscriptionsOf(commerce, context, params.sub),
  saveSubscription: (commerce, { context, params, body }) =>
    saveSubscriptionOf(commerce, context, params.sub, { ...body, id: params.id }),
  async changeAddress({ db }, { context, params, body }) {
    await changeLetterAddress(context, params.sub, toEmailKey(body.from), body.to, db)
    return undefined
  },
  verifyPrintSubscriber: (commerce, { context, params, body }) =>
    verifyPrintSubscriber(commerce, context, params.sub, body),
} satisfies Partial<Internal>

const COIN_ENDPOINTS = {
  getWallet: (commerce, { context, params }) => getWallet(commerce, context, params.sub),
  buyArticle: (commerce, { context, params, body: { articleId: key, ...thing } }) =>
    buyOf(commerce, context, params.sub, { kind: 'article', key, ...thing }),
  listArticlePurchases: async (commerce, { context, params, query }) =>
    (await listBoughtOf(commerce, context, params.sub, 'article', query.limit)).map(
      ({ key: articleId, ...bought }) => ({
        articleId,
        ...bought,
      }),
    ),
  findArticlePurchases: (commerce, { context, params, body }) =>
    findBoughtOf(commerce, context, params.sub, 'article', body),
  buyIssue: (commerce, { context, params, body: { issueKey: key, ...thing } }) =>
    buyOf(commerce, context, params.sub, { kind: 'issue', key, ...thing }),
  listIssuePurchases: async (commerce, { context, params, query }) =>
    (await listBoughtOf(commerce, context, params.sub, 'issue', query.limit)).map(({ key: issueKey, ...bought }) => ({
      issueKey,
      ...bought,
    })),
  findIssuePurchases: (commerce, { context, params, body }) =>
    findBoughtOf(commerce, context, params.sub, 'issue', body),
  grantCoins: (commerce, { context, params, body }) => giveCoins(commerce, context, params.sub, body),
  listBookings: (commerce, { context, params }) => listBookingsOf(commerce, context, params.sub),
  getBooking: (commerce, { context, params }) => getBookingOf(commerce, context, params.sub, params.receiptNumber),
  refundBooking: (commerce, { context, params, body }) =>
    refundBooking(commerce, context, params.receiptNumber, body.reason),
  expireCoins: (commerce, { context }) => expireCoins(commerce, context),
  checkLedger: ({ db }, { context }) => checkLedger(context, db),
} satisfies Partial<Internal>

const CODE_ENDPOINTS = {
  redeemCode: async (commerce, { context, params, body }) =>
    redeemCode(commerce, await openOwner(commerce, context, params.sub), body),
  createCodes: (commerce, { context, body }) => createCodes(commerce, context, body),
  listCodeBatches: (commerce, { context }) => viewBatches(commerce, context),
  listCodes: (commerce, { context, params }) => viewCodes(commerce, context, params.batch),
  revokeCodes: (commerce, { context, body }) => revokeBatchOrCode(commerce, context, body.batchOrCode),
  getInvitation: async (commerce, { context, params }) =>
    viewInvitation(commerce, await openOwner(commerce, context, params.sub)),
  sendInvitations: async (commerce, { context, params, body }) =>
    sendInvitations(commerce, await openOwner(commerce, context, params.sub), body),
  acceptInvitation: async (commerce, { context, params, body }) =>
    acceptInvitation(commerce, await openOwner(commerce, context, params.sub), body.token),
  getHousehold: async (commerce, { context, params }) =>
    viewHousehold(commerce, await openOwner(commerce, context, params.sub)),
  offerSeat: async (commerce, { context, params, body }) =>
    offerSeat(commerce, await openOwner(commerce, context, params.sub), body.subscriptionId, body.label),
  endSeat: async (commerce, { context, params }) =>
    endSeat(commerce, await openOwner(commerce, context, params.sub), params.seatId),
  acceptSeat: async (commerce, { context, params, body }) =>
    acceptSeat(commerce, await openOwner(commerce, context, params.sub), body.token),
  leaveSeat: async (commerce, { context, params }) =>
    leaveSeat(commerce, await openOwner(commerce, context, params.sub)),
} satisfies Partial<Internal>

export const INTERNAL_ENDPOINTS: Internal = {
  ...OFFICE_ENDPOINTS,
  ...CUSTOMER_ENDPOINTS,
  ...COIN_ENDPOINTS,
  ...CODE_ENDPOINTS,
}
