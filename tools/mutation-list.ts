/**
 * The faults of `mutations.ts`: each is a small change that could be made by mistake and would harm a reader or the
 * publisher.
 */
export type Mutation = {
  area: 'money' | 'access' | 'cache' | 'sessions' | 'importer'
  file: string
  /** Must occur exactly once in the file. */
  text: string
  replacement: string
  /** One plain sentence: the effect, and on whom. */
  breaks: string
  /** Tests to run first; related ones follow if these pass. */
  near: readonly string[]
}
type Fault = [file: string, text: string, replacement: string, breaks: string, near: string]

const toMutations = (area: Mutation['area'], faults: readonly Fault[]): Mutation[] =>
  faults.map(([file, text, replacement, breaks, near]) => ({
    area,
    file,
    text,
    replacement,
    breaks,
    near: near.split(' '),
  }))

const MONEY: Fault[] = [
  [
    'domain/commerce/billing.ts',
    ': Math.round((cents * Math.min(',
    ': Math.floor((cents * Math.min(',
    'A share of a period is rounded down instead of to the nearest cent.',
    'domain/commerce/billing.test.ts',
  ],
  [
    'domain/commerce/billing.ts',
    'return wanted > leftCents ||',
    'return wanted > charge.amountCents ||',
    'A charge that was partly refunded can be refunded in full once more.',
    'domain/commerce/billing.test.ts',
  ],
  [
    'domain/commerce/billing.ts',
    'cents > 0 && !charged.includes(from)',
    'cents > 0',
    'A reader is charged again for a period that was charged before.',
    'domain/commerce/billing.test.ts',
  ],
  [
    'domain/commerce/offers.ts',
    'return grossCents - Math.round((grossCents * 100) / (100 + vatPercent))',
    'return Math.round((grossCents * vatPercent) / 100)',
    'The tax is taken as a percentage of the gross price, so that every invoice states too much.',
    'domain/commerce/offers.test.ts',
  ],
  [
    'domain/commerce/invoices.ts',
    'return grossCents < 0 ? 0 - vat : vat',
    'return vat',
    'A credit line adds tax instead of taking it off.',
    'domain/commerce/invoices.test.ts',
  ],
  [
    'domain/commerce/coins.ts',
    "return use.coinsAmount === known.price ? 'accepted'",
    "return use.coinsAmount > 0 ? 'accepted'",
    'A reader names the coins that an article costs.',
    'domain/commerce/coins.test.ts',
  ],
  [
    'services/commerce/coins/ledger-store.ts',
    '(await ofWallet(owner, within).forUpdate().executeTakeFirst())',
    '(await ofWallet(owner, within).executeTakeFirst())',
    'Two purchases at once both see the same balance, because nothing locks the wallet.',
    'services/commerce/coins/ledger.test.ts',
  ],
  [
    'services/commerce/payments/charge-outcomes.ts',
    "if (before.state === 'paid' || before.state === 'refunded') return 'settled-before'",
    "if (before.state === 'refunded') return 'settled-before'",
    'A payment that the provider reports twice grants coins and writes an invoice twice.',
    'services/commerce/orders/orders.test.ts',
  ],
  [
    'services/commerce/payments/charge-outcomes.ts',
    '(paid.amountCents ?? before.amountCents) !== before.amountCents ||',
    '(paid.amountCents ?? before.amountCents) > before.amountCents ||',
    'A payment of less than the price opens the subscription.',
    'services/commerce/orders/orders.test.ts services/commerce/payments/stripe-payments.test.ts',
  ],
  [
    'services/commerce/payments/stripe-payments.ts',
    'made.find(({ metadata }) => metadata?.refund === refundId) ??',
    '',
    'A refund that is asked for again after a day is paid out a second time.',
    'services/commerce/payments/stripe-payments.test.ts services/commerce/payments/refunds.test.ts',
  ],
  [
    'services/commerce/orders/lines/offer-quote.ts',
    'if (quote.dueCents !== asked.confirmedCents)',
    'if (quote.dueCents < asked.confirmedCents)',
    'A reader is charged more than the page said that the reader confirmed.',
    'services/commerce/orders/orders.test.ts',
  ],
  [
    'services/commerce/payments/charge-collection.ts',
    'key: `${chargeId}-${charge.attempts}`,',
    'key: `${chargeId}-${context.now().getTime()}`,',
    'A provider whose answer was lost is asked with a new key and charges the card twice.',
    'services/commerce/payments/stripe-payments.test.ts services/commerce/orders/orders.test.ts services/commerce/billing/billing.test.ts',
  ],
]

const ACCESS: Fault[] = [
  [
    'domain/access/access.ts',
    'if (isGift(linkToken) && reader.isLoggedIn)',
    'if (isGift(linkToken))',
    'A gift link opens a paid article without a login.',
    'domain/access/access.test.ts',
  ],
  [
    'domain/access/extended-access.ts',
    'return gaa_at && gaa_n && gaa_sig && gaa_ts ?',
    'return gaa_at && gaa_n && gaa_sig ?',
    'Three of the four parameters of extended access are enough to count as an assertion (R2.8-08).',
    'domain/access/extended-access.test.ts',
  ],
  [
    'domain/access/extended-access.ts',
    'given.isSigned && given.isFirstUse ?',
    'given.isSigned ?',
    'One assertion of the search provider opens an article for everybody who copies the address.',
    'domain/access/extended-access.test.ts services/paywall/app.test.ts',
  ],
  [
    'domain/access/extended-access.ts',
    'if (!(expiresAt.getTime() > now.getTime()))',
    'if (!(expiresAt.getTime() >= now.getTime()))',
    'An assertion still opens an article in the moment in which it has expired.',
    'domain/access/extended-access.test.ts',
  ],
  [
    'services/paywall/extended-access.ts',
    "isSameText(createHmac('sha256', key).update(text).digest('base64url'), signature.replace(/=$/, ''))",
    'signature.length > 0',
    'Anybody can sign an assertion: any signature is taken for the right one.',
    'services/paywall/app.test.ts',
  ],
  [
    'domain/access/gift.ts',
    'const isForArticle = verification.articleId === articleId',
    "const isForArticle = verification.articleId !== ''",
    'A gift of one article opens every other.',
    'domain/access/gift.test.ts domain/access/access.test.ts',
  ],
  [
    'services/gifts/gift-tokens.ts',
    "return link.revoked_at === null ? link : invalid('The link was revoked')",
    'return link',
    'A gift that was revoked still opens its article.',
    'services/gifts/app.test.ts',
  ],
  [
    'domain/access/metering.ts',
    'return given.length < articles',
    'return given.length <= articles',
    'A meter gives away one article more than it says.',
    'domain/access/paywall-rules.test.ts',
  ],
  [
    'domain/reading/bookmarks.ts',
    'count < BOOKMARK_LIMIT',
    'count <= BOOKMARK_LIMIT',
    'A reader without plus keeps a sixth bookmark.',
    'domain/reading/bookmarks.test.ts',
  ],
  [
    'web/server/access/article-access.ts',
    "() => questions.decideExtendedAccess(asked), 'locked')",
    "() => questions.decideExtendedAccess(asked), 'unlocked')",
    'A paid article is open to everybody while assertions cannot be checked.',
    'web/server/access/article-access.test.ts',
  ],
  [
    'services/paywall/decisions.ts',
    'await readStore.lockReader(trx, ref)\n',
    '',
    'A reader who opens many articles at once reads more than the meter gives away.',
    'services/paywall/app.test.ts',
  ],
  [
    'web/server/http/signed-media.ts',
    'toSignature(`${path}?e=${end}`,',
    'toSignature(path,',
    'A reader with one signed address of a paid picture can use it forever.',
    'web/server/http/signed-media.test.ts',
  ],
]

const CACHE: Fault[] = [
  [
    'domain/rendering/page-cache.ts',
    "if (isPrivateQuery(route.name, query)) return { kind: 'private', mayReadStore: false }",
    '',
    "One reader's calculation is stored and shown to everybody.",
    'domain/rendering/page-queries.test.ts',
  ],
  [
    'domain/rendering/page-cache.ts',
    'const keyed = toKeyedQuery(route.name, query)',
    "const keyed = route.name === 'search' ? toKeyedQuery(route.name, query) : ''",
    'Every reader sees the homes and jobs that another reader has searched for.',
    'domain/rendering/page-queries.test.ts',
  ],
  [
    'domain/rendering/page-cache.ts',
    '[publication, toCacheKeyCookie(variant), device, app,',
    '[publication, toCacheKeyCookie(variant), app,',
    'A phone gets the stored page of a desk.',
    'domain/rendering/page-cache.test.ts',
  ],
  [
    'domain/rendering/page-cache.ts',
    "if (use.kind === 'private' || hasPaidText) return 'private, no-store'",
    "if (use.kind === 'private') return 'private, no-store'",
    'A paid text may rest in the cache of a browser.',
    'domain/rendering/page-cache.test.ts',
  ],
  [
    'domain/rendering/page-cache.ts',
    "return { kind: 'private', mayReadStore: !changesPage }",
    "return { kind: 'private', mayReadStore: true }",
    'A reader who opens a gift link gets the stored, locked page.',
    'domain/rendering/page-cache.test.ts',
  ],
  [
    'web/server/rendering/page-cache.ts',
    'startedIn === generation && !isDiscarded',
    '!isDiscarded',
    'A withdrawn article comes back with a render that began before the withdrawal.',
    'web/server/rendering/page-cache.test.ts',
  ],
  [
    'web/server/rendering/page-cache.ts',
    'if (!page.hasPaidText) shared?.set(key, page)',
    'shared?.set(key, page)',
    'Paid texts rest in the shared cache outside the process.',
    'web/server/rendering/page-cache.test.ts',
  ],
  [
    'web/server/rendering/page-cache.ts',
    'storedAt >= distrustBefore && storedAt >=',
    'storedAt >=',
    'A withdrawn article comes back from the shared cache of another process.',
    'web/server/rendering/page-cache.test.ts',
  ],
  [
    'web/server/rendering/answer-page.ts',
    "if (cacheControl.includes('s-maxage')) headers['cache-control'] = 'private, no-cache'",
    '',
    "A cache in front of the portal hands one reader's cookie to the next.",
    'web/server/portal-caching.test.ts',
  ],
  [
    'web/server/rendering/visit.ts',
    "if (session === null || session.kind !== 'reader' || session.flags.tagIds.length > 0) return null",
    "if (session === null || session.kind !== 'reader') return null",
    'A subscriber of a topic gets the stored, locked page of its articles.',
    'web/server/portal-readers.test.ts',
  ],
  [
    'web/server/rendering/answer-page.ts',
    "isAnonymousClass(variant.reader) ? 'shared' : 'own-memory'",
    "'shared' as const",
    'Pages of subscribers leave the process for the shared cache.',
    'web/server/rendering/answer-page.test.ts',
  ],
  [
    'web/server/rendering/load-page.ts',
    '!findings.isAccessUnanswered && ',
    '',
    'An article whose text could not be had for a moment stays locked for everybody.',
    'web/server/portal-caching.test.ts',
  ],
]

const SESSIONS: Fault[] = [
  [
    'domain/accounts/login.ts',
    '<= REFRESH_GRACE * 1000',
    '<= REFRESH_GRACE * 10_000',
    'A stolen refresh token works for 100 seconds after its owner used it.',
    'domain/accounts/login.test.ts',
  ],
  [
    'domain/accounts/login.ts',
    '|| (audiences.length > 1 && azp !== expected.audience)',
    '',
    'A token issued to another client that also names us is accepted.',
    'domain/accounts/login.test.ts services/accounts/tokens/verify-token.test.ts',
  ],
  [
    'domain/accounts/login.ts',
    "if (expected.publication !== undefined && publication !== expected.publication) return 'WRONG_PUBLICATION'",
    '',
    'A login of one publication is a login of another.',
    'domain/accounts/login.test.ts services/accounts/tokens/verify-token.test.ts',
  ],
  [
    'domain/accounts/login.ts',
    "return exp <= seconds - CLOCK_SKEW && !mayBeExpired ? 'EXPIRED' : null",
    "return exp <= seconds - 10 * CLOCK_SKEW && !mayBeExpired ? 'EXPIRED' : null",
    'An expired token is accepted for ten minutes.',
    'domain/accounts/login.test.ts services/accounts/tokens/verify-token.test.ts',
  ],
  [
    'services/accounts/tokens/sessions.ts',
    '    session.ended_at !== null ||\n',
    '',
    'An access token still writes after its session was ended on another device.',
    'services/accounts/app.test.ts',
  ],
  [
    'services/accounts/tokens/sessions.ts',
    "await sessionStore.endSession(trx, session.id, 'reuse', at)",
    '',
    'A thief with a copy of a refresh token stays logged in.',
    'services/accounts/app.test.ts',
  ],
  [
    'services/accounts/store/mail-codes.ts',
    "    .where('used_at', 'is', null)\n",
    '',
    'A code of a mail can be used twice.',
    'services/accounts/app.test.ts',
  ],
  [
    'services/accounts/opened.ts',
    'endSessions(trx, account, reason, at)',
    'Promise.resolve()',
    'Somebody who knew the old password stays logged in after it was changed.',
    'services/accounts/app.test.ts services/accounts/opened.test.ts',
  ],
  [
    'web/server/session/session.ts',
    "return publication + hash('sha256', token, 'base64')",
    "return hash('sha256', token, 'base64')",
    'A token that one publication has checked is good at every other.',
    'web/server/session/session.test.ts',
  ],
  [
    'services/accounts/store/social-states.ts',
    "    .where('expires_at', '>', now)\n",
    '',
    'A sign-on begun long ago can be completed by somebody else.',
    'services/accounts/providers/social.test.ts',
  ],
  [
    'web/server/session/session.ts',
    'flags.isPlusUser || ',
    '',
    'A session that was ended on another device reads paid texts until its token ends.',
    'web/server/session/session.test.ts',
  ],
  [
    'services/accounts/email-change/email-change.ts',
    'if (owner !== null || (reserved !== null && reserved.account_id !== account.id))\n        throw',
    'if (owner !== null)\n        throw',
    'A stranger takes the address that its owner may still take back.',
    'services/accounts/email-change/email-change.test.ts',
  ],
]

const IMPORTER: Fault[] = [
  [
    'services/content/ingest.ts',
    'article.source_version >= document.version &&',
    'article.source_version === document.version &&',
    'An older version that arrives late overwrites the newer one.',
    'services/content/app.test.ts services/import/delivery',
  ],
  [
    'services/content/ingest.ts',
    "const isWithdrawn = document.status !== 'usable'",
    "const isWithdrawn = document.status === 'canceled'",
    'An article that the agency withholds stays online.',
    'services/content/app.test.ts services/import/delivery',
  ],
  [
    'services/import/parsed-document.ts',
    "if (word === 'canceled' || word === 'cancelled') return 'canceled'",
    "if (word === 'canceled') return 'canceled'",
    'A cancellation in British spelling is refused and the article stays online.',
    'services/import/formats/parse.test.ts',
  ],
  [
    'domain/reading/embargo.ts',
    'embargo !== null && embargo > instant',
    'embargo !== null && embargo < instant',
    'An article under embargo is published at once.',
    'domain/reading/embargo.test.ts services/content/app.test.ts',
  ],
  [
    'services/import/formats/ninjs.ts',
    'if (embargo === undefined) return',
    'if (false) return',
    'An embargo that cannot be read counts as none and the text is published at once.',
    'services/import/formats/parse.test.ts',
  ],
  [
    'services/import/formats/xml.ts',
    "if (ahead.startsWith('<!')) return DECLARED",
    '',
    'A document with its own entities reaches the XML parser (XXE, billion laughs).',
    'services/import/formats/xml.test.ts',
  ],
  [
    'services/import/formats/parse.ts',
    "if (bytes.length > MAX_DOCUMENT) return refusal(TOO_LARGE, bytes.subarray(0, 64 * 1024), 'bin')",
    '',
    'A document of any size is read into memory.',
    'services/import/formats/parse.test.ts services/import/formats/xml.test.ts',
  ],
  [
    'services/content/sanitise.ts',
    "['a', 'b', 'i', 'em', 'strong', 'br', 'sub', 'sup', 'code', 'del', 's', 'ins', 'mark']",
    "['a', 'b', 'i', 'em', 'strong', 'br', 'sub', 'sup', 'code', 'del', 's', 'ins', 'mark', 'script']",
    'A script in the text of an agency runs in the browsers of readers.',
    'services/content/sanitise.test.ts',
  ],
  [
    'services/import/app.ts',
    'if (waiting >= MAX_WAITING) return',
    'if (waiting > MAX_WAITING) return',
    'One delivery more than the limit waits in memory.',
    'services/import/app.test.ts',
  ],
  [
    'services/import/polling/watched-folder.ts',
    'if (after === null || `${after.size}:${after.mtimeMs}` !== mark) return null',
    'if (after === null) return null',
    'A correction that arrives while its file is read is moved away unread.',
    'services/import/polling/watched-folder.test.ts',
  ],
  [
    'services/content/ingest.ts',
    "contentRestriction !== 'free' ? [article.id] : []",
    "contentRestriction !== 'free' ? [] : []",
    'An article that turns paid stays open in every cache.',
    'services/content/app.test.ts web/server/portal-caching.test.ts',
  ],
  [
    'services/import/delivery/mapping.ts',
    'isPaid && document.urgency > 2',
    'isPaid && document.urgency > 1',
    'A flash is locked for readers without a subscription.',
    'services/import/delivery',
  ],
]

export const MUTATIONS: readonly Mutation[] = [
  ...toMutations('money', MONEY),
  ...toMutations('access', ACCESS),
  ...toMutations('cache', CACHE),
  ...toMutations('sessions', SESSIONS),
  ...toMutations('importer', IMPORTER),
]
