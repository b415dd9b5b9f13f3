/** The queues of the markets: mails of saved searches by publication, and refunds. */
import { describeStoredQueue } from '@lokalteil/services/platform/jobs/job-table'

export const SEARCH_QUEUE = 'market-searches'
export const REFUND_QUEUE = 'market-refunds'

export const MARKET_SEARCHES = describeStoredQueue(SEARCH_QUEUE)
export const MARKET_REFUNDS = describeStoredQueue(REFUND_QUEUE)
