/**
 * The cost of an access decision: without questions to services, and with all of them answering at once; for every kind
 * of reader in turn, against an empty asynchronous function in the same run.
 */
import { createArticleAccess } from '@lokalteil/web/server/access/article-access'
import type { Article } from '@lokalteil/contracts/content'
import { ANONYMOUS_READER, toReaderFlags, type ReaderFlags } from '@lokalteil/domain/access/roles'
import { median, toLimited, toShort, type Report } from './figures.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS || 15)
const DECISIONS = 5_000
const TARGET_MS = 0.1

const article = {
  id: '130',
  path: '/der-umbau-130',
  contentRestriction: 'paid',
  maintag: { id: '12' },
  tags: [{ id: '13' }, { id: '14' }],
  contentItems: [],
} as unknown as Article
const readerWith = (...roles: string[]) => toReaderFlags({ isLoggedIn: true, roles, emailVerified: true })
const principal = {
  sub: 'reader',
  idToken: 'a.b.c',
  anonId: '42',
  device: 'mobile',
  referrer: null,
  linkToken: null,
  assertion: null,
} as const

export async function measureDecision(report: Report): Promise<void> {
  const accessOf = createArticleAccess({
    isPaywallEnabled: true,
    legalSiteIds: [],
    content: {
      getTagHierarchy: (async ({ id }: { id: string }) => ({
        ok: true,
        data: [
          { id, displayName: '' },
          { id: '1', displayName: '' },
        ],
      })) as never,
    },
    internal: { getFullArticle: (async () => ({ ok: true, data: {} })) as never },
    questions: {
      publication: 'ak',
      decide: async () => [{ sdkFeatureSlug: 'paywall-ak', outputValue: 'subscription-${device}' }],
      verifyLink: async () => ({ kind: 'failed', code: 'ERR_JWT_INVALID' }),
      openLink: async () => false,
      decideExtendedAccess: async () => 'locked',
      hasBought: async () => false,
      countCredits: async () => 0,
      keep: () => {},
      onTrouble: () => {},
    },
    now: () => 0,
  })
  const kinds: Record<string, () => Promise<unknown>> = {
    'a class of readers': () => accessOf(ANONYMOUS_READER)(article),
    'a subscriber': decide(readerWith('PLUS_USER')),
    'a subscriber of the tag': decide(readerWith('PLUS-TAG-12')),
    'a reader for whom everybody is asked, without their answering time': decide(readerWith('WALLET_USER')),
  }
  function decide(reader: ReaderFlags) {
    return () => accessOf(reader, principal)(article)
  }
  const empty = async () => null
  const nothing = await measure(empty)
  for (const [name, work] of Object.entries(kinds)) {
    await measure(work)
    const spent: number[] = []
    for (let round = 0; round < ROUNDS; round++) spent.push(await measure(work))
    report(
      toLimited(
        'decision',
        `${name}: time of one decision`,
        median(spent),
        TARGET_MS,
        'ms',
        `an empty asynchronous function: ${toShort(nothing)} ms`,
      ),
    )
  }
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  for (let count = 0; count < DECISIONS; count++) await work()
  return (performance.now() - started) / DECISIONS
}
