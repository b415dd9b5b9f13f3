/**
 * Messages to the contact of a listing. Pages get no address: the service relays. A reader who writes from the
 * confirmed address of their account is trusted at once. Any other sender first gets a link, in a mail without their
 * words, so that the form cannot be used to send text to strangers. A repeated message counts once. Kept 30 days
 * against abuse, then deleted.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'
import { checkEnquiry, CONFIRM_HOURS, type EnquiryInput } from '../domain/enquiry.ts'
import { toListingPath, toMarketLinkPath } from '../domain/market-paths.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { refuseUntil } from '@lokalteil/services/platform/limits/limiter'
import { problem, type Refusal } from '@lokalteil/services/platform/serve'
import { DAY, digestOf, HOUR, invalidFields, notFound, type InternalHandlers, type MarketContext } from './context.ts'
import type { MarketDb } from './schema.ts'
import * as listingStore from './store/listings.ts'
import type { ListingRow } from './store/listings.ts'
import * as enquiryStore from './store/enquiries.ts'
import type { EnquiryRow } from './store/enquiries.ts'

export const KEPT_DAYS = 30
const BUDGETS = {
  requester: { most: 10, windowMs: HOUR },
  sender: { most: 20, windowMs: DAY },
  listing: { most: 60, windowMs: DAY },
} as const

export const sendEnquiry: InternalHandlers['sendEnquiry'] = async (context, { context: publication, body }) => {
  const checked = checkEnquiry(body.enquiry)
  if (checked.kind === 'faulty') return invalidFields(checked.faults)
  const { enquiry } = checked
  const listing = await findOpenListing(context, publication, Number(body.listing))
  if ('status' in listing) return listing
  if (listing.contact_email === null || listing.market !== body.market) return notFound('Nobody takes messages for it')
  const { db, now } = context
  const at = now()
  const digest = digestOf([listing.id, toEmailKey(enquiry.email), enquiry.text])
  const known = await enquiryStore.getByDigest(db, publication, digest)
  if (known !== null) return { state: known.state === 'sent' ? 'sent' : 'to-confirm' }
  const attempts = [
    { key: `enquiry from ${publication} ${body.requester}`, budget: BUDGETS.requester },
    { key: `enquiry by ${publication} ${digestOf(toEmailKey(enquiry.email))}`, budget: BUDGETS.sender },
    { key: `enquiry to ${listing.id}`, budget: BUDGETS.listing },
  ]
  const until = await context.limiter.take(attempts)
  if (until !== null) return refuseUntil(until, at, 'TOO_MANY_ENQUIRIES', 'Too many messages in a short time')
  const isOwn = body.reader !== null && toEmailKey(body.reader.email) === toEmailKey(enquiry.email)
  const row: EnquiryRow = {
    id: randomUUID(),
    publication,
    market: listing.market,
    listing: listing.id,
    digest,
    reader: body.reader?.sub ?? null,
    ...enquiry,
    state: isOwn ? 'sent' : 'to-confirm',
    token: isOwn ? null : randomBytes(24).toString('base64url'),
    created: at,
    sent: isOwn ? at : null,
  }
  await db.transaction().execute(async (trx) => {
    // Of two equal messages at once only one is stored and sent.
    if (!(await enquiryStore.addEnquiry(trx, row))) return
    if (isOwn) await relay(context, publication, listing, row, trx)
    else await context.queueMail(toConfirmation(publication, listing, row), trx)
  })
  return { state: isOwn ? 'sent' : 'to-confirm' }
}

export type EnquiryLink = { row: EnquiryRow; listing: ListingRow }

/** A refusal if the link is unknown or its listing has ended. */
export async function findEnquiryLink(
  context: MarketContext,
  publication: PublicationCode,
  token: string,
): Promise<EnquiryLink | Refusal | null> {
  const row = await enquiryStore.getByToken(context.db, publication, token)
  if (row === null) return null
  if (row.state === 'to-confirm' && context.now().getTime() - row.created.getTime() > CONFIRM_HOURS * HOUR)
    return problem(410, 'EXPIRED', 'The link has ended')
  const listing = await findOpenListing(context, publication, row.listing)
  return 'status' in listing ? problem(410, 'EXPIRED', 'The listing is over') : { row, listing }
}

export async function confirmEnquiry(
  context: MarketContext,
  publication: PublicationCode,
  { row, listing }: EnquiryLink,
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    if (await enquiryStore.markSent(trx, row.id, context.now())) await relay(context, publication, listing, row, trx)
  })
}

async function relay(
  { queueMail }: MarketContext,
  publication: PublicationCode,
  listing: ListingRow,
  { name, email, phone, text }: EnquiryInput,
  trx: MarketDb,
): Promise<void> {
  if (listing.contact_email === null) return
  const data = { listing: listing.body.title, path: pathOf(listing), name, email, phone, text }
  await queueMail(
    {
      template: 'market-enquiry',
      mandator: publication,
      to: { address: listing.contact_email, name: listing.contact_name },
      data,
    },
    trx,
  )
  await queueMail(
    { template: 'market-enquiry-copy', mandator: publication, to: { address: email, name: '' }, data },
    trx,
  )
}

function toConfirmation(
  publication: PublicationCode,
  listing: ListingRow,
  { email, token }: EnquiryRow,
): MailMessageInput {
  return {
    template: 'market-enquiry-confirm',
    mandator: publication,
    to: { address: email },
    data: {
      listing: listing.body.title,
      path: toMarketLinkPath(listing.market, token!),
      validHours: CONFIRM_HOURS,
    },
  }
}

async function findOpenListing(
  { db, now }: MarketContext,
  publication: PublicationCode,
  id: number,
): Promise<ListingRow | Refusal> {
  const listing = await listingStore.getListing(db, publication, id)
  if (listing === null) return notFound('No such listing')
  return listing.state === 'live' && listing.valid_until > now() ? listing : problem(410, 'GONE', 'The listing is over')
}

export const pathOf = ({ market, id, body }: Pick<ListingRow, 'market' | 'id' | 'body'>): string =>
  toListingPath({ kind: market, id: String(id), title: body.title })
