/**
 * The markets as a seller (docs/purchases.md): an advertisement is a basket of one service, referenced by its id, at
 * the price stored with it. Every call may come twice and late (idempotent); a released purchase stays released.
 */
import type { Basket } from '@lokalteil/contracts/commerce/sellers'
import { SAVED_SEARCHES_PATH } from '../domain/market-paths.ts'
import { MARKET_NAMES } from '../domain/market-words.ts'
import { toPublicationCode } from '@lokalteil/domain/publication/publications'
import { backOff, createJobRunner, type JobRunner } from '@lokalteil/services/platform/jobs/job-runner'
import { problem } from '@lokalteil/services/platform/serve'
import { settleSoon } from './ad-pictures.ts'
import { takeOff, tell } from './ads.ts'
import { HOUR, MINUTE, tellChange, type MarketContext, type SellerHandlers } from './context.ts'
import * as adStore from './store/ads.ts'
import type { AdRow } from './store/ads.ts'

const notKnown = () => problem(404, 'UNKNOWN_BASKET', 'No such advertisement')
const notToBeHad = () => problem(409, 'NOT_AVAILABLE', 'It was ordered already, or the purchase was released')

export const SELLING: SellerHandlers = {
  async getBasket({ db }, { context: publication, params, query }) {
    const row = await adStore.getAd(db, publication, params.reference)
    if (row === null || row.reader !== query.sub) return notKnown()
    return row.state === 'draft' ? toBasket(row) : notToBeHad()
  },
  reserveBasket: ({ db, now }, { context: publication, params: { number }, body: { reference, sub } }) =>
    db.transaction().execute(async (trx) => {
      const { isReleased } = await adStore.lockPurchase(trx, publication, number)
      const row = await adStore.lockAd(trx, publication, reference)
      if (row === null || row.reader !== sub) return notKnown()
      if (isReleased) return notToBeHad()
      if (row.purchase === number) return toBasket(row)
      if (row.state !== 'draft') return notToBeHad()
      await adStore.changeAd(trx, row.id, { state: 'ordered', purchase: number, updated: now() })
      return toBasket(row)
    }),
  settlePurchase: (context, { context: publication, params: { number }, body: { payment } }) =>
    context.db.transaction().execute(async (trx) => {
      const { isReleased } = await adStore.lockPurchase(trx, publication, number)
      const row = await adStore.lockAdOfPurchase(trx, publication, number)
      if (isReleased || row === null) return problem(409, 'NOT_POSSIBLE', 'It was released, or is not known')
      // A placement is sold only after payment.
      if (payment !== 'paid') return problem(409, 'NOT_POSSIBLE', 'It is sold only once it is paid')
      if (row.state !== 'ordered') return undefined
      const changes = { state: 'in-review' as const, updated: context.now() }
      await adStore.changeAd(trx, row.id, changes)
      await tell(context, trx, { ...row, ...changes }, 'in-review')
      return undefined
    }),
  /** A published placement is used up; a waiting one is put on hold and not published. */
  holdPurchase: (context, { context: publication, params: { number }, body: { lines } }) =>
    context.db.transaction().execute(async (trx) => {
      const { isReleased } = await adStore.lockPurchase(trx, publication, number)
      const row = await adStore.lockAdOfPurchase(trx, publication, number)
      if (isReleased || row === null) return { spent: [] }
      if (row.state === 'live' || row.state === 'ended') return { spent: lines }
      await takeOff(context, trx, row, 'ended')
      return { spent: [] }
    }),
  async releasePurchase(context, { context: publication, params: { number }, body: { reason } }) {
    const released = await context.db.transaction().execute(async (trx) => {
      const { isReleased } = await adStore.lockPurchase(trx, publication, number)
      if (isReleased) return null
      const at = context.now()
      await adStore.markReleased(trx, publication, number, at)
      const row = await adStore.lockAdOfPurchase(trx, publication, number)
      if (row === null) return null
      // Never paid: it becomes a draft again.
      if (reason === 'failed' && row.state === 'ordered') {
        await adStore.changeAd(trx, row.id, { state: 'draft', purchase: null, updated: at })
        return null
      }
      if (row.state === 'rejected' || row.state === 'ended') return null
      await takeOff(context, trx, row, 'ended')
      await tell(context, trx, row, 'withdrawn')
      return row
    })
    if (released?.state === 'live') tellChange(context, publication, released.market, true)
    if (released !== null) settleSoon(context)
    return undefined
  },
}

/** Refunds rejected advertisements. */
export function createRefundRunner(context: MarketContext): JobRunner {
  return createJobRunner({
    queue: context.refundJobs,
    work: async ({ key, data }) => {
      const publication = toPublicationCode(data.publication)
      if (publication === null || context.giveUpPurchase === null) return { retry: 'NO_CHECKOUT' }
      const outcome = await context.giveUpPurchase(publication, key)
      // An unknown purchase has cost nothing.
      return outcome === 'silent' ? { retry: 'UNAVAILABLE' } : undefined
    },
    retry: backOff(MINUTE, 6 * HOUR),
    leaseMs: 2 * MINUTE,
    now: context.now,
    onError: (error) => context.onError(error, 'market-refunds'),
  })
}

function toBasket({ market, text, package: chosen }: AdRow): Basket {
  return {
    lines: [
      {
        key: chosen.id,
        kind: 'service',
        title: `Anzeige: ${text.title}`.slice(0, 160),
        detail: `${MARKET_NAMES[market]}, ${chosen.name}, ${chosen.days} Tage`.slice(0, 160),
        quantity: 1,
        unitCents: chosen.cents,
        vatPercent: chosen.vatPercent,
        on: null,
      },
    ],
    delivery: null,
    about: `Anzeige in ${MARKET_NAMES[market]}`,
    note: 'Nach der Zahlung liest jemand von uns Ihre Anzeige. Danach erscheint sie; lehnen wir sie ab, erstatten wir Ihnen den Preis.',
    returnPath: SAVED_SEARCHES_PATH,
    returnLabel: 'Zu meinen Anzeigen',
  }
}
