/**
 * What may be asked of the mail service: a message is a template's name and its data, never a text or a header of the
 * caller's. Links are paths; their origin is the publication's own, from configuration, whatever request led to the mail.
 */
import { z } from 'zod'
import { PublicationCode } from './publication/values.ts'
import { CASE_WHATS } from '@lokalteil/domain/community/moderation'
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { contract } from './kernel/endpoint.ts'
import { CancellationDeclaration, WithdrawalDeclaration } from './commerce.ts'

/** No control characters: nothing here can end a header. */
/** What a report or a decision is about. */
const What = z.enum(CASE_WHATS).default('text')
const Line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u)
const Path = z
  .string()
  .max(500)
  .regex(/^\/(?!\/)[\w\-.~%/?=&#+:@]*$/)
const Instant = z.iso.datetime()
const Received = { number: Line(40), receivedAt: Instant }

export const NewsletterIssue = z.object({
  newsletter: Line(200),
  sender: Line(200),
  at: Instant,
  /** The first one is the lead. Plain text. */
  articles: z
    .array(
      z.object({
        prefix: Line(200),
        title: Line(500),
        text: z.string().max(600),
        path: Path,
        isPaid: z.boolean(),
        /** 16:9 of the lead, 4:3 of all others; at the image route. */
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
  /** A page with a button; the header's address ends the subscription at once. */
  unsubscribePath: Path,
  managePath: Path,
  /** Sent to the office to look at. */
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
/** About a contract that runs; which of the fields mean something depends on the kind. */
export const ContractNotice = z.object({
  kind: z.enum(CONTRACT_NOTICES),
  contract: Line(120),
  on: NoticeDay,
  until: NoticeDay,
  cents: z.number().int().nullable().default(null),
  /** The other plan, or the account as it may be shown. */
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
  /** Of what ends by itself. */
  endsOn: Day.nullable(),
  /** Months of the trial and its last day; null: none, or the reader has had one. */
  trial: z.object({ months: z.number().int(), endsOn: Day }).nullable().default(null),
  /** Last day of a contract that is left on the day of the order. */
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
  /** To whom a withdrawal is declared; absent: nobody has said. */
  seller: z
    .object({ company: Line(70), address: z.array(Line(120)).min(1).max(4), phone: Line(40), email: Line(254) })
    .optional(),
})
export type OrderConfirmation = z.infer<typeof OrderConfirmation>

const MarketEnquiry = z.object({
  listing: Line(240),
  path: Path,
  name: Line(200),
  email: Line(254),
  phone: Line(60),
  text: z.string().max(6000),
})
/** What was bought once; `right`: until when which line may be taken back, or why it may not. */
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
  /** Where it is sent to, when that is another address. */
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
  /** The account as it may be shown, mandate and creditor, of a debit that is announced. */
  account: Line(120).nullable().default(null),
  reference: Line(60).nullable().default(null),
  creditorId: Line(40).nullable().default(null),
  path: Path,
})
export type PurchaseNotice = z.infer<typeof PurchaseNotice>

const Envelope = z.object({
  mandator: PublicationCode,
  to: z.object({ address: Line(254).refine(isEmail, 'must be an e-mail address'), name: Line(200).default('') }),
  /** For newsletters: a path that answers POST with the end of the subscription. */
  unsubscribePath: Path.optional(),
})

export const MailMessage = z.discriminatedUnion('template', [
  Envelope.extend({
    template: z.literal('confirm-email'),
    data: z.object({ path: Path, validHours: z.number().int() }),
  }),
  Envelope.extend({
    template: z.literal('reset-password'),
    data: z.object({ path: Path, validMinutes: z.number().int() }),
  }),
  /** To the owner of an address with which somebody tried to register again. */
  Envelope.extend({ template: z.literal('already-registered'), data: z.object({ loginPath: Path, resetPath: Path }) }),
  /** `droppedAddress` (masked), `droppedErasure`: what had been asked for and does not happen now. */
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
  /** To an address that somebody wants for an account. */
  Envelope.extend({
    template: z.literal('change-email'),
    data: z.object({ path: Path, validHours: z.number().int() }),
  }),
  /** The same, where the address has an account of its own. */
  Envelope.extend({
    template: z.literal('email-change-taken'),
    data: z.object({ loginPath: Path, resetPath: Path }),
  }),
  /** To an address that an account left a few days ago and may come back to. */
  Envelope.extend({ template: z.literal('address-reserved'), data: z.object({ until: Instant }) }),
  /** To the old address; `undo` is null where it had never been confirmed. `address` is masked. */
  Envelope.extend({
    template: z.literal('email-changed'),
    data: z.object({
      at: Instant,
      address: Line(300),
      undo: z.object({ path: Path, until: Instant }).nullable(),
    }),
  }),
  /** To the address that counts again, with the link for a password, and to the one that counts no more. */
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
  /** `contracts`: what becomes of each that runs. */
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
  /** The receipts the law asks for (§ 312k and § 356a BGB): all that was declared, with date and time. */
  Envelope.extend({
    template: z.literal('cancellation-received'),
    data: z.object({ ...Received, declaration: CancellationDeclaration }),
  }),
  Envelope.extend({ template: z.literal('contract-notice'), data: ContractNotice }),
  Envelope.extend({
    template: z.literal('withdrawal-received'),
    data: z.object({ ...Received, declaration: WithdrawalDeclaration }),
  }),
  /** A reader's link to a friend; the words are ours, `inviter` is a first name or nothing. */
  Envelope.extend({ template: z.literal('invitation'), data: z.object({ path: Path, inviter: Line(40) }) }),
  /** What the law wants on a durable medium (§ 312f, § 312i BGB); once, in the transaction that begins the contract. */
  Envelope.extend({ template: z.literal('order-confirmed'), data: OrderConfirmation }),
  /** Nothing was sold: the reader has it already, or the trial, or the voucher was used; no money was kept. */
  Envelope.extend({
    template: z.literal('order-refused'),
    data: z.object({ number: Line(40), product: Line(200), reason: Line(40) }),
  }),
  /** A payment that was under way did not come. */
  Envelope.extend({ template: z.literal('order-failed'), data: z.object({ number: Line(40), product: Line(200) }) }),
  /** What the law wants on a durable medium (§ 312f BGB), in the transaction of the payment. */
  Envelope.extend({ template: z.literal('purchase-confirmed'), data: PurchaseConfirmation }),
  Envelope.extend({ template: z.literal('purchase-notice'), data: PurchaseNotice }),
  /** Tickets and value codes of the shop, behind a link that whoever has it may open. */
  Envelope.extend({
    template: z.literal('shop-papers'),
    data: z.object({ number: Line(40), items: z.array(Line(300)).min(1).max(60), path: Path }),
  }),
  /** Goods of the shop are on their way, or wait to be collected. */
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
  /** To a guest whose order made an account. */
  Envelope.extend({
    template: z.literal('guest-account'),
    data: z.object({ path: Path, validDays: z.number().int() }),
  }),
  /** To a subscriber whose contract another system kept until now. */
  Envelope.extend({
    template: z.literal('subscriber-invited'),
    data: z.object({
      path: Path,
      validDays: z.number().int(),
      /** `from`: where it has not begun yet. */
      products: z
        .array(z.object({ name: Line(120), from: z.iso.date().nullable() }))
        .min(1)
        .max(20),
      readerService: z.object({ phone: Line(40), hours: Line(120), email: Line(254) }).nullable(),
    }),
  }),
  /** To whom a comment answers or names. The header's address ends these mails at once, `offPath` is a page with a button. */
  Envelope.extend({
    template: z.literal('comment-reply'),
    data: z.object({ by: Line(100), title: Line(200), excerpt: Line(700), path: Path, offPath: Path }),
  }),
  /** Receipt of a notice (Art. 16 DSA). */
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
  /** To whoever wrote what was removed or restored: the statement of reasons (Art. 17 DSA). */
  Envelope.extend({
    template: z.literal('text-decided'),
    data: z.object({
      what: What,
      title: Line(200),
      excerpt: Line(700),
      /** Others had seen it. */
      wasShown: z.boolean().default(true),
      isRemoved: z.boolean(),
      ground: Line(100).nullable(),
      /** Against the law, else against the publication's rules. */
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
  Envelope.extend({
    template: z.literal('member-banned'),
    data: z.object({ until: Instant.nullable(), reason: Line(500) }),
  }),
  /** To a reader who asked to be reminded of the day somebody died. */
  Envelope.extend({
    template: z.literal('anniversary'),
    data: z.object({
      name: Line(120),
      died: z.iso.date(),
      years: z.number().int().min(1),
      path: Path,
      endPath: Path,
    }),
  }),
  /** To whoever bought a notice: it is published, or declined and paid back. */
  Envelope.extend({
    template: z.literal('notice-order'),
    data: z.object({
      name: Line(120),
      number: Line(40),
      path: Path,
      outcome: z.enum(['published', 'declined']),
      facts: z.string().max(1000),
    }),
  }),
  /** To whoever offers a listing: what somebody wrote, with the address to answer to. */
  Envelope.extend({ template: z.literal('market-enquiry'), data: MarketEnquiry }),
  /** The same to whoever wrote it, at an address that is known to be theirs. */
  Envelope.extend({ template: z.literal('market-enquiry-copy'), data: MarketEnquiry }),
  /** To an address somebody wrote with: nothing of the text, so that nobody can send words to strangers through us. */
  Envelope.extend({
    template: z.literal('market-enquiry-confirm'),
    data: z.object({ listing: Line(240), path: Path, validHours: z.number().int() }),
  }),
  Envelope.extend({
    template: z.literal('market-matches'),
    data: z.object({
      market: z.enum(['home', 'job']),
      /** What was looked for, in words. */
      search: Line(600),
      searchPath: Path,
      total: z.number().int().min(1),
      listings: z
        .array(z.object({ title: Line(240), text: Line(300), path: Path }))
        .min(1)
        .max(10),
      offPath: Path,
      managePath: Path,
    }),
  }),
  Envelope.extend({
    template: z.literal('market-ad'),
    data: z.object({
      state: z.enum(['in-review', 'live', 'rejected', 'withdrawn']),
      title: Line(240),
      path: Path,
      until: Instant.nullable(),
      reason: Line(500),
    }),
  }),
])
export type MailMessage = z.output<typeof MailMessage>
export type MailMessageInput = z.input<typeof MailMessage>
export type MailTemplate = MailMessage['template']

/** What the demo's mailbox shows; exists in the demo only. */
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

export const BOUNCES = contract({
  reportBounces: {
    method: 'POST',
    path: '/addresses',
    summary:
      'Mails to these addresses came back for good: no newsletter goes there any more, and their readers are told in the account',
    security: 'service-key',
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
    security: 'service-key',
    body: z.object({ addresses: Addresses }),
    answer: null,
  },
  listRefused: {
    method: 'POST',
    path: '/addresses/refused',
    summary: 'Which of these addresses are remembered as refused',
    security: 'service-key',
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
