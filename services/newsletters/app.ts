/**
 * The newsletter service. Promises: an address gets a newsletter only after its owner said so, by the link of a mail or by
 * a confirmed account, and there is a proof of it; one call ends a subscription, whoever is logged in; an issue goes out
 * once to each, at its time or not at all, whatever dies in between. Refuses: to tell whether an address is known, to mail
 * anybody more than a few times a day, articles that are advertisements or whose text belongs to subscribers.
 */
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT, Newsletter, Teaser } from '@lokalteil/contracts/content'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import { NEWSLETTER, NEWSLETTER_INFO, type NewsletterApi, type Subscription } from '@lokalteil/contracts/newsletters'
import { isPaid } from '@lokalteil/domain/access/access'
import {
  chooseArticles,
  CONFIRMATION_DAYS,
  isTooLate,
  NEWSLETTER_CONSENT,
  nextIssueAt,
  parseRhythm,
  toIssueStart,
  toProofEnd,
} from '@lokalteil/domain/reading/newsletters'
import { MANDATORS, toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'
import { toTeaserTarget } from '@lokalteil/domain/reading/teaser'
import { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { migrate } from '../platform/database/migrations.ts'
import { createSchedule } from '../platform/schedule.ts'
import { problem, serveContract, serveDocumentation, type Refusal } from '../platform/serve.ts'
import { changeAddress } from './change-address.ts'
import * as newsletter0001 from './migrations/0001-newsletter.ts'
import * as newsletter0002 from './migrations/0002-address-changes.ts'
import type { NewsletterDb } from './schema.ts'
import { createNewsletterStore, type DueSchedule, type IssueContent, type OpenIssue, type Person } from './store.ts'

export type NewsletterPaths = {
  /** Page with a button, from the mail that asks for confirmation. */
  confirm: (token: string) => string
  /** Page with a button, from the foot of an issue. */
  leave: (token: string) => string
  /** Answers POST without a session: `List-Unsubscribe` (RFC 8058). */
  oneClick: (token: string) => string
  manage: string
}

export type NewsletterServiceOptions = {
  database: Database
  serviceKey: string
  /** At least 32 characters, the same in every process: hashes of addresses and links to unsubscribe hang on it. */
  secret: string
  /** The public content API of a publication: the catalogue and the articles. */
  contentOf: (
    mandator: Mandator,
  ) => Pick<Client<typeof CONTENT>, 'listNewsletters' | 'getNewsletter' | 'getChannel' | 'listNewestArticles'>
  /** Puts a mail into the outbox of the same database, within the transaction that makes it necessary. */
  queueMail: (message: MailMessageInput, within: NewsletterDb) => Promise<unknown>
  paths?: Partial<NewsletterPaths>
  now?: () => Date
  checkAnswers?: boolean
  onError?: (error: unknown, requestId: string) => void
}

export type NewsletterService = {
  app: Hono
  /** For the account service: export and erasure. */
  readerData: NewsletterData
  /** Sends what is due and tidies up; once started it runs by itself every minute. */
  runDue: () => Promise<void>
  start: () => void
  close: () => Promise<void>
}

type Subject = { mandator: Mandator; sub: string; email: string; isShadow: boolean }
export type NewsletterData = {
  name: string
  title: string
  read: (subject: Subject) => Promise<unknown>
  listKept: (subject: Subject) => Promise<{ what: string; reason: string; until: string }[]>
  erase: (subject: Subject) => Promise<void>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** An office behind one address may have many readers; a mailbox has one. */
const LIMITS = { requester: { count: 20, windowMs: HOUR }, recipient: { count: 5, windowMs: DAY } } as const
const LEASE_MS = 5 * 60_000
const TICK_MS = 60_000
const PORTION = 50
const SECTIONS_AT_MOST = 10

const PATHS: NewsletterPaths = {
  confirm: (token) => `/newsletter-anmeldung?bestaetigen=${token}`,
  leave: (token) => `/newsletter-anmeldung?abmelden=${token}`,
  oneClick: (token) => `/api/newsletter/unsubscribe?token=${token}`,
  manage: '/newsletters',
}

export async function createNewsletterService(options: NewsletterServiceOptions): Promise<NewsletterService> {
  const { database, contentOf, queueMail, secret } = options
  if (secret.length < 32) throw new Error('The secret of the newsletters needs at least 32 characters')
  await migrate(database, 'newsletter', {
    '0001-newsletter': newsletter0001,
    '0002-address-changes': newsletter0002,
  })
  const store = createNewsletterStore(database)
  const now = options.now ?? (() => new Date())
  const onError = options.onError ?? (() => {})
  const paths = { ...PATHS, ...options.paths }

  const mac = (use: string, text: string) => createHmac('sha256', secret).update(`${use} ${text}`).digest('base64url')
  const toAddressKey = (mandator: string, email: string) => mac('address', `${mandator} ${toEmailKey(email)}`)
  const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

  // --- Subscriptions

  /** A subscription's own link: needs no store, cannot be guessed, ends nothing else. */
  const toLeaveToken = (id: string) => `${id}.${mac('leave', id)}`

  function readLeaveToken(token: string): string | null {
    const [id = '', code = ''] = token.split('.')
    const [given, expected] = [Buffer.from(code), Buffer.from(mac('leave', id))]
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
  }

  async function listCatalogue(mandator: Mandator): Promise<Newsletter[]> {
    const found = await contentOf(mandator).listNewsletters({})
    if (!found.ok)
      throw new Error(`The newsletters of ${mandator} cannot be read: ${found.status} ${found.problem.code}`)
    return found.data.newsletters
  }

  const toRefs = async (mandator: Mandator, slugs: readonly string[]) => {
    const titles = new Map((await listCatalogue(mandator)).map(({ slug, title }) => [slug, title]))
    // One that was given up since can still be ended.
    return slugs.map((slug) => ({ slug, title: titles.get(slug) ?? slug }))
  }

  type Ordering = {
    mandator: Mandator
    email: string
    reader: string | null
    slugs: readonly string[]
    textVersion: string
    requester: string
  }

  async function checkOrder({
    mandator,
    slugs,
    textVersion,
  }: Pick<Ordering, 'mandator' | 'slugs' | 'textVersion'>): Promise<Newsletter[] | Refusal> {
    if (textVersion !== NEWSLETTER_CONSENT.version)
      return problem(409, 'OTHER_TEXT', 'The reader agreed to a text that is not today’s')
    const catalogue = await listCatalogue(mandator)
    const wanted = [...new Set(slugs)].map((slug) => catalogue.find((newsletter) => newsletter.slug === slug))
    return wanted.every((newsletter) => newsletter !== undefined)
      ? wanted
      : problem(404, 'UNKNOWN_NEWSLETTER', 'No such newsletter')
  }

  /** The answer is the same for an address that is known, unknown or had too many mails today. */
  async function order(ordering: Ordering): Promise<'ok' | Refusal> {
    const newsletters = await checkOrder(ordering)
    if (!Array.isArray(newsletters)) return newsletters
    const { mandator, email, reader, requester } = ordering
    const at = now()
    const addressKey = toAddressKey(mandator, email)
    const token = randomBytes(24).toString('base64url')
    return store.inTransaction(async (within) => {
      if (
        !(await store.count(
          `requester ${mandator} ${digestOf(requester)}`,
          at,
          LIMITS.requester.windowMs,
          LIMITS.requester.count,
          within,
        ))
      ) {
        return problem(429, 'TOO_MANY_ORDERS', 'Too many orders in a short time', { 'retry-after': '3600' })
      }
      if (
        !(await store.count(`recipient ${addressKey}`, at, LIMITS.recipient.windowMs, LIMITS.recipient.count, within))
      )
        return 'ok'
      const slugs = newsletters.map(({ slug }) => slug)
      const expiresAt = new Date(at.getTime() + CONFIRMATION_DAYS * DAY)
      await store.addOrder(
        {
          digest: digestOf(token),
          mandator,
          addressKey,
          address: email.trim(),
          reader,
          slugs,
          textVersion: ordering.textVersion,
          orderedAt: at,
          expiresAt,
        },
        within,
      )
      const until = new Date(expiresAt.getTime() + 30 * DAY)
      await store.addProofs(
        mandator,
        slugs.map((slug) => ({
          addressKey,
          slug,
          event: 'ordered',
          method: 'mail',
          textVersion: ordering.textVersion,
          at,
          until,
        })),
        within,
      )
      await queueMail(
        {
          template: 'newsletter-confirm',
          mandator,
          to: { address: email.trim() },
          data: {
            path: paths.confirm(token),
            newsletters: newsletters.map(({ title }) => toLine(title, 200)),
            validDays: CONFIRMATION_DAYS,
          },
        },
        within,
      )
      return 'ok'
    })
  }

  async function confirm(mandator: Mandator, token: string): Promise<string[] | Refusal> {
    const at = now()
    return store.inTransaction(async (within) => {
      const digest = digestOf(token)
      const found = await store.getOrder(mandator, digest, within)
      if (found === null) return problem(422, 'INVALID_LINK', 'The link is not one of ours, or its order is gone')
      if (found.confirmedAt !== null) return found.slugs
      if (found.expiresAt <= at || found.address === '') return problem(410, 'EXPIRED_LINK', 'The link came too late')
      await begin(
        {
          mandator,
          address: found.address,
          reader: found.reader,
          slugs: found.slugs,
          textVersion: found.textVersion,
          method: 'mail',
          at,
        },
        within,
      )
      await store.confirmOrder(digest, at, within)
      return found.slugs
    })
  }

  async function begin(
    {
      mandator,
      address,
      reader,
      slugs,
      textVersion,
      method,
      at,
    }: {
      mandator: Mandator
      address: string
      reader: string | null
      slugs: readonly string[]
      textVersion: string
      method: 'mail' | 'account'
      at: Date
    },
    within: NewsletterDb,
  ): Promise<void> {
    const addressKey = toAddressKey(mandator, address)
    for (const slug of slugs) {
      await store.addSubscription({ id: randomUUID(), mandator, slug, addressKey, address, reader, since: at }, within)
      await store.addProofs(
        mandator,
        [{ addressKey, slug, event: 'confirmed', method, textVersion, at, until: null }],
        within,
      )
      await store.setProofEnd(mandator, addressKey, slug, null, within)
    }
  }

  async function end(mandator: Mandator, id: string, method: 'link' | 'account', within: NewsletterDb): Promise<void> {
    const at = now()
    const ended = await store.endSubscription(mandator, id, at, within)
    if (ended === null) return
    await store.addProofs(
      mandator,
      [{ addressKey: ended.addressKey, slug: ended.slug, event: 'ended', method, textVersion: '', at, until: null }],
      within,
    )
    await store.setProofEnd(mandator, ended.addressKey, ended.slug, toProofEnd(at), within)
  }

  /** An address counts as the reader's only once the account has confirmed it. */
  const toPerson = (mandator: Mandator, { sub, email, isEmailVerified }: NewsletterApi): Person => ({
    reader: sub,
    addressKey: isEmailVerified ? toAddressKey(mandator, email) : null,
  })

  async function listOf(mandator: Mandator, reader: NewsletterApi): Promise<Subscription[]> {
    const person = toPerson(mandator, reader)
    const [active, open] = await Promise.all([
      store.listSubscriptions(mandator, person),
      store.listOpenOrders(mandator, person, now()),
    ])
    const states = new Map<string, Subscription>()
    for (const { slug, since } of active) states.set(slug, { slug, state: 'active', since: since.toISOString() })
    for (const { slugs, orderedAt } of open)
      for (const slug of slugs)
        if (!states.has(slug)) states.set(slug, { slug, state: 'pending', since: orderedAt.toISOString() })
    return [...states.values()]
  }

  async function subscribe(
    mandator: Mandator,
    slug: string,
    { reader, textVersion, requester }: { reader: NewsletterApi; textVersion: string; requester: string },
  ): Promise<Subscription | Refusal> {
    if (reader.isEmailVerified) {
      const newsletters = await checkOrder({ mandator, slugs: [slug], textVersion })
      if (!Array.isArray(newsletters)) return newsletters
      const known = (await listOf(mandator, reader)).find(
        (subscription) => subscription.slug === slug && subscription.state === 'active',
      )
      if (known !== undefined) return known
      const at = now()
      await store.inTransaction((within) =>
        begin(
          { mandator, address: reader.email, reader: reader.sub, slugs: [slug], textVersion, method: 'account', at },
          within,
        ),
      )
      return { slug, state: 'active', since: at.toISOString() }
    }
    const known = (await listOf(mandator, reader)).find((subscription) => subscription.slug === slug)
    if (known !== undefined) return known
    const ordered = await order({
      mandator,
      email: reader.email,
      reader: reader.sub,
      slugs: [slug],
      textVersion,
      requester,
    })
    return ordered === 'ok' ? { slug, state: 'pending', since: now().toISOString() } : ordered
  }

  // --- Issues

  async function chooseTeasers(mandator: Mandator, { sections = [] }: Newsletter, since: Date): Promise<Teaser[]> {
    const content = contentOf(mandator)
    const asked =
      sections.length === 0
        ? [content.listNewestArticles({})]
        : sections.slice(0, SECTIONS_AT_MOST).map((path) => content.getChannel({ params: { path } }))
    const answers = await Promise.all(asked)
    const lists: Teaser[][] = []
    for (const answer of answers) {
      if (answer.ok) lists.push(answer.data.teasers)
      // A section that this publication does not have tells nothing; anything else is trouble.
      else if (answer.status !== 404)
        throw new Error(
          `The articles of a newsletter of ${mandator} cannot be read: ${answer.status} ${answer.problem.code}`,
        )
    }
    const readable = lists.map((list) =>
      list.filter(
        ({ targetPathOrUrl }) => toTeaserTarget(targetPathOrUrl).kind === 'internal' && MAIL_PATH.test(targetPathOrUrl),
      ),
    )
    return chooseArticles(readable, since, now())
  }

  async function compose(
    mandator: Mandator,
    newsletter: Newsletter,
    since: Date,
    isTest: boolean,
  ): Promise<{ content: IssueContent; articleIds: string[] } | null> {
    const teasers = await chooseTeasers(mandator, newsletter, since)
    if (teasers.length === 0) return null
    const articles = teasers.map(({ titlePrefix, title, teaserTextHtml, targetPathOrUrl, contentRestriction }) => ({
      prefix: toLine(titlePrefix, 200),
      title: toLine(title, 500),
      text: toPlainText(teaserTextHtml, 400),
      path: targetPathOrUrl,
      isPaid: isPaid(contentRestriction),
    }))
    return {
      content: {
        newsletter: toLine(newsletter.title, 200),
        sender: toLine(newsletter.sender, 200),
        at: now().toISOString(),
        articles,
        managePath: paths.manage,
        isTest,
      },
      articleIds: teasers.map(({ documentId }) => documentId),
    }
  }

  async function planIssue(due: DueSchedule, lease: string): Promise<void> {
    const at = now()
    const slots = parseRhythm(due.rhythm)
    const nextAt = slots === null ? null : nextIssueAt(slots, at)
    const base = { id: randomUUID(), due, nextAt }
    if (isTooLate(due.nextAt, at)) {
      await store.addIssue({ ...base, state: 'late', content: null, articleIds: [] }, lease, at)
      return
    }
    const newsletter = (await listCatalogue(due.mandator)).find(({ slug }) => slug === due.slug)
    const composed =
      newsletter === undefined
        ? null
        : await compose(due.mandator, newsletter, toIssueStart(due.lastIssueAt, at), false)
    await store.addIssue(
      composed === null
        ? { ...base, state: 'empty', content: null, articleIds: [] }
        : { ...base, state: 'sending', ...composed },
      lease,
      at,
    )
  }

  async function sendIssue(issue: OpenIssue, lease: string): Promise<void> {
    const queue = ({ id, address }: { id: string; address: string }, within: NewsletterDb) => {
      const token = toLeaveToken(id)
      return queueMail(
        {
          template: 'newsletter-issue',
          mandator: issue.mandator,
          to: { address },
          unsubscribePath: paths.oneClick(token),
          data: { ...issue.content, unsubscribePath: paths.leave(token) },
        },
        within,
      )
    }
    for (;;) {
      const reached = await store.sendPortion(issue, lease, now(), new Date(now().getTime() + LEASE_MS), PORTION, queue)
      if (reached === null || isClosed) return
    }
  }

  async function planSchedules(): Promise<void> {
    for (const mandator of MANDATORS) {
      try {
        const newsletters = await listCatalogue(mandator)
        await store.saveSchedules(
          mandator,
          newsletters.map(({ slug, rhythm }) => {
            const slots = parseRhythm(rhythm)
            return { slug, rhythm, nextAt: slots === null ? null : nextIssueAt(slots, now()) }
          }),
        )
      } catch (error) {
        // What was planned before stays planned.
        onError(error, 'newsletter-schedules')
      }
    }
  }

  async function runDue(): Promise<void> {
    await planSchedules()
    const lease = randomUUID()
    const until = () => new Date(now().getTime() + LEASE_MS)
    for (;;) {
      const due = await store.claimDue(lease, now(), until())
      if (due === null) break
      try {
        await planIssue(due, lease)
      } catch (error) {
        onError(error, 'newsletter-issue')
        // Tried again in a minute, until it is too late.
        await store.releaseSchedule(due, lease, new Date(now().getTime() + TICK_MS))
      }
    }
    for (;;) {
      const issue = await store.claimIssue(lease, now(), until())
      if (issue === null) break
      await sendIssue(issue, lease)
      if (isClosed) return
    }
    await store.tidyUp(now())
  }

  let running: Promise<void> | null = null
  let isClosed = false

  function run(): Promise<void> {
    running ??= runDue().finally(() => (running = null))
    return running
  }
  const schedule = createSchedule(TICK_MS, run, (error) => onError(error, 'newsletter-due'))

  const served = serveContract<typeof NEWSLETTER, Mandator>(
    NEWSLETTER,
    {
      async order({ context, body }) {
        const outcome = await order({
          mandator: context,
          email: body.email,
          reader: null,
          slugs: body.slugs,
          textVersion: body.textVersion,
          requester: body.requester,
        })
        return outcome === 'ok' ? { ok: true } : outcome
      },
      async getConfirmation({ context, params }) {
        const found = await store.getOrder(context, digestOf(params.token))
        if (found === null) return { state: 'invalid', newsletters: [] }
        const state = found.confirmedAt !== null ? 'confirmed' : found.expiresAt <= now() ? 'expired' : 'open'
        return { state, newsletters: await toRefs(context, found.slugs) }
      },
      async confirm({ context, body }) {
        const slugs = await confirm(context, body.token)
        return Array.isArray(slugs) ? { newsletters: await toRefs(context, slugs) } : slugs
      },
      async getUnsubscription({ context, params }) {
        const id = readLeaveToken(params.token)
        const found = id === null ? null : await store.getSubscription(context, id)
        if (found === null) return invalidLink()
        const [newsletter] = await toRefs(context, [found.slug])
        return { state: found.state, newsletter: newsletter! }
      },
      async unsubscribe({ context, body }) {
        const id = readLeaveToken(body.token)
        const found = id === null ? null : await store.getSubscription(context, id)
        if (id === null || found === null) return invalidLink()
        await store.inTransaction((within) => end(context, id, 'link', within))
        // Ending must not hang on the catalogue.
        const [newsletter] = await toRefs(context, [found.slug]).catch(() => [{ slug: found.slug, title: found.slug }])
        return { newsletter: newsletter! }
      },
      listSubscriptions: ({ context, body }) => listOf(context, body.reader),
      subscribe: ({ context, params, body }) => subscribe(context, params.slug, body),
      async endSubscription({ context, params, body: { reader } }) {
        const active = await store.listSubscriptions(context, toPerson(context, reader))
        await store.inTransaction(async (within) => {
          for (const { id, slug } of active) if (slug === params.slug) await end(context, id, 'account', within)
          await store.dropFromOrders(context, reader.sub, params.slug, within)
        })
        return undefined
      },
      async changeAddress({ context, body }) {
        await changeAddress({ store, toAddressKey, toProofEnd, now }, context, body)
        return undefined
      },
      async sendTest({ context, params, body }) {
        let newsletter: Newsletter | undefined
        let composed: Awaited<ReturnType<typeof compose>>
        try {
          newsletter = (await listCatalogue(context)).find(({ slug }) => slug === params.slug)
          if (newsletter === undefined) return problem(404, 'UNKNOWN_NEWSLETTER', 'No such newsletter')
          composed = await compose(context, newsletter, new Date(0), true)
        } catch (error) {
          onError(error, 'newsletter-test')
          return problem(502, 'NO_CONTENT', 'The content service does not answer')
        }
        if (composed === null) return problem(409, 'NOTHING_TO_TELL', 'There is no article for this newsletter')
        const { content, articleIds } = composed
        await store.inTransaction((within) =>
          queueMail(
            {
              template: 'newsletter-issue',
              mandator: context,
              to: { address: body.email },
              data: { ...content, unsubscribePath: paths.manage },
            },
            within,
          ),
        )
        return { articleIds }
      },
      async listIssues({ context, params }) {
        const [nextAt, issues] = await Promise.all([
          store.getNextAt(context, params.slug),
          store.listIssues(context, params.slug, 50),
        ])
        return {
          nextAt: nextAt?.toISOString() ?? null,
          issues: issues.map((issue) => ({ ...issue, dueAt: issue.dueAt.toISOString() })),
        }
      },
    },
    {
      base: '/:mandator',
      toContext: ({ mandator = '' }) => toMandator(mandator) ?? problem(404, 'NOT_FOUND', 'No such publication'),
      serviceKey: options.serviceKey,
      headers: { 'cache-control': 'no-store' },
      ...(options.checkAnswers === undefined ? {} : { checkAnswers: options.checkAnswers }),
      ...(options.onError === undefined ? {} : { onError: options.onError }),
    },
  )
  const app = new Hono()
  app.route('/', serveDocumentation(NEWSLETTER, NEWSLETTER_INFO))
  app.all('*', (c) => served.fetch(c.req.raw))

  /** A shadow's address is somebody else's: nothing of it is shown or touched. */
  const toSubjectPerson = ({ mandator, sub, email, isShadow }: Subject): Person => ({
    reader: sub,
    addressKey: isShadow ? null : toAddressKey(mandator, email),
  })

  return {
    app,
    readerData: {
      name: 'newsletter',
      title: 'Newsletter',
      async read(subject) {
        const person = toSubjectPerson(subject)
        const [subscriptions, open, proofs] = await Promise.all([
          store.listSubscriptions(subject.mandator, person),
          store.listOpenOrders(subject.mandator, person, now()),
          person.addressKey === null ? [] : store.listProofs(subject.mandator, person.addressKey),
        ])
        return {
          subscriptions: subscriptions.map(({ slug, since }) => ({ newsletter: slug, since })),
          unconfirmed: open.map(({ slugs, orderedAt }) => ({ newsletters: slugs, orderedAt })),
          proofs: proofs.map(({ slug, event, method, text_version, at, until }) => ({
            newsletter: slug,
            event,
            method,
            textVersion: text_version,
            at,
            until,
          })),
        }
      },
      async listKept(subject) {
        const { addressKey } = toSubjectPerson(subject)
        const hasProofs =
          addressKey !== null &&
          (await store.listProofs(subject.mandator, addressKey)).some(({ event }) => event === 'confirmed')
        return hasProofs
          ? [
              {
                what: 'Nachweis Ihrer Einwilligung in Newsletter, ohne lesbare E-Mail-Adresse',
                reason: 'Nachweis der Einwilligung (Art. 7 Abs. 1, Art. 17 Abs. 3 DSGVO)',
                until: `Ende ${toProofEnd(now()).getUTCFullYear() - 1}`,
              },
            ]
          : []
      },
      async erase(subject) {
        const { mandator } = subject
        const person = toSubjectPerson(subject)
        const active = await store.listSubscriptions(mandator, person)
        await store.inTransaction(async (within) => {
          for (const { id } of active) await end(mandator, id, 'account', within)
          await store.removeOrders(mandator, person, within)
        })
      },
    },
    runDue: run,
    start: () => schedule.start(false),
    async close() {
      isClosed = true
      await schedule.close()
      await running?.catch(() => {})
    },
  }
}

const invalidLink = () => problem(404, 'INVALID_LINK', 'The link is not one of ours')

/** What the mail contract takes as a path. */
const MAIL_PATH = /^\/(?!\/)[\w\-.~%/?=&#+:@]{0,400}$/

function toLine(text: string, most: number): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
}

/** A teaser's text without its few tags, ended at a word. */
function toPlainText(html: string, most: number): string {
  const text = html
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : whole
        const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
        return point <= 0x10ffff ? String.fromCodePoint(point) : ''
      },
    )
    .replace(/\p{Cc}+|\s+/gu, ' ')
    .trim()
  if (text.length <= most) return text.toWellFormed()
  const cut = text.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()} …`.toWellFormed()
}
