/**
 * Listings as subjects of reports, decisions and complaints (`platform/moderation`). A removed listing is blocked: it
 * stays away, whatever its source delivers, until it is restored. Mails go to the reader who ordered it, or to the
 * contact in the feed.
 */
import { toComplaintPath } from '@lokalteil/domain/community/case-paths'
import type { TextState } from '@lokalteil/domain/community/moderation'
import { toListingPath } from '../domain/market-paths.ts'
import type { MarketKind } from '../domain/markets.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { CaseTarget } from '@lokalteil/services/platform/moderation/case-tables'
import { createCaseHandlers } from '@lokalteil/services/platform/moderation/case-handlers'
import type { Subject } from '@lokalteil/services/platform/moderation/cases'
import { settleSoon } from './ad-pictures.ts'
import { AD_SOURCE } from './ads.ts'
import { tellChange, type MarketContext } from './context.ts'
import type { Trx } from './schema.ts'
import * as adStore from './store/ads.ts'
import * as listingStore from './store/listings.ts'
import type { ListingRow } from './store/listings.ts'

export const LISTING = 'listing'
export const CASE_TABLES = { reports: 'markets.reports', decisions: 'markets.decisions' } as const

type ListingSubject = Subject & { market: MarketKind }

async function lock(
  context: MarketContext,
  trx: Trx,
  publication: PublicationCode,
  { kind, id }: CaseTarget,
): Promise<ListingSubject | null> {
  if (kind !== LISTING || !/^[1-9]\d{0,15}$/.test(id)) return null
  const now = context.now()
  // Locks only this row, so that a reader's request never delays a delivery.
  const row = await listingStore.lockListing(trx, publication, Number(id))
  if (row === null) return null
  const ad = row.source === AD_SOURCE ? await adStore.lockAd(trx, publication, row.source_id) : null
  const address = ad?.email ?? row.contact_email
  const { title, text, provider } = row.body
  const state = stateOf(row, now)
  return {
    market: row.market,
    what: row.market,
    title,
    path: toListingPath({ kind: row.market, id, title }),
    by: provider,
    text,
    state,
    wasShown: state === 'visible',
    publisher: address === null ? null : { address, name: '' },
    async change({ state: next, facts }) {
      if (next === state) return
      const revision = await listingStore.raiseRevision(trx, { publication, market: row.market })
      await listingStore.changeState(trx, row.id, { state: next === 'removed' ? 'blocked' : 'live', revision, at: now })
      if (ad !== null)
        await adStore.changeAd(trx, ad.id, {
          state: next === 'removed' ? 'ended' : 'live',
          reason: next === 'removed' ? facts : '',
          updated: now,
        })
    },
  }
}

/** An ended listing can neither be reported nor restored. */
const stateOf = ({ state, valid_until }: ListingRow, now: Date): TextState =>
  state === 'blocked' ? 'removed' : state === 'over' || valid_until <= now ? 'withdrawn' : 'visible'

export const CASE_HANDLERS = createCaseHandlers<MarketContext, ListingSubject>({
  tables: CASE_TABLES,
  lock,
  // No `holdAfter`: competitors could hide an offer by reporting it together.
  toComplaintPath: (_target, token) => toComplaintPath(LISTING, token),
  onChange(context, publication, { market }, isRemoved) {
    tellChange(context, publication, market, isRemoved)
    settleSoon(context)
  },
})
