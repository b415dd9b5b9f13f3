/**
 * The same-origin API for a reader's session (specification 7.5, decisions S7.5-01 to S7.5-12, S2.2-08): what this site's
 * own pages ask its own server. Writes need `application/json` and an origin of this site. Tokens travel in cookies only;
 * the one thing a login hands to the page is the bearer of the content/auth API, which gives no roles (S9-18).
 * Errors are problems with a code; texts are the caller's. `INVALID_FIELDS` carries `fields`: code by field.
 */
import { z } from 'zod'
import { ACCOUNT_TABS, SUBSCRIPTION_KINDS, SUBSCRIPTION_STATES } from '@lokalteil/domain/commerce/subscriptions'
import { Household, Invitation, Redeemed } from './codes.ts'
import { ContractView, DocumentView, PaymentChange } from './billing.ts'
import { contract } from './kernel/endpoint.ts'
import { Subscription as NewsletterSubscription } from './newsletters.ts'
import { OrderNumber, OrderRequest, OrderView, Quote, Payment } from './orders.ts'
import { FollowedId, OnboardingStatus, SETTINGS } from './library.ts'
import { MissingField, PendingEmail, SsoUser } from './accounts.ts'
import { BOOKING_KINDS, Customer, OfferId, Wallet } from './commerce.ts'

const Text = (most: number) => z.string().max(most)
const Instant = z.iso.datetime()

/** Value of the `userState` parameter and of the message a framed form sends (S2.8-03). */
export const UserState = z.enum(['login', 'registration', 'registration_verified'])
export type UserState = z.infer<typeof UserState>

export const LoginAnswer = z.object({
  userState: UserState,
  /** Null with a foreign provider, which has no content/auth session. */
  jwt: z.string().nullable(),
  /** Consents still to be answered: the form goes on to complete the registration. */
  missingFields: z.array(z.string()),
})
export type LoginAnswer = z.infer<typeof LoginAnswer>

/** `link-mail-sent`: an account with the address exists; its owner decides from the mail. */
export const SocialAnswer = z.discriminatedUnion('kind', [
  LoginAnswer.extend({ kind: z.literal('login') }),
  z.object({ kind: z.literal('link-mail-sent') }),
])
export type SocialAnswer = z.infer<typeof SocialAnswer>

export const AccountTab = z.enum(ACCOUNT_TABS)
export type AccountTab = z.infer<typeof AccountTab>

const Kept = z.object({ what: z.string(), reason: z.string(), until: z.string() })

export const AccountView = z.object({
  user: SsoUser,
  /** Tabs this reader may open, in their order (S2.2-05). */
  tabs: z.array(AccountTab),
  /** False: a publisher's own provider keeps the account, nothing of it can be changed here. */
  isEditable: z.boolean(),
  hasPassword: z.boolean(),
  providers: z.array(z.enum(['google', 'apple'])),
  createdAt: Instant.nullable(),
  /** When an erasure that was asked for takes place. */
  eraseAt: Instant.nullable(),
  /** Another address that waits to be confirmed from the mail there. */
  pendingEmail: PendingEmail.nullable(),
  sessions: z.array(
    z.object({ id: z.string(), createdAt: Instant, usedAt: Instant, userAgent: z.string(), isCurrent: z.boolean() }),
  ),
  consents: z.array(z.object({ name: z.string(), isGiven: z.boolean(), at: Instant })),
  /** What an erasure would have to leave, told before the reader decides. */
  kept: z.array(Kept),
})
export type AccountView = z.infer<typeof AccountView>

/** A subscription as its owner sees it today. */
export const SubscriptionView = z.object({
  id: z.string(),
  kind: z.enum(SUBSCRIPTION_KINDS),
  name: z.string(),
  state: z.enum(SUBSCRIPTION_STATES),
  priceCents: z.number().int().nullable(),
  periodMonths: z.number().int().nullable(),
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable(),
  resumesOn: z.iso.date().nullable(),
  period: z.object({ from: z.iso.date(), to: z.iso.date().nullable() }).nullable(),
  nextCharge: z.object({ on: z.iso.date(), cents: z.number().int() }).nullable(),
})
export type SubscriptionView = z.infer<typeof SubscriptionView>

/** What can be done about the reader's contracts, and their papers. */
export const ContractsView = z.object({ contracts: z.array(ContractView), documents: z.array(DocumentView) })
export type ContractsView = z.infer<typeof ContractsView>

/** Links of the settings; '' is not shown (S2.2-10). */
export const SubscriptionsView = z.object({
  tabs: z.array(AccountTab),
  customerId: z.string(),
  subscriptions: z.array(SubscriptionView),
  /** Null: the platform does not say. */
  billing: ContractsView.nullable(),
  links: z.object({
    subscription: z.string(),
    onlineService: z.string(),
    giveAway: z.string(),
    cancellation: z.string(),
  }),
})
export type SubscriptionsView = z.infer<typeof SubscriptionsView>

export const CoinsView = z.object({
  tabs: z.array(AccountTab),
  /** Null: the platform does not say. */
  availableCoins: z.number().int().min(0).nullable(),
  purchases: z.array(
    z.object({
      articleId: z.string(),
      title: z.string(),
      path: z.string(),
      boughtAt: Instant,
      receiptNumber: z.string(),
      coins: z.number().int(),
    }),
  ),
  /** The newest of them, newest first. */
  bookings: z.array(
    z.object({
      receiptNumber: z.string(),
      kind: z.enum(BOOKING_KINDS),
      about: z.string(),
      amount: z.number().int(),
      bookedAt: Instant,
      expiresOn: z.iso.date().nullable(),
    }),
  ),
})
export type CoinsView = z.infer<typeof CoinsView>

/** Newsletters of the session's reader; `email` is where they go. */
export const NewslettersView = z.object({
  email: z.string(),
  isEmailVerified: z.boolean(),
  subscriptions: z.array(NewsletterSubscription),
})
export type NewslettersView = z.infer<typeof NewslettersView>

const NewsletterSlug = z.string().regex(/^[a-z0-9-]{1,100}$/)

const OfContract = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) })
const CONTRACT_PROBLEMS = { 401: 'NOT_LOGGED_IN', 404: 'NOT_FOUND', 409: 'NOT_POSSIBLE', 503: 'UNAVAILABLE' } as const

export const PORTAL = contract({
  login: {
    method: 'POST',
    path: '/api/mein/oauth2/login',
    summary: 'Log in with address and password: sets the cookies of both sessions (S4.1-01)',
    body: z.object({ email: Text(1000), password: Text(1000) }),
    answer: LoginAnswer,
    problems: { 401: 'WRONG_CREDENTIALS', 403: 'ACCOUNT_BLOCKED', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  register: {
    method: 'POST',
    path: '/api/mein/oauth2/registration',
    summary: 'Register and log in; a known address gets the same answer',
    body: z.object({
      salutation: Text(20).default(''),
      firstName: Text(1000),
      lastName: Text(1000),
      email: Text(1000),
      password: Text(1000),
      terms: z.boolean(),
      advertising: z.boolean().default(false),
    }),
    answer: LoginAnswer,
    problems: { 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  listMissingFields: {
    method: 'GET',
    path: '/api/mein/oauth2/registration/form/missing-fields',
    summary: 'Consents not answered yet',
    answer: z.array(MissingField),
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  saveMissingFields: {
    method: 'POST',
    path: '/api/mein/oauth2/registration/form/missing-fields',
    summary: 'Complete the registration; unknown fields are refused',
    body: z.object({ fields: z.record(z.string().max(50), z.boolean()) }),
    answer: z.array(MissingField),
    problems: { 401: 'NOT_LOGGED_IN', 422: 'INVALID_FIELDS' },
  },
  refresh: {
    method: 'POST',
    path: '/api/mein/oauth2/refresh',
    summary: 'New tokens for the refresh token of the cookie',
    answer: z.object({ valid: z.literal(true) }),
    problems: { 401: 'SESSION_ENDED' },
  },
  validate: {
    method: 'GET',
    path: '/api/validate',
    summary: 'Whether the session lives, renewing the cookies when it must or `forceRefresh=true`; 401 clears them',
    query: z.object({ forceRefresh: z.string().optional() }),
    answer: z.object({ valid: z.literal(true) }),
    problems: { 401: 'SESSION_ENDED' },
  },
  logout: {
    method: 'GET',
    path: '/api/mein/oauth2/logout',
    summary: 'End both sessions; refused for foreign pages (S7.5-08)',
    answer: null,
  },
  logoutEverywhere: {
    method: 'POST',
    path: '/api/mein/oauth2/logout/everywhere',
    summary: 'End every session of the reader',
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  getPasswordCode: {
    method: 'GET',
    path: '/api/mein/password-code/{code}',
    summary: 'Whether a code to reset the password could be used',
    params: z.object({ code: Text(200) }),
    answer: z.object({ state: z.enum(['valid', 'invalid', 'expired']) }),
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Send a link to reset the password, if there is such an account',
    body: z.object({ email: Text(1000) }),
    answer: z.object({ ok: z.literal(true) }),
    problems: { 429: 'TOO_MANY_ATTEMPTS' },
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a password with the code of the mail: every session ends, a new one begins here',
    body: z.object({ code: Text(200), password: Text(1000), passwordConfirmation: Text(1000) }),
    answer: LoginAnswer,
    problems: { 410: 'EXPIRED_CODE', 422: 'INVALID_CODE', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  changePassword: {
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Set a password knowing the current one: every session ends, a new one begins here',
    body: z.object({ currentPassword: Text(1000), password: Text(1000), passwordConfirmation: Text(1000) }),
    answer: LoginAnswer,
    problems: {
      401: 'NOT_LOGGED_IN',
      403: 'WRONG_PASSWORD',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ATTEMPTS',
      503: 'BUSY',
    },
  },
  sendEmailConfirmation: {
    method: 'POST',
    path: '/api/auth/send-email-confirmation',
    summary: 'Send the confirmation mail again, to the address of the session whatever the body says (S2.4-08)',
    body: z.object({ email: Text(1000) }),
    answer: z.object({ email: z.string(), sent: z.literal(true), nextAfterSeconds: z.number().int() }),
    problems: { 401: 'NOT_LOGGED_IN', 429: 'TOO_MANY_ATTEMPTS' },
  },
  listProviders: {
    method: 'GET',
    path: '/api/mein/oauth2/providers',
    summary: 'Which social providers there are: their client id, null for one that is off',
    answer: z.object({ google: z.string().nullable(), apple: z.string().nullable() }),
  },
  startSocial: {
    method: 'POST',
    path: '/api/mein/oauth2/social/{provider}/start',
    summary:
      'A nonce for the token-based provider, the address to open for the one with a popup; remembered in a cookie',
    params: z.object({ provider: z.enum(['google', 'apple']) }),
    answer: z.object({
      clientId: z.string(),
      nonce: z.string(),
      url: z.string().nullable(),
      script: z.string().nullable(),
    }),
    problems: { 404: 'PROVIDER_OFF', 429: 'TOO_MANY_ATTEMPTS', 502: 'PROVIDER_FAILED' },
  },
  googleLogin: {
    method: 'POST',
    path: '/api/google-login',
    summary: 'Log in with the credential of the token-based provider',
    body: z.object({ token: Text(8192) }),
    answer: SocialAnswer,
    problems: {
      401: 'SOCIAL_LOGIN_FAILED',
      403: 'EMAIL_NOT_VERIFIED',
      404: 'PROVIDER_OFF',
      429: 'TOO_MANY_ATTEMPTS',
      502: 'PROVIDER_FAILED',
    },
  },
  getAccount: {
    method: 'GET',
    path: '/api/mein/account',
    summary: 'The reader’s own account',
    answer: AccountView,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  updateAccount: {
    method: 'POST',
    path: '/api/mein/account',
    summary: 'Change salutation, names and the optional consent; nothing else',
    body: z.object({
      salutation: Text(20).optional(),
      firstName: Text(1000).optional(),
      lastName: Text(1000).optional(),
      advertising: z.boolean().optional(),
    }),
    answer: SsoUser,
    problems: { 401: 'NOT_LOGGED_IN', 422: 'INVALID_FIELDS' },
  },
  changeEmail: {
    method: 'POST',
    path: '/api/mein/account/email',
    summary:
      'Ask for another address, with the password once more (without one: after a login of the last 15 minutes). A link goes to the new address; the answer is the same for one that has an account',
    body: z.object({ email: Text(1000), password: Text(1000).nullish() }),
    answer: PendingEmail,
    problems: {
      401: 'NOT_LOGGED_IN',
      403: 'WRONG_PASSWORD',
      404: 'NOT_FOUND',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ATTEMPTS',
      503: 'BUSY',
    },
  },
  cancelEmailChange: {
    method: 'POST',
    path: '/api/mein/account/email/cancel',
    summary: 'Give up the wish for another address',
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN', 404: 'NOT_FOUND' },
  },
  requestErasure: {
    method: 'POST',
    path: '/api/mein/account/erasure',
    summary: 'Erase the account in fourteen days: all sessions end, a mail tells how to undo it',
    body: z.object({ password: Text(1000).nullish() }),
    answer: z.object({ eraseAt: Instant, kept: z.array(Kept) }),
    problems: { 401: 'NOT_LOGGED_IN', 403: 'WRONG_PASSWORD', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  undoErasure: {
    method: 'POST',
    path: '/api/mein/account/erasure/undo',
    summary: 'Keep the account after all',
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  listTabs: {
    method: 'GET',
    path: '/api/mein/account/tabs',
    summary: 'The tabs this reader may open',
    answer: z.array(AccountTab),
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  listSubscriptions: {
    method: 'GET',
    path: '/api/mein/account/subscriptions',
    summary: 'The reader’s subscriptions',
    answer: SubscriptionsView,
    problems: { 401: 'NOT_LOGGED_IN', 403: 'NO_ACCESS', 503: 'UNAVAILABLE' },
  },
  cancelContract: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/cancel',
    summary: 'End a contract on the day the page showed',
    params: OfContract,
    body: z.object({ confirmedEnd: z.iso.date() }),
    answer: ContractsView,
    problems: CONTRACT_PROBLEMS,
  },
  undoCancellation: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/cancel/undo',
    summary: 'Let it run on',
    params: OfContract,
    answer: ContractsView,
    problems: CONTRACT_PROBLEMS,
  },
  pauseContract: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/pause',
    summary: 'Let it rest from the next period on',
    params: OfContract,
    body: z.object({ months: z.number().int().min(1).max(3) }),
    answer: ContractsView,
    problems: CONTRACT_PROBLEMS,
  },
  resumeContract: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/resume',
    summary: 'End a pause, or give it up',
    params: OfContract,
    answer: ContractsView,
    problems: CONTRACT_PROBLEMS,
  },
  changePlan: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/plan',
    summary: 'Change the plan; `fields.dueCents` of PRICE_CHANGED is the right amount',
    params: OfContract,
    body: z.object({ offerId: Text(64), confirmedCents: z.number().int().min(0) }),
    answer: ContractsView,
    problems: { ...CONTRACT_PROBLEMS, 402: 'PAYMENT_FAILED' },
  },
  undoPlanChange: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/plan/undo',
    summary: 'Give up a change that waits',
    params: OfContract,
    answer: ContractsView,
    problems: CONTRACT_PROBLEMS,
  },
  changePayment: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/payment',
    summary: 'Pay in another way from now on; what failed is asked for at once',
    params: OfContract,
    body: z.object({ payment: Payment }),
    answer: ContractsView.extend(PaymentChange.omit({ contract: true }).shape),
    problems: { ...CONTRACT_PROBLEMS, 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ATTEMPTS' },
  },
  payOpen: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/pay',
    summary: 'Ask once more for what failed',
    params: OfContract,
    answer: ContractsView.extend(PaymentChange.omit({ contract: true }).shape),
    problems: { ...CONTRACT_PROBLEMS, 429: 'TOO_MANY_ATTEMPTS' },
  },
  getCoins: {
    method: 'GET',
    path: '/api/mein/account/coins',
    summary: 'Coins and what was bought with them',
    answer: CoinsView,
    problems: { 401: 'NOT_LOGGED_IN', 403: 'NO_ACCESS', 503: 'UNAVAILABLE' },
  },
  verifyPlus: {
    method: 'POST',
    path: '/api/mein/account/plus-verification',
    summary: 'Connect the printed paper’s subscription; the roles are in the next tokens',
    body: z.object({ customerNumber: Text(100), postcode: Text(40) }),
    answer: z.object({ roles: z.array(z.string()), productName: z.string() }),
    problems: { 401: 'NOT_LOGGED_IN', 403: 'NO_ACCESS', 422: 'NO_MATCH', 429: 'TOO_MANY_ATTEMPTS', 503: 'UNAVAILABLE' },
  },
  redeemCode: {
    method: 'POST',
    path: '/api/mein/codes',
    summary:
      'Redeem a code; what it opens is in the next tokens. INVALID_CODE whatever is wrong with it; HAS_IT: a subscription opens all of it already, the code stays good (S2.3-03)',
    body: z.object({
      code: Text(200),
      idempotencyKey: z
        .string()
        .regex(/^[\w-]{16,64}$/)
        .optional()
        .describe('A retry with the same key gets the answer of the first call'),
    }),
    answer: Redeemed,
    problems: {
      401: 'NOT_LOGGED_IN',
      409: 'HAS_IT',
      422: 'INVALID_CODE',
      429: 'TOO_MANY_ATTEMPTS',
      503: 'UNAVAILABLE',
    },
  },
  getInvitation: {
    method: 'GET',
    path: '/api/mein/invitation',
    summary: 'The reader’s link for friends (S2.3-04)',
    answer: Invitation,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  sendInvitations: {
    method: 'POST',
    path: '/api/mein/invitation/mails',
    summary: 'Mail the link to up to five friends, in our words; the answer tells nothing about an address',
    body: z.object({ emails: z.array(Text(300)).max(20) }),
    answer: Invitation,
    problems: {
      401: 'NOT_LOGGED_IN',
      403: 'EMAIL_NOT_VERIFIED',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_INVITATIONS',
      503: 'UNAVAILABLE',
    },
  },
  getHousehold: {
    method: 'GET',
    path: '/api/mein/household',
    summary: 'Seats the reader gives, and the one the reader has',
    answer: Household,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  offerSeat: {
    method: 'POST',
    path: '/api/mein/household/seats',
    summary: 'Give a seat of one of the reader’s subscriptions; the link is answered this once',
    body: z.object({ subscriptionId: Text(64), label: Text(200) }),
    answer: z.object({ seatId: z.string(), path: z.string() }),
    problems: {
      401: 'NOT_LOGGED_IN',
      404: 'NOT_FOUND',
      409: 'NO_SEAT_LEFT',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_LINKS',
      503: 'UNAVAILABLE',
    },
  },
  endSeat: {
    method: 'POST',
    path: '/api/mein/household/seats/{seatId}/end',
    summary: 'End a seat the reader gave',
    params: z.object({ seatId: Text(64) }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN', 404: 'NOT_FOUND', 503: 'UNAVAILABLE' },
  },
  acceptSeat: {
    method: 'POST',
    path: '/api/mein/household/accept',
    summary: 'Take the seat of a link; the roles are in the next tokens',
    body: z.object({ token: Text(100) }),
    answer: z.object({ productName: z.string() }),
    problems: {
      401: 'NOT_LOGGED_IN',
      409: 'OTHER_HOUSEHOLD',
      422: 'INVALID_LINK',
      429: 'TOO_MANY_ATTEMPTS',
      503: 'UNAVAILABLE',
    },
  },
  leaveSeat: {
    method: 'POST',
    path: '/api/mein/household/leave',
    summary: 'Give the own seat back',
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  getSettings: {
    method: 'GET',
    path: '/api/settings',
    summary: 'Site settings of the publication, the same for all (S3.13-04)',
    answer: SETTINGS.getSettings.answer,
  },
  getOnboarding: {
    method: 'GET',
    path: '/api/onboarding',
    summary: 'Whether the reader has completed the onboarding',
    answer: OnboardingStatus,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  setOnboarding: {
    method: 'POST',
    path: '/api/onboarding',
    summary: 'Complete the onboarding, or begin anew',
    body: OnboardingStatus,
    answer: OnboardingStatus,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  orderNewsletters: {
    method: 'POST',
    path: '/api/newsletter/order',
    summary:
      'Order newsletters for an address: its owner gets a link to confirm (S2.1-13). The answer tells nothing about the address',
    body: z.object({
      email: Text(1000),
      slugs: z.array(Text(100)).max(50),
      consent: z.boolean(),
      textVersion: Text(40),
    }),
    answer: z.object({ ok: z.literal(true) }),
    problems: {
      404: 'UNKNOWN_NEWSLETTER',
      409: 'OTHER_TEXT',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ORDERS',
      503: 'UNAVAILABLE',
    },
  },
  listNewsletterSubscriptions: {
    method: 'GET',
    path: '/api/mein/newsletters',
    summary: 'Newsletters of the reader',
    answer: NewslettersView,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  subscribeNewsletter: {
    method: 'POST',
    path: '/api/mein/newsletters/{slug}',
    summary: 'Subscribe with the address of the account: at once when it is confirmed, else by a mail to confirm',
    params: z.object({ slug: NewsletterSlug }),
    body: z.object({ textVersion: Text(40) }),
    answer: NewsletterSubscription,
    problems: {
      401: 'NOT_LOGGED_IN',
      404: 'UNKNOWN_NEWSLETTER',
      409: 'OTHER_TEXT',
      429: 'TOO_MANY_ORDERS',
      503: 'UNAVAILABLE',
    },
  },
  endNewsletter: {
    method: 'POST',
    path: '/api/mein/newsletters/{slug}/end',
    summary: 'End a subscription of the reader',
    params: z.object({ slug: NewsletterSlug }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  quoteOrder: {
    method: 'POST',
    path: '/api/order/quote',
    summary: 'What an offer costs this reader today, what follows, and how it can be paid (S2.3-05)',
    body: z.object({ offerId: OfferId, voucherCode: Text(40).optional() }),
    answer: Quote,
    problems: { 404: 'UNKNOWN_OFFER', 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ATTEMPTS', 503: 'UNAVAILABLE' },
  },
  placeOrder: {
    method: 'POST',
    path: '/api/order',
    summary:
      'Order with obligation to pay. Logged in, or as a guest with `email`; the answer to a guest is the same whether the address is known. INVALID_FIELDS: code by field; PRICE_CHANGED carries `dueCents`; also 409 KEY_USED, ALREADY_SUBSCRIBED, NO_PAYMENT. 403: the reader’s own address is not confirmed yet',
    body: OrderRequest.extend({ email: Text(1000).optional() }),
    answer: OrderView,
    problems: {
      401: 'LOGIN_NEEDED',
      403: 'EMAIL_NOT_VERIFIED',
      404: 'UNKNOWN_OFFER',
      409: 'PRICE_CHANGED',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ORDERS',
      503: 'UNAVAILABLE',
    },
  },
  getOrder: {
    method: 'GET',
    path: '/api/order/{number}',
    summary:
      'The order again, for a page that waits for its payment: the session’s own, or with the `token` of its answer',
    params: z.object({ number: OrderNumber }),
    query: z.object({ token: Text(64).optional() }),
    answer: OrderView,
    problems: { 404: 'NOT_FOUND', 503: 'UNAVAILABLE' },
  },
  listBookmarkedTagsArticles: {
    method: 'POST',
    path: '/api/bookmarkedTagsArticles',
    summary: 'Ids of the newest articles that carry one of the tags, newest first (S7.5-10)',
    body: z.object({ bookmarkedTags: z.array(FollowedId).max(100) }),
    answer: z.array(z.string()),
    problems: { 503: 'UNAVAILABLE' },
  },
  getCustomerSession: {
    method: 'GET',
    path: '/api/plenigo/session',
    summary: 'The reader’s customer at the subscription platform',
    answer: z.object({ customer: Customer.pick({ customerId: true }) }),
    problems: { 401: 'NOT_LOGGED_IN', 404: 'NO_CUSTOMER', 503: 'UNAVAILABLE' },
  },
  getWallet: {
    method: 'GET',
    path: '/api/plenigo/wallet/{customerId}',
    summary: 'The wallet of the session’s own customer (S7.5-04)',
    params: z.object({ customerId: Text(64) }),
    answer: Wallet,
    problems: { 401: 'NOT_LOGGED_IN', 403: 'FORBIDDEN', 404: 'NO_WALLET', 503: 'UNAVAILABLE' },
  },
  listCreditPurchases: {
    method: 'GET',
    path: '/api/plenigo/credits/purchases',
    summary: 'Articles the reader has bought with coins, newest first',
    answer: z.array(z.object({ articleId: z.string() })),
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  useCredit: {
    method: 'POST',
    path: '/api/plenigo/credits/use',
    summary:
      'Buys one article with coins; answers how many are left. 409: bought before, nothing charged, the problem carries `availableCreditCount` (S7.5-03)',
    body: z.object({
      customerId: Text(64),
      uniqueId: Text(64),
      reason: Text(200).describe('‘Artikel gekauft’'),
      userId: Text(255),
      articleId: z.string().regex(/^\d{1,20}$/),
      coinsAmount: z.number().int().min(1).max(1000).describe('Must be what the server asks for the article'),
      idempotencyKey: z
        .string()
        .regex(/^[\w-]{16,64}$/)
        .optional()
        .describe('A retry with the same key gets the answer of the first call instead of 409'),
    }),
    answer: z.number().int().min(0),
    problems: {
      400: 'WRONG_AMOUNT',
      401: 'NOT_LOGGED_IN',
      402: 'NO_CREDITS',
      403: 'FORBIDDEN',
      404: 'UNKNOWN_ARTICLE',
      409: 'ALREADY_BOUGHT',
      503: 'UNAVAILABLE',
    },
  },
})

/** A download, not JSON: `GET`, the ZIP of Art. 15 and 20 GDPR. */
export const EXPORT_PATH = '/api/mein/account/export'
/** A download: `GET`, an invoice or an order confirmation of the reader's own. */
export const DOCUMENT_PATH = '/api/mein/account/documents/{number}/{format}'
/** A download: `GET`, the receipt of one booking of coins. */
export const RECEIPT_PATH = '/api/mein/account/coins/receipts/{receiptNumber}'
/** Top-level navigations with `?return={path}`: to the sign-on page of ours, or to the publisher's own provider. */
export const LOGIN_START = '/api/mein/oauth2/login/start'
export const SIGNUP_START = '/api/mein/oauth2/registration/start'
/** Where the publisher's own provider comes back to. */
export const LOGIN_CALLBACK = '/api/mein/oauth2/callback'
/** One click of a mail program (RFC 8058): POST with `?token=`, from anywhere, without a session. */
export const NEWSLETTER_ONE_CLICK = '/api/newsletter/unsubscribe'
/** A payment provider's message, signed by it: POST, from anywhere, without a session. */
export const PAYMENT_WEBHOOK = '/api/payments/{provider}/webhook'
/** The page on which a payment of the built-in test bank is confirmed or refused: `?reference=`. */
export const TEST_BANK_STEP = '/api/payments/test-bank/step'
/** Where a provider sends the reader back to: `?order={number}&token={token}`. */
export const ORDER_RETURN = '/order/checkout'
export const APPLE_CALLBACK = '/api/oauth2/apple/callback'

export const PORTAL_INFO = {
  title: 'Same-origin API',
  description: 'What the pages of a publication ask their own server.',
  version: '1',
  base: '',
}
