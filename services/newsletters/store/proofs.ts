/** Proofs of consent: the person, the text, and the kind of confirmation. */
import type { NewsletterDb, NewsletterTables } from '../schema.ts'

export type NewProof = {
  addressKey: string
  slug: string
  event: NewsletterTables['newsletter.proofs']['event']
  method: NewsletterTables['newsletter.proofs']['method']
  textVersion: string
  at: Date
}

/** `until`: when this proof is deleted; null: while the subscription runs. */
export async function addProof(
  db: NewsletterDb,
  publication: string,
  proof: NewProof,
  until: Date | null,
): Promise<void> {
  const { addressKey, slug, event, method, textVersion, at } = proof
  await db
    .insertInto('newsletter.proofs')
    .values({
      mandator: publication,
      address_key: addressKey,
      slug,
      event,
      method,
      text_version: textVersion,
      at,
      until,
    })
    .execute()
}

/** For all proofs of this newsletter and address. */
export async function setProofEnd(
  db: NewsletterDb,
  publication: string,
  { addressKey, slug }: Pick<NewProof, 'addressKey' | 'slug'>,
  until: Date | null,
): Promise<void> {
  await db
    .updateTable('newsletter.proofs')
    .set({ until })
    .where('mandator', '=', publication)
    .where('address_key', '=', addressKey)
    .where('slug', '=', slug)
    .execute()
}

export async function listProofs(db: NewsletterDb, publication: string, addressKey: string) {
  return db
    .selectFrom('newsletter.proofs')
    .select(['slug', 'event', 'method', 'text_version', 'at', 'until'])
    .where('mandator', '=', publication)
    .where('address_key', '=', addressKey)
    .orderBy('sequence')
    .execute()
}

/** Version of the text of the last consent; null without a proof. */
export async function getProvenText(
  db: NewsletterDb,
  publication: string,
  addressKey: string,
  slug: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('newsletter.proofs')
    .select('text_version')
    .where('mandator', '=', publication)
    .where('address_key', '=', addressKey)
    .where('slug', '=', slug)
    .where('event', '=', 'confirmed')
    .orderBy('sequence', 'desc')
    .executeTakeFirst()
  return row?.text_version ?? null
}
