/**
 * Listings as what is reported, decided and complained about (`platform/moderation`). What is removed is blocked: whatever
 * its source delivers, it stays away until somebody brings it back. Told is whoever ordered it, or the contact of the feed.
 */
import { toComplaintPath } from '@lokalteil/domain/community/case-paths'
import type { TextState } from '@lokalteil/domain/community/moderation'
import { toListingPath } from '@lokalteil/domain/markets/market-paths'
import type { MarketKind } from '@lokalteil/domain/markets/markets'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { CaseTarget } from '../platform/moderation/case-tables.ts'
import * as cases from '../platform/moderation/cases.ts'
import { isRefusal } from '../platform/serve.ts'
import { AD_SOURCE } from './ads.ts'
import { tellChange, type InternalHandlers, type MarketContext } from './context.ts'
import type { Trx } from './schema.ts'
import * as adStore from './store/ads.ts'
import * as listingStore from './store/listings.ts'
import type { ListingRow } from './store/listings.ts'

export const LISTING = 'listing'
export const CASE_TABLES = { reports: 'markets.reports', decisions: 'markets.decisions' } as const

type ListingSubject = cases.Subject & { market: MarketKind }

function toCases(context: MarketContext): cases.Cases<ListingSubject> {
  const { db, secret, limiter, queueMail, now } = context
  return {
    db,
    tables: CASE_TABLES,
    secret,
    limiter,
    queueMail,
    now,
    lock: (trx, publication, target) => lock(trx, publication, target, now()),
    // An offer that competitors report together stays until somebody has looked.
    holdAfter: () => 0,
    toComplaintPath: (_target, token) => toComplaintPath(LISTING, token),
  }
}

async function lock(
  trx: Trx,
  publication: Mandator,
  { kind, id }: CaseTarget,
  now: Date,
): Promise<ListingSubject | null> {
  if (kind !== LISTING || !/^[1-9]\d{0,15}$/.test(id)) return null
  // Readers lock nothing that a delivery waits for: the row alone.
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

/** What is over can neither be reported nor come back. */
const stateOf = ({ state, valid_until }: ListingRow, now: Date): TextState =>
  state === 'blocked' ? 'removed' : state === 'over' || valid_until <= now ? 'withdrawn' : 'visible'

export const getReported: InternalHandlers['getReported'] = (context, { context: publication, body: { target } }) =>
  cases.getReported(toCases(context), publication, target)

export const report: InternalHandlers['report'] = async (context, { context: publication, body }) => {
  const taken = await cases.takeReport(toCases(context), publication, body)
  return isRefusal(taken) ? taken : { number: taken.number }
}

export const getStatement: InternalHandlers['getStatement'] = (context, { context: publication, body: { token } }) =>
  cases.getToldStatement(toCases(context), publication, token)

export const complainByLink: InternalHandlers['complainByLink'] = (context, { context: publication, body }) =>
  cases.complainByLink(toCases(context), publication, body)

export const listCases: InternalHandlers['listCases'] = (context, { context: publication, body }) =>
  cases.listCases(toCases(context), publication, body)

export const decideCase: InternalHandlers['decideCase'] = async (context, { context: publication, body }) => {
  const decided = await cases.decide(toCases(context), publication, body, async () => undefined)
  if (isRefusal(decided)) return decided
  tellChange(context, publication, decided.subject.market, body.decision.action === 'remove')
  return (await cases.toCases(toCases(context), publication, [body.target]))[0]!
}

export const answerComplaint: InternalHandlers['answerComplaint'] = async (context, { context: publication, body }) => {
  const answered = await cases.answerComplaint(toCases(context), publication, body)
  if (isRefusal(answered)) return answered
  if (answered.changed !== null) tellChange(context, publication, answered.changed.market)
  return answered.statement
}

export const getTransparency: InternalHandlers['getTransparency'] = (context, { context: publication, body }) =>
  cases.getTransparency(toCases(context), publication, body)
