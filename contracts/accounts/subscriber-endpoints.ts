/** Accounts for imported subscribers: created without a password, which the owner sets by a link in a mail. */
import { z } from 'zod'
import { contractFor } from '../kernel/endpoint.ts'
import { MOST_AT_ONCE } from '../commerce/imported-contracts.ts'
import { Text } from './values.ts'

const Line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u)

export const OpenedSubscriber = z.object({
  sub: z.string().nullable().describe('Null: refused, or (dryRun) there is none yet'),
  account: z
    .enum(['new', 'known', 'reset'])
    .nullable()
    .describe('reset: the address was never confirmed; an existing password and sessions were removed'),
  refusal: z
    .enum(['INVALID_EMAIL', 'BLOCKED', 'BEING_ERASED', 'ADDRESS_RESERVED', 'BUSY'])
    .nullable()
    .describe('ADDRESS_RESERVED: another account has left the address a few days ago and may take it back'),
})
export type OpenedSubscriber = z.infer<typeof OpenedSubscriber>

export const SUBSCRIBER_ENDPOINTS = contractFor('service-key', {
  openSubscribers: {
    method: 'POST',
    path: '/subscribers',
    summary:
      'The accounts of subscribers, created without a password where there are none; no mail is sent. One with an unconfirmed address loses its password and sessions. With dryRun nothing is written. In their order',
    body: z.object({
      dryRun: z.boolean(),
      readers: z
        .array(
          z.object({
            email: Text(1000),
            salutation: Text(500).default(''),
            firstName: Text(1000),
            lastName: Text(1000),
          }),
        )
        .min(1)
        .max(MOST_AT_ONCE),
    }),
    answer: z.array(OpenedSubscriber),
  },
  inviteSubscribers: {
    method: 'POST',
    path: '/subscribers/invitations',
    summary:
      'A mail with which to set a password, to who can log in in no way yet and got none within a day; valid for 30 days. In their order',
    body: z.object({
      readers: z
        .array(
          z.object({
            sub: z.string().max(255),
            products: z
              .array(
                z.object({ name: Line(120), from: z.iso.date().nullable().describe('Where it has not begun yet') }),
              )
              .min(1)
              .max(20),
          }),
        )
        .min(1)
        .max(MOST_AT_ONCE),
      readerService: z.object({ phone: Line(40), hours: Line(120), email: Line(254) }).nullable(),
    }),
    answer: z.array(z.enum(['mailed', 'has-access', 'mailed-lately', 'none'])),
  },
})
