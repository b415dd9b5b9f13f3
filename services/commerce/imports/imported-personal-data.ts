/** Imported personal data of a reader: export and erasure. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import type { CommerceDb } from '../schema.ts'
import { listImported, renameImported } from './imported-store.ts'

export async function readImports({ db }: CommerceContext, owner: Owner) {
  return (await listImported(owner, db)).map(({ external_id, subscription_id, imported_at }) => ({
    formerNumber: external_id,
    subscriptionId: subscription_id,
    importedAt: imported_at,
  }))
}

/** Replaces the number of the other system by a keyed hash, so that a repeated file does not create the reader again. */
export async function eraseImports(owner: Owner, within: CommerceDb, context: CommerceContext): Promise<void> {
  for (const { external_id: id } of await listImported(owner, within))
    await renameImported(owner.publication, id, toErasedId(context, owner.publication, id), within)
}

/** The hash with a leading '!', which no id in a file can have. */
export function toErasedId(
  { sealing }: Pick<CommerceContext, 'sealing'>,
  publication: PublicationCode,
  id: string,
): string {
  return id.startsWith('!') ? id : `!${sealing.digest(`imported ${publication} ${id}`)}`
}
