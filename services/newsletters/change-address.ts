/**
 * A reader's account has another confirmed address. What went to the old one goes to the new one from here on, with the
 * same links to unsubscribe; the proofs of both say so. Where the new address has a newsletter already, the old
 * subscription ends and is remembered, so that taking the change back gives it back.
 */
import { randomUUID } from 'node:crypto'
import { NEWSLETTER_CONSENT } from '@lokalteil/domain/reading/newsletters'
import type { NewsletterDb } from './schema.ts'
import type { AddressedSubscription, NewsletterStore } from './store.ts'

export type NewsletterAddressChange = {
  id: string
  sub: string
  from: string
  isFromVerified: boolean
  to: string
  undoes: readonly string[]
}

type Context = {
  store: NewsletterStore
  toAddressKey: (mandator: string, email: string) => string
  toProofEnd: (at: Date) => Date
  now: () => Date
}
type Move = { mandator: string; sub: string; to: string; toKey: string; at: Date }

export async function changeAddress(
  context: Context,
  mandator: string,
  change: NewsletterAddressChange,
): Promise<void> {
  const { store, toAddressKey } = context
  const at = context.now()
  await store.inTransaction(async (within) => {
    if (!(await store.addAddressChange(mandator, change.id, at, within))) return
    const move: Move = { mandator, sub: change.sub, to: change.to, toKey: toAddressKey(mandator, change.to), at }
    const fromKey = toAddressKey(mandator, change.from)
    const isUndo = change.undoes.length > 0
    // What the newer address had of its own stays there.
    const owned = await store.lockSubscriptionsOf(
      mandator,
      { reader: change.sub, addressKey: change.isFromVerified && !isUndo ? fromKey : null },
      within,
    )
    const joined: { slug: string; since: string }[] = []
    for (const one of owned) {
      if (one.addressKey === move.toKey) continue
      if (await store.hasSubscription(mandator, one.slug, move.toKey, within)) {
        await store.endSubscription(mandator, one.id, at, within)
        joined.push({ slug: one.slug, since: one.since.toISOString() })
      } else
        await store.moveSubscription(one.id, { address: move.to, addressKey: move.toKey, reader: move.sub }, within)
      await prove(context, move, one, within)
    }
    await store.setJoined(mandator, change.id, joined, within)
    for (const { slug, since } of await store.listJoined(mandator, change.undoes, within))
      await begin(context, move, slug, new Date(since), within)
    // Ordered in the account, never confirmed at the old address: the account's is confirmed now.
    for (const slug of await store.takeOpenOrders(mandator, change.sub, within))
      await begin(context, move, slug, at, within)
  })
}

async function begin(
  { store }: Context,
  { mandator, sub, to, toKey, at }: Move,
  slug: string,
  since: Date,
  within: NewsletterDb,
): Promise<void> {
  const row = { id: randomUUID(), mandator, slug, addressKey: toKey, address: to, reader: sub, since }
  if (await store.addSubscription(row, within))
    await store.addProofs(
      mandator,
      [
        {
          addressKey: toKey,
          slug,
          event: 'confirmed',
          method: 'account',
          textVersion: NEWSLETTER_CONSENT.version,
          at,
          until: null,
        },
      ],
      within,
    )
  await store.setProofEnd(mandator, toKey, slug, null, within)
}

/** The old address has it no more, the new one by the account's word. */
async function prove(
  { store, toProofEnd }: Context,
  { mandator, toKey, at }: Move,
  { slug, addressKey }: AddressedSubscription,
  within: NewsletterDb,
): Promise<void> {
  const textVersion = (await store.getProvenText(mandator, addressKey, slug, within)) ?? NEWSLETTER_CONSENT.version
  await store.addProofs(
    mandator,
    [
      { addressKey, slug, event: 'ended', method: 'account', textVersion: '', at, until: null },
      { addressKey: toKey, slug, event: 'confirmed', method: 'account', textVersion, at, until: null },
    ],
    within,
  )
  await store.setProofEnd(mandator, addressKey, slug, toProofEnd(at), within)
  await store.setProofEnd(mandator, toKey, slug, null, within)
}
