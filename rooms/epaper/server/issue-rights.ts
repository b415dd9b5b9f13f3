/**
 * Rights to open an issue (R1-17, R6-08, S1-08): today's roles, asked from single sign-on with the reader's access
 * token, and the bought issues. A yes is cached for half a minute, because a page of an issue asks a dozen times. A no
 * or a failure is not cached. On failure nothing is opened (fail closed).
 */
import { hash } from 'node:crypto'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import type { IssueRight } from '../contract/calls.ts'
import { ANONYMOUS_READER } from '@lokalteil/domain/access/roles'
import { toIssueKey, type IssueId } from '@lokalteil/domain/commerce/issues'
import { canOpenIssue, decideIssueAccess } from '../domain/issues.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { LRUCache } from 'lru-cache'
import type { PortalApi, Principal } from '@lokalteil/web/server/api/portal-api'

/** Null: not logged in. */
export type KnownReader = Pick<Principal, 'sub' | 'flags'> | null

export type IssueRights = {
  /** `accessToken` null: anonymous. */
  identify: (publication: PublicationCode, accessToken: string | null) => Promise<KnownReader | 'unavailable'>
  decide: (
    publication: PublicationCode,
    reader: KnownReader,
    issue: IssueId,
    coins: number | null,
  ) => Promise<IssueRight | 'unavailable'>
  /** For a file: the reader, if allowed; null: anonymous or not allowed. */
  admit: (
    publication: PublicationCode,
    accessToken: string | null,
    issue: IssueId,
  ) => Promise<{ sub: string } | null | 'unavailable'>
}

export type IssueRightsOptions = {
  portalApi: Pick<PortalApi, 'findOwner'>
  platformOf: (publication: PublicationCode) => Client<typeof COMMERCE_INTERNAL>
  now: () => number
  onTrouble: (what: string, reason: string) => void
}

const BELIEVED_MS = 30_000
const MOST_KNOWN = 5000

export function createIssueRights({ portalApi, platformOf, now, onTrouble }: IssueRightsOptions): IssueRights {
  const admitted = new LRUCache<string, { sub: string; until: number }>({ max: MOST_KNOWN })

  const identify: IssueRights['identify'] = async (publication, accessToken) => {
    if (accessToken === null) return null
    const found = await portalApi.findOwner(publication, accessToken)
    return found.kind === 'refusal' ? 'unavailable' : found.data
  }

  /** Asks about this issue only. */
  async function readPurchases(
    publication: PublicationCode,
    { sub }: NonNullable<KnownReader>,
    issue: IssueId,
  ): Promise<Set<string> | 'unavailable'> {
    const found = await platformOf(publication).findIssuePurchases({ params: { sub }, body: [toIssueKey(issue)] })
    if (found.ok) return new Set(Object.keys(found.data))
    // A publisher's own platform may not sell issues.
    if (found.status === 404) return new Set()
    onTrouble('findIssuePurchases', `${found.status} ${found.problem.code}`)
    return 'unavailable'
  }

  const decide: IssueRights['decide'] = async (publication, reader, issue, coins) => {
    const flags = reader?.flags ?? ANONYMOUS_READER
    const isAsked = reader !== null && !canOpenIssue(flags, new Set(), issue)
    const purchases = isAsked ? await readPurchases(publication, reader, issue) : new Set<string>()
    if (purchases === 'unavailable') return 'unavailable'
    let availableCreditCount = 0
    if (isAsked && coins !== null && !canOpenIssue(flags, purchases, issue)) {
      const wallet = await platformOf(publication).getWallet({ params: { sub: reader.sub } })
      availableCreditCount = wallet.ok ? wallet.data.availableCreditCount : 0
    }
    const access = decideIssueAccess({ reader: flags, purchases, issue, coins, availableCreditCount })
    return access.kind === 'open' ? access : { kind: 'locked', remedies: [...access.remedies], availableCreditCount }
  }

  return {
    identify,
    decide,
    async admit(publication, accessToken, issue) {
      if (accessToken === null) return null
      const key = `${publication} ${toIssueKey(issue)} ${hash('sha256', accessToken, 'base64')}`
      const known = admitted.get(key)
      if (known !== undefined && now() < known.until) return { sub: known.sub }
      const reader = await identify(publication, accessToken)
      if (reader === null || reader === 'unavailable') return reader
      const purchases = reader.flags.isEpaperUser ? new Set<string>() : await readPurchases(publication, reader, issue)
      if (purchases === 'unavailable') return 'unavailable'
      if (!canOpenIssue(reader.flags, purchases, issue)) return null
      admitted.set(key, { sub: reader.sub, until: now() + BELIEVED_MS })
      return { sub: reader.sub }
    },
  }
}
