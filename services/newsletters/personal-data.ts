/** Personal data of a reader in newsletters, for export and erasure by the account service. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toProofEnd } from '@lokalteil/domain/reading/newsletters'
import { toAddressKey, type NewsletterContext } from './context.ts'
import * as orderStore from './store/orders.ts'
import type { Person } from './store/person.ts'
import * as proofStore from './store/proofs.ts'
import * as subscriptionStore from './store/subscriptions.ts'
import { end } from './subscriptions.ts'

type Subject = { publication: PublicationCode; sub: string; email: string; isShadow: boolean }

export type NewsletterData = ReturnType<typeof toPersonalData>

export function toPersonalData(context: NewsletterContext) {
  return {
    name: 'newsletter',
    title: 'Newsletter',
    read: (subject: Subject) => read(context, subject),
    listKept: (subject: Subject) => listKept(context, subject),
    erase: (subject: Subject) => erase(context, subject),
  }
}

/** A shadow account's address belongs to another person: its data is neither shown nor changed. */
function toPerson(context: NewsletterContext, { publication, sub, email, isShadow }: Subject): Person {
  return { reader: sub, addressKey: isShadow ? null : toAddressKey(context, publication, email) }
}

async function read(context: NewsletterContext, subject: Subject): Promise<unknown> {
  const { db, now } = context
  const { publication } = subject
  const person = toPerson(context, subject)
  const [subscriptions, open, proofs] = await Promise.all([
    subscriptionStore.listSubscriptions(db, publication, person),
    orderStore.listOpenOrders(db, publication, person, now()),
    person.addressKey === null ? [] : proofStore.listProofs(db, publication, person.addressKey),
  ])
  return {
    subscriptions: subscriptions.map(({ slug, since }) => ({ newsletter: slug, since })),
    unconfirmed: open.map(({ slugs, orderedAt }) => ({ newsletters: slugs, orderedAt })),
    proofs: proofs.map(({ slug, text_version, ...proof }) => ({
      newsletter: slug,
      textVersion: text_version,
      ...proof,
    })),
  }
}

async function listKept(context: NewsletterContext, subject: Subject) {
  const { addressKey } = toPerson(context, subject)
  const hasProofs =
    addressKey !== null &&
    (await proofStore.listProofs(context.db, subject.publication, addressKey)).some(
      ({ event }) => event === 'confirmed',
    )
  return hasProofs
    ? [
        {
          what: 'Nachweis Ihrer Einwilligung in Newsletter, ohne lesbare E-Mail-Adresse',
          reason: 'Nachweis der Einwilligung (Art. 7 Abs. 1, Art. 17 Abs. 3 DSGVO)',
          until: `Ende ${toProofEnd(context.now()).getUTCFullYear() - 1}`,
        },
      ]
    : []
}

async function erase(context: NewsletterContext, subject: Subject): Promise<void> {
  const { publication } = subject
  const person = toPerson(context, subject)
  const active = await subscriptionStore.listSubscriptions(context.db, publication, person)
  await context.db.transaction().execute(async (trx) => {
    for (const { id } of active) await end(publication, id, 'account', context.now(), trx)
    await orderStore.removeOrders(trx, publication, person)
  })
}
