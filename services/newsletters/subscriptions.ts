/**
 * Orders and subscriptions. Double opt-in: nothing starts until the owner of the address has confirmed it, by the link
 * of a mail or by a confirmed account. Every change of a subscription leaves a proof.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Newsletter } from '@lokalteil/contracts/content'
import type { NewsletterApi, Subscription } from '@lokalteil/contracts/newsletters'
import { CONFIRMATION_DAYS, NEWSLETTER_CONSENT, toProofEnd } from '@lokalteil/domain/reading/newsletters'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { refuseUntil } from '../platform/limits/limiter.ts'
import { isRefusal, problem, type Refusal } from '../platform/serve.ts'
import {
  DAY,
  digestOf,
  HOUR,
  listCatalogue,
  readLeaveToken,
  toAddressKey,
  unknownNewsletter,
  type NewsletterCall,
  type NewsletterContext,
  type NewsletterHandlers,
} from './context.ts'
import type { NewsletterDb } from './schema.ts'
import * as orderStore from './store/orders.ts'
import type { Person } from './store/person.ts'
import * as proofStore from './store/proofs.ts'
import * as subscriptionStore from './store/subscriptions.ts'
import { toLine } from './text.ts'

/** Many readers may share one network address (an office), but a mailbox has one reader. */
const LIMITS = { requester: { most: 20, windowMs: HOUR }, recipient: { most: 5, windowMs: DAY } } as const

type Ordering = {
  email: string
  reader: string | null
  slugs: readonly string[]
  textVersion: string
  requester: string
}

// --- Order by mail

export const orderByMail: NewsletterHandlers['order'] = async (context, { context: publication, body }) => {
  return order(context, publication, { ...body, reader: null })
}

/** The answer is the same for a known, an unknown and a flooded address. */
async function order(
  context: NewsletterContext,
  publication: PublicationCode,
  ordering: Ordering,
): Promise<{ ok: true } | Refusal> {
  const newsletters = await checkOrder(context, publication, ordering)
  if (isRefusal(newsletters)) return newsletters
  const now = context.now()
  const requester = { key: `requester ${publication} ${digestOf(ordering.requester)}`, budget: LIMITS.requester }
  const recipient = {
    key: `recipient ${toAddressKey(context, publication, ordering.email)}`,
    budget: LIMITS.recipient,
  }
  return context.db.transaction().execute(async (trx) => {
    const until = await context.limiter.take([requester], trx)
    if (until !== null) return refuseUntil(until, now, 'TOO_MANY_ORDERS', 'Too many orders in a short time')
    if ((await context.limiter.take([recipient], trx)) === null)
      await saveOrder(context, publication, ordering, newsletters, now, trx)
    return { ok: true }
  })
}

async function checkOrder(
  context: NewsletterContext,
  publication: PublicationCode,
  { slugs, textVersion }: Pick<Ordering, 'slugs' | 'textVersion'>,
): Promise<Newsletter[] | Refusal> {
  if (textVersion !== NEWSLETTER_CONSENT.version)
    return problem(409, 'OTHER_TEXT', 'The reader agreed to a text that is not today’s')
  const catalogue = await listCatalogue(context, publication)
  const wanted = [...new Set(slugs)].map((slug) => catalogue.find((newsletter) => newsletter.slug === slug))
  return wanted.every((newsletter) => newsletter !== undefined) ? wanted : unknownNewsletter()
}

async function saveOrder(
  context: NewsletterContext,
  publication: PublicationCode,
  { email, reader, textVersion }: Ordering,
  newsletters: readonly Newsletter[],
  at: Date,
  trx: NewsletterDb,
): Promise<void> {
  const token = randomBytes(24).toString('base64url')
  const address = email.trim()
  const addressKey = toAddressKey(context, publication, email)
  const expiresAt = new Date(at.getTime() + CONFIRMATION_DAYS * DAY)
  const slugs = newsletters.map(({ slug }) => slug)
  const row = { publication, addressKey, address, reader, slugs, textVersion, orderedAt: at, expiresAt }
  await orderStore.addOrder(trx, digestOf(token), row)
  const until = new Date(expiresAt.getTime() + 30 * DAY)
  for (const slug of slugs)
    await proofStore.addProof(
      trx,
      publication,
      { addressKey, slug, event: 'ordered', method: 'mail', textVersion, at },
      until,
    )
  await context.queueMail(
    {
      template: 'newsletter-confirm',
      mandator: publication,
      to: { address },
      data: {
        path: context.paths.confirm(token),
        newsletters: newsletters.map(({ title }) => toLine(title, 200)),
        validDays: CONFIRMATION_DAYS,
      },
    },
    trx,
  )
}

export const getConfirmation: NewsletterHandlers['getConfirmation'] = async (
  context,
  { context: publication, params },
) => {
  const found = await orderStore.getOrder(context.db, publication, digestOf(params.token))
  if (found === null) return { state: 'invalid' as const, newsletters: [] }
  const isExpired = found.expires_at <= context.now()
  return {
    state: found.confirmed_at !== null ? ('confirmed' as const) : isExpired ? ('expired' as const) : ('open' as const),
    newsletters: await toRefs(context, publication, found.slugs),
  }
}

export async function confirm(context: NewsletterContext, { context: publication, body }: NewsletterCall<'confirm'>) {
  const at = context.now()
  const digest = digestOf(body.token)
  const slugs = await context.db.transaction().execute(async (trx) => {
    const found = await orderStore.lockOrder(trx, publication, digest)
    if (found === null) return problem(422, 'INVALID_LINK', 'The link is not one of ours, or its order is gone')
    if (found.confirmed_at !== null) return found.slugs
    if (found.expires_at <= at || found.address === '') return problem(410, 'EXPIRED_LINK', 'The link came too late')
    const { address, reader, text_version: textVersion } = found
    for (const slug of found.slugs)
      await begin(context, { publication, slug, address, reader, textVersion, method: 'mail', at }, trx)
    // A click on the link proves that the mail arrived.
    await context.refusals.forget([address], 'all', trx)
    await orderStore.confirmOrder(trx, digest, at)
    return found.slugs
  })
  return isRefusal(slugs) ? slugs : { newsletters: await toRefs(context, publication, slugs) }
}

async function toRefs(context: NewsletterContext, publication: PublicationCode, slugs: readonly string[]) {
  const titles = new Map((await listCatalogue(context, publication)).map(({ slug, title }) => [slug, title]))
  // A newsletter that was discontinued can still be ended.
  return slugs.map((slug) => ({ slug, title: titles.get(slug) ?? slug }))
}

// --- Start and end

type Beginning = {
  publication: PublicationCode
  slug: string
  address: string
  reader: string | null
  textVersion: string
  method: 'mail' | 'account'
  at: Date
}

async function begin(context: NewsletterContext, beginning: Beginning, trx: NewsletterDb): Promise<void> {
  const { publication, slug, address, reader, textVersion, method, at } = beginning
  const addressKey = toAddressKey(context, publication, address)
  const row = { id: randomUUID(), publication, slug, addressKey, address, reader, since: at }
  await subscriptionStore.addSubscription(trx, row)
  const proof = { addressKey, slug, event: 'confirmed', method, textVersion, at } as const
  await proofStore.addProof(trx, publication, proof, null)
  await proofStore.setProofEnd(trx, publication, proof, null)
}

export async function end(
  publication: PublicationCode,
  id: string,
  method: 'link' | 'account',
  at: Date,
  trx: NewsletterDb,
): Promise<void> {
  const ended = await subscriptionStore.endSubscription(trx, publication, id, at)
  if (ended === null) return
  await proofStore.addProof(trx, publication, { ...ended, event: 'ended', method, textVersion: '', at }, null)
  await proofStore.setProofEnd(trx, publication, ended, toProofEnd(at))
}

// --- Unsubscribe link of an issue

export const getUnsubscription: NewsletterHandlers['getUnsubscription'] = async (
  context,
  { context: publication, params },
) => {
  const found = await findByLink(context, publication, params.token)
  if (isRefusal(found)) return found
  const [newsletter] = await toRefs(context, publication, [found.slug])
  return { state: found.state, newsletter: newsletter! }
}

export const unsubscribe: NewsletterHandlers['unsubscribe'] = async (context, { context: publication, body }) => {
  const found = await findByLink(context, publication, body.token)
  if (isRefusal(found)) return found
  const { id, slug } = found
  await context.db.transaction().execute((trx) => end(publication, id, 'link', context.now(), trx))
  // Ending must work even if the catalogue fails.
  const [newsletter] = await toRefs(context, publication, [slug]).catch(() => [{ slug, title: slug }])
  return { newsletter: newsletter! }
}

async function findByLink(context: NewsletterContext, publication: PublicationCode, token: string) {
  const id = readLeaveToken(context, token)
  const found = id === null ? null : await subscriptionStore.getSubscription(context.db, publication, id)
  return found ?? problem(404, 'INVALID_LINK', 'The link is not one of ours')
}

// --- Logged-in readers

export const listSubscriptions: NewsletterHandlers['listSubscriptions'] = (context, { context: publication, body }) => {
  return listOf(context, publication, body.reader)
}

async function listOf(
  context: NewsletterContext,
  publication: PublicationCode,
  reader: NewsletterApi,
): Promise<Subscription[]> {
  const person = toPerson(context, publication, reader)
  const [active, open] = await Promise.all([
    subscriptionStore.listSubscriptions(context.db, publication, person),
    orderStore.listOpenOrders(context.db, publication, person, context.now()),
  ])
  const states = new Map<string, Subscription>()
  for (const { slug, since } of active) states.set(slug, { slug, state: 'active', since: since.toISOString() })
  for (const { slugs, orderedAt } of open)
    for (const slug of slugs)
      if (!states.has(slug)) states.set(slug, { slug, state: 'pending', since: orderedAt.toISOString() })
  return [...states.values()]
}

/** An address counts as the reader's only once the account has confirmed it. */
function toPerson(
  context: NewsletterContext,
  publication: PublicationCode,
  { sub, email, isEmailVerified }: NewsletterApi,
): Person {
  return { reader: sub, addressKey: isEmailVerified ? toAddressKey(context, publication, email) : null }
}

export const subscribe: NewsletterHandlers['subscribe'] = async (
  context,
  { context: publication, params: { slug }, body },
) => {
  const { reader, textVersion, requester } = body
  const { sub, email, isEmailVerified } = reader
  if (isEmailVerified) {
    const newsletters = await checkOrder(context, publication, { slugs: [slug], textVersion })
    if (isRefusal(newsletters)) return newsletters
  }
  const known = (await listOf(context, publication, reader)).find((subscription) => subscription.slug === slug)
  if (known?.state === 'active' || (known !== undefined && !isEmailVerified)) return known
  const at = context.now()
  if (isEmailVerified) {
    const beginning = {
      publication,
      slug,
      address: email,
      reader: sub,
      textVersion,
      method: 'account',
      at,
    } as const
    await context.db.transaction().execute((trx) => begin(context, beginning, trx))
    return { slug, state: 'active', since: at.toISOString() }
  }
  const ordered = await order(context, publication, { email, reader: sub, slugs: [slug], textVersion, requester })
  return isRefusal(ordered) ? ordered : { slug, state: 'pending', since: context.now().toISOString() }
}

export const endSubscription: NewsletterHandlers['endSubscription'] = async (
  context,
  { context: publication, params, body: { reader } },
) => {
  const person = toPerson(context, publication, reader)
  const active = await subscriptionStore.listSubscriptions(context.db, publication, person)
  await context.db.transaction().execute(async (trx) => {
    for (const { id, slug } of active)
      if (slug === params.slug) await end(publication, id, 'account', context.now(), trx)
    await orderStore.dropFromOrders(trx, publication, reader.sub, params.slug)
  })
  return undefined
}
