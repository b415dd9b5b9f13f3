/**
 * Readers who bring friends (S2.3-04). Promises: every reader has one link; a friend counts once and for one reader, never
 * the reader himself nor somebody who has ordered before; the coin is booked with the friend's first paid order, once.
 * Mails go out in fixed words, five a day, never often to one address, and what is answered tells nothing about an address.
 * No address is kept here, only how often it was written to today.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Invitation } from '@lokalteil/contracts/codes'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import {
  checkInvitations,
  INVITATION_LIMITS,
  INVITATION_REWARD,
  toInvitationPath,
  toInvitationToken,
} from '@lokalteil/domain/commerce/invitations'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Database } from '../../platform/database.ts'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { CoinOwner, Ledger } from '../coins/ledger.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { SubscriptionStore } from '../store.ts'

export type Sending = { emails: readonly string[]; ownEmail: string; inviter: string }

export type Invites = ReturnType<typeof createInvites>

type InvitesOptions = {
  database: Database
  store: SubscriptionStore
  ledger: Ledger
  queueMail: (message: MailMessageInput, within: SubscriptionDb) => Promise<unknown>
  now: () => Date
}

export function createInvites({ database, store, ledger, queueMail, now }: InvitesOptions) {
  const db = database.db as SubscriptionDb

  async function openToken({ mandator, customerId }: CoinOwner): Promise<string> {
    const token = randomBytes(12).toString('base64url')
    await db
      .insertInto('subscription.invites')
      .values({ mandator, token, customer_id: customerId, created_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await db
      .selectFrom('subscription.invites')
      .select('token')
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow()
    return row.token
  }

  async function countMailsLeft(owner: CoinOwner, within: SubscriptionDb = db): Promise<number> {
    const row = await within
      .selectFrom('subscription.counters')
      .select(['count', 'started_at'])
      .where('bucket', '=', toMailBucket(owner))
      .executeTakeFirst()
    const isOver = row === undefined || row.started_at.getTime() <= now().getTime() - INVITATION_LIMITS.windowMs
    return isOver ? INVITATION_LIMITS.perDay : Math.max(0, INVITATION_LIMITS.perDay - row.count)
  }

  async function countRewarded({ mandator, customerId }: CoinOwner): Promise<number> {
    const { count } = await db
      .selectFrom('subscription.invited')
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .where('mandator', '=', mandator)
      .where('invited_by', '=', customerId)
      .where('rewarded_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async function getInvitation(owner: CoinOwner): Promise<Invitation> {
    const [token, mailsLeft, rewarded] = [
      await openToken(owner),
      await countMailsLeft(owner),
      await countRewarded(owner),
    ]
    return { path: toInvitationPath(token), mailsLeft, rewarded }
  }

  async function hasOrdered({ mandator, customerId }: CoinOwner): Promise<boolean> {
    const order = await db
      .selectFrom('subscription.orders')
      .select('order_number')
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      .where('state', '=', 'completed')
      .limit(1)
      .executeTakeFirst()
    const paid = await db
      .selectFrom('subscription.subscriptions')
      .select('id')
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      .where('price_cents', '>', 0)
      .limit(1)
      .executeTakeFirst()
    return order !== undefined || paid !== undefined
  }

  return {
    get: getInvitation,

    async send(owner: CoinOwner, { emails: typed, ownEmail, inviter }: Sending): Promise<Invitation | Refusal> {
      const { mandator } = owner
      const checked = checkInvitations(typed, ownEmail)
      if (checked.kind === 'bad')
        return { ...problem(422, 'INVALID_FIELDS', 'No such invitations'), fields: { emails: checked.fault } }
      const path = toInvitationPath(await openToken(owner))
      const isSent = await store.inTransaction(async (within) => {
        // A reader's sendings come one after the other: all of one go out, or none.
        await within
          .selectFrom('subscription.invites')
          .select('token')
          .where('mandator', '=', mandator)
          .where('customer_id', '=', owner.customerId)
          .forUpdate()
          .execute()
        if ((await countMailsLeft(owner, within)) < checked.emails.length) return false
        for (const address of checked.emails) {
          await store.count(toMailBucket(owner), now(), INVITATION_LIMITS.windowMs, INVITATION_LIMITS.perDay, within)
          const isNew = await store.count(
            `invited ${mandator} ${digestOf(toEmailKey(address))}`,
            now(),
            INVITATION_LIMITS.windowMs,
            INVITATION_LIMITS.perAddress,
            within,
          )
          // An address that has had its mails of the day gets no more, and nobody learns that it had.
          if (isNew)
            await queueMail({ mandator, to: { address }, template: 'invitation', data: { path, inviter } }, within)
        }
        return true
      })
      return isSent ? getInvitation(owner) : tooMany()
    },

    /** Before the order is placed; a friend who is somebody's already stays that one's. */
    async accept({ mandator, customerId }: CoinOwner, token: string): Promise<undefined> {
      const known = toInvitationToken(token)
      if (known === null) return undefined
      const inviter = await db
        .selectFrom('subscription.invites as i')
        .innerJoin('subscription.customers as c', (join) =>
          join.onRef('c.mandator', '=', 'i.mandator').onRef('c.customer_id', '=', 'i.customer_id'),
        )
        .select('i.customer_id')
        .where('i.mandator', '=', mandator)
        .where('i.token', '=', known)
        .where('c.sub', 'is not', null)
        .executeTakeFirst()
      if (inviter === undefined || inviter.customer_id === customerId || (await hasOrdered({ mandator, customerId })))
        return undefined
      await db
        .insertInto('subscription.invited')
        .values({
          mandator,
          customer_id: customerId,
          invited_by: inviter.customer_id,
          accepted_at: now(),
          rewarded_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return undefined
    },

    /** With the payment of a friend's first order, in its transaction. Nothing happens for a reader nobody brought, and the second time. */
    async rewardFirstOrder(mandator: Mandator, customerId: string, within: SubscriptionDb): Promise<void> {
      const invited = await within
        .updateTable('subscription.invited')
        .set({ rewarded_at: now() })
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .where('rewarded_at', 'is', null)
        .returning('invited_by')
        .executeTakeFirst()
      if (invited === undefined) return
      const booked = await ledger.grant(
        {
          mandator,
          customerId: invited.invited_by,
          kind: 'grant',
          count: INVITATION_REWARD,
          subject: {},
          reason: 'Freunde eingeladen',
          idempotencyKey: `invited ${customerId}`,
        },
        within,
      )
      if (isRefusal(booked)) throw new Error('The coin for an invitation could not be booked')
    },

    // --- For export and erasure

    async readOf({
      mandator,
      customerId,
    }: CoinOwner): Promise<{ link: string | null; friendsWhoOrdered: number; cameByInvitationAt: Date | null }> {
      const own = await db
        .selectFrom('subscription.invites')
        .select('token')
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .executeTakeFirst()
      const came = await db
        .selectFrom('subscription.invited')
        .select('accepted_at')
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .executeTakeFirst()
      return {
        link: own === undefined ? null : toInvitationPath(own.token),
        friendsWhoOrdered: await countRewarded({ mandator, customerId }),
        cameByInvitationAt: came?.accepted_at ?? null,
      }
    },

    async eraseOf({ mandator, customerId }: CoinOwner, within: SubscriptionDb): Promise<void> {
      await within
        .deleteFrom('subscription.invites')
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .execute()
      await within
        .deleteFrom('subscription.invited')
        .where('mandator', '=', mandator)
        .where((eb) => eb.or([eb('customer_id', '=', customerId), eb('invited_by', '=', customerId)]))
        .execute()
    },
  }
}

function toMailBucket({ mandator, customerId }: CoinOwner): string {
  return `invitations ${mandator} ${customerId}`
}

function tooMany(): Refusal {
  return problem(429, 'TOO_MANY_INVITATIONS', 'No more invitations today', { 'retry-after': '3600' })
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
