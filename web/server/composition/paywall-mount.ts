/**
 * The paywall's two services beside the portal: who answers (the embedded service, or the publisher's own at `PAYWALL_URL`),
 * who keeps link tokens, and the log of decisions. With a paywall elsewhere the embedded one still keeps the log and checks
 * assertions. Without a database there are neither gifts nor extended access, and nothing opens by them.
 */
import type { Hono } from 'hono'
import { createClient, type Client, type Fetch } from '@lokalteil/contracts/kernel/client'
import { LINK_TOKENS } from '@lokalteil/contracts/gifts'
import { PAYWALL, PAYWALL_AT_ADDRESS, PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import { MANDATORS, type Mandator } from '@lokalteil/domain/publication/publications'
import type { Database } from '@lokalteil/services/platform/database'
import { createGiftsService } from '@lokalteil/services/gifts/app'
import { createPaywallService, type PaywallDataSource } from '@lokalteil/services/paywall/app'
import type { ContentApi } from '../../app/page/content-api.ts'
import {
  createAccessQuestions,
  createDecisionLog,
  type AccessQuestions,
  type PurchaseQuestions,
} from '../access/access-questions.ts'
import { ANSWER_MS } from '../access/article-access.ts'
import { createInstitutions, type Institutions } from '../access/institutions.ts'
import type { Log } from '../http/log.ts'
import type { Sessions } from '../session/session.ts'

export type PaywallMountOptions = {
  database: Database | null
  /** The publisher's own service; `{mandator}` in it is replaced. Null: the embedded one. */
  url: string | null
  /** The way to it. */
  fetch: Fetch
  /** Sent to the one at `url`, needed for the embedded one's internal endpoints. */
  serviceKey: string
  /** At least 32 characters, the same in every process; link tokens hang on it. */
  secret: string
  origins: Readonly<Record<Mandator, string>>
  /** Shared with the search provider; empty: no extended access. */
  extendedAccessKeys: readonly string[]
  /** Called late: sessions are made after this. */
  sessionsOf: () => Pick<Sessions, 'read'>
  contentOf: (mandator: Mandator) => Pick<ContentApi, 'getArticle' | 'getTestReport'>
  /** Null: nothing is sold by the article. */
  purchases: PurchaseQuestions | null
  now: () => Date
  log: Log
}

export type PaywallMount = {
  questionsOf: (mandator: Mandator) => AccessQuestions
  /** Null without a database. */
  linksOf: ((mandator: Mandator) => Client<typeof LINK_TOKENS>) | null
  /** The embedded service's own side; null without a database. */
  internalOf: ((mandator: Mandator) => Client<typeof PAYWALL_INTERNAL>) | null
  institutions: Institutions
  /** For `/__services/{name}`. */
  services: Readonly<Record<string, Hono>>
  /** For readers' export and erasure. */
  holders: readonly PaywallDataSource[]
  onTrouble: (what: string, reason: string) => void
  close: () => Promise<void>
}

export async function openPaywall(options: PaywallMountOptions): Promise<PaywallMount> {
  const { database, url, serviceKey, now, log } = options
  const onTrouble = (what: string, reason: string) => log('warn', 'access-unanswered', { what, reason })
  const onError = (error: unknown, requestId: string) => log('error', 'paywall-service', { requestId, error })
  const paywall =
    database === null
      ? null
      : await createPaywallService({
          database,
          serviceKey,
          extendedAccessKeys: options.extendedAccessKeys,
          async readerOf(mandator, jwt) {
            const session = await options.sessionsOf().read(mandator, `FA_ID_TOKEN=${jwt}`)
            return session.kind === 'reader' && session.user.ssoId !== ''
              ? { sub: session.user.ssoId, flags: session.flags }
              : null
          },
          async sectionOf(mandator, id) {
            const found = await options.contentOf(mandator).getArticle({ id })
            return found.ok ? found.data.section.path : null
          },
          now,
          onError,
        })
  const gifts =
    database === null
      ? null
      : await createGiftsService({ database, serviceKey, secrets: [options.secret], now, onError })
  await paywall?.fillRules()
  paywall?.start()
  gifts?.start()

  const headers = { authorization: `Bearer ${serviceKey}` }
  const near = (app: Hono) => (request: Request) => app.fetch(request)
  const internals =
    paywall === null
      ? null
      : toRecord((mandator) =>
          createClient(PAYWALL_INTERNAL, {
            fetch: near(paywall.app),
            base: `http://paywall.internal/${mandator}`,
            headers,
            timeout: 10_000,
          }),
        )
  const links =
    gifts === null
      ? null
      : toRecord((mandator) =>
          createClient(LINK_TOKENS, {
            fetch: near(gifts.app),
            base: `http://gifts.internal/${mandator}`,
            headers,
            timeout: 10_000,
          }),
        )
  const decisions =
    internals === null
      ? null
      : createDecisionLog({
          serviceOf: (mandator) => internals[mandator],
          now,
          onLost: (count, reason) => log('warn', 'decisions-lost', { count, reason }),
        })

  const internalOf = internals === null ? null : (mandator: Mandator) => internals[mandator]
  const institutions = createInstitutions({
    serviceOf: internalOf,
    secret: options.secret,
    origins: options.origins,
    now,
    onTrouble,
  })
  // A start does not wait for it; whoever comes sooner is asked to log in.
  void institutions.renew().catch((error: unknown) => onTrouble('listInstitutions', String(error)))

  function toDecider(mandator: Mandator): Client<typeof PAYWALL> | Client<typeof PAYWALL_AT_ADDRESS> {
    if (url !== null)
      return createClient(PAYWALL_AT_ADDRESS, {
        fetch: options.fetch,
        base: url.replaceAll('{mandator}', mandator),
        headers,
        timeout: ANSWER_MS,
      })
    const ask = paywall === null ? () => Promise.reject(new Error('There is no paywall service')) : near(paywall.app)
    return createClient(PAYWALL, {
      fetch: ask,
      base: `http://paywall.internal/${mandator}`,
      headers,
      timeout: ANSWER_MS,
    })
  }

  const questions = toRecord((mandator) =>
    createAccessQuestions({
      mandator,
      paywall: toDecider(mandator),
      paywallInternal: internals?.[mandator] ?? null,
      links: links?.[mandator] ?? null,
      purchases: options.purchases,
      decisions,
      onTrouble,
    }),
  )

  return {
    questionsOf: (mandator) => questions[mandator],
    linksOf: links === null ? null : (mandator) => links[mandator],
    internalOf,
    institutions,
    services: {
      ...(paywall === null ? {} : { paywall: paywall.app }),
      ...(gifts === null ? {} : { gifts: gifts.app }),
    },
    holders: [...(paywall === null ? [] : [paywall.personalData]), ...(gifts === null ? [] : [gifts.personalData])],
    onTrouble,
    async close() {
      await paywall?.close()
      await gifts?.close()
      // Before the database: what is waiting is written.
      await institutions.close()
      await decisions?.close()
    },
  }
}

function toRecord<T>(make: (mandator: Mandator) => T): Record<Mandator, T> {
  return Object.fromEntries(MANDATORS.map((mandator) => [mandator, make(mandator)])) as Record<Mandator, T>
}
