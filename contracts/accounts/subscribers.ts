/**
 * Import of subscribers when a publication moves in: accounts without passwords and running contracts, line by line.
 * The portal calls its accounts and the subscription platform separately, so that neither knows the other. The
 * credential is that of the subscription platform. Promises: with `dryRun` nothing is written; a refused line does not
 * stop the others and leaves nothing behind; importing the same lines again changes nothing. Base address:
 * `{portal}/__services/subscribers/{publication}`.
 */
import { z } from 'zod'
import { ImportedContract, ImportedResult, MOST_AT_ONCE } from '../commerce/imported-contracts.ts'
import { contractFor } from '../kernel/endpoint.ts'

/** `reset`: an account existed, but its address was never confirmed; its password and sessions were removed. */
export const ACCOUNT_OUTCOMES = ['new', 'known', 'reset'] as const

export const SubscriberResult = ImportedResult.omit({ sub: true, product: true }).extend({
  account: z.enum(ACCOUNT_OUTCOMES).nullable().describe('What became of the account; null: it was not asked for'),
  invitation: z
    .enum(['mailed', 'has-access', 'mailed-lately', 'none'])
    .describe('has-access: a password is there, or another way to log in; mailed-lately: within a day'),
})
export type SubscriberResult = z.infer<typeof SubscriberResult>

export const SUBSCRIBERS = contractFor('service-key', {
  getSubscriberDoor: {
    method: 'GET',
    path: '/state',
    summary: 'Whether subscribers can come in here: not where a provider of the publisher’s keeps the accounts',
    answer: z.object({ isOpen: z.boolean() }),
  },
  importSubscribers: {
    method: 'POST',
    path: '/batches',
    summary: `Opens accounts and takes over contracts, ${MOST_AT_ONCE} lines at most; with invite, who has no password yet gets a mail to set one`,
    body: z.object({
      dryRun: z.boolean().default(false),
      invite: z.boolean().default(false),
      contracts: z.array(ImportedContract).min(1).max(MOST_AT_ONCE),
    }),
    answer: z.object({ results: z.array(SubscriberResult) }),
    problems: { 409: 'ACCOUNTS_ELSEWHERE', 503: 'UNAVAILABLE' },
  },
})

export const SUBSCRIBERS_INFO = {
  title: 'Subscribers',
  description: 'Accounts and contracts of a publication that moves in.',
  version: '1',
  base: '/__services/subscribers/{publication}',
} as const
