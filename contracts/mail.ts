/**
 * Calls to the mail service. A message is the name of a template and its data; a caller can never set a text or a
 * header. Links are paths: their origin is configured for the publication or the office, whatever request caused the mail.
 */
import { z } from 'zod'
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { CASE_WHATS } from '@lokalteil/domain/community/moderation'
import { ROOM_MAILS } from '@lokalteil/rooms/contracts'
import { contract, contractFor } from './kernel/endpoint.ts'
import { CancellationDeclaration, WithdrawalDeclaration } from './commerce.ts'
import { Envelope, Line, Path } from './mail-values.ts'

/** The subject of a report or a decision. */
const What = z.enum(CASE_WHATS).default('text')
const Instant = z.iso.datetime()
const Received = { number: Line(40), receivedAt: Instant }

export const NewsletterIssue = z.object({
  newsletter: Line(200),
  sender: Line(200),
  at: Instant,
  /** '': made of the first headline. */
  subject: Line(200).default(''),
  /** Preview text beside the subject in mail programs; '': the beginning of the mail. */
  preheader: Line(200).default(''),
  /** Paragraphs before the articles. Plain text. */
  introduction: z.array(Line(4000)).max(2000).default([]),
  /** The first one is the lead article. Plain text. */
  articles: z
    .array(
      z.object({
        prefix: Line(200),
        title: Line(500),
        text: z.string().max(600),
        path: Path,
        isPaid: z.boolean(),
        /** Above the article; '': none. */
        heading: Line(200).default(''),
        /** 16:9 for the lead, 4:3 for the others; path of the image route. */
        picture: z
          .object({
            path: z
              .string()
              .max(400)
              .regex(/^\/_ipx\/[\w,]+\/[\w\-.~%/]+$/),
            alt: Line(500),
            credit: Line(200),
          })
          .nullable()
          .default(null),
      }),
    )
    .min(1)
    .max(20),
  /** A page with a button. (The address in the header ends the subscription at once.) */
  unsubscribePath: Path,
  managePath: Path,
  /** A test copy for the office. */
  isTest: z.boolean(),
})
export type NewsletterIssue = z.infer<typeof NewsletterIssue>

export const CONTRACT_NOTICES = [
  'renewal',
  'payment-failed',
  'payment-reminder',
  'payment-recovered',
  'ended-unpaid',
  'cancelled',
  'cancellation-undone',
  'ended',
  'withdrawn',
  'paused',
  'resumed',
  'switched',
  'switch-failed',
  'debit-announced',
  'credited',
] as const

const NoticeDay = z.iso.date().nullable().default(null)
/** A letter about a running contract; the kind decides which fields are used. */
export const ContractNotice = z.object({
  kind: z.enum(CONTRACT_NOTICES),
  contract: Line(120),
  on: NoticeDay,
  until: NoticeDay,
  cents: z.number().int().nullable().default(null),
  /** The name of the other plan, or the masked account. */
  other: Line(120).nullable().default(null),
  reference: Line(60).nullable().default(null),
  creditorId: Line(40).nullable().default(null),
  path: Path.default('/account/abo'),
})
export type ContractNotice = z.infer<typeof ContractNotice>

const Cents = z.number().int().min(0)
const Day = z.iso.date()

export const OrderConfirmation = z.object({
  number: Line(40),
  placedAt: Instant,
  customerNumber: Line(40),
  product: Line(200),
  description: Line(400),
  isCoins: z.boolean(),
  dueCents: Cents,
  vatPercent: z.number().int(),
  vatCents: Cents,
  period: z.object({ from: Day, to: Day.nullable() }),
  next: z.object({ on: Day, cents: Cents }).nullable(),
  regular: z.object({ cents: Cents, months: z.number().int() }).nullable(),
  /** Last day of a contract that ends by itself. */
  endsOn: Day.nullable(),
  /** Months of the trial and its last day; null: no trial, or the reader already had one. */
  trial: z.object({ months: z.number().int(), endsOn: Day }).nullable().default(null),
  /** Last day of a contract cancelled on the day of the order. */
  earliestEnd: Day.nullable().default(null),
  termMonths: z.number().int().nullable(),
  noticeMonths: z.number().int().nullable(),
  renewal: z.enum(['open-ended', 'none']),
  payment: z.object({
    kind: z.enum(['sepa', 'card', 'invoice', 'none']),
    label: Line(60),
    mandateReference: Line(60).nullable(),
  }),
  address: z.array(Line(300)).max(6),
  /** The reader agreed that the right of withdrawal ends with use. */
  hasConsentedToLapse: z.boolean(),
  /** The address for a withdrawal; absent: unknown. */
  seller: z
    .object({ company: Line(70), address: z.array(Line(120)).min(1).max(4), phone: Line(40), email: Line(254) })
    .optional(),
})
export type OrderConfirmation = z.infer<typeof OrderConfirmation>

/** A single purchase. `right`: until when each line can be withdrawn, or why not. */
export const PurchaseConfirmation = z.object({
  number: Line(40),
  placedAt: Instant,
  customerNumber: Line(40),
  lines: z
    .array(
      z.object({
        title: Line(160),
        detail: Line(160),
        quantity: z.number().int(),
        grossCents: z.number().int(),
        on: Day.nullable(),
        right: z.enum(['FROM_ARRIVAL', 'FROM_TODAY', 'DATED', 'LAPSED']),
      }),
    )
    .min(1)
    .max(60),
  delivery: z.object({ title: Line(120), cents: Cents }).nullable(),
  dueCents: Cents,
  rates: z.array(z.object({ vatPercent: z.number().int(), vatCents: z.number().int() })).max(6),
  note: Line(400),
  payment: OrderConfirmation.shape.payment,
  address: OrderConfirmation.shape.address,
  /** Delivery address, if it differs. */
  recipient: OrderConfirmation.shape.address.default([]),
  returnPath: Path,
  seller: OrderConfirmation.shape.seller,
})
export type PurchaseConfirmation = z.infer<typeof PurchaseConfirmation>

export const PURCHASE_NOTICES = ['failed', 'unpaid', 'refunded', 'debit-announced'] as const
export const PurchaseNotice = z.object({
  kind: z.enum(PURCHASE_NOTICES),
  number: Line(40),
  about: Line(120),
  cents: z.number().int(),
  on: Day.nullable().default(null),
  /** Masked account, mandate and creditor of an announced debit. */
  account: Line(120).nullable().default(null),
  reference: Line(60).nullable().default(null),
  creditorId: Line(40).nullable().default(null),
  path: Path,
})
export type PurchaseNotice = z.infer<typeof PurchaseNotice>

export const MailMessage = z.discriminatedUnion('template', [
  Envelope.extend({
    template: z.literal('confirm-email'),
    data: z.object({ path: Path, validHours: z.number().int() }),
  }),
  Envelope.extend({
    template: z.literal('reset-password'),
    data: z.object({ path: Path, validMinutes: z.number().int() }),
  }),
  /** Sent to the owner of an address with which someone tried to register again. */
  Envelope.extend({ template: z.literal('already-registered'), data: z.object({ loginPath: Path, resetPath: Path }) }),
  /** `droppedAddress` (masked), `droppedErasure`: pending requests that are cancelled by the new password. */
  Envelope.extend({
    template: z.literal('password-changed'),
    data: z.object({
      at: Instant,
      resetPath: Path,
      droppedAddress: Line(300).optional(),
      droppedErasure: z.boolean().optional(),
    }),
  }),
  Envelope.extend({ template: z.literal('email-verified'), data: z.object({ loginPath: Path }) }),
  /** Sent to an address that a reader wants to use for an account. */
  Envelope.extend({
    template: z.literal('change-email'),
    data: z.object({ path: Path, validHours: z.number().int() }),
  }),
  /** The same, if the address already has an account. */
  Envelope.extend({
    template: z.literal('email-change-taken'),
    data: z.object({ loginPath: Path, resetPath: Path }),
  }),
  /** Sent to an address that an account gave up a few days ago and may take back. */
  Envelope.extend({ template: z.literal('address-reserved'), data: z.object({ until: Instant }) }),
  /** Sent to the old address. `undo` is null if that was never confirmed. `address` is masked. */
  Envelope.extend({
    template: z.literal('email-changed'),
    data: z.object({
      at: Instant,
      address: Line(300),
      undo: z.object({ path: Path, until: Instant }).nullable(),
    }),
  }),
  /** Sent to the restored address, with a link to set a password, and to the dropped one. */
  Envelope.extend({
    template: z.literal('email-change-undone'),
    data: z.object({
      at: Instant,
      address: Line(300),
      password: z.object({ path: Path, validMinutes: z.number().int() }).nullable(),
    }),
  }),
  Envelope.extend({
    template: z.literal('link-account'),
    data: z.object({ path: Path, provider: z.enum(['google', 'apple']), validMinutes: z.number().int() }),
  }),
  /** `contracts`: the consequences for each running contract. */
  Envelope.extend({
    template: z.literal('erasure-scheduled'),
    data: z.object({ at: Instant, undoPath: Path, contracts: z.array(Line(800)).max(20).optional() }),
  }),
  Envelope.extend({
    template: z.literal('account-erased'),
    /** `hasContracts`: letters about contracts still go to this address. */
    data: z.object({ at: Instant, kept: z.array(Line(800)).max(20), hasContracts: z.boolean().optional() }),
  }),
  /** Double opt-in: nothing is sent before this link was used. */
  Envelope.extend({
    template: z.literal('newsletter-confirm'),
    data: z.object({ path: Path, newsletters: z.array(Line(200)).min(1).max(20), validDays: z.number().int() }),
  }),
  Envelope.extend({ template: z.literal('newsletter-issue'), data: NewsletterIssue }),
  /** Legal receipts (§ 312k and § 356a BGB): the whole declaration, with date and time. */
  Envelope.extend({
    template: z.literal('cancellation-received'),
    data: z.object({ ...Received, declaration: CancellationDeclaration }),
  }),
  Envelope.extend({ template: z.literal('contract-notice'), data: ContractNotice }),
  Envelope.extend({
    template: z.literal('withdrawal-received'),
    data: z.object({ ...Received, declaration: WithdrawalDeclaration }),
  }),
  /** A reader's link to a friend. The text is fixed; `inviter` is a first name or ''. */
  Envelope.extend({ template: z.literal('invitation'), data: z.object({ path: Path, inviter: Line(40) }) }),
  /**
   * The legal confirmation on a durable medium (§ 312f, § 312i BGB); sent once, in the transaction that begins the
   * contract.
   */
  Envelope.extend({ template: z.literal('order-confirmed'), data: OrderConfirmation }),
  /** Nothing was sold, because the reader has it already, had the trial, or the voucher was used. No money was kept. */
  Envelope.extend({
    template: z.literal('order-refused'),
    data: z.object({ number: Line(40), product: Line(200), reason: Line(40) }),
  }),
  /** A pending payment did not arrive. */
  Envelope.extend({ template: z.literal('order-failed'), data: z.object({ number: Line(40), product: Line(200) }) }),
  /** The legal confirmation on a durable medium (§ 312f BGB), in the transaction of the payment. */
  Envelope.extend({ template: z.literal('purchase-confirmed'), data: PurchaseConfirmation }),
  Envelope.extend({ template: z.literal('purchase-notice'), data: PurchaseNotice }),
  /** Tickets and value codes of the shop, behind a link that works for every holder. */
  Envelope.extend({
    template: z.literal('shop-papers'),
    data: z.object({ number: Line(40), items: z.array(Line(300)).min(1).max(60), path: Path }),
  }),
  /** Goods of the shop were sent, or are ready to be collected. */
  Envelope.extend({
    template: z.literal('shop-sent'),
    data: z.object({
      number: Line(40),
      items: z.array(Line(300)).max(60),
      isPickup: z.boolean(),
      way: Line(120),
      parcelUrl: z
        .url({ protocol: /^https$/ })
        .max(400)
        .nullable(),
    }),
  }),
  /** To a guest whose order created an account. */
  Envelope.extend({
    template: z.literal('guest-account'),
    data: z.object({ path: Path, validDays: z.number().int() }),
  }),
  /** To a subscriber whose contract was imported from another system. */
  Envelope.extend({
    template: z.literal('subscriber-invited'),
    data: z.object({
      path: Path,
      validDays: z.number().int(),
      /** `from`: the first day, if it has not begun yet. */
      products: z
        .array(z.object({ name: Line(120), from: z.iso.date().nullable() }))
        .min(1)
        .max(20),
      readerService: z.object({ phone: Line(40), hours: Line(120), email: Line(254) }).nullable(),
    }),
  }),
  /**
   * To the reader whom a comment answers or mentions. The address in the header ends these mails at once; `offPath` is
   * a page with a button.
   */
  Envelope.extend({
    template: z.literal('comment-reply'),
    data: z.object({ by: Line(100), title: Line(200), excerpt: Line(700), path: Path, offPath: Path }),
  }),
  /** Receipt of a report (notice under Art. 16 DSA). */
  Envelope.extend({
    template: z.literal('report-received'),
    data: z.object({ number: Line(40), what: What, title: Line(200), ground: Line(100), at: Instant }),
  }),
  Envelope.extend({
    template: z.literal('report-decided'),
    data: z.object({
      number: Line(40),
      what: What,
      title: Line(200),
      isRemoved: z.boolean(),
      ground: Line(100).nullable(),
    }),
  }),
  /** To the author of a removed or restored text: the statement of reasons (Art. 17 DSA). */
  Envelope.extend({
    template: z.literal('text-decided'),
    data: z.object({
      what: What,
      title: Line(200),
      excerpt: Line(700),
      /** It was visible to others. */
      wasShown: z.boolean().default(true),
      isRemoved: z.boolean(),
      ground: Line(100).nullable(),
      /** True: illegal; false: against the publication's rules. */
      isLaw: z.boolean(),
      facts: Line(1000),
      source: z.enum(['report', 'own', 'complaint']),
      complaintUntil: Instant,
      path: Path,
    }),
  }),
  Envelope.extend({
    template: z.literal('complaint-answered'),
    data: z.object({ what: What, title: Line(200), isReversed: z.boolean(), answer: Line(1000), path: Path }),
  }),
  /** To somebody who is to work in the office. `origin`: of the office, as configured; null: the publication's own. */
  Envelope.extend({
    template: z.literal('staff-invited'),
    data: z.object({
      path: Path,
      origin: z
        .url({ protocol: /^https?$/ })
        .max(200)
        .nullable(),
      by: Line(120),
      validHours: z.number().int(),
    }),
  }),
  Envelope.extend({
    template: z.literal('member-banned'),
    data: z.object({ until: Instant.nullable(), reason: Line(500) }),
  }),
  ...ROOM_MAILS,
])
export type MailMessage = z.output<typeof MailMessage>
export type MailMessageInput = z.input<typeof MailMessage>
export type MailTemplate = MailMessage['template']

/** An entry of the demo's mailbox; exists only in the demo. */
export const MailboxEntry = z.object({
  id: z.string(),
  mandator: z.string(),
  template: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  at: Instant,
})
export type MailboxEntry = z.infer<typeof MailboxEntry>

export const MAILBOX = contract({
  listMails: {
    method: 'GET',
    path: '/mails.json',
    summary: 'The newest mails of the demo, newest first',
    query: z.object({ to: z.string().max(254).optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
    answer: z.array(MailboxEntry),
  },
})

const Addresses = z.array(z.string().trim().max(254).refine(isEmail, 'must be an e-mail address')).min(1).max(1000)

export const BOUNCES = contractFor('service-key', {
  reportBounces: {
    method: 'POST',
    path: '/addresses',
    summary:
      'Mails to these addresses came back for good: no newsletter goes there any more, and their readers are told in the account',
    body: z.object({
      addresses: Addresses,
      /** The server's code, like "5.1.1"; never a text of the mail. */
      reason: Line(100).default(''),
    }),
    answer: null,
  },
  forgetBounces: {
    method: 'POST',
    path: '/addresses/forget',
    summary: 'These addresses are good again',
    body: z.object({ addresses: Addresses }),
    answer: null,
  },
  listRefused: {
    method: 'POST',
    path: '/addresses/refused',
    summary: 'Which of these addresses are remembered as refused',
    body: z.object({ addresses: Addresses }),
    answer: z.object({ refused: z.array(z.string()) }),
  },
})
export const BOUNCES_INFO = {
  title: 'Bounces',
  description: 'Where it is reported that mails to an address came back.',
  version: '1',
  base: '/__services/bounces',
}
