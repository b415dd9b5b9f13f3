/**
 * Invitations of friends (S2.3-04). Promises: every reader has one link; a friend counts once and for one reader, but never the
 * reader or a person who ordered before; the coin is booked once, with the friend's first paid order. Mails have a fixed text
 * and a rate limit for each reader and address, and the answer tells nothing about an address. No address is stored, only a
 * counter for the day.
 */
import type { Invitation } from '@lokalteil/contracts/commerce/codes'
import {
  checkInvitations,
  INVITATION_LIMITS,
  INVITATION_REWARD,
  toInvitationPath,
  toInvitationToken,
} from '@lokalteil/domain/commerce/invitations'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { Owner } from '../customers/customer-store.ts'
import { grantCoins } from '../coins/ledger.ts'
import type { CommerceContext } from '../context.ts'
import { digestOf } from '../references.ts'
import type { CommerceDb } from '../schema.ts'
import {
  addInvited,
  countRewarded,
  findAcceptance,
  findInviter,
  findLink,
  getCounter,
  hasOrdered,
  lockLink,
  markRewarded,
  openLink,
} from './invite-store.ts'

export type Sending = { emails: readonly string[]; ownEmail: string; inviter: string }

const { windowMs } = INVITATION_LIMITS
const OF_READER = { most: INVITATION_LIMITS.perDay, windowMs } as const
const TO_ADDRESS = { most: INVITATION_LIMITS.perAddress, windowMs } as const

export async function viewInvitation(context: CommerceContext, owner: Owner): Promise<Invitation> {
  const token = await openLink(owner, context.now(), context.db)
  const mailsLeft = await countMailsLeft(context, owner, context.db)
  return { path: toInvitationPath(token), mailsLeft, rewarded: await countRewarded(owner, context.db) }
}

async function countMailsLeft(context: CommerceContext, owner: Owner, within: CommerceDb): Promise<number> {
  const row = await getCounter(toMailBucket(owner), within)
  const isOver = row === undefined || row.started_at.getTime() <= context.now().getTime() - windowMs
  return isOver ? OF_READER.most : Math.max(0, OF_READER.most - row.count)
}

export async function sendInvitations(
  context: CommerceContext,
  owner: Owner,
  { emails: typed, ownEmail, inviter }: Sending,
): Promise<Invitation | Refusal> {
  const { publication } = owner
  const checked = checkInvitations(typed, ownEmail)
  if (checked.kind === 'bad')
    return { ...problem(422, 'INVALID_FIELDS', 'No such invitations'), fields: { emails: checked.fault } }
  const path = toInvitationPath(await openLink(owner, context.now(), context.db))
  const isSent = await context.inTransaction(async (within) => {
    // One request of a reader at a time: all its mails go out, or none.
    await lockLink(owner, within)
    if ((await countMailsLeft(context, owner, within)) < checked.emails.length) return false
    for (const address of checked.emails) {
      await context.limiter.take([{ key: toMailBucket(owner), budget: OF_READER }], within)
      const toAddress = { key: `invited ${publication} ${digestOf(toEmailKey(address))}`, budget: TO_ADDRESS }
      // Over the limit of this address: send nothing, but answer the same.
      if ((await context.limiter.take([toAddress], within)) === null)
        await context.queueMail(
          { mandator: publication, to: { address }, template: 'invitation', data: { path, inviter } },
          within,
        )
    }
    return true
  })
  return isSent
    ? viewInvitation(context, owner)
    : problem(429, 'TOO_MANY_INVITATIONS', 'No more invitations today', { 'retry-after': '3600' })
}

/** Records the inviter before the order is placed. */
export async function acceptInvitation({ db, now }: CommerceContext, friend: Owner, typed: string): Promise<undefined> {
  const token = toInvitationToken(typed)
  const inviter = token === null ? null : await findInviter(friend.publication, token, db)
  if (inviter !== null && inviter !== friend.customerId && !(await hasOrdered(friend, db)))
    await addInvited(friend, inviter, now(), db)
  return undefined
}

/** Books the inviter's coin, in the transaction of the friend's first payment. Without an inviter, or again: no effect. */
export async function rewardFirstOrder(
  context: CommerceContext,
  publication: PublicationCode,
  customerId: string,
  within: CommerceDb,
): Promise<void> {
  const inviter = await markRewarded(publication, customerId, context.now(), within)
  if (inviter === null) return
  const booked = await grantCoins(
    context,
    {
      publication,
      customerId: inviter,
      kind: 'grant',
      count: INVITATION_REWARD,
      subject: {},
      reason: 'Freunde eingeladen',
      idempotencyKey: `invited ${customerId}`,
    },
    within,
  )
  if (isRefusal(booked)) throw new Error('The coin for an invitation could not be booked')
}

/** Invitations, for the export of personal data. */
export async function readInvitesOf(
  { db }: CommerceContext,
  owner: Owner,
): Promise<{ link: string | null; friendsWhoOrdered: number; cameByInvitationAt: Date | null }> {
  const token = await findLink(owner, db)
  const cameByInvitationAt = await findAcceptance(owner, db)
  return {
    link: token === null ? null : toInvitationPath(token),
    friendsWhoOrdered: await countRewarded(owner, db),
    cameByInvitationAt,
  }
}

function toMailBucket({ publication, customerId }: Owner): string {
  return `invitations ${publication} ${customerId}`
}
