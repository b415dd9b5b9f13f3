/**
 * Moves subscriptions to the new confirmed address of a reader's account, with the same unsubscribe links; the proofs
 * of both addresses record it. If the new address already has a newsletter, the old subscription ends and is
 * remembered, so that undoing the change restores it.
 */
import { randomUUID } from 'node:crypto'
import { NEWSLETTER_CONSENT, toProofEnd } from '@lokalteil/domain/reading/newsletters'
import { toAddressKey, type NewsletterHandlers } from './context.ts'
import type { NewsletterDb } from './schema.ts'
import * as changeStore from './store/address-changes.ts'
import { takeOpenOrders } from './store/orders.ts'
import * as proofStore from './store/proofs.ts'
import * as subscriptionStore from './store/subscriptions.ts'

type Move = { publication: string; sub: string; to: string; toKey: string; at: Date }

export const changeAddress: NewsletterHandlers['changeAddress'] = async (
  context,
  { context: publication, body: change },
) => {
  const at = context.now()
  await context.db.transaction().execute(async (trx) => {
    if (!(await changeStore.addAddressChange(trx, publication, change.id, at))) return
    const toKey = toAddressKey(context, publication, change.to)
    const move: Move = { publication, sub: change.sub, to: change.to, toKey, at }
    // Subscriptions of the newer address itself stay there.
    const isOldMoved = change.isFromVerified && change.undoes.length === 0
    const owned = await subscriptionStore.lockSubscriptionsOf(trx, publication, {
      reader: change.sub,
      addressKey: isOldMoved ? toAddressKey(context, publication, change.from) : null,
    })
    const joined: changeStore.Joined[] = []
    for (const one of owned) {
      if (one.addressKey === toKey) continue
      if (await moveOrEnd(move, one, trx)) joined.push({ slug: one.slug, since: one.since.toISOString() })
      await prove(move, one, trx)
    }
    await changeStore.setJoined(trx, publication, change.id, joined)
    for (const { slug, since } of await changeStore.listJoined(trx, publication, change.undoes))
      await begin(move, slug, new Date(since), trx)
    // Ordered in the account but never confirmed: the account's address is confirmed now.
    for (const slug of await takeOpenOrders(trx, publication, change.sub)) await begin(move, slug, at, trx)
  })
  return undefined
}

/** True if it ended, because the new address already has the newsletter. */
async function moveOrEnd(
  { publication, sub, to, toKey, at }: Move,
  { id, slug }: subscriptionStore.AddressedSubscription,
  trx: NewsletterDb,
): Promise<boolean> {
  const isJoined = await subscriptionStore.hasSubscription(trx, publication, slug, toKey)
  if (isJoined) await subscriptionStore.endSubscription(trx, publication, id, at)
  else await subscriptionStore.moveSubscription(trx, id, { address: to, addressKey: toKey, reader: sub })
  return isJoined
}

async function begin(
  { publication, sub, to, toKey, at }: Move,
  slug: string,
  since: Date,
  trx: NewsletterDb,
): Promise<void> {
  const row = { id: randomUUID(), publication, slug, addressKey: toKey, address: to, reader: sub, since }
  const textVersion = NEWSLETTER_CONSENT.version
  const proof = { addressKey: toKey, slug, event: 'confirmed', method: 'account', textVersion, at } as const
  if (await subscriptionStore.addSubscription(trx, row)) await proofStore.addProof(trx, publication, proof, null)
  await proofStore.setProofEnd(trx, publication, proof, null)
}

/** Records that the old address lost it and the new one got it through the account. */
async function prove(
  { publication, toKey, at }: Move,
  { slug, addressKey }: subscriptionStore.AddressedSubscription,
  trx: NewsletterDb,
): Promise<void> {
  const textVersion = (await proofStore.getProvenText(trx, publication, addressKey, slug)) ?? NEWSLETTER_CONSENT.version
  const ended = { addressKey, slug, event: 'ended', method: 'account', textVersion: '', at } as const
  const confirmed = { addressKey: toKey, slug, event: 'confirmed', method: 'account', textVersion, at } as const
  await proofStore.addProof(trx, publication, ended, null)
  await proofStore.addProof(trx, publication, confirmed, null)
  await proofStore.setProofEnd(trx, publication, ended, toProofEnd(at))
  await proofStore.setProofEnd(trx, publication, confirmed, null)
}
