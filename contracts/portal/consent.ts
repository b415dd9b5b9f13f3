/**
 * Receipts for consent, kept for everybody under the random id of a device that the reader sees; and what the layer shows:
 * registered vendors of the framework, and who gets the data of each vendor.
 */
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'
import { relayed } from '../kernel/relayed.ts'
import { CONSENT } from '../consent.ts'
import { Recipients } from '../publication/consent.ts'

export const CONSENT_ENDPOINTS = contract({
  keepConsentAnswer: relayed(CONSENT, 'keepAnswer', 'POST /api/consent/receipts/{id}', {
    as: 'reader-or-guest',
    sent: ['id', 'text', 'asked', 'granted', 'recipients', 'partners'],
    given: ['viewer', 'requester'],
  }),
  getConsentReceipt: relayed(CONSENT, 'getReceipt', 'GET /api/consent/receipts/{id}', { as: 'anyone', sent: ['id'] }),
  listConsentReceipts: relayed(CONSENT, 'listReceipts', 'GET /api/mein/consent-receipts', {
    as: 'reader',
    given: ['sub'],
  }),
  getConsentFramework: relayed(CONSENT, 'getFramework', 'GET /api/consent/framework', { as: 'anyone' }),
  getRecipients: {
    method: 'GET',
    path: '/api/consent/recipients',
    summary: 'Who gets readers’ data once they consent, as consent.yaml says it; the same for all',
    answer: z.object({ recipients: Recipients }),
  },
})
